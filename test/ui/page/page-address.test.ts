/** What the address of the page keeps. */

import { expect, it } from 'vitest';
import { type PagePlace, addressOf, readPlace } from '../../../src/ui/page/page-address';

it.each<[PagePlace]>([
  [{ choice: { table: null, sort: null }, note: null }],
  [{ choice: { table: 'main.default.tasks', sort: { column: 'due', isDescending: true } }, note: null }],
  [{ choice: { table: 'main.crm.a&b', sort: { column: 'x', isDescending: false } }, note: 'A #1 & more/Ö?.md' }],
])('reads what it wrote: %j', (place) => {
  expect(readPlace(addressOf(place))).toEqual(place);
});

it.each(['', '#', '#sort=-', '#%zz', '#table'])('is harmless for %j', (hash) => {
  expect(readPlace(hash)).toMatchObject({ choice: { sort: null }, note: null });
});
