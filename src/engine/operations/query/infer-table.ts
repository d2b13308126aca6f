/** infer_table: proposes a table for notes that are not in one yet. Source: docs/operations.md#infer_table; D16, D17. */

import * as z from 'zod';
import { filter, isGiven, tableArgument, textArgument, textsArgument } from '../../schemas/arguments';
import { defineRead } from '../define-operation';
import { badRequest } from '../../errors';
import { proposeForRows } from '../../infer/infer-rows';
import { inferenceResult, proposeTable, undeclaredKeys } from '../../infer/propose-table';

const DEFAULT_ENUM_VALUES = 12;
const MOST_ROWS = 10_000;

const input = z.strictObject({
  folder: textArgument.describe('With its subfolders; empty: the vault'),
  paths: textsArgument.describe('Also these notes'),
  where: filter.nullish().describe('Only notes whose properties match'),
  rows: z
    .array(z.record(z.string(), z.string()))
    .min(1)
    .max(MOST_ROWS)
    .nullish()
    .describe('Instead: lines of a CSV, by key'),
  table: tableArgument.nullish().describe('Instead: undeclared keys of its rows'),
  name: textArgument.describe('Name of the proposed table'),
  max_enum_values: z.int().min(0).nullish().describe('Most values of an enum; default 12'),
});

export const inferTable = defineRead({
  name: 'infer_table',
  group: 'query',
  permission: 'notes',
  summary: 'Proposes a table for notes, or for rows of texts.',
  description:
    'Nothing is written. The columns come from the front matter. where compares front matter keys, in any spelling, and the file columns: {"categories": {"contains": "[[Books]]"}}. proposal goes to create_table and adopt to adopt_rows as they are. Notes that are rows already or archived are left out, and so are notes that can’t be rows: without front matter where most have one, with front matter that does not parse, with the id of another note, of another plugin, templates, and those with one odd value of ten. notes names them with the reason, says which notes lack a key or a value, and why a link has no ref. tags, aliases and cssclasses are Obsidian’s and never proposed for notes. Instead of notes it takes rows, at most 10,000: objects of texts, such as the lines of a CSV file under its names. Types come from all texts of a key, as in the form for files: decimal signs, units, days of a country, lists with semicolons. A key whose numbers or days can be read in two ways is proposed as text, and notes has both readings. The answer has rows too, with values for insert_row and merge_rows under the proposed names.',
  brief: 'proposal goes to create_table, adopt to adopt_rows, rows to merge_rows.',
  input,
  refusals: ['no such folder or note', 'rows beside notes'],
  result: inferenceResult,
  run: (context, args) => {
    const most = args.max_enum_values ?? DEFAULT_ENUM_VALUES;
    if (isGiven(args.rows)) {
      refuseNotes(args);
      return proposeForRows(context, { rows: args.rows, name: args.name }, most);
    }
    return isGiven(args.table) ? undeclaredKeys(context, args.table, most) : proposeTable(context, args, most);
  },
});

function refuseNotes(args: z.output<typeof input>): void {
  const given = (['folder', 'paths', 'where', 'table'] as const).filter((name) => isGiven(args[name]));
  if (given.length === 0) return;
  throw badRequest(`rows and ${given.join(', ')} can’t be given together`, 'infer the rows and the notes in two calls');
}
