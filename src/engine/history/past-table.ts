/** A table as it was at one of its versions. spec: select_rows details (time travel); D8. */

import type { TableDefinition } from '../catalog/definition';
import { NotedbError } from '../errors';
import type { Host } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { type Source, rowsInColumns } from '../query/source';
import { readNoteText } from '../storage/note-reading';
import type { Row } from '../storage/row';
import { RowCodec } from '../storage/row-codec';
import { storesAlike } from '../storage/stored-shape';
import type { ScanSource, TableView } from '../storage/view';
import type { Journal } from './journal';
import type { ContentHash } from './content-hash';
import { type TableLog, isLive } from './table-log';
import type { VersionHead } from './table-version';

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

export class PastTable implements Source {
  /** Notes that were not as they are: null where they were no rows. Filled by `scan`. */
  private contents: ReadonlyMap<NotePath, ContentHash | null> = new Map();
  private later: Source['columns'] = [];
  readonly index = null;
  private readonly codec: RowCodec;
  private allTimes = new Float64Array(0);

  private constructor(
    private readonly host: Host,
    private readonly journal: Journal,
    private readonly table: LoggedTable,
    readonly head: VersionHead,
    readonly definition: TableDefinition,
  ) {
    this.codec = new RowCodec(definition);
  }

  /** Null where the table was dropped at that version, which must be there. */
  static async at(host: Host, journal: Journal, table: LoggedTable, head: VersionHead): Promise<PastTable | null> {
    const definition = await definitionOf(journal, head);
    return definition === null ? null : new PastTable(host, journal, table, head, definition);
  }

  get name(): string {
    return this.definition.name;
  }

  get qualified(): string {
    return this.definition.qualified;
  }

  get columns(): Source['columns'] {
    return [...this.definition.columns, ...this.later];
  }

  /** Columns that came since are there too, empty: views and bases, which name them, keep today's definition. */
  withColumnsOf({ columns }: TableDefinition): this {
    const names = new Set(this.definition.columns.map(({ name }) => name));
    this.later = columns.filter(({ name }) => !names.has(name));
    return this;
  }

  get fields(): Source['fields'] {
    return this.definition.fields;
  }

  async scan(): Promise<ScanSource> {
    const present = await this.presentAlike();
    if (present !== null) {
      this.contents = await this.goBack();
      const added = await this.rowsOf(this.contents);
      return {
        snapshot: { ...present.snapshot, modified: present.snapshot.modified.map(({ length }) => this.times(length)) },
        hidden: new Set([...present.hidden, ...this.contents.keys()]),
        added: [...present.added, ...added],
      };
    }
    const state = await this.journal.logs.state(this.head.log, this.head.version);
    this.contents = state;
    const snapshot = await rowsInColumns(this, await this.rowsOf(state), this.host.scheduler);
    return { snapshot, hidden: new Set(), added: [] };
  }

  /** Nobody knows the time of a file then: `file_modified` is that of the version, however its rows are reached. */
  private times(length: number): Float64Array {
    if (this.allTimes.length !== length) this.allTimes = new Float64Array(length).fill(this.head.time);
    return this.allTimes;
  }

  /** The text of a row's note then; null where it is as now. To be called after `scan`. */
  async text(path: NotePath): Promise<string | null> {
    const hash = this.contents.get(path) ?? null;
    return hash === null ? null : contentOf(this.journal, hash, path);
  }

  /** The present rows, where going back from them is what it takes. */
  private async presentAlike(): Promise<ScanSource | null> {
    const { log, present } = this.table;
    if (present === null || !storesAlike(present.definition, this.definition)) return null;
    const isNear = await this.journal.logs.isNearer(log, this.head.version);
    return isNear ? present.scan : null;
  }

  private async goBack(): Promise<ReadonlyMap<NotePath, ContentHash | null>> {
    const { log } = this.table;
    const contents = new Map<NotePath, ContentHash | null>();
    const since = await this.journal.logs.versions(log.id, this.head.version + 1, log.last.version);
    for (const { changes } of [...since].reverse()) {
      for (const { to } of changes) if (to !== null) contents.set(to, null);
      for (const { from, before } of changes) if (from !== null) contents.set(from, before);
      await this.host.scheduler.pause();
    }
    return contents;
  }

  private async rowsOf(contents: ReadonlyMap<NotePath, ContentHash | null>): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (const { path, hash } of this.byPlace(contents)) {
      rows.push(this.decode(path, await contentOf(this.journal, hash, path)));
      await this.host.scheduler.pause();
    }
    return rows;
  }

  /** In the order in which the texts lie, so that each pack of them is inflated once. */
  private byPlace(contents: ReadonlyMap<NotePath, ContentHash | null>) {
    const placed = [...contents].flatMap(([path, hash]) =>
      hash === null ? [] : [{ path, hash, place: this.journal.placeOf(hash) }],
    );
    return placed.sort((a, b) => (a.place === b.place ? 0 : a.place - b.place));
  }

  private decode(path: NotePath, text: string): Row {
    const { frontMatter } = readNoteText(text);
    return this.codec.decode(path, this.head.time, frontMatter.entries).row;
  }
}

/** The definition after a version; null where the table was dropped. */
export async function definitionOf(
  journal: Journal,
  { definition, table }: VersionHead,
): Promise<TableDefinition | null> {
  if (definition === null) return null;
  return JSON.parse(await contentOf(journal, definition, table)) as TableDefinition;
}

/** `what`: whose content it is, for a message that nobody should ever read. */
export async function contentOf(journal: Journal, hash: ContentHash, what: string): Promise<string> {
  const text = await journal.text(hash);
  if (text !== null) return text;
  const message = `the content of ${what} at that version is no longer in the journal`;
  throw new NotedbError('refused', message, {
    conflicts: [{ path: what, column: null, code: 'gone', message }],
    hint: 'name another version; describe_history lists them',
  });
}
