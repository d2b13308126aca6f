/** Layouts over 10,000 rows: they draw those near their window, or say how many more there are. docs/views.md#layouts */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { size } from '../../deep';
import { eventually } from '../../eventually';
import { localToday } from '../../../src/ui/components/text/date-text';
import { EditingPage } from '../editing-page';
import { sizeDocument } from '../sized-document';

const COUNT = size(2000, 10_000);
const MONTH = localToday().slice(0, 8);

let page: EditingPage;
beforeEach(() => void sizeDocument({ width: 1280, height: 800 }));
afterEach(() => page.close());

/** Two of three on the days of this month, the others without a date. */
const rows = (): readonly JsonObject[] =>
  Array.from({ length: COUNT }, (_, at) => ({
    title: `T${at}`,
    status: 'todo',
    hours: at % 9,
    ...(at % 3 !== 0 ? { due: `${MONTH}${String((at % 28) + 1).padStart(2, '0')}` } : {}),
  }));
const text = (): string => page.container.querySelector('.ndb-pane-rows')?.textContent ?? '';
const nodes = (): number => page.container.querySelectorAll('.ndb-pane-rows *').length;

it.each<[string, string, JsonObject, string, number]>([
  ['a gallery', 'cards', {}, 'T0', 800],
  ['a month', 'calendar', { date: 'due' }, 'Without a date', 700],
  ['a week', 'calendar', { date: 'due', period: 'week' }, 'Without a date', 1800],
  ['an agenda', 'calendar', { date: 'due', period: 'agenda' }, 'Without a date', 700],
  ['a timeline', 'timeline', { date: 'due' }, 'Without a date', 1300],
  ['bars of groups', 'chart', { kind: 'bar' }, 'groups; the first 200 are drawn', 2000],
  ['a line over groups', 'chart', { kind: 'line' }, 'groups; the first 200 are drawn', 900],
])('%s has few elements', async (_, layout, settings, expected, most) => {
  page = await EditingPage.open(rows());
  const group = layout === 'chart' ? { group: { column: 'title', isDescending: false } } : {};
  page.show(layout, settings, group);
  await eventually(() => expect(text()).toContain(expected));
  expect(nodes()).toBeLessThan(most);
});
