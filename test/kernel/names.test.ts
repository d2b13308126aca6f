/** Names as people write them, and as the engine wants them. docs/metastore.md#names */

import { expect, it } from 'vitest';
import { humanName, isReservedColumn, suggestName } from '../../src/kernel/names';

it.each([
  ['imdbId', 'imdb_id'],
  ['recommendedBy', 'recommended_by'],
  [' Größe (cm) ', 'grosse_cm'],
  ['Straße', 'strasse'],
  ['Ça va?', 'ca_va'],
  ['2nd', '2nd'],
  ['书名', ''],
  ['x'.repeat(70), 'x'.repeat(63)],
])('names a column after %j', (title, name) => {
  expect(suggestName(title)).toBe(name);
});

it.each(['id', 'body', 'constructor', 'prototype', 'file_name', '_source'])('keeps %s for itself', (name) => {
  expect(isReservedColumn(name)).toBe(true);
});

it('reads a name as words', () => {
  expect(humanName('blocked_by')).toBe('Blocked by');
});
