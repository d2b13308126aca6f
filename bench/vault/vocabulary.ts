/** Words of a language that nobody speaks: 30,000 of them, some with accents, the common ones far more frequent. */

import type { Random } from './random';

const SIZE = 30_000;
const ONSETS = [
  'b',
  'br',
  'd',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'kl',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'sch',
  'st',
  't',
  'v',
  'z',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'a', 'e', 'i', 'o', 'u', 'ei', 'au', 'ä', 'ö', 'ü', 'é', 'è', 'ñe', 'ô'];
const CODAS = ['', '', '', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'ng', 'ß'];

export class Vocabulary {
  private readonly words: readonly string[];
  /** Sums of the weights 1, 1/2, 1/3 … (Zipf), by rank. */
  private readonly sums: Float64Array;

  constructor(random: Random) {
    const words = new Set<string>();
    while (words.size < SIZE) words.add(newWord(random));
    this.words = [...words];
    this.sums = new Float64Array(SIZE);
    let sum = 0;
    for (let rank = 0; rank < SIZE; rank++) this.sums[rank] = sum += 1 / (rank + 1);
  }

  word(random: Random): string {
    const wanted = random.next() * (this.sums[SIZE - 1] as number);
    let low = 0;
    let high = SIZE - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return this.words[low] as string;
  }

  /** Any word, the rare ones as often as the common ones. */
  rareWord(random: Random): string {
    return random.pick(this.words);
  }

  phrase(random: Random, words: number): string {
    return Array.from({ length: words }, () => this.word(random)).join(' ');
  }
}

function newWord(random: Random): string {
  let word = '';
  for (let syllable = random.between(1, 3); syllable > 0; syllable--) {
    word += random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS);
  }
  return word;
}
