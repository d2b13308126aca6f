/** A table on paper: all of its rows, by the menu and by the keys of the browser. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { EditingPage } from '../../editing-page';

const ROWS = Array.from({ length: 230 }, (_, at) => ({ title: `Task ${String(at).padStart(3, '0')}`, status: 'todo' }));

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open(ROWS);
  await eventually(() => expect(page.text('Task 000', 1)).toBe('todo'));
});
afterEach(() => page.close());

/** Rows on the sheet as each print began. */
const printed = (): readonly number[] => page.printed;

it('has every row, not only those near the window, and is gone afterwards', async () => {
  page.button('More').click();
  await eventually(() => page.button('Print…').click());
  await eventually(() => expect(printed()).toEqual([230]));
  window.dispatchEvent(new Event('afterprint'));
  await eventually(() => expect(document.querySelector('.ndb-print')).toBe(null));
});

it('takes the keys of the browser, whose own print would have the rows in sight alone', async () => {
  const event = new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  await eventually(() => expect(printed()).toEqual([230]));
});
