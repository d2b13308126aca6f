/** Rows are found by path, and stand in the order of their paths, in the newest snapshot and in those before. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkOf, offsetOf } from '../../../src/engine/storage/columns/chunks';
import { ColumnTable, type TableSnapshot } from '../../../src/engine/storage/columns/column-table';
import { times } from '../../deep';
import { DEFINITION, rowOf } from '../query/random-tables';

const scheduler = { pause: () => Promise.resolve(), after: () => () => undefined };

const ROWS = 60;
const LARGE = 3_000;

const pathAt = ({ paths }: TableSnapshot, slot: number): string => paths[chunkOf(slot)]?.[offsetOf(slot)] ?? '';

interface Moment {
  readonly snapshot: TableSnapshot;
  readonly paths: ReadonlySet<string>;
}

async function check({ snapshot, paths }: Moment, isNewest: boolean): Promise<void> {
  const rows = [...paths].sort();
  const known = await snapshot.slotsByPath?.(scheduler);
  if (known !== null) expect(Array.from(known ?? [], (slot) => pathAt(snapshot, slot))).toEqual(rows);
  else expect(isNewest).toBe(false);
  const few = Array.from({ length: ROWS }, (_, n) => rowOf(n, {}).path);
  const found = few.map((path) => snapshot.slotOf(path)).map((slot) => (slot < 0 ? null : pathAt(snapshot, slot)));
  expect(found).toEqual(few.map((path) => (paths.has(path) ? path : null)));
}

/** What happens between two snapshots: rows that come (again) or go. */
const steps = fc.array(fc.array(fc.tuple(fc.nat(ROWS - 1), fc.boolean()), { maxLength: 12 }), { maxLength: 8 });

describe('rows by their paths', () => {
  it.each([
    ['a few rows', 0, times(100, 5_000)],
    ['more rows than are sorted at once', LARGE, times(10, 300)],
  ])('are those of the snapshot, of %s', async (_what, more, numRuns) => {
    await fc.assert(
      fc.asyncProperty(steps, async (batches) => {
        const table = new ColumnTable(DEFINITION);
        const paths = new Set<string>();
        const put = (n: number): void => {
          table.put(rowOf(n, {}));
          paths.add(rowOf(n, {}).path);
        };
        for (let n = ROWS + more; n > ROWS; n--) put(((n * 7919) % 100_003) + ROWS);
        await table.snapshot().slotsByPath?.(scheduler);
        const moments: Moment[] = [];
        for (const batch of batches) {
          for (const [n, comes] of batch) {
            const { path } = rowOf(n, {});
            if (comes) put(n);
            else {
              table.remove(path);
              paths.delete(path);
            }
          }
          moments.push({ snapshot: table.snapshot(), paths: new Set(paths) });
          await check(moments.at(-1) as Moment, true);
          for (const moment of moments.slice(-3)) await check(moment, moment.snapshot === table.snapshot());
        }
      }),
      { numRuns },
    );
  });
});
