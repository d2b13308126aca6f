/** What create_view says of layouts. docs/sources-and-views.md#layouts */

import { expect, it } from 'vitest';
import { layoutProblems } from '../../../src/engine/catalog/spec/view-layouts';

const messages = (...args: Parameters<typeof layoutProblems>): readonly string[] =>
  layoutProblems(...args).map(({ message }) => message);

it('finds nothing wrong with a layout that there is, its settings, and keys of other programs', () => {
  expect(messages({ layout: 'list', list: {}, table: {}, orbit: { moons: 2 }, colors: 'red' }, null)).toEqual([]);
  expect(messages(null, null)).toEqual([]);
});

it('keeps what another version wrote, and judges what is new', () => {
  const before = { layout: 'orbit', list: { moons: 2 } };
  expect(messages({ ...before, summaries: {} }, before)).toEqual([]);
  expect(messages({ ...before, layout: 'ring' }, before)).toEqual(['display: there is no layout "ring"']);
  expect(messages({ ...before, list: { moons: 3 } }, before)).toEqual(['display: list: unknown setting "moons"']);
});
