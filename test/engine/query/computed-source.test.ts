/** Computed columns are the same whichever columns are read first, and of rows that a transaction changes. docs/queries.md#rollup */

import { expect, it } from 'vitest';
import { type ComputedColumn, computedSource } from '../../../src/engine/query/computed/computed-source';
import {
  type ChosenRows,
  type ValueVector,
  vectorOf,
  vectorOfValues,
} from '../../../src/engine/query/group/value-vector';
import { chosenRows, select } from '../../../src/engine/query/select-source';
import { type QuerySource, rowsInColumns } from '../../../src/engine/query/source/query-source';
import { ALWAYS } from '../../../src/engine/query/where/predicate';
import type { Subject } from '../../../src/engine/query/where/subject';
import type { Row } from '../../../src/engine/storage/row';
import { createMemoryHost } from '../../memory-host/memory-host';

const { scheduler } = createMemoryHost();

const subject = (name: string): Subject => ({
  name,
  spec: { name, type: 'integer' },
  stored: name,
  ofRow: (row) => row.values[name],
});

const row = (n: number): Row => ({
  path: `${String(n).padStart(4, '0')}.md`,
  id: `id ${n}`,
  modified: 0,
  values: { n },
});

/** How many rows each column was computed for. */
const computedFor = new Map<string, number[]>();

function plusOne(name: string, input: string): ComputedColumn {
  return {
    spec: { name, type: 'integer' },
    inputs: [input],
    async values(rows: ChosenRows): Promise<ValueVector> {
      computedFor.set(name, [...(computedFor.get(name) ?? []), rows.slots.length]);
      const vector = await vectorOf(subject(input), rows, scheduler);
      if (vector.kind !== 'numbers') throw new Error('numbers were expected');
      return vectorOfValues({ name, type: 'integer' }, rows.slots.length, (at) => vector.numbers[at]! + 1, scheduler);
    },
  };
}

/** Row 2 is changed to 5000, row 3 is gone, row 6000 is new. */
function source(rows: number, isStaged: boolean): QuerySource {
  const shape = { name: 't', qualified: 't', columns: [{ name: 'n', type: 'integer' } as const], fields: {} };
  const changed: readonly Row[] = [{ ...row(2), values: { n: 5000 } }, row(6000)];
  const base: QuerySource = {
    ...shape,
    index: null,
    scan: async () => ({
      snapshot: await rowsInColumns(
        shape,
        Array.from({ length: rows }, (_, n) => row(n)),
        scheduler,
      ),
      hidden: new Set(isStaged ? [row(2).path, row(3).path] : []),
      added: isStaged ? changed : [],
    }),
  };
  computedFor.clear();
  return computedSource(base, [plusOne('a', 'n'), plusOne('b', 'a')]);
}

const query = { where: ALWAYS, order: [], limit: null, offset: 0, zone: 'UTC' };

const valuesOf = (rows: readonly Row[]): unknown => rows.map(({ values: { n, a, b } }) => [n, a, b]);

it('computes a column that is only shown for the rows of the page, with those that it reads', async () => {
  const { total, rows } = await select(source(2000, false), { ...query, limit: 3, offset: 700 }, scheduler);
  expect([total, valuesOf(rows)]).toEqual([2000, [700, 701, 702].map((n) => [n, n + 1, n + 2])]);
  expect([...computedFor]).toEqual([['a', [3]], ['b', [3]]]); // prettier-ignore
});

it('computes one that orders once for all rows, and the other for the page', async () => {
  const order = [{ subject: subject('a'), descending: true }];
  const { rows } = await select(source(2000, false), { ...query, order, limit: 2 }, scheduler);
  expect(valuesOf(rows)).toEqual([1999, 1998].map((n) => [n, n + 1, n + 2]));
  expect([...computedFor]).toEqual([['a', [2000]], ['b', [2]]]); // prettier-ignore
});

it('has the columns of rows that a transaction changed, added and took away', async () => {
  const order = [{ subject: subject('b'), descending: true }];
  const { total, rows } = await select(source(5, true), { ...query, order }, scheduler);
  expect(total).toBe(5);
  expect(valuesOf(rows)).toEqual([6000, 5000, 4, 1, 0].map((n) => [n, n + 1, n + 2]));
});

it('has them in columns too', async () => {
  const { snapshot, slots } = await chosenRows(source(5, true), ALWAYS, scheduler, { read: [subject('b')] });
  const vector = await vectorOf(subject('b'), { snapshot, slots }, scheduler);
  expect(vector.kind === 'numbers' && [...vector.numbers].sort((x, y) => x - y)).toEqual([2, 3, 6, 5002, 6002]);
});
