/** Looks into the texts of notes themselves: without an index, beyond an index, and for the matches that are shown. docs/search.md#exact-at-any-time */

import type { SchedulerPort } from '../ports/host';
import type { NotePath, NoteReader } from '../ports/vault-port';
import type { FoldTable } from './fold-table';
import { FoldedNote } from './folded-note';
import { type Zone, zonesOf } from './note-zones';
import type { SearchWord } from './search-words';
import { foldedPathOf } from './segment';
import { weightIn } from './word-matches';

/** Notes that are read in one go. */
const BATCH = 64;

/** What a scan needs of the caller's view and of the host. */
export interface ScanDeps {
  readonly vault: NoteReader;
  readonly scheduler: Pick<SchedulerPort, 'pause'>;
  readonly table: FoldTable;
}

/** One note as it is read. */
export class ReadNote {
  private foldedPath: string | null = null;

  /** `note`: null for an unreadable one, which is found by its path only. */
  constructor(
    readonly path: NotePath,
    readonly note: FoldedNote | null,
  ) {}

  /** In the text or in the path, which is folded for the few whose text lacks the word. */
  holds(folded: string): boolean {
    if (this.note?.folded.includes(folded) === true) return true;
    this.foldedPath ??= foldedPathOf(this.path);
    return this.foldedPath.includes(folded);
  }
}

/** The notes one after the other; removed ones are left out. */
export async function* readNotes(deps: ScanDeps, paths: readonly NotePath[]): AsyncGenerator<ReadNote> {
  for (let from = 0; from < paths.length; from += BATCH) {
    const batch = paths.slice(from, from + BATCH);
    const texts = await deps.vault.readMany(batch);
    for (const [i, path] of batch.entries()) {
      const text = texts[i] ?? null;
      if (text === null) continue;
      const note = typeof text === 'string' ? await FoldedNote.of(text, deps.table, deps.scheduler) : null;
      yield new ReadNote(path, note);
      await deps.scheduler.pause();
    }
  }
}

/** Each word in the path or in the text. */
export const holdsAll = (read: ReadNote, words: readonly SearchWord[]): boolean =>
  words.every(({ text }) => read.holds(text));

/** What each of the words weighs in the note's text; null when one of them is neither there nor in the path. */
export function weightsOf(read: ReadNote, words: readonly SearchWord[], table: FoldTable): readonly number[] | null {
  const { note } = read;
  // Most notes lack one, and parts of a text weigh nothing then.
  if (!holdsAll(read, words)) return null;
  if (note === null) return words.map(() => 0);
  let zones: readonly Zone[] | null = null;
  return words.map((word) => weightIn(note, word, () => (zones ??= zonesOf(note.text)), table));
}
