/** clone_table: a copy of a table with its rows. spec: Schema operations; D8, D16, D17. */

import * as z from 'zod';
import { clonedTable } from '../../catalog/clone-table';
import type { TableDefinition } from '../../catalog/definition';
import { NotedbError, badRequest } from '../../errors';
import { dryRun, isGiven, table, text } from '../arguments';
import { defineWrite } from '../define-operation';
import { ClonedRows } from './cloned-rows';
import { stageDefinitions } from './stage-definitions';

export const cloneTable = defineWrite({
  name: 'clone_table',
  group: 'schema',
  effect: 'write',
  summary: 'Copies a table: its definition and, unless told otherwise, its rows.',
  description:
    'The copy has everything that the source’s definition says, references to itself re-pointed. Copied rows get new ids, and links among the source’s rows point to the copies; archived notes are not copied. No other table changes.',
  input: z.strictObject({
    source: table,
    target: z.string().min(1).describe('catalog.schema.table, schema.table or table'),
    version: z.int().min(0).nullish().describe('The source as of this version'),
    timestamp: text.describe('The source as of this moment'),
    copy_rows: z.boolean().nullish().describe('Default true; false copies the definition alone'),
    dry_run: dryRun,
  }),
  refusals: [
    'the target is taken',
    'the source lacks a description',
    'a row whose note does not parse',
    'version or timestamp of a table that keeps no history',
  ],
  stage: async (context, args) => {
    const { transaction, host } = context;
    const { catalog } = transaction;
    const source = catalog.resolveTable(args.source, 'a view has no rows of its own; call create_view with its query');
    if (isGiven(args.version) && isGiven(args.timestamp)) {
      throw badRequest('version and timestamp are given both', 'name the moment by one of them');
    }
    if (isGiven(args.version) || isGiven(args.timestamp)) throw withoutHistory(source);
    const { definition: clone, warnings } = clonedTable(source, args.target, catalog);
    transaction.warnings.push(...warnings);
    const paths =
      args.copy_rows === false ? [] : [...transaction.before.columnTable(source.qualified).pathsOfRows()].sort();
    const rows = new ClonedRows(context, source, clone);
    for (const path of paths) {
      await rows.open(path);
      await host.scheduler.pause();
    }
    await stageDefinitions(transaction, catalog.withTable(clone));
    await rows.stage();
    const copied = paths.length === 0 ? '' : ` with ${paths.length} ${paths.length === 1 ? 'row' : 'rows'}`;
    return { summary: `cloned ${source.qualified} to ${clone.qualified}${copied}`, tables: [clone.qualified] };
  },
});

/** D17: time travel on a table without history. */
function withoutHistory({ qualified }: TableDefinition): NotedbError {
  const message = `${qualified} keeps no history, so that there is only its present state`;
  return new NotedbError('refused', message, {
    conflicts: [{ path: null, column: null, code: 'history', message }],
    hint: 'leave version and timestamp away to clone the present state',
  });
}
