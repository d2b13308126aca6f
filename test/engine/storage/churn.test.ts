/** A day's edits leave nothing behind: a table holds the values that its rows have, and not those that they had. */

import { expect, it } from 'vitest';
import { ColumnTable } from '../../../src/engine/storage/columns/column-table';
import { CHUNK_SIZE } from '../../../src/engine/storage/columns/chunked-array';
import { snapshotRow } from '../../../src/engine/storage/columns/snapshot-row';
import { row, spec, tableOf } from './tables';

const ROWS = 500;
const EDITS = 20_000;
const TABLE = tableOf('tasks', [spec('title', 'string', { unique: true }), spec('remark', 'string')]);
/** Values of rows that may come before the chunks grow, and those that may wait for the next sweep. */
const MOST_VALUES = 3 * CHUNK_SIZE + 1024;

const edited = (i: number, n: number): ReturnType<typeof row> =>
  row(`${i}.md`, { title: `title ${n}`, ...(n % 3 === 0 ? {} : { remark: [`remark ${n}`, 'x'] }) });

it('keeps as many values after 20,000 edits of 500 rows as the rows may have', () => {
  const table = new ColumnTable(TABLE);
  for (let i = 0; i < ROWS; i++) table.put(edited(i, i));
  const first = table.snapshot();
  const slots = Array.from({ length: ROWS }, (_, i) => first.slotOf(`${i}.md`));
  const valuesOf = (name: string): number => {
    const column = table.snapshot().columns.get(name);
    return column?.kind === 'codes' ? column.dictionary.size : 0;
  };
  for (let n = ROWS; n < EDITS; n++) {
    table.put(edited(n % ROWS, n));
    if (n % 97 === 0) table.snapshot();
    if (n % 1000 === 0) {
      expect(valuesOf('title')).toBeLessThan(MOST_VALUES);
      expect(valuesOf('remark')).toBeLessThan(MOST_VALUES);
    }
  }
  const last = table.snapshot();
  for (const [i, slot] of slots.entries()) {
    const n = EDITS - ROWS + i;
    expect(snapshotRow(first, slot)?.values).toEqual(edited(i, i).values);
    expect(snapshotRow(last, slot)?.values).toEqual(edited(i, n).values);
    expect(table.candidates('title', `title ${n}`)).toEqual([`${i}.md`]);
  }
});
