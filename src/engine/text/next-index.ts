/** Searches a text for one string at growing offsets and reads no stretch of it twice. */

export class NextIndex {
  private asked = 0;
  private found = -2;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
  ) {}

  /** The first occurrence at or behind `at`, or Infinity. */
  from(at: number): number {
    if (this.found === -2 || at < this.asked || at > this.found) {
      const index = this.text.indexOf(this.wanted, at);
      this.found = index < 0 ? Infinity : index;
      this.asked = at;
    }
    return this.found;
  }
}
