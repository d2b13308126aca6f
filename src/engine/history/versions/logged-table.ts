/** Finds the log of a table for a call, and the version in it. Source: docs/operations.md#history, docs/operations.md#select_rows; D8, D17. */

import type { TableDefinition } from '../../catalog/definition';
import { type Conflict, NotedbError, badRequest } from '../../errors';
import type { HistoryReader } from '../history-reader';
import { type LoggedTable, loggedTable } from './past-table';
import type { TableLog, VersionHead } from './table-version';
import type { View } from '../../storage/view';
import { datetimeAt, datetimeInstant, isDate, isDatetime, startOfDay } from '../../values/time/dates';
import { isGiven } from '../../schemas/arguments';

export interface HistoryLookup {
  readonly view: View;
  readonly journal: HistoryReader;
  readonly now: number;
  readonly zone: string;
}

/** One moment of a table's history. */
export interface AsOfPoint {
  readonly version?: number | null | undefined;
  readonly timestamp?: string | null | undefined;
}

const VIEW_HINT = 'a view keeps no history of its own; ask for the tables that it reads';

const KEEPING = 'alter_table with history true keeps versions from then on';

/** Of calls that go without a moment too. */
export const PRESENT_HINT = `leave version and timestamp away for the present rows; ${KEEPING}`;

/** The table that a reference names, also a dropped one by its qualified name. Throws 404, 422 for a view or without history. */
export function findLogged({ view, journal }: HistoryLookup, reference: string, hint = KEEPING): LoggedTable {
  const dropped = journal.logs.byName(reference);
  if (dropped !== null && view.catalog.table(reference) === null) return loggedTable(dropped, null);
  const table = view.catalog.resolveTable(reference, VIEW_HINT);
  const log = journal.logs.byName(table.qualified);
  if (log === null) throw withoutHistory([table], hint);
  return loggedTable(log, view.table(table.qualified));
}

/** D17: time travel on tables without history names all of them. */
export function withoutHistory(tables: readonly Pick<TableDefinition, 'qualified'>[], hint: string): NotedbError {
  const names = tables.map(({ qualified }) => qualified).sort();
  const verb = names.length === 1 ? 'keeps' : 'keep';
  return new NotedbError('refused', `${names.join(', ')} ${verb} no history, so that there is only the present state`, {
    conflicts: names.map((name): Conflict => ({
      path: null,
      column: null,
      code: 'history',
      message: `${name} keeps no history`,
    })),
    hint,
  });
}

export function checkAsOfPoint({ version, timestamp }: AsOfPoint): void {
  if (isGiven(version) && isGiven(timestamp)) {
    throw badRequest('version and timestamp are given both', 'name the moment by one of them');
  }
}

/** A moment in milliseconds. Throws 400 for no date, and for a moment in the future. D8 */
export function timeOf(timestamp: string, { journal, now, zone }: HistoryLookup, argument = 'timestamp'): number {
  const time = instantOf(timestamp, zone, argument);
  // Where the clock was set back, versions are stamped later than it shows.
  if (time <= Math.max(now, journal.last().time)) return time;
  throw badRequest(
    `${argument}: ${timestamp} is later than now (${datetimeAt(now, zone)})`,
    'name a moment that is past; leave it away for the present',
  );
}

/** A date is the start of that day. Throws 400. */
export function instantOf(text: string, zone: string, argument: string): number {
  if (isDate(text)) return startOfDay(text, zone);
  if (isDatetime(text)) return datetimeInstant(text, zone);
  throw badRequest(
    `${argument}: ${JSON.stringify(text)} is not a date`,
    'write 2026-11-21 or 2026-11-21T09:30:00+01:00',
  );
}

/** The version that `moment` names; the last one when it names none. Throws 400, 422. D8 */
export async function findVersion(
  looking: HistoryLookup,
  { log }: LoggedTable,
  moment: AsOfPoint,
): Promise<VersionHead> {
  checkAsOfPoint(moment);
  const { logs } = looking.journal;
  if (isGiven(moment.version)) {
    const found = moment.version < log.earliest.version ? null : await logs.version(log, moment.version);
    if (found === null) throw noSuchVersion(looking, log, `version ${moment.version}`);
    return found;
  }
  if (!isGiven(moment.timestamp)) return log.last;
  const found = await logs.versionAt(log, timeOf(moment.timestamp, looking));
  if (found === null) throw noSuchVersion(looking, log, `version at ${moment.timestamp}`);
  return found;
}

/** Never an empty result: the message names the kept versions. D8 */
function noSuchVersion({ zone }: HistoryLookup, { earliest, last }: TableLog, what: string): NotedbError {
  const kept =
    earliest.version === last.version
      ? `only version ${last.version} of ${datetimeAt(last.time, zone)}`
      : `the versions ${earliest.version} to ${last.version}, the first of ${datetimeAt(earliest.time, zone)}`;
  const message = `${last.table} has no ${what}: there ${earliest.version === last.version ? 'is' : 'are'} ${kept}`;
  return new NotedbError('refused', message, {
    conflicts: [{ path: null, column: null, code: 'version', message, expected: [earliest.version, last.version] }],
    hint: 'describe_history lists the versions',
  });
}
