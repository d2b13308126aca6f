/** A note's text folded, with the way back from folded places to places in the text. docs/search.md#the-fold */

import type { SchedulerPort } from '../ports/host';
import { type FoldTable, LetterReader, MANY } from './fold-table';
import { grown, textOf } from './run-table';

/** Code units that are folded between two pauses: about a millisecond of work. */
const PIECE = 1 << 16;
/** A few characters fold to more than one. */
const ROOM = 64;

export class FoldedNote {
  private constructor(
    readonly text: string,
    readonly folded: string,
    /** For each folded code unit where its code point begins in the text; null: at its own place. */
    private readonly offsets: Uint32Array | null,
  ) {}

  static async of(text: string, table: FoldTable, scheduler: Pick<SchedulerPort, 'pause'>): Promise<FoldedNote> {
    const plain = await foldPlain(text, scheduler);
    if (plain !== null) return new FoldedNote(text, plain, null);
    const folder = new TextFolder(text, table);
    while (folder.at < text.length) {
      folder.fold(Math.min(text.length, folder.at + PIECE));
      if (folder.at < text.length) await scheduler.pause();
    }
    return new FoldedNote(text, folder.folded(), folder.offsets());
  }

  /** Where the code point begins in the text that the folded code unit at `at` came of. */
  startOf(at: number): number {
    return this.offsets === null ? at : (this.offsets[at] as number);
  }

  /** Where the code point ends, and the marks that follow it, that the last folded code unit before `end` came of. */
  endOf(end: number): number {
    const { offsets } = this;
    if (offsets === null) return end;
    const last = offsets[end - 1] as number;
    let next = end;
    while (next < offsets.length && offsets[next] === last) next++;
    return next < offsets.length ? (offsets[next] as number) : this.text.length;
  }
}

/** As `foldText`, which takes five times as long, with the places that the code units come from. */
class TextFolder {
  at = 0;
  private length = 0;
  private units: Uint16Array;
  private starts: Uint32Array;
  private readonly letters: LetterReader;

  constructor(
    private readonly text: string,
    private readonly table: FoldTable,
  ) {
    this.letters = new LetterReader(text);
    this.units = new Uint16Array(text.length + ROOM);
    this.starts = new Uint32Array(text.length + ROOM);
  }

  /** Up to `end`, or one code unit further. */
  fold(end: number): void {
    const { text, table, letters } = this;
    while (this.at < end) {
      const entry = letters.isSplit(this.at) ? MANY : table.entryOf(text.charCodeAt(this.at));
      if (entry === MANY) {
        const character = letters.letterAt(this.at);
        const folded = table.foldOf(character);
        for (let i = 0; i < folded.length; i++) this.push(folded.charCodeAt(i));
        this.at += character.length;
      } else {
        this.push(entry & 0xffff);
        this.at++;
      }
    }
  }

  private push(unit: number): void {
    if (this.length === this.units.length) {
      this.units = grown(this.units, 0);
      this.starts = grown(this.starts, 0);
    }
    this.units[this.length] = unit;
    this.starts[this.length++] = this.at;
  }

  folded(): string {
    return textOf(this.units.subarray(0, this.length));
  }

  offsets(): Uint32Array {
    return this.starts.subarray(0, this.length);
  }
}

/** The fold of a text in ASCII; null for any other text. */
async function foldPlain(text: string, scheduler: Pick<SchedulerPort, 'pause'>): Promise<string | null> {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; from += PIECE) {
    if (from > 0) await scheduler.pause();
    const piece = text.slice(from, from + PIECE);
    if (/[^\0-\x7f]/.test(piece)) return null;
    pieces.push(piece.toLowerCase());
  }
  return pieces.join('');
}
