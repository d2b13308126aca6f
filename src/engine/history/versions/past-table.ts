/** A table as it was at one of its versions. Source: docs/history.md#reading; D8. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { withCurrentNames } from '../../catalog/references/current-names';
import { withReferences } from '../../catalog/references/table-references';
import { NotedbError } from '../../errors';
import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { type QuerySource, rowsInColumns } from '../../query/source/query-source';
import { type RowsSnapshot, storesAlike } from '../../storage/columns/column-table';
import type { Row } from '../../storage/row';
import { RowCodec } from '../../storage/row-codec';
import type { ScanSource, TableView } from '../../storage/view';
import type { Json } from '../../json';
import type { HistoryReader } from '../history-reader';
import type { ContentHash } from '../journal/content-hash';
import { type TableLog, isLive, type TableVersion, type VersionHead } from './table-version';
import type { PastRows } from './past-cache';
import { contentsBefore, reverseReplay } from './reverse-replay';

/** A table that keeps history, in one moment: its log, and its rows at the log's last version where it is there. */
export interface LoggedTable {
  readonly log: TableLog;
  /** Null when it is dropped, or keeps no history any more. */
  readonly present: { readonly definition: TableDefinition; readonly scan: ScanSource } | null;
}

/** To be called in the moment in which the view was opened. */
export function loggedTable(log: TableLog, table: TableView | null): LoggedTable {
  const isThere = table !== null && isLive(log) && table.definition.qualified === log.last.table;
  return { log, present: isThere ? { definition: table.definition, scan: table.scan() } : null };
}

export class PastTable implements QuerySource {
  /** Filled by `scan`. */
  private found: PastRows | null = null;
  /** Notes whose values alone were read, with their former texts; made at the first request. */
  private texts: ReadonlyMap<NotePath, ContentHash | null> | null = null;
  private later: QuerySource['columns'] = [];
  /** As a reader of today knows the table: its name, and those of the tables that it links to. */
  private shown: TableDefinition;
  readonly index = null;
  private readonly codec: RowCodec;

  private constructor(
    private readonly scheduler: SchedulerPort,
    private readonly journal: HistoryReader,
    private readonly table: LoggedTable,
    readonly head: VersionHead,
    readonly definition: TableDefinition,
  ) {
    this.codec = new RowCodec(definition);
    this.shown = definition;
  }

  /** Null where the table was dropped at that version, which must be there. */
  static async at(
    scheduler: SchedulerPort,
    journal: HistoryReader,
    table: LoggedTable,
    head: VersionHead,
  ): Promise<PastTable | null> {
    const definition = await definitionOf(journal, head);
    return definition === null ? null : new PastTable(scheduler, journal, table, head, definition);
  }

  get name(): string {
    return this.shown.name;
  }

  get qualified(): string {
    return this.shown.qualified;
  }

  get columns(): QuerySource['columns'] {
    return [...this.shown.columns, ...this.later];
  }

  /** Tables that were renamed since, it and those that it names, are called as they are now. */
  asNamedNow(present: TableDefinition, tables: Catalog): this {
    const { catalog, schema, name, qualified } = present;
    const own = this.definition.qualified;
    const linking = withCurrentNames(this.definition, present, tables);
    const renamed = withReferences(linking, (named) => (named === own ? qualified : named));
    this.shown = { ...renamed, catalog, schema, name, qualified };
    return this;
  }

  /** Columns that came since are there too, empty: views and bases, which name them, keep today's definition. */
  withColumnsOf({ columns }: TableDefinition): this {
    const names = new Set(this.definition.columns.map(({ name }) => name));
    this.later = columns.filter(({ name }) => !names.has(name));
    return this;
  }

  get fields(): QuerySource['fields'] {
    return this.definition.fields;
  }

  async scan(): Promise<ScanSource> {
    const present = await this.presentAlike();
    const basis = present?.snapshot ?? null;
    const names = this.later.map(({ name }) => name);
    const key = JSON.stringify([this.head.log, this.head.version, ...names]);
    const { past } = this.journal;
    this.found = past.rows(key, basis);
    if (this.found === null) {
      this.found = present === null ? await this.fromState() : await this.fromPresent(present.snapshot);
      past.keepRows(key, this.found);
    }
    return this.found.scan;
  }

  private async fromPresent(basis: RowsSnapshot): Promise<PastRows> {
    const { log } = this.table;
    const since = await this.since();
    const { rows, texts } = await reverseReplay(basis, since, await this.alike(since), this.scheduler);
    for (const { path, id, values } of await this.rowsOf(texts)) {
      const slot = rows.add(path, id);
      for (const name in values) rows.set(slot, name, values[name] as Json);
    }
    const scan = wholeSource(rows.freeze(this.head.time));
    return { log: log.id, scan, texts, ownRows: rows.came, basis };
  }

  private async fromState(): Promise<PastRows> {
    const texts = await this.journal.logs.state(this.head.log, this.head.version);
    const snapshot = await rowsInColumns(this, await this.rowsOf(texts), this.scheduler);
    return { log: this.head.log, scan: wholeSource(snapshot), texts, ownRows: snapshot.size, basis: null };
  }

  /** The text of a row's note then; null where it is as now. To be called after `scan`. */
  async text(path: NotePath): Promise<string | null> {
    if (this.found === null) return null;
    const { texts, basis } = this.found;
    const isRead = basis === null || texts.has(path);
    const hash = (isRead ? texts : (this.texts ??= contentsBefore(await this.since()))).get(path) ?? null;
    return hash === null ? null : contentOf(this.journal, hash, path);
  }

  /** The present rows, where going back from them is what it takes. */
  private async presentAlike(): Promise<ScanSource | null> {
    const { log, present } = this.table;
    if (present === null || !storesAlike(present.definition, this.definition)) return null;
    const { added, hidden } = present.scan;
    // Staged rows are in no column yet.
    const isPlain = added.length === 0 && hidden.size === 0;
    return isPlain && (await this.journal.logs.isNearer(log, this.head)) ? present.scan : null;
  }

  private since(): Promise<readonly TableVersion[]> {
    const { id, last } = this.table.log;
    return this.journal.logs.versions(id, this.head.version + 1, last.version);
  }

  /** The definitions under which versions that hold values store rows as this one does. */
  private async alike(since: readonly TableVersion[]): Promise<ReadonlySet<ContentHash | null>> {
    const known = new Map<ContentHash | null, boolean>([[this.head.definition, true]]);
    for (const version of since) {
      if ((version.values ?? version.left) === undefined || known.has(version.definition)) continue;
      const definition = await definitionOf(this.journal, version);
      known.set(version.definition, definition !== null && storesAlike(definition, this.definition));
    }
    return new Set([...known].filter(([, isAlike]) => isAlike).map(([hash]) => hash));
  }

  private async rowsOf(contents: ReadonlyMap<NotePath, ContentHash>): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (const [path, hash] of this.journal.inPlaceOrder([...contents], ([, hash]) => hash)) {
      rows.push(this.decode(path, await contentOf(this.journal, hash, path)));
      await this.scheduler.pause();
    }
    return rows;
  }

  private decode(path: NotePath, text: string): Row {
    return this.codec.decode(path, this.head.time, text).row;
  }
}

const wholeSource = (snapshot: RowsSnapshot): ScanSource => ({ snapshot, hidden: new Set(), added: [] });

/** The definition after a version; null where the table was dropped. */
export async function definitionOf(
  journal: HistoryReader,
  { definition: hash, table }: VersionHead,
): Promise<TableDefinition | null> {
  if (hash === null) return null;
  const known = journal.past.definition(hash);
  if (known !== null) return known;
  const definition = JSON.parse(await contentOf(journal, hash, table)) as TableDefinition;
  journal.past.keepDefinition(hash, definition);
  return definition;
}

/** The same for callers that can do without: null, too, where the journal does not have it. */
export async function definitionKnown(
  journal: HistoryReader,
  { definition: hash }: VersionHead,
): Promise<TableDefinition | null> {
  const text = hash === null ? null : await journal.text(hash);
  return text === null ? null : (JSON.parse(text) as TableDefinition);
}

/** `what`: whose content it is, for the message of a defect. */
const contentOf = async (journal: HistoryReader, hash: ContentHash, what: string): Promise<string> =>
  requireText(await journal.text(hash), what);

/** As `contentOf`, of many that `Journal.texts` has read. */
export const contentAmong = (texts: ReadonlyMap<ContentHash, string>, hash: ContentHash, what: string): string =>
  requireText(texts.get(hash) ?? null, what);

function requireText(text: string | null, what: string): string {
  if (text !== null) return text;
  const message = `the content of ${what} at that version is no longer in the journal`;
  throw new NotedbError('refused', message, {
    conflicts: [{ path: what, column: null, code: 'gone', message }],
    hint: 'name another version; describe_history lists them',
  });
}
