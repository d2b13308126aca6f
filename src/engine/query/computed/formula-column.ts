/** A column that a formula computes of other columns of the row. Source: docs/queries.md#compute. */

import type { SchedulerPort } from '../../ports/host';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import type { Formula } from '../../formula/compile-formula';
import type { ColumnSpec } from '../../values/column-spec';
import type { Json } from '../../json';
import { type ChosenRows, type CodeVector, type ValueVector, vectorOf, vectorOfValues } from '../group/value-vector';
import { columnsRead, ALWAYS } from '../where/predicate';
import type { Subject } from '../where/subject';
import type { ComputedColumn } from './computed-source';

type ValueAt = (position: number) => Json | undefined;

export class FormulaColumn implements ComputedColumn {
  readonly spec: ColumnSpec;
  readonly inputs: readonly string[];

  /** `subjects`: those of the inputs of the formula. */
  constructor(
    private readonly formula: Formula,
    private readonly subjects: readonly Subject[],
  ) {
    this.spec = { ...formula.spec, computed: 'compute' };
    this.inputs = [...columnsRead(ALWAYS, subjects)];
  }

  async values(rows: ChosenRows, scheduler: SchedulerPort): Promise<ValueVector> {
    const vectors: ValueVector[] = [];
    for (const subject of this.subjects) vectors.push(await vectorOf(subject, rows, scheduler));
    const { paths } = rows.snapshot;
    const pathAt = (at: number): string => paths[chunkOf(rows.slots[at]!)]?.[offsetOf(rows.slots[at]!)] ?? '';
    const valueAt = this.evaluator(vectors.map(readerOf), pathAt);
    return vectorOfValues(
      this.spec,
      rows.slots.length,
      rememberByCodes(vectors, rows.slots.length, valueAt),
      scheduler,
    );
  }

  private evaluator(readers: readonly ValueAt[], pathAt: (position: number) => string): ValueAt {
    const { formula } = this;
    const values = readers.map((): Json | undefined => undefined);
    return (at) => {
      for (let i = 0; i < values.length; i++) values[i] = readers[i]!(at);
      try {
        return formula.of(values, NO_ROW);
      } catch {
        // Only a refusal names the note.
        return formula.of(values, { path: pathAt(at) });
      }
    };
  }
}

const NO_ROW = { path: '' };

function readerOf(vector: ValueVector): ValueAt {
  if (vector.kind === 'codes') {
    const { codes, dictionary } = vector;
    return (at) => dictionary.value(codes[at]!);
  }
  const { numbers, odd } = vector;
  return (at) => (Number.isNaN(numbers[at]!) ? odd.get(at) : numbers[at]);
}

/** Below this share of the rows, combinations of values are evaluated once each. */
const FEW = 1 / 2;

/** A formula depends on the values alone: each combination of distinct ones has one result. */
function rememberByCodes(vectors: readonly ValueVector[], count: number, valueAt: ValueAt): ValueAt {
  const coded = vectors.filter((vector): vector is CodeVector => vector.kind === 'codes');
  const combinations = coded.reduce((product, { dictionary }) => product * dictionary.size, 1);
  if (coded.length < vectors.length || combinations > count * FEW) return valueAt;
  const known = new Array<Json | undefined>(combinations);
  const isKnown = new Uint8Array(combinations);
  return (at) => {
    let combination = 0;
    for (const { codes, dictionary } of coded) combination = combination * dictionary.size + codes[at]!;
    if (isKnown[combination] === 0) {
      known[combination] = valueAt(at);
      isKnown[combination] = 1;
    }
    return known[combination];
  };
}
