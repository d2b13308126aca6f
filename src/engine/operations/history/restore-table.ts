/** restore_table: rows and definition return to an earlier version. Source: docs/operations.md#restore_table, docs/history.md#undo_migration; D8, D17, D18. */

import * as z from 'zod';
import { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { sameDefinition } from '../../catalog/metastore/definition-changes';
import { withCurrentNames } from '../../catalog/references/current-names';
import { type Conflict, NotedbError, type Violation, badRequest } from '../../errors';
import { definitionOf } from '../../history/versions/past-table';
import type { VersionHead } from '../../history/versions/table-version';
import { datetimeAt } from '../../values/time/dates';
import { RestoredRows, refuseReferencedRows } from '../../undo/restored-rows';
import { dryRun, isGiven, keptTable, textArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { rereadRestored } from '../../rows/schema-change/reread-rows';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';
import { findLogged, findVersion } from '../../history/versions/logged-table';

export const restoreTable = defineWrite({
  name: 'restore_table',
  group: 'history',
  permission: 'history',
  effect: 'destructive',
  summary: 'Takes the rows and the definition of a table back to an earlier version.',
  description:
    'Rows that came since go to the trash, changed ones get their former content, removed ones return with their ids; a dropped table is created again. The restore is a new version, validated like any write, and undo_migration takes it back. A row that came since and that other notes link to is held, as by delete_rows. A version that equals the present changes nothing. Notes that are not rows now are left alone: one that names the table, outside of the folders that the restored definition excludes, is its row again.',
  brief: 'Later rows go to the trash, removed ones return. A new version; undo_migration takes it back.',
  input: z.strictObject({
    table: keptTable,
    version: z.int().min(0).nullish().describe('The version to return to'),
    timestamp: textArgument.describe('The moment to return to'),
    dry_run: dryRun,
  }),
  refusals: [
    'neither version nor timestamp, or both',
    'the table keeps no history',
    'a version that is not kept, or at which the table was dropped',
    'a row that can not return: another note lies at its path, or it is a row of another table now',
    'a row that came since is linked from a note that stays, or its name is a word that stays',
    'what comes back breaks a rule of another table, or another one breaks its rules',
    'a row that comes back breaks what a base of its table asks only since',
  ],
  stage: async (context, args) => {
    const { transaction, journal, now, zone } = context;
    if (!isGiven(args.version) && !isGiven(args.timestamp)) {
      throw badRequest('neither version nor timestamp is given', 'describe_history lists the versions');
    }
    const looking = { view: transaction.before, journal, now, zone };
    const logged = findLogged(looking, args.table);
    const head = await findVersion(looking, logged, args);
    const definition = await pastDefinition(context, head, logged.log.last.table);
    const state = await journal.logs.state(head.log, head.version);
    const rows = new RestoredRows(context, definition);
    await rows.open(state);
    const redefined = await stageDefinitions(context, transaction.catalog.withTable(definition));
    transaction.pastCatalog = catalogWith(transaction.catalog, definition);
    await rows.stage(redefined);
    await refuseReferencedRows(context, definition);
    await rereadRestored(context);
    const { qualified } = definition;
    return {
      deed: deedOf('restore table', qualified, {
        names: { version: String(head.version), time: datetimeAt(head.time, zone) },
      }),
      tables: [qualified],
      explain: (error) => Promise.resolve(explainBases(context, definition, error)),
    };
  },
});

/** The former definition; its bases, and the names of the tables that it names, as they are now. */
async function pastDefinition(
  { transaction, journal }: WriteContext,
  head: VersionHead,
  present: string,
): Promise<TableDefinition> {
  const definition = await definitionOf(journal, head);
  if (definition === null) {
    throw definitionRefusal(present, `${head.table} was dropped at version ${head.version}`, 'name an earlier version');
  }
  if (definition.qualified !== present) {
    const message = `${present} was named ${definition.qualified} at version ${head.version}`;
    throw definitionRefusal(present, message, 'give it that name again with alter_table, then restore it');
  }
  const gone = definition.bases.filter((base) => transaction.catalog.base(base) === null);
  if (gone.length === 0) {
    const today = transaction.catalog.table(present);
    return today === null ? definition : withCurrentNames(definition, today, transaction.catalog);
  }
  const message = `${present} inherited from ${gone.join(', ')} at version ${head.version}; that base is gone`;
  throw definitionRefusal(present, message, 'bring the base back with define_base, or undo what took it away');
}

/** With the columns that it inherited then: its bases may say something else since. */
const catalogWith = ({ definition, root }: Catalog, table: TableDefinition): Catalog =>
  new Catalog({ ...definition, tables: new Map([...definition.tables, [table.qualified, table]]) }, root);

/** The error with another hint, where the bases of a table that is restored are not what they were. */
function explainBases({ transaction }: WriteContext, then: TableDefinition, error: unknown): unknown {
  const now = transaction.catalog.table(then.qualified);
  const isOurs = ({ path }: Violation): boolean => path !== null && transaction.staged(path)?.kind === 'restore';
  if (!(error instanceof NotedbError) || !error.violations.some(isOurs)) return error;
  if (sameDefinition(then.columns, now?.columns)) return error;
  const hint = `${then.name} inherits from ${then.bases.join(', ')}, where something was changed since: undo that, or take it back with define_base, then repeat the call`;
  return error.with({ hint });
}

function definitionRefusal(table: string, message: string, hint: string): NotedbError {
  const conflict: Conflict = { path: null, column: null, code: 'definition', message };
  return new NotedbError('conflict', `${table} can't be restored: ${message}`, { conflicts: [conflict], hint });
}
