/** The fold by code unit, remembered: a text of thousands of characters is folded without a string for each. docs/search.md#the-fold */

import { foldText, hasSplitLetters, isSplitLetter } from '../../kernel/fold-text';

/** What a folded code unit is to the index. docs/search.md#runs */
export const UnitClass = {
  /** White space: in no run. */
  space: 1,
  /** A letter with its marks, a digit, or half of a surrogate pair: part of a run. */
  letter: 2,
  /** A run by itself: punctuation, symbols, and Han characters, which no spaces keep apart. */
  single: 3,
} as const;

/** Marks a code unit that does not fold to one of its own: half of a pair, a mark, a ligature. */
export const MANY = 0xffffffff;

const UNITS = 0x10000;

/** Folds of several code units that are remembered. */
const MOST_FOLDS = 4096;

export class FoldTable {
  /** For each code unit the class of its fold, shifted left by 16, and its fold; 0: not known yet. */
  private readonly folded = new Uint32Array(UNITS);
  private readonly classes = new Uint8Array(UNITS);
  private readonly folds = new Map<string, string>();

  /** The fold of a code unit by itself, below its class, which begins at bit 16; `MANY` where it has not exactly one. */
  entryOf(unit: number): number {
    return (this.folded[unit] as number) || this.learn(unit);
  }

  private learn(unit: number): number {
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    const folded = isHalf ? '' : foldText(String.fromCharCode(unit));
    const one = folded.charCodeAt(0);
    return (this.folded[unit] = folded.length === 1 ? ((this.classOf(one) << 16) | one) >>> 0 : MANY);
  }

  /** The fold of one letter. */
  foldOf(character: string): string {
    const known = this.folds.get(character);
    if (known !== undefined) return known;
    if (this.folds.size >= MOST_FOLDS) this.folds.clear();
    const folded = foldText(character);
    this.folds.set(character, folded);
    return folded;
  }

  /** Of a code unit of a folded text. */
  classOf(unit: number): number {
    return (this.classes[unit] as number) || (this.classes[unit] = classOfUnit(unit));
  }

  isLetter(unit: number): boolean {
    return this.classOf(unit) === UnitClass.letter;
  }
}

function classOfUnit(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return UnitClass.letter;
  const text = String.fromCharCode(unit);
  if (/\s/u.test(text)) return UnitClass.space;
  return /[\p{L}\p{M}\p{N}]/u.test(text) && !/\p{Script=Han}/u.test(text) ? UnitClass.letter : UnitClass.single;
}

/** Cuts a text into the letters that fold by themselves. */
export class LetterReader {
  private readonly hasSplits: boolean;

  constructor(readonly text: string) {
    this.hasSplits = hasSplitLetters(text);
  }

  /** Whether a letter of two code points begins at `at`. */
  isSplit(at: number): boolean {
    return this.hasSplits && isSplitLetter(this.text, at);
  }

  /** The letter at `at`, of one code unit or two. */
  letterAt(at: number): string {
    const { text } = this;
    const unit = text.charCodeAt(at);
    const isPair = unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(at + 1));
    return text.slice(at, at + (isPair || this.isSplit(at) ? 2 : 1));
  }
}

export const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
