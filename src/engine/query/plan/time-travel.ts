/** The tables of a select as they were at a version or at a moment. Source: docs/history.md#reading; D8, D17. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { QueryColumns } from '../../catalog/references/query-columns';
import { rollupsOf, tablesOfQuery } from '../../catalog/references/view-query';
import { type NotedbError, badRequest, refusalError } from '../../errors';
import { PastTable, loggedTable } from '../../history/versions/past-table';
import type { VersionHead } from '../../history/versions/table-version';
import { type QuerySource, rowsSource } from '../source/query-source';
import type { JsonObject } from '../../json';
import { isGiven } from '../../schemas/arguments';
import type { LinkView } from '../../storage/view';
import type { ReadContext } from '../../contexts';
import {
  type AsOfPoint,
  PRESENT_HINT,
  checkAsOfPoint,
  findVersion,
  timeOf,
  withoutHistory,
} from '../../history/versions/logged-table';
import { MovedFiles } from '../../links/moved-files';
import type { LinkResolver } from '../../links/link-resolver';
import type { NotePath } from '../../ports/vault-port';
import type { SchedulerPort } from '../../ports/host';
import { inSteps } from '../group/value-vector';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import type { RowsSnapshot } from '../../storage/columns/column-table';

/** What a select reads in place of the present tables. */
export interface TimeTravel {
  /** Undefined for a table that the select does not name. */
  table(qualified: string): QuerySource | undefined;
  /** The version of each table that was there, by qualified name; null for a select of one table. */
  readonly versions: Readonly<Record<string, number>> | null;
  /** The text of a row's note then; null where it is as now. */
  text(path: string): Promise<string | null>;
  /** The targets of links of past rows among them. */
  readonly links: () => Promise<LinkView>;
}

interface TablesRead {
  readonly tables: ReadonlyMap<string, TableDefinition>;
  /** It is one table, by its own name. */
  readonly isOne: boolean;
}

/** `query`: the arguments of the select. Null when no moment is named: then the present is read. */
export async function timeTravel(
  context: ReadContext,
  moment: AsOfPoint,
  query: JsonObject,
): Promise<TimeTravel | null> {
  checkAsOfPoint(moment);
  if (!isGiven(moment.version) && !isGiven(moment.timestamp)) return null;
  const read = tablesRead(context.view.catalog, query);
  if (isGiven(moment.version) && !read.isOne) throw severalTables(read);
  const { view, journal } = context;
  // In the moment in which the view was opened: rows and logs belong together.
  const logged = [...read.tables.values()].map((table) => {
    const log = journal.logs.byName(table.qualified);
    return { table, found: log === null ? null : loggedTable(log, view.table(table.qualified)) };
  });
  const without = logged.filter(({ found }) => found === null).map(({ table }) => table);
  if (without.length > 0) throw withoutHistory(without, PRESENT_HINT);
  const sources = new Map<string, QuerySource>();
  const past: PastTable[] = [];
  const versions: Record<string, number> = {};
  for (const { table, found } of logged) {
    if (found === null) continue;
    const head = read.isOne ? await findVersion(context, found, moment) : await headAt(context, found, moment);
    const then = head === null ? null : await PastTable.at(context.host.scheduler, journal, found, head);
    if (then === null && read.isOne) throw tableWasDropped(table, head);
    then?.asNamedNow(table, view.catalog);
    sources.set(table.qualified, (read.isOne ? then : then?.withColumnsOf(table)) ?? noRows(table));
    if (then === null || head === null) continue;
    past.push(then);
    versions[table.qualified] = head.version;
  }
  let links: Promise<LinkView> | null = null;
  const findLinks = async (): Promise<LinkView> => {
    const tables: RowsPastAndPresent[] = [];
    for (const table of past) {
      const { snapshot: then } = await table.scan();
      tables.push({ then, now: view.table(table.qualified).scan().snapshot });
    }
    return pastLinks(view.links, tables, context.host.scheduler);
  };
  return {
    links: () => (links ??= findLinks()),
    table: (qualified) => sources.get(qualified),
    versions: read.isOne ? null : versions,
    text: async (path) => {
      for (const table of past) {
        const text = await table.text(path);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

/** In a read of several tables one that was not there yet adds no rows; one whose versions were taken away is an error. */
async function headAt(
  context: ReadContext,
  found: ReturnType<typeof loggedTable>,
  { timestamp }: AsOfPoint,
): Promise<VersionHead | null> {
  const { log } = found;
  const time = timeOf(timestamp ?? '', context);
  if (time < log.earliest.time && log.earliest.version === 0) return null;
  return findVersion(context, found, { timestamp });
}

const noRows = ({ name, qualified, columns, fields }: TableDefinition): QuerySource =>
  rowsSource({ name, qualified, columns, fields }, () => Promise.resolve([]));

/** Through views, unions, bases and joins. Throws as openSource does for a missing source. */
function tablesRead(catalog: Catalog, query: JsonObject): TablesRead {
  const tables = new Map<string, TableDefinition>();
  let isOne = true;
  const add = (table: TableDefinition): void => void tables.set(table.qualified, table);
  const names = (part: JsonObject): readonly string[] => {
    const own = tablesOfQuery(part);
    const columns = new QueryColumns(catalog);
    return [...own, ...rollupsOf(part).flatMap(([, rollup]) => columns.tablesOfRollup(rollup, own.slice(0, 1)))];
  };
  const visit = (part: JsonObject, trail: readonly string[]): void => {
    for (const name of names(part)) {
      if (name.startsWith(INFORMATION)) throw noHistory(name);
      if (name.startsWith(BASE)) {
        isOne = false;
        for (const table of catalog.inheritingTables(name.slice(BASE.length))) add(table);
        continue;
      }
      const found = catalog.resolveEither(name);
      if (!('query' in found)) {
        add(found);
        continue;
      }
      isOne = false;
      if (!trail.includes(found.qualified)) visit(found.query, [...trail, found.qualified]);
    }
  };
  visit(query, []);
  return { tables, isOne: isOne && tables.size === 1 };
}

const BASE = 'base:';
const INFORMATION = 'system.';

function noHistory(name: string): NotedbError {
  return badRequest(`${name} has no history`, 'leave version and timestamp away');
}

function severalTables({ tables }: TablesRead): NotedbError {
  const names = [...tables.keys()].join(', ');
  const message = `version names the state of one table, and this reads ${names}`;
  return refusalError({ code: 'version', message }, 'give timestamp instead: every table is read as of that time');
}

function tableWasDropped({ qualified }: TableDefinition, head: VersionHead | null): NotedbError {
  const message = `${qualified} was dropped at version ${head?.version ?? ''}: there are no rows to read`;
  return refusalError({ code: 'version', message }, 'name an earlier or a later version; describe_history lists them');
}

interface RowsPastAndPresent {
  readonly then: RowsSnapshot;
  readonly now: RowsSnapshot;
}

/** Other notes are taken as they are now: their former places are unknown. */
async function pastLinks(
  links: LinkResolver,
  tables: readonly RowsPastAndPresent[],
  scheduler: SchedulerPort,
): Promise<LinkView> {
  const added: NotePath[] = [];
  const removed: NotePath[] = [];
  for (const { then, now } of tables) {
    const paths = new Set<NotePath>();
    await visitPaths(then, scheduler, (path) => {
      paths.add(path);
      if (!links.has(path)) added.push(path);
    });
    await visitPaths(now, scheduler, (path) => {
      if (!paths.has(path)) removed.push(path);
    });
  }
  return added.length + removed.length === 0 ? links : new MovedFiles(links, new Map(), added, removed);
}

const visitPaths = (
  { capacity, live, paths }: RowsSnapshot,
  scheduler: SchedulerPort,
  visit: (path: NotePath) => void,
): Promise<void> =>
  inSteps(capacity, scheduler, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      const path = paths[chunkOf(slot)]?.[offsetOf(slot)];
      if (live[chunkOf(slot)]?.[offsetOf(slot)] === 1 && path !== undefined) visit(path);
    }
  });
