/** Filters of the change feed: read from arguments, and asked of each change. docs/feed.md#filters; D23 */

import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import { withDefaults } from '../catalog/resolve-table';
import { NotedbError, badRequest } from '../errors';
import type { Actor } from '../history/caller';
import type { ChangeKind } from '../history/change-record';
import type { Host } from '../ports/host';
import { fileFacts } from '../query/where/file-facts';
import { compileWhere } from '../query/where/compile-where';
import { type Predicate, rowMatches } from '../query/where/predicate';
import { SubjectResolver } from '../query/where/subject-resolver';
import type { FileFacts, Subject } from '../query/where/subject';
import { isGiven } from '../schemas/arguments';
import { getOrInsert } from '../values/maps';
import { type JsonObject, isJsonObject } from '../json';
import type { FeedReader } from './change-feed';
import type { FeedEntry } from './feed-entry';
import type { FeedFilter, FeedOp, ReadFilter } from './feed-event';
import type { FilterArguments } from './filter-arguments';
import { type TableRename, namesSince } from './renamed-tables';

export type FilterHost = Pick<Host, 'clock' | 'linkSettings'>;

/** What the feed knows of tables that are not there by their names. */
export interface PastTables {
  /** Whether it holds changes of the table. */
  knows(qualified: string): Promise<boolean>;
  /** Of all tables, the oldest first. */
  renames(): Promise<readonly TableRename[]>;
}

export async function readFeedFilter(
  args: FilterArguments,
  reader: FeedReader,
  host: FilterHost,
  past: PastTables,
): Promise<ReadFilter> {
  const { tables, ops, columns, where, exclude_actor: excluded } = args;
  for (const [name, list] of Object.entries({ tables, ops, columns }))
    if (isGiven(list) && list.length === 0) throw badRequest(`${name} is empty`, `leave ${name} away, or name some`);
  const named = isGiven(tables) ? await tableNames(tables, reader, past) : null;
  const filter: FeedFilter = {
    tables: named?.names ?? null,
    ops: isGiven(ops) ? [...new Set(ops)] : null,
    columns: isGiven(columns) ? [...new Set(columns)] : null,
    where: isGiven(where) ? where : null,
    exclude_actor: isGiven(excluded) ? excluded : null,
  };
  const present = { ...filter, tables: named?.present ?? null };
  checkColumns(present, reader, host);
  return { filter, present, renamedTo: named?.renamedTo ?? {} };
}

interface TableNames {
  readonly names: readonly string[];
  readonly present: readonly string[];
  readonly renamedTo: Readonly<Record<string, string>>;
}

async function tableNames(
  tables: readonly string[],
  { view: { catalog } }: FeedReader,
  past: PastTables,
): Promise<TableNames> {
  const [names, present] = [new Set<string>(), new Set<string>()];
  const renamedTo: Record<string, string> = {};
  for (const table of tables) {
    try {
      const { qualified } = catalog.resolveTable(table, 'name the tables that the view reads');
      for (const found of [names, present]) found.add(qualified);
    } catch (error) {
      if (!(error instanceof NotedbError) || error.code !== 'not_found') throw error;
      const since = await seenNamesSince(table, catalog, past);
      const last = since.at(-1);
      const isGone = table.split('.').length === 3 && (await past.knows(table));
      if (last === undefined && !isGone) throw error;
      for (const name of last === undefined ? [table] : since) names.add(name);
      present.add(last ?? table);
      if (last !== undefined) renamedTo[table] = last;
    }
  }
  return { names: [...names], present: [...present], renamedTo };
}

/** The names that the caller may know. A table that went out of sight was not renamed, as far as it can know. */
async function seenNamesSince(reference: string, catalog: Catalog, past: PastTables): Promise<readonly string[]> {
  const renames = (await past.renames()).filter(({ from }) => catalog.seesTable(from));
  const names = namesSince(renames, reference, withDefaults(catalog.definition, reference));
  return names.every((name) => catalog.seesTable(name)) ? names : [];
}

/** With one table every column must be there; with several, one table that can answer is enough. */
function checkColumns(filter: FeedFilter, reader: FeedReader, host: FilterHost): void {
  const { catalog } = reader.view;
  const tables = filter.tables?.flatMap((name) => catalog.table(name) ?? []) ?? catalog.tables();
  const [only] = tables;
  const isOne = filter.tables?.length === 1;
  const test = new FilterTest(filter, reader, host);
  if (isOne && only !== undefined) for (const name of filter.columns ?? []) test.subjects(only).get(name);
  if (filter.where === null) return;
  const problems: unknown[] = [];
  for (const table of tables) {
    const subjects = test.subjects(table);
    try {
      test.compile(filter.where, subjects);
      return;
    } catch (error) {
      if (isOne || !subjects.isUnknown) problems.push(error);
    }
  }
  if (problems.length > 0) throw problems[0];
}

/** Remembers whether a name was unknown: in one table of many that is not a mistake. */
class NotingResolver extends SubjectResolver {
  isUnknown = false;

  override get(name: string): Subject {
    try {
      return super.get(name);
    } catch (error) {
      // No table can answer by the tags of texts: that is a mistake in all of them.
      this.isUnknown = !/(?:^|\.)file_tags$/.test(name);
      throw error;
    }
  }
}

/** Whether a filter lets a change pass, at one committed moment. */
export class FilterTest {
  private readonly predicates = new Map<TableDefinition, Predicate | null>();
  private readonly facts: FileFacts;
  private readonly zone: string;
  private readonly now: number;

  constructor(
    private readonly filter: FeedFilter,
    private readonly reader: FeedReader,
    host: FilterHost,
    /** An old filter: each change is judged by the former definitions. */
    private readonly isFormer = false,
  ) {
    const { view } = reader;
    this.zone = view.catalog.configuration.timeZone ?? host.clock.timeZone();
    this.now = host.clock.now();
    // A change does not bring the note's text and file along.
    this.facts = { ...fileFacts(view.links, host, this.zone), tags: null, stats: null };
  }

  subjects(table: TableDefinition): NotingResolver {
    return new NotingResolver(table, this.facts, this.reader.view);
  }

  compile(where: JsonObject, subjects: SubjectResolver): Predicate {
    const { view } = this.reader;
    return compileWhere(where, subjects, { now: this.now, zone: this.zone, links: view.links, hierarchies: view });
  }

  /** Facts known before the values. */
  wants(op: ChangeKind | 'tool_call', table: string | null, actor: Actor | null): boolean {
    const isWanted = wantsHead(this.filter, op, table) && !isExcluded(this.filter.exclude_actor, actor, this.reader);
    return isWanted && this.sees(op, table, actor);
  }

  /** An app sees the changes of its tables, and of calls its own alone. docs/rights.md#what-an-app-sees */
  private sees(op: ChangeKind | 'tool_call', table: string | null, actor: Actor | null): boolean {
    const { caller, view } = this.reader;
    if (caller.kind === 'owner' || op === 'gap') return true;
    if (op === 'tool_call') return actor?.app === caller.name;
    return table === null ? caller.tables === null : view.catalog.seesTable(table);
  }

  matches({ op, table, actor, fields, row, definition }: FeedEntry): boolean {
    const { columns, where } = this.filter;
    if (!this.wants(op, table, actor)) return false;
    if (columns !== null && !changesOne(fields, columns)) return false;
    if (where === null) return true;
    const present = table === null ? null : this.reader.view.catalog.table(table);
    // A table that is gone by this name is judged by its former definition.
    const asked = this.isFormer ? (definition ?? present) : (present ?? definition ?? null);
    const predicate = row === null || asked === null ? null : this.predicate(asked, where);
    return row !== null && predicate !== null && rowMatches(predicate, row);
  }

  /** Null: the table can't answer. */
  private predicate(definition: TableDefinition, where: JsonObject): Predicate | null {
    return getOrInsert(this.predicates, definition, () => {
      try {
        return this.compile(where, this.subjects(definition));
      } catch (error) {
        if (error instanceof NotedbError) return null;
        throw error;
      }
    });
  }
}

/** A warning of several tables concerns each of them. */
export function wantsHead({ ops, tables }: FeedFilter, op: ChangeKind | 'tool_call', table: string | null): boolean {
  if (op === 'gap') return true;
  if (ops === null ? op === 'tool_call' : !ops.includes(op satisfies FeedOp)) return false;
  if (tables === null || (op === 'warning' && table === null)) return true;
  return table !== null && tables.includes(table);
}

const changesOne = ({ changes }: JsonObject, columns: readonly string[]): boolean =>
  isJsonObject(changes) && columns.some((name) => Object.hasOwn(changes, name));

/**
 * An app is known by its token alone: what the header says, any caller may say. Among the owner's own writes the owner may name a harness or a
 * session as it is; everybody may as `harness:X` and `session:X`.
 */
function isExcluded(excluded: string | null, actor: Actor | null, { caller }: FeedReader): boolean {
  if (excluded === null || actor === null) return false;
  const [, said, value] = /^(harness|session):(.*)$/s.exec(excluded) ?? [];
  if (said !== undefined) return actor[said as 'harness' | 'session'] === value;
  if (actor.app !== undefined) return actor.app === excluded;
  return caller.kind === 'owner' && [actor.harness, actor.session].includes(excluded);
}
