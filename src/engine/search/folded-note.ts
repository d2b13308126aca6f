/** A note's text folded, with the way back from folded places to places in the text. docs/search.md#the-fold */

import type { SchedulerPort } from '../ports/host';
import { foldText } from '../text/fold-text';
import { type FoldTable, characterAt, isLowSurrogate } from './fold-table';

/** Code units that are folded between two pauses: about a millisecond of work. */
const PIECE = 1 << 16;

export class FoldedNote {
  /** For each folded code unit where its code point begins in the text; null: where it stands itself. */
  private offsets: Uint32Array | null | undefined;

  private constructor(
    readonly text: string,
    readonly folded: string,
    private readonly table: FoldTable,
  ) {}

  static async of(text: string, table: FoldTable, scheduler: Pick<SchedulerPort, 'pause'>): Promise<FoldedNote> {
    if (text.length <= PIECE) return new FoldedNote(text, foldText(text), table);
    const pieces: string[] = [];
    for (let from = 0; from < text.length;) {
      const to = pieceEnd(text, from + PIECE);
      pieces.push(foldText(text.slice(from, to)));
      from = to;
      await scheduler.pause();
    }
    return new FoldedNote(text, pieces.join(''), table);
  }

  /** Where the code point begins in the text that the folded code unit at `at` came of. */
  startOf(at: number): number {
    const offsets = this.known();
    return offsets === null ? at : (offsets[at] as number);
  }

  /** Where the code point ends, and the marks that follow it, that the last folded code unit before `end` came of. */
  endOf(end: number): number {
    const offsets = this.known();
    if (offsets === null) return end;
    const last = offsets[end - 1] as number;
    let next = end;
    while (next < offsets.length && offsets[next] === last) next++;
    return next < offsets.length ? (offsets[next] as number) : this.text.length;
  }

  private known(): Uint32Array | null {
    if (this.offsets === undefined) this.offsets = isPlain(this.text) ? null : this.offsetsOf();
    return this.offsets;
  }

  private offsetsOf(): Uint32Array {
    const { text, table } = this;
    const offsets = new Uint32Array(this.folded.length);
    let at = 0;
    for (let i = 0; i < text.length;) {
      if (table.unitAt(text, i) >= 0) {
        offsets[at++] = i++;
        continue;
      }
      const character = characterAt(text, i);
      for (let left = table.foldOf(character).length; left > 0; left--) offsets[at++] = i;
      i += character.length;
    }
    return offsets;
  }
}

const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** Not between the halves of a pair. */
const pieceEnd = (text: string, end: number): number =>
  end < text.length && isLowSurrogate(text.charCodeAt(end)) ? end + 1 : Math.min(end, text.length);
