/** infer_table: proposes a table for notes that are not in one yet. Source: docs/operations.md#infer_table; D16, D17. */

import * as z from 'zod';
import { filter, isGiven, tableArgument, textArgument, textsArgument } from '../../schemas/arguments';
import { defineRead } from '../define-operation';
import { inferenceResult, proposeTable, undeclaredKeys } from '../../infer/propose-table';

const DEFAULT_ENUM_VALUES = 12;

const input = z.strictObject({
  folder: textArgument.describe('With its subfolders; empty: the vault'),
  paths: textsArgument.describe('Also these notes'),
  where: filter.nullish().describe('Only notes whose properties match'),
  table: tableArgument.nullish().describe('Instead: undeclared keys of its rows'),
  name: textArgument.describe('Name of the proposed table'),
  max_enum_values: z.int().min(0).nullish().describe('Most values of an enum; default 12'),
});

export const inferTable = defineRead({
  name: 'infer_table',
  group: 'query',
  permission: 'notes',
  summary: 'Reads the front matter of notes and proposes a table for them.',
  description:
    'Nothing is written. where compares front matter keys, in any spelling, and the file columns: {"categories": {"contains": "[[Books]]"}}. proposal goes to create_table and adopt to adopt_rows as they are. Notes that are rows already or archived are left out, and so are notes that can’t be rows: without front matter where most have one, with front matter that does not parse, with the id of another note, of another plugin, templates, and those with one odd value of ten. notes names them with the reason, says which notes lack a key or a value, and why a link has no ref. tags, aliases and cssclasses are Obsidian’s and never proposed.',
  brief: 'proposal goes to create_table, adopt to adopt_rows, as they are.',
  input,
  refusals: ['no such folder or note'],
  result: inferenceResult,
  run: (context, args) => {
    const most = args.max_enum_values ?? DEFAULT_ENUM_VALUES;
    return isGiven(args.table) ? undeclaredKeys(context, args.table, most) : proposeTable(context, args, most);
  },
});
