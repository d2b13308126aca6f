/** Other days of a row: written together or not at all. docs/views.md#dates */

import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/kernel/day-text';
import type { GridColumn, GridRow } from '../../../src/ui/components/grid-column';
import type { GridEditing, ValueGroup } from '../../../src/ui/components/grid-editing';
import { namedColumns } from '../../../src/ui/client/table-columns';
import { type DragGrip, putDays, spanOf } from '../../../src/ui/layouts/dated-rows';

const date = (name: string): GridColumn => ({ ...(namedColumns([], [name])[0] as GridColumn), type: 'date' });
const dates = { start: { ...date('from'), isEditable: true }, end: { ...date('until'), isEditable: true } };

/** The values that a move writes. */
function written(values: GridRow['values'], grip: DragGrip, days: number): Readonly<Record<string, unknown>> {
  const groups: ValueGroup[] = [];
  const editing = {
    overlay: () => null,
    putTogether: (group: ValueGroup) => void groups.push(group),
  } as unknown as GridEditing;
  putDays(editing, dates, { key: 'a', path: 'a.md', values }, { grip, days });
  return Object.fromEntries(groups.flatMap((group) => group.values.map(({ column, value }) => [column.name, value])));
}

const FROM = '2026-11-10';
const DAYS = { from: FROM, until: '2026-11-12' };

describe('other days of a row', () => {
  it.each<[string, GridRow['values'], DragGrip, number, object]>([
    ['both by a move', DAYS, 'move', 2, { from: '2026-11-12', until: '2026-11-14' }],
    ['the first one by its end', DAYS, 'start', -2, { from: '2026-11-08' }],
    ['the last one by its end', DAYS, 'end', 1, { until: '2026-11-13' }],
    ['never the last before the first', DAYS, 'end', -9, { until: FROM }],
    ['never the first behind the last', DAYS, 'start', 9, { from: '2026-11-12' }],
    ['the first alone where there is no last', { from: FROM }, 'move', 1, { from: '2026-11-11' }],
    ['both where the first of one day goes back', { from: FROM }, 'start', -1, { from: '2026-11-09', until: FROM }],
    [
      'a last day before the first by the same step',
      { from: FROM, until: '2026-11-01' },
      'move',
      1,
      { from: '2026-11-11', until: '2026-11-02' },
    ],
    ['none that a move does not change', DAYS, 'move', 0, {}],
    ['none behind the year 9999', { from: '9999-12-29', until: '9999-12-30' }, 'move', 2, {}],
    [
      'the last day that there is',
      { from: '9999-12-29', until: '9999-12-30' },
      'move',
      1,
      { from: '9999-12-30', until: '9999-12-31' },
    ],
    ['none of a row without a first day', { until: FROM }, 'move', 1, {}],
  ])('are %s', (_, values, grip, days, expected) => {
    expect(written(values, grip, days)).toEqual(expected);
  });
});

it('takes the first day for the last one where that is earlier', () => {
  const row = { key: 'a', path: 'a.md', values: { from: FROM, until: addDays(FROM, -3) } };
  const span = spanOf(row, dates, undefined);
  expect(span?.first).toBe(span?.last);
});
