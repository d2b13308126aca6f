/** What create_view says of layouts. docs/sources-and-views.md#layouts */

import * as z from 'zod';
import { expect, it } from 'vitest';
import { AttributeReader } from '../../../src/engine/catalog/spec/attribute-reader';
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

it('names the values that a setting can have', () => {
  const schema = z.strictObject({ size: z.enum(['small', 'large']), count: z.number() });
  const { problems } = new AttributeReader(schema, { source: { size: 'huge', count: 'two' }, at: [], label: 'cards' });
  expect(problems.map(({ message }) => message)).toEqual([
    'cards: size must be one of small, large',
    'cards: count must be a number',
  ]);
});
