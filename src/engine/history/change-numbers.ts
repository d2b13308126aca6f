/** Gives numbers to changes and to tool calls. None is given twice, also after a power cut. docs/formats.md#changes */

/** Numbers that are set aside at a time for unsynced changes: each time costs a durable write. */
const BLOCK = 1000;

export class ChangeNumbers {
  /**
   * `last`: the last number that may have been given. `reserved`: numbers up to it count as given after a crash. `reserve` makes that
   * durable.
   */
  constructor(
    private given: number,
    private reserved: number,
    private readonly reserve: (upTo: number) => Promise<void>,
  ) {}

  /** The last number given. */
  get last(): number {
    return this.given;
  }

  /** Numbers for changes that are durable before they are published: the first of so many. */
  take(count: number): number {
    this.given += count;
    return this.given - count + 1;
  }

  /** Numbers for changes that are published before they are durable: the first of so many. */
  async takeReserved(count: number): Promise<number> {
    if (this.given + count > this.reserved) {
      const upTo = this.given + count + BLOCK;
      await this.reserve(upTo);
      this.reserved = upTo;
    }
    return this.take(count);
  }
}
