/** Whose write it was, in words. The header that names a program is believed of the owner's programs alone. docs/page.md#history-of-writes; D13 */

import { describe, expect, it } from 'vitest';
import {
  type Actor,
  type Migration,
  PAGE_HARNESS,
  isForeign,
  sentenceOf,
  writerOf,
} from '../../../../src/ui/browser/journal/journal-words';

const actor = (more: Partial<Actor>): Actor => ({ app: null, harness: null, model: null, session: null, ...more });

describe('a write', () => {
  it.each<[string, Partial<Actor>, string, boolean]>([
    ['of the owner in the app', {}, 'You', false],
    ['of the owner on the page', { harness: PAGE_HARNESS }, 'You', false],
    ['of a program with the owner’s token', { harness: 'crawler' }, 'crawler', true],
    ['of an app', { app: 'Bot' }, 'Bot', true],
    ['of an app that calls itself the page', { app: 'Bot', harness: PAGE_HARNESS }, `Bot, ${PAGE_HARNESS}`, true],
  ])('%s', (_, more, name, foreign) => {
    expect([writerOf(actor(more)).name, isForeign(actor(more))]).toEqual([name, foreign]);
  });
});

it.each([
  ['alter_table', 'main.default.my_films', 'Changed the table My films'],
  ['add_constraint', 'main.default.my_films', 'Added a rule in My films'],
  ['comment_on', null, 'Described a part of the tables'],
  ['create_view', null, 'Saved a view'],
])('tells of %s without the names of operations', (op, schema, sentence) => {
  const migration = { op, schema, summary: `${op} ${schema ?? ''}`, undoes: null, partial: false, notes_changed: 0 };
  expect(sentenceOf(migration as Migration)).toBe(sentence);
});
