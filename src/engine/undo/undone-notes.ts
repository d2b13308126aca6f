/** Finds the notes of a migration that is undone, as they are named now. docs/history.md: undo_migration */

import type { Conflict } from '../errors';
import type { FileChange, Migration } from '../history/journal/migration';
import { isMarkdown } from '../note/paths';
import type { WriteContext } from '../contexts';
import type { NotePath } from '../ports/vault-port';
import { encodeUtf8 } from '../values/utf8';
import { type LaterWrites, isMetastore } from './later-writes';
import { type FrontMatter, parseFrontMatter } from '../yaml/front-matter/front-matter';
import { rawToJson } from '../yaml/raw-json';
import { jsonEqual } from '../json';

/** Notes that a conflict names. */
const MOST_NAMED = 3;

export type UndoneNote =
  | { readonly path: NotePath; readonly text: string }
  | { readonly conflict: Conflict; readonly writes: readonly Migration[] };

export class UndoneNotes {
  private bySize: ReadonlyMap<number, readonly NotePath[]> | null = null;

  constructor(
    private readonly context: WriteContext,
    private readonly later: LaterWrites,
  ) {}

  /** The note as the migration left it, perhaps moved or formatted later; `left`: its text then. */
  async find(change: FileChange, left: string): Promise<UndoneNote> {
    const { transaction } = this.context;
    const to = change.to as NotePath;
    const isLeft = (text: string): boolean => text === left || isMetastore(to) || sameNote(text, left);
    const there = await transaction.read(to);
    if (there !== null && isLeft(there)) return { path: to, text: there };
    // What lies in an archive follows the archive. A note that was only changed has its place from the later write.
    const followed = change.from === to ? null : (await this.later.of(to))?.path;
    const path = this.movedTo(change) ?? followed ?? to;
    const text = path === to ? there : await transaction.read(path);
    if (text !== null && isLeft(text)) return { path, text };
    const writes = await this.later.writesOf(to);
    if (text !== null) return { conflict: conflict(path, 'changed', `${path} changed since`), writes };
    return { conflict: conflict(to, 'missing', `${to} is gone${await this.whereTo(left)}`), writes };
  }

  /** D7: a moved row is found by its id. */
  private movedTo({ id, table }: FileChange): NotePath | null {
    // The table may have its earlier name already: definitions are put back first.
    const { before } = this.context.transaction;
    if (id === undefined || table === undefined || before.catalog.table(table) === null) return null;
    return before.table(table).rowById(id)?.path ?? null;
  }

  /** A plain note that was renamed externally has nothing but its text to be known by, and another one may have the same. */
  private async whereTo(text: string): Promise<string> {
    const paths = await this.notesReading(text);
    return paths.length === 0 ? '' : `; ${paths.join(', ')} reads as it did: if that is the note, move it back first`;
  }

  /** In the order of their paths, at most three. Reads only notes of the same size. */
  private async notesReading(text: string): Promise<readonly NotePath[]> {
    const { transaction, host } = this.context;
    this.bySize ??= await this.notesBySize();
    const found: NotePath[] = [];
    for (const path of this.bySize.get(encodeUtf8(text).length) ?? []) {
      await host.scheduler.pause();
      if (found.length < MOST_NAMED && (await transaction.read(path)) === text) found.push(path);
    }
    return found.sort();
  }

  private async notesBySize(): Promise<ReadonlyMap<number, readonly NotePath[]>> {
    const { transaction, host } = this.context;
    const bySize = new Map<number, NotePath[]>();
    for (const [path, { size }] of transaction.before.files) {
      await host.scheduler.pause();
      const paths = bySize.get(size);
      if (!isMarkdown(path)) continue;
      if (paths === undefined) bySize.set(size, [path]);
      else paths.push(path);
    }
    return bySize;
  }
}

const conflict = (path: NotePath, code: string, message: string): Conflict => ({ path, column: null, code, message });

function sameNote(a: string, b: string): boolean {
  const [left, right] = [parseFrontMatter(a), parseFrontMatter(b)];
  if (left.status === 'unparsable' || right.status === 'unparsable') return a === b;
  return bodyText(a, left) === bodyText(b, right) && sameValues(left, right);
}

const bodyText = (text: string, { bodyStart }: FrontMatter): string =>
  text.slice(bodyStart).replace(/\r\n/g, '\n').replace(/\n+$/, '');

function sameValues(a: FrontMatter, b: FrontMatter): boolean {
  if (a.entries.length !== b.entries.length) return false;
  const values = new Map(b.entries.map(({ key, raw }) => [key, rawToJson(raw)] as const));
  return a.entries.every(({ key, raw }) => values.has(key) && jsonEqual(rawToJson(raw), values.get(key)));
}
