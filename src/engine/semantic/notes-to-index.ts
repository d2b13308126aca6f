/** Which notes semantic search knows, and how many passages they make. docs/semantic.md#passages */

import { isMarkdown, noteNameOf } from '../note/paths';
import type { SchedulerPort } from '../ports/host';
import { type FileStat, type NotePath, type NoteReader, VaultFailure, whyUnread } from '../ports/vault-port';
import type { CommittedView } from '../storage/view';
import { type Passage, cutPassages } from './passages';
import type { IndexedNote, SemanticIndex } from './semantic-index';

/** What one caller sees at one moment. */
export interface SeenNotes {
  readonly view: Pick<CommittedView, 'catalog' | 'files' | 'hasFolder' | 'tableAt'>;
  readonly vault: NoteReader;
  /** Some notes are hidden from the caller. */
  readonly isScoped?: boolean;
}

/** Notes that are read together. */
export const NOTES_AT_ONCE = 32;

/** Every note; unread files are left out. */
export const isIndexed = (stat: FileStat | undefined): stat is FileStat =>
  stat !== undefined && isMarkdown(stat.path) && stat.size >= 0 && whyUnread(stat) === null;

/** Notes that are not as the index has them: changed, new, or gone. */
export function staleNotes(index: SemanticIndex | null, { view }: SeenNotes): Set<NotePath> {
  const stale = new Set<NotePath>();
  for (const [, stat] of view.files)
    if (isIndexed(stat) && !isSame(index?.note(stat.path) ?? null, stat)) stale.add(stat.path);
  for (const path of index?.paths() ?? []) if (!isIndexed(view.files.get(path))) stale.add(path);
  return stale;
}

const isSame = (note: IndexedNote | null, { size, mtime }: FileStat): boolean =>
  note !== null && note.size === size && note.mtime === mtime;

export interface NotePassages {
  readonly path: NotePath;
  /** Null: the note can not be read, or is gone. */
  readonly passages: readonly Passage[] | null;
}

/** The passages of these notes as they are now. */
export async function readPassages(
  paths: readonly NotePath[],
  vault: NoteReader,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<readonly NotePassages[]> {
  const texts = await vault.readMany(paths);
  const notes: NotePassages[] = [];
  for (const [i, path] of paths.entries()) {
    const text = texts[i] ?? null;
    const isText = text !== null && !(text instanceof VaultFailure);
    notes.push({ path, passages: isText ? cutPassages(noteNameOf(path), text) : null });
    await scheduler.pause();
  }
  return notes;
}

export interface NoteCounts {
  readonly notes: number;
  readonly passages: number;
  /** UTF-16 units of everything that is embedded. */
  readonly characters: number;
}

/** What a provider would get, for the owner to decide. */
export async function countPassages(seen: SeenNotes, scheduler: Pick<SchedulerPort, 'pause'>): Promise<NoteCounts> {
  const paths = [...staleNotes(null, seen)];
  let [notes, passages, characters] = [0, 0, 0];
  for (let i = 0; i < paths.length; i += NOTES_AT_ONCE) {
    const read = await readPassages(paths.slice(i, i + NOTES_AT_ONCE), seen.vault, scheduler);
    for (const { passages: own } of read) {
      if (own === null) continue;
      notes += 1;
      passages += own.length;
      characters += own.reduce((sum, { embedded }) => sum + embedded.length, 0);
    }
  }
  return { notes, passages, characters };
}
