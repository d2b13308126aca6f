/** A source with columns that a query computes: those that it filters, orders or groups by for all rows, the others for the rows that are shown. Source: docs/queries.md#rollup. */

import type { SchedulerPort } from '../../ports/host';
import { CHUNK_SIZE, chunkOf, inChunks, makeCodes, makeNumbers, offsetOf } from '../../storage/columns/chunked-array';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { snapshotRow } from '../../storage/columns/snapshot-row';
import type { FrozenColumn } from '../../storage/columns/stored-column';
import type { Row } from '../../storage/row';
import type { ScanSource } from '../../storage/view';
import type { ColumnSpec } from '../../values/column-spec';
import type { ChosenRows, ValueVector } from '../group/value-vector';
import { findMatching } from '../scan/matching-slots';
import { type QuerySource, rowsInColumns } from '../source/query-source';
import { ALWAYS } from '../where/predicate';

/** A column of a source that a query computes. */
export interface ComputedColumn {
  readonly spec: ColumnSpec;
  /** The columns of the source that it reads; computed ones come before it. */
  readonly inputs: readonly string[];
  /** The values of these rows, by position. The snapshot has the inputs. */
  values(rows: ChosenRows, scheduler: SchedulerPort): Promise<ValueVector>;
}

/** `computed` in an order in which each comes after those that it reads. Nothing behind it knows which columns are computed. */
export function computedSource(base: QuerySource, computed: readonly ComputedColumn[]): QuerySource {
  if (computed.length === 0) return base;
  const layer = new ComputedLayer(base, computed);
  const { name, qualified, fields } = base;
  return {
    name,
    qualified,
    fields,
    areNotes: base.areNotes !== false,
    columns: [...base.columns, ...computed.map(({ spec }) => spec)],
    index: null,
    scan: (scheduler, read) => layer.scan(scheduler, read ?? null),
  };
}

type Names = ReadonlySet<string> | null;

class ComputedLayer {
  constructor(
    private readonly base: QuerySource,
    private readonly computed: readonly ComputedColumn[],
  ) {}

  /** `read`: the columns that are read of all rows; null: every one. */
  async scan(scheduler: SchedulerPort, read: Names): Promise<ScanSource> {
    const laid = this.needed(read);
    const { snapshot, hidden, added } = await this.base.scan(scheduler, withInputs(read, laid) ?? undefined);
    const isWhole = snapshot.size === snapshot.capacity;
    const slots = laid.length === 0 ? NO_SLOTS : await liveSlots(snapshot, scheduler);
    const filled = await withColumns({ snapshot, slots, isWhole }, laid, scheduler);
    const complete = (shown: ArrayLike<number>, names: Names, turns: SchedulerPort): Promise<RowsSnapshot> =>
      this.complete(filled, laid, { shown, names }, turns);
    return { snapshot: { ...filled, complete }, hidden, added: await this.completeRows(added, scheduler) };
  }

  private needed(names: Names): readonly ComputedColumn[] {
    if (names === null) return this.computed;
    const wanted = new Set(names);
    const found = [...this.computed].reverse().filter(({ spec, inputs }) => {
      if (!wanted.has(spec.name)) return false;
      for (const input of inputs) wanted.add(input);
      return true;
    });
    return found.reverse();
  }

  private async complete(
    laidOut: RowsSnapshot,
    laid: readonly ComputedColumn[],
    { shown, names }: { readonly shown: ArrayLike<number>; readonly names: Names },
    scheduler: SchedulerPort,
  ): Promise<RowsSnapshot> {
    const missing = this.needed(names).filter((column) => !laid.includes(column));
    const below = await laidOut.complete?.(shown, withInputs(names, missing), scheduler);
    return withColumns({ snapshot: below ?? laidOut, slots: Uint32Array.from(shown) }, missing, scheduler);
  }

  /** Rows that a transaction changed are few. */
  private async completeRows(rows: readonly Row[], scheduler: SchedulerPort): Promise<readonly Row[]> {
    if (rows.length === 0) return rows;
    const snapshot = await rowsInColumns(this.base, rows, scheduler);
    const slots = Uint32Array.from(rows, (_, i) => i);
    const filled = await withColumns({ snapshot, slots, isWhole: true }, this.computed, scheduler);
    return rows.map((_, slot) => snapshotRow(filled, slot));
  }
}

const NO_SLOTS = new Uint32Array(0);

const liveSlots = async (snapshot: RowsSnapshot, scheduler: SchedulerPort): Promise<Uint32Array> =>
  (await findMatching(snapshot, ALWAYS, scheduler, null)).slots();

function withInputs(names: Names, columns: readonly ComputedColumn[]): Names {
  return names === null ? null : new Set([...names, ...columns.flatMap(({ inputs }) => inputs)]);
}

async function withColumns(
  rows: ChosenRows,
  computed: readonly ComputedColumn[],
  scheduler: SchedulerPort,
): Promise<RowsSnapshot> {
  let { snapshot } = rows;
  for (const column of computed) {
    const values = await column.values({ ...rows, snapshot }, scheduler);
    const placed = placedColumn(values, { ...rows, snapshot });
    snapshot = { ...snapshot, columns: new Map([...snapshot.columns, [column.spec.name, placed]]) };
  }
  return snapshot;
}

/** Only chunks with one of the rows are there, unless the rows are all of the snapshot. */
function placedColumn(vector: ValueVector, { snapshot, slots, isWhole }: ChosenRows): FrozenColumn {
  const end = slots.length < snapshot.size ? 0 : Math.ceil(snapshot.capacity / CHUNK_SIZE);
  if (vector.kind === 'codes') {
    const { codes, dictionary } = vector;
    const chunks = isWhole === true ? inChunks(codes, makeCodes) : placed(codes, slots, end, makeCodes);
    return { kind: 'codes', chunks, dictionary };
  }
  const { numbers, odd } = vector;
  const chunks = isWhole === true ? inChunks(numbers, makeNumbers) : placed(numbers, slots, end, makeNumbers);
  return { kind: 'numbers', chunks, odd: new Map([...odd].map(([at, value]) => [slots[at] as number, value])) };
}

function placed<C extends Uint32Array | Float64Array>(values: C, slots: Uint32Array, end: number, make: () => C): C[] {
  const chunks: C[] = [];
  for (let chunk = 0; chunk < end; chunk++) chunks.push(make());
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    const chunk = (chunks[chunkOf(slot)] ??= make());
    chunk[offsetOf(slot)] = values[i]!;
  }
  return chunks;
}
