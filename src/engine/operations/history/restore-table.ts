/** restore_table: rows and definition return to an earlier version. spec: History, States; D8, D17, D18. */

import * as z from 'zod';
import { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { sameDefinition } from '../../catalog/metastore/definition-changes';
import { underNamesOfNow } from '../../catalog/references/names-of-now';
import { type Conflict, NotedbError, type Violation, badRequest } from '../../errors';
import { definitionOf } from '../../history/versions/past-table';
import type { VersionHead } from '../../history/versions/table-version';
import { datetimeAt } from '../../values/dates';
import { dryRun, isGiven, text } from '../arguments';
import { type WriteContext, defineWrite } from '../define-operation';
import { rereadRestored } from '../schema/reread-rows';
import { stageDefinitions } from '../schema/stage-definitions';
import { findLogged, findVersion } from './logged-table';
import { RestoredRows } from './restored-rows';
import type { NotePath } from '../../ports/vault-port';
import { isReferred, referrersOf, restrictConflicts, restrictMessage } from '../rows/restrict';

export const restoreTable = defineWrite({
  name: 'restore_table',
  group: 'history',
  effect: 'destructive',
  summary: 'Takes the rows and the definition of a table back to an earlier version.',
  description:
    'Rows that came since go to the trash, changed ones get their content of then, removed ones return with their ids; a dropped table is created again. The restore is a new version, validated like any write, and undo_migration takes it back. A row that came since and that other notes link to is held, as by delete_rows. A version that equals the present changes nothing. Notes that are no rows now are left alone: one that names the table, outside what the definition of then excludes, is its row again.',
  input: z.strictObject({
    table: z.string().min(1).describe('A table; a dropped one by catalog.schema.table'),
    version: z.int().min(0).nullish().describe('The version to return to'),
    timestamp: text.describe('The moment to return to'),
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
    const definition = await definitionThen(context, head, logged.log.last.table);
    const state = await journal.logs.state(head.log, head.version);
    const rows = new RestoredRows(context, definition);
    await rows.open(state);
    await stageDefinitions(transaction, transaction.catalog.withTable(definition));
    transaction.definedThen = catalogWith(transaction.catalog, definition);
    await rows.stage();
    await mindReferrers(context, definition);
    await rereadRestored(context);
    const { qualified } = definition;
    return {
      summary: `restored ${qualified} to version ${head.version} of ${datetimeAt(head.time, zone)}`,
      tables: [qualified],
      explain: (error) => Promise.resolve(explainBases(context, definition, error)),
    };
  },
});

/** The definition of then; its bases, and the names of the tables that it names, as they are now. */
async function definitionThen(
  { transaction, journal }: WriteContext,
  head: VersionHead,
  present: string,
): Promise<TableDefinition> {
  const definition = await definitionOf(journal, head);
  if (definition === null) {
    throw refusal(present, `${head.table} was dropped at version ${head.version}`, 'name an earlier version');
  }
  if (definition.qualified !== present) {
    const message = `${present} was named ${definition.qualified} at version ${head.version}`;
    throw refusal(present, message, 'give it that name again with alter_table, then restore it');
  }
  const gone = definition.bases.filter((base) => transaction.catalog.base(base) === null);
  if (gone.length === 0) {
    const today = transaction.catalog.table(present);
    return today === null ? definition : underNamesOfNow(definition, today, transaction.catalog);
  }
  const message = `${present} inherited from ${gone.join(', ')} at version ${head.version}, which is no more`;
  throw refusal(present, message, 'bring the base back with define_base, or undo what took it away');
}

/** With the columns that it inherited then: its bases may say something else since. */
const catalogWith = ({ definition, root }: Catalog, table: TableDefinition): Catalog =>
  new Catalog({ ...definition, tables: new Map([...definition.tables, [table.qualified, table]]) }, root);

/** The error with another hint, where the bases of a table that is restored are not what they were. */
function explainBases({ transaction }: WriteContext, then: TableDefinition, error: unknown): unknown {
  const now = transaction.catalog.table(then.qualified);
  const isOurs = ({ path }: Violation): boolean => path !== null && transaction.staged(path)?.restores !== undefined;
  if (!(error instanceof NotedbError) || !error.violations.some(isOurs)) return error;
  if (sameDefinition(then.columns, now?.columns)) return error;
  const { code, message, violations, conflicts } = error;
  const hint = `${then.name} inherits from ${then.bases.join(', ')}, where something was changed since: undo that, or take it back with define_base, then repeat the call`;
  return new NotedbError(code, message, { violations, conflicts, hint });
}

function refusal(table: string, message: string, hint: string): NotedbError {
  const conflict: Conflict = { path: null, column: null, code: 'definition', message };
  return new NotedbError('conflict', `${table} can't be restored: ${message}`, { conflicts: [conflict], hint });
}

/** To be called when the rows of the table are staged, and nothing else of the write is. Throws with every conflict. */
async function mindReferrers(context: WriteContext, definition: TableDefinition): Promise<void> {
  const { transaction } = context;
  const { qualified } = definition;
  const rows = transaction.staging().flatMap(({ from, to }) => {
    const row = from !== null && to === null ? transaction.before.rowAt(from) : null;
    return row?.table.qualified === qualified ? [row.row] : [];
  });
  // What the restore itself changes is judged as it will be.
  const stays = (path: NotePath): boolean => transaction.staged(path) === null;
  const referrers = await referrersOf(context, definition, rows, stays);
  if (!isReferred(referrers)) return;
  const message = restrictMessage(referrers, rows.length);
  throw new NotedbError('conflict', `${qualified} can't be restored: of the rows that came since, ${message}`, {
    conflicts: restrictConflicts(referrers),
    hint: 'unlink them first, or take these rows away with delete_rows and on_referenced set_null or ignore; then restore',
  });
}
