/** What the address of the page keeps. */

import { expect, it } from 'vitest';
import type { TableChoice } from '../../../src/ui/browser/table-choice';
import { addressOf, readPlace } from '../../../src/ui/page/page-address';

it.each<[TableChoice]>([
  [{ table: null, sort: null }],
  [{ table: 'main.default.tasks', sort: { column: 'due', isDescending: true } }],
  [{ table: 'main.crm.a&b', sort: { column: 'x', isDescending: false }, note: 'A #1 & more/Ö?.md' }],
  [{ table: 'main.default.tasks', sort: null, screen: 'journal' }],
  [{ table: null, sort: null, screen: 'folder:A #1/Ö & b' }],
])('reads what it wrote: %j', (place) => {
  expect(readPlace(addressOf(place))).toEqual(place);
});

it.each(['', '#', '#sort=-', '#%zz', '#table', '#show=nothing'])('is harmless for %j', (hash) => {
  expect(readPlace(hash)).toMatchObject({ sort: null, screen: undefined, note: undefined });
});
