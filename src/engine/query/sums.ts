/** Sums of groups as Neumaier adds: what is lost by each addition is carried along, so that the order of the rows does not show. */

/** Sum, what it lost, and how many were added, next to one another. */
const WIDTH = 3;

export class Sums {
  private readonly totals: Float64Array;

  constructor(groups: number) {
    this.totals = new Float64Array(groups * WIDTH);
  }

  /** `value` is the sum of `count` numbers. */
  add(group: number, value: number, count: number): void {
    const { totals } = this;
    const at = group * WIDTH;
    const before = totals[at]!;
    const after = before + value;
    totals[at] = after;
    totals[at + 1]! += Math.abs(before) >= Math.abs(value) ? before - after + value : value - after + before;
    totals[at + 2]! += count;
  }

  /** The rows `from` to `to`, each with one number, NaN for none. */
  addPlain(numbers: Float64Array, groups: Int32Array, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const value = numbers[i]!;

      if (!Number.isNaN(value)) this.add(groups[i]!, value, 1);
    }
  }

  sum(group: number): number {
    return this.totals[group * WIDTH]! + this.totals[group * WIDTH + 1]!;
  }

  count(group: number): number {
    return this.totals[group * WIDTH + 2]!;
  }
}
