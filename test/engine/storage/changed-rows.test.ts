/** Rows of a snapshot with others among them: a column is made when it is asked for, and one row is read without that. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArrivedValues, HeldValues } from '../../../src/engine/storage/columns/changed-column';
import { ChangedRows } from '../../../src/engine/storage/columns/changed-rows';
import { CHUNK_SIZE, chunkOf, offsetOf } from '../../../src/engine/storage/columns/chunked-array';
import { type FrozenColumn, frozenValue } from '../../../src/engine/storage/columns/stored-column';
import { ColumnTable, type RowsSnapshot } from '../../../src/engine/storage/columns/column-table';
import type { Json } from '../../../src/engine/json';
import { times } from '../../deep';
import { spec, tableOf } from './tables';

const scheduler = { pause: () => Promise.resolve(), after: () => () => undefined };

const DEFINITION = tableOf('things', [spec('title', 'string'), spec('size', 'integer')]);

const pathOf = (n: number): string => `notes/${String(n).padStart(6, '0')}.md`;

const ROWS = 5;

function table(rows = ROWS): ColumnTable {
  const made = new ColumnTable(DEFINITION);
  for (let n = 0; n < rows; n++)
    made.put({ path: pathOf(n), id: `id ${n}`, modified: 0, values: { title: `row ${n}`, size: n } });
  return made;
}

/** Counts how often its values are read. */
class Spied implements ArrivedValues {
  reads = 0;

  constructor(
    readonly first: number,
    private readonly held: readonly Json[],
    private readonly slots = held.map((_, i) => first + i),
  ) {}

  get values(): readonly Json[] {
    this.reads++;
    return [...new Set(this.held)];
  }

  each(place: (slot: number, index: number) => void): void {
    const values = [...new Set(this.held)];
    this.held.forEach((value, i) => {
      place(this.slots[i]!, values.indexOf(value));
    });
  }

  valueAt(offset: number): Json | undefined {
    return this.held[offset] ?? undefined;
  }
}

/** As a scan finds it, which makes the chunks. */
function stored(column: FrozenColumn, slot: number): Json | undefined {
  const at = column.chunks[chunkOf(slot)]![offsetOf(slot)]!;
  if (column.kind === 'codes') return column.dictionary.value(at);
  return Number.isNaN(at) ? column.odd.get(slot) : at;
}

const columnOf = (snapshot: RowsSnapshot, name: string): FrozenColumn => snapshot.columns.get(name) as FrozenColumn;

describe('values that wait', () => {
  it('are read for the columns that are asked for, and for no other', () => {
    const rows = new ChangedRows(table().snapshot());
    const first = rows.add(pathOf(10), 'id 10');
    const [titles, sizes] = [new Spied(first, ['ten']), new Spied(first, [10])];
    rows.arriveLater('title', titles);
    rows.arriveLater('size', sizes);
    const snapshot = rows.freeze(0);
    expect(stored(columnOf(snapshot, 'size'), first)).toBe(10);
    expect(frozenValue(columnOf(snapshot, 'title'), first)).toBe('ten');
    expect([titles.reads, sizes.reads]).toEqual([0, 1]);
    expect(stored(columnOf(snapshot, 'title'), first)).toBe('ten');
    expect([titles.reads, sizes.reads]).toEqual([1, 1]);
  });

  it('leave the dictionary of the table alone until they are placed', () => {
    const present = table().snapshot();
    const rows = new ChangedRows(present);
    rows.arriveLater('title', new Spied(rows.add(pathOf(10), 'id 10'), ['ten']));
    const { dictionary } = columnOf(present, 'title') as FrozenColumn & { kind: 'codes' };
    const title = columnOf(rows.freeze(0), 'title') as FrozenColumn & { kind: 'codes' };
    expect(dictionary.find('ten')).toBe(0);
    expect(title.dictionary.find('ten')).toBeGreaterThan(0);
  });
});

type Step =
  | { readonly kind: 'came'; readonly titles: readonly (string | null)[]; readonly sizes: readonly (Json | null)[] }
  | { readonly kind: 'held'; readonly rows: readonly number[]; readonly value: Json | null; readonly column: string };

const title = fc.option(fc.constantFrom('a', 'b', 'row 1', 'c'));
const size = fc.option(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant('odd')));
const came = fc
  .array(fc.tuple(title, size), { minLength: 1, maxLength: 4 })
  .map((pairs): Step => ({ kind: 'came', titles: pairs.map(([a]) => a), sizes: pairs.map(([, b]) => b) }));
const held = fc
  .tuple(fc.uniqueArray(fc.nat(8), { minLength: 1, maxLength: 4 }), fc.boolean(), title, size)
  .map(([rows, isTitle, text, number]): Step => ({
    kind: 'held',
    rows,
    column: isTitle ? 'title' : 'size',
    value: isTitle ? text : number,
  }));
/** Columns that are asked for only later in the way of one row. */
const steps = fc.array(fc.oneof(came, came, held), { maxLength: 6 });

describe('a changed column', () => {
  it('says the same of a row alone as of all rows, and what was placed last', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (all, isPlaced) => {
        const rows = new ChangedRows(table().snapshot());
        const slots = Array.from({ length: ROWS }, (_, n) => n);
        const model = slots.map((n): Record<string, Json | undefined> => ({ title: `row ${n}`, size: n }));
        for (const step of all) {
          if (step.kind === 'held') {
            const told = step.rows.filter((row) => row < slots.length);
            const values: HeldValues = new Spied(
              0,
              told.map(() => step.value),
              told.map((row) => slots[row]!),
            );
            rows.placeLater(step.column, values);
            for (const row of told) model[row]![step.column] = step.value ?? undefined;
            continue;
          }
          const at = step.titles.map((_, i) => rows.add(pathOf(100 + slots.length + i), ''));
          rows.arriveLater('title', new Spied(at[0]!, step.titles));
          // Not all columns are told of each time.
          if (step.sizes[0] !== null) rows.arriveLater('size', new Spied(at[0]!, step.sizes));
          slots.push(...at);
          step.titles.forEach((text, i) => {
            const number = step.sizes[0] === null ? undefined : (step.sizes[i] ?? undefined);
            model.push({ title: text ?? undefined, size: number });
          });
        }
        if (isPlaced) await rows.placeAll(scheduler);
        const { columns, size: count } = rows.freeze(0);
        expect(count).toBe(slots.length);
        for (const read of [frozenValue, stored, frozenValue]) {
          for (const name of ['title', 'size']) {
            const column = columns.get(name) as FrozenColumn;
            expect(slots.map((slot) => read(column, slot))).toEqual(model.map((row) => row[name]));
          }
        }
      }),
      { numRuns: times(200, 10_000) },
    );
  });
});

describe('the order of changed rows', () => {
  const MANY = CHUNK_SIZE * 3;

  async function changed(): Promise<{ snapshot: RowsSnapshot; paths: readonly string[] }> {
    const present = table(MANY).snapshot();
    for (let time = 0; time < 2; time++) await present.slotsByPath?.(scheduler);
    const rows = new ChangedRows(present);
    for (let n = 0; n < MANY; n += 7) rows.remove(pathOf(n));
    for (let n = MANY + 40; n > MANY; n--) rows.add(pathOf(n), '');
    rows.remove(pathOf(MANY + 3));
    rows.add(pathOf(0), '');
    const paths = Array.from({ length: MANY + 41 }, (_, n) => n).filter(
      (n) => n === 0 || (n < MANY ? n % 7 !== 0 : n !== MANY && n !== MANY + 3),
    );
    return { snapshot: rows.freeze(0), paths: paths.map(pathOf) };
  }

  const pathAt = ({ paths }: RowsSnapshot, slot: number): string => paths[chunkOf(slot)]![offsetOf(slot)]!;

  it('is that of the rows before with those that came, and whole when it is asked for again', async () => {
    const { snapshot, paths } = await changed();
    expect(await snapshot.slotsByPath?.(scheduler)).toBeNull();
    const nearly = await snapshot.nearlyByPath?.(scheduler);
    const isLive = (slot: number): boolean => snapshot.live[chunkOf(slot)]![offsetOf(slot)] === 1;
    const before = Array.from(nearly?.slots ?? []).filter(isLive);
    const behind = Array.from({ length: snapshot.capacity }, (_, slot) => slot).filter(
      (slot) => slot >= (nearly?.behind ?? 0) && isLive(slot),
    );
    expect(before.every((slot) => slot < (nearly?.behind ?? 0))).toBe(true);
    expect(behind).toHaveLength(40);
    expect([...before, ...behind].map((slot) => pathAt(snapshot, slot)).sort()).toEqual(paths);
    const whole = await snapshot.slotsByPath?.(scheduler);
    expect(Array.from(whole ?? [], (slot) => pathAt(snapshot, slot))).toEqual(paths);
  });
});
