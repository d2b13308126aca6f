/** The newest items of a numbered sequence, kept in memory: who follows closely asks for nothing else. */

export class RecentItems<T extends { readonly seq: number }> {
  private items: T[] = [];

  /** `from`: the last number before the first one. */
  constructor(
    private readonly most: number,
    private from: number,
  ) {}

  /** It holds everything after this number. */
  get floor(): number {
    return this.from;
  }

  add(items: readonly T[]): void {
    this.items.push(...items);
    // Not at each: moving the others costs.
    if (this.items.length <= this.most * 2) return;
    const gone = this.items.splice(0, this.items.length - this.most);
    this.from = gone.at(-1)?.seq ?? this.from;
  }

  /** What came up to `seq` is not here. */
  skip(seq: number): void {
    this.items = [];
    this.from = seq;
  }

  /** Null: it does not hold all of them. */
  after(seq: number): readonly T[] | null {
    if (seq < this.from) return null;
    let from = this.items.length;
    while (from > 0 && (this.items[from - 1] as T).seq > seq) from -= 1;
    return this.items.slice(from);
  }
}
