/** Numbers that look random and are the same in every run. */

export class Random {
  constructor(private state: number) {}

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from 0 up to `end`, which is left out. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** An integer, both ends included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** A version 4 UUID. */
  uuid(): string {
    const hex = (digits: number): string =>
      this.below(16 ** digits)
        .toString(16)
        .padStart(digits, '0');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[this.below(4)] ?? '8'}${hex(3)}-${hex(6)}${hex(6)}`;
  }
}
