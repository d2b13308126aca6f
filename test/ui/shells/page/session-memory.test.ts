/** What the page keeps for as long as its tab is open. */

import { beforeEach, expect, it } from 'vitest';
import { sessionMemory } from '../../../../src/ui/shells/page/session-memory';

beforeEach(() => sessionStorage.clear());

it('reads in a reload what it kept, by name', () => {
  sessionMemory(() => sessionStorage).save('column-widths', { 'main.default.tasks': { title: 300 } });
  const reloaded = sessionMemory(() => sessionStorage);
  expect(reloaded.load('column-widths')).toEqual({ 'main.default.tasks': { title: 300 } });
  expect(reloaded.load('view-specs')).toBeNull();
});

it('keeps nothing where there is no session, and reads nothing that it did not write', () => {
  const none = sessionMemory(() => {
    throw new Error('a browser that keeps nothing');
  });
  none.save('column-widths', {});
  expect(none.load('column-widths')).toBeNull();
  sessionStorage.setItem('notedb-column-widths', '{');
  expect(sessionMemory(() => sessionStorage).load('column-widths')).toBeNull();
});
