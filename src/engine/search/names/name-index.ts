/** Quick find as a part of the engine: names of notes, tables and columns, kept up to date once somebody asked. docs/quick-find.md */

import type { Publisher } from '../../feed/published';
import { isMarkdown } from '../../note/paths';
import type { Host } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import { type NotePath, type NoteReader, VaultFailure } from '../../ports/vault-port';
import type { CommittedView } from '../../storage/view';
import { type NameEntry, type NameField, type NameKind, definitionEntries, noteEntry, noteId } from './name-entry';
import { NameTable } from './name-table';

export interface FoundName {
  readonly kind: NameKind;
  /** The note's name without folder, the table's, the view's or the column's. */
  readonly name: string;
  /** Of a note. */
  readonly path: NotePath | null;
  /** The qualified table of the row, table, view or column; null for a note that is not a row. */
  readonly table: string | null;
  /** What matches: the name, an alias, a heading, a tag, or the description of a table or column. */
  readonly field: NameField;
  readonly text: string;
}

export interface NameRequest {
  /** All of its words must be found; an empty one finds nothing. */
  readonly query: string;
  /** At most so many; 20 unless given. */
  readonly limit?: number;
  /** Qualified: only rows of this table. */
  readonly table?: string;
}

export interface FoundNames {
  /** The best first. */
  readonly names: readonly FoundName[];
  /** False while aliases, headings and tags of some notes are still to be read; their names are known. */
  readonly isComplete: boolean;
}

/** What of a caller's view is searched. */
export interface NamedView {
  readonly view: Pick<CommittedView, 'catalog' | 'files' | 'table' | 'tableAt'>;
  readonly vault: NoteReader;
}

export interface NameIndexDeps {
  readonly host: Pick<Host, 'logger' | 'scheduler'>;
  readonly publisher: Pick<Publisher, 'subscribe'>;
  /** The last committed moment, as the owner sees it. */
  open(): NamedView;
}

const USUAL_LIMIT = 20;

/** Notes that are read in one go. */
const BATCH = 64;

export class NameIndex {
  private readonly table = new NameTable();
  /** Notes whose name is known, and whose text is not as it is. */
  private readonly unread = new Set<NotePath>();
  private readonly changed = new Set<NotePath>();
  private areDefinitionsKnown = false;
  private building: Promise<void> | null = null;
  private reading: Promise<void> | null = null;
  private isClosed = false;
  private unsubscribe = (): void => undefined;

  constructor(private readonly deps: NameIndexDeps) {}

  start(): void {
    this.unsubscribe = this.deps.publisher.subscribe(({ paths, definitions }) => {
      // Before somebody asked there is nothing to keep up to date.
      if (this.building === null) return;
      for (const path of paths) if (isMarkdown(path)) this.changed.add(path);
      if (definitions) this.areDefinitionsKnown = false;
    });
  }

  /** Resolves to what the caller's own view has: nothing of the index leaves it otherwise. */
  async find(seen: NamedView, { query, limit = USUAL_LIMIT, table }: NameRequest): Promise<FoundNames> {
    await (this.building ??= this.build());
    await this.follow();
    const isMeant = (entry: NameEntry): boolean =>
      table === undefined
        ? isIn(seen.view, entry)
        : entry.kind === 'note' && seen.view.tableAt(entry.place)?.qualified === table;
    const names = this.table
      .find(query, limit, isMeant)
      .map(({ entry, field, text }) => foundName(seen.view, entry, field, text));
    return { names, isComplete: this.unread.size === 0 };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.unsubscribe();
    await this.building;
    await this.reading;
  }

  private async build(): Promise<void> {
    const { files } = this.deps.open().view;
    const notes = [...files.keys()].filter(isMarkdown);
    await inTurns(notes, this.deps.host.scheduler, (path) => {
      this.table.set(noteEntry(path, null));
      this.unread.add(path);
    });
  }

  /** What changed since the last question is known by its name at once; few notes are read at once too. */
  private async follow(): Promise<void> {
    const seen = this.deps.open();
    for (const path of this.changed) {
      if (!seen.view.files.has(path)) {
        this.table.delete(noteId(path));
        this.unread.delete(path);
        continue;
      }
      if (this.table.entry(noteId(path)) === null) this.table.set(noteEntry(path, null));
      this.unread.add(path);
    }
    this.changed.clear();
    if (!this.areDefinitionsKnown) this.renewDefinitions(seen);
    if (this.unread.size <= BATCH) await this.readNext();
    else this.reading ??= this.readAll().finally(() => (this.reading = null));
  }

  private renewDefinitions({ view }: NamedView): void {
    this.areDefinitionsKnown = true;
    const entries = definitionEntries(view.catalog);
    const ids = new Set(entries.map(({ id }) => id));
    for (const id of [...this.table.ids()]) if (!id.startsWith(noteId('')) && !ids.has(id)) this.table.delete(id);
    for (const entry of entries) this.table.set(entry);
  }

  private async readAll(): Promise<void> {
    while (this.unread.size > 0 && !this.isClosed) await this.readNext();
  }

  private async readNext(): Promise<void> {
    const { vault } = this.deps.open();
    const paths = [...this.unread].slice(0, BATCH);
    if (paths.length === 0) return;
    // Names that change during the reading are reported, and read again.
    for (const path of paths) this.unread.delete(path);
    const texts = await vault.readMany(paths);
    await inTurns(paths, this.deps.host.scheduler, (path, at) => {
      const text = texts[at] ?? null;
      if (this.table.entry(noteId(path)) !== null)
        this.table.set(noteEntry(path, text instanceof VaultFailure ? null : text));
    });
  }
}

function isIn(view: NamedView['view'], { kind, place }: NameEntry): boolean {
  if (kind === 'note') return view.files.has(place);
  return (kind === 'view' ? view.catalog.view(place) : view.catalog.table(place)) !== null;
}

const foundName = (
  view: NamedView['view'],
  { kind, place, name }: NameEntry,
  field: NameField,
  text: string,
): FoundName => ({
  kind,
  name: name[0] ?? '',
  path: kind === 'note' ? place : null,
  table: kind === 'note' ? (view.tableAt(place)?.qualified ?? null) : place,
  field,
  text,
});
