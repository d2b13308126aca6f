/** rename_column: gives a column another name, in the definitions and in every row. spec: Schema operations; D16, D17. */

import * as z from 'zod';
import { columnNamed, refuseInherited, withRenamedColumn } from '../../catalog/change-column';
import { tablesChanged } from '../../catalog/definition-changes';
import type { TableDefinition } from '../../catalog/definition';
import { nameProblem } from '../../catalog/names';
import { NotedbError, badRequest } from '../../errors';
import { RAW_EMPTY, type Raw } from '../../note/raw';
import { rawEqual, rawToJson } from '../../note/raw-json';
import { renameKey } from '../../note/rename-key';
import { setFrontMatter } from '../../note/splice';
import { dryRun, table } from '../arguments';
import { defineWrite } from '../define-operation';
import type { OpenRow } from '../rows/row-edit';
import { rewriteRows, stageRewritten } from './column-rows';
import { stageDefinitions } from './stage-definitions';

export const renameColumn = defineWrite({
  name: 'rename_column',
  group: 'schema',
  effect: 'write',
  summary: 'Renames a column, in the definitions and in every row.',
  description:
    'In a note only the key changes: its place, its comments and the bytes of its value stay. CHECKs, ref_where, ref_by, inverse, generated columns, patterns, time_column and row_template of any table follow. Views and the text of notes are not rewritten.',
  input: z.strictObject({
    table,
    from_column: z.string().describe('Its name now'),
    to_column: z.string().describe('Its new name: lowercase letters, digits and _'),
    dry_run: dryRun,
  }),
  refusals: [
    'a name that is taken or reserved',
    'a row with a key of the new name and another value',
    'a column that is inherited from a base',
    'a note that does not parse',
  ],
  stage: async (context, { table: reference, from_column: from, to_column: to }) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const problem = nameProblem('column', to);
    if (problem !== null) throw badRequest(`to_column: ${problem}`);
    const definition = catalog.resolveTable(reference);
    columnNamed(definition, from);
    refuseInherited(catalog, definition, from, 'rename it in the base: define_base with rename_columns');
    refuseTaken(definition, to);
    const next = withRenamedColumn(catalog, definition, from, to);
    const rows = await rewriteRows(context, definition, (open) => renamed(open, from, to));
    await stageDefinitions(transaction, next);
    await stageRewritten(context, rows);
    const { qualified, name } = definition;
    return {
      summary: `renamed column ${from} of ${name} to ${to}`,
      tables: tablesChanged(catalog.definition, next.definition, qualified),
    };
  },
});

function refuseTaken({ name, columns, fields }: TableDefinition, to: string): void {
  const isColumn = columns.some((spec) => spec.name === to);
  if (!isColumn && !Object.hasOwn(fields, to)) return;
  const message = `${name} has ${isColumn ? 'a column' : 'an untyped field'} ${to} already`;
  throw new NotedbError('refused', message, {
    violations: [{ path: null, column: to, code: isColumn ? 'exists' : 'field', message }],
    hint: 'take another name; describe_table shows those that are there',
  });
}

/** A key of the new name that says the same goes. Throws for one that says something else. */
function renamed({ path, text, frontMatter }: OpenRow, from: string, to: string): string {
  const rawOf = (name: string): Raw | undefined => frontMatter.entries.find(({ key }) => key === name)?.raw;
  const [own, stray] = [rawOf(from), rawOf(to)];
  if (stray === undefined) return renameKey(text, from, to);
  if (!rawEqual(own ?? RAW_EMPTY, stray)) throw strayConflict(path, from, to, own, stray);
  return own === undefined ? text : renameKey(setFrontMatter(text, new Map([[to, null]])), from, to);
}

function strayConflict(path: string, from: string, to: string, own: Raw | undefined, stray: Raw): NotedbError {
  const [expected, actual] = [rawToJson(own ?? RAW_EMPTY), rawToJson(stray)];
  const message = `${path} has a key ${to} already: ${JSON.stringify(actual)}, while ${from} is ${JSON.stringify(expected)}`;
  return new NotedbError('conflict', message, {
    conflicts: [{ path, column: to, code: 'exists', message, expected, actual }],
    hint: `remove the key ${to} from these notes, or take another name`,
  });
}
