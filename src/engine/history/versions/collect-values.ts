/** Collects the values before a version. docs/formats.md#table-log. */

import type { NotePath } from '../../ports/vault-port';
import type { Json } from '../../json';
import type { RowChange } from './table-version';
import type { ColumnBefore, IndexRun, RowsLeft, ValuesBefore } from './values-before';

/** The columns of a row that a write changes, with what they held; null: nothing. */
export type ValuesChanged = readonly (readonly [column: string, before: Json])[];

/** A change that leaves a row where it is: what can be said in values alone. */
const isRowBothTimes = ({ from, to, before, after }: RowChange): boolean =>
  from !== null && from === to && before !== null && after !== null;

/** A row that leaves, as it was. */
export interface RowLeft {
  readonly id: string;
  readonly values: ValuesChanged;
}

const isRowBefore = ({ from, to, before }: RowChange): boolean => from !== null && from !== to && before !== null;

/** Null when nothing is known of any change. */
export function valuesBefore(
  changes: readonly RowChange[],
  changedAt: (path: NotePath) => ValuesChanged | undefined,
): ValuesBefore | null {
  const gathered = new ValueCollector();
  for (const [index, change] of changes.entries()) {
    const values = isRowBothTimes(change) ? changedAt(change.from as NotePath) : undefined;
    if (values !== undefined) gathered.add(index, values);
  }
  return gathered.of.length === 0 ? null : gathered.built();
}

/** Rows that are read together: a log is parsed in pieces. */
const MOST_TOGETHER = 1000;

/** None when nothing is known of any row that leaves. */
export function rowsLeft(
  changes: readonly RowChange[],
  leftAt: (path: NotePath) => RowLeft | undefined,
): readonly RowsLeft[] {
  const parts: { readonly ids: string[]; readonly gathered: ValueCollector }[] = [];
  for (const [index, change] of changes.entries()) {
    const row = isRowBefore(change) ? leftAt(change.from as NotePath) : undefined;
    if (row === undefined) continue;
    let part = parts.at(-1);
    if (part === undefined || part.ids.length === MOST_TOGETHER)
      parts.push((part = { ids: [], gathered: new ValueCollector() }));
    part.ids.push(row.id);
    part.gathered.add(index, row.values);
  }
  return parts.map(({ ids, gathered }) => ({ ids, ...gathered.built() }));
}

class ValueCollector {
  readonly of: IndexRun[] = [];
  private readonly columns = new Map<string, ColumnBuilder>();

  add(index: number, values: ValuesChanged): void {
    addToRuns(this.of, index);
    for (const [name, before] of values) {
      let column = this.columns.get(name);
      if (column === undefined) this.columns.set(name, (column = new ColumnBuilder(name)));
      column.add(index, before);
    }
  }

  built(): ValuesBefore {
    return { of: this.of, columns: [...this.columns.values()].map((column) => column.built()) };
  }
}

class ColumnBuilder {
  private readonly placeOf = new Map<Json, number>();
  /** Of lists, objects and null, by what they say. */
  private readonly placeOfJson = new Map<string, number>();
  private readonly values: Json[] = [];
  private readonly changes: IndexRun[] = [];
  private readonly places: number[] = [];

  constructor(private readonly name: string) {}

  add(index: number, value: Json): void {
    addToRuns(this.changes, index);
    this.places.push(
      typeof value === 'object'
        ? this.place(this.placeOfJson, JSON.stringify(value), value)
        : this.place(this.placeOf, value, value),
    );
  }

  private place<K>(known: Map<K, number>, key: K, value: Json): number {
    const present = known.get(key);
    if (present !== undefined) return present;
    known.set(key, this.values.length);
    return this.values.push(value) - 1;
  }

  built(): ColumnBefore {
    const { name, values, changes, places } = this;
    return { name, values, changes, places };
  }
}

/** Ascending. */
function addToRuns(runs: IndexRun[], index: number): void {
  const last = runs.at(-1);
  if (typeof last === 'number' && last + 1 === index) runs[runs.length - 1] = [last, index];
  else if (typeof last === 'object' && last[1] + 1 === index) runs[runs.length - 1] = [last[0], index];
  else runs.push(index);
}
