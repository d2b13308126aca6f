/** Rights and last use in words. docs/rights.md#tokens */

import { expect, it } from 'vitest';
import { type ShownToken, heardText, rightsText } from '../../../../../src/ui/shells/obsidian/settings/token-text';

const NOW = Date.UTC(2026, 10, 26, 12);
const MINUTE = 60_000;

it.each<[number | null, string]>([
  [null, 'not heard of yet'],
  [0, 'heard of just now'],
  [-5 * MINUTE, 'heard of just now'],
  [119_000, 'heard of just now'],
  [2 * MINUTE, 'heard of 2 minutes ago'],
  [59 * MINUTE, 'heard of 59 minutes ago'],
  [61 * MINUTE, 'heard of 1 hour ago'],
  [23 * 60 * MINUTE, 'heard of 23 hours ago'],
  [48 * 60 * MINUTE, 'heard of on 24 Nov 2026'],
])('last used %s ms ago', (past, text) => {
  expect(heardText(past === null ? null : NOW - past, NOW)).toBe(text);
});

it.each<[Partial<ShownToken>, string]>([
  [{}, 'May read rows · all tables'],
  [{ permissions: [] }, 'May do nothing · all tables'],
  [
    { permissions: ['admin', 'read'], tables: ['main.a.*', 'main.b.c'] },
    'May read rows, maintain · main.a.*, main.b.c',
  ],
  [{ ask: true, expires: Date.UTC(2027, 1, 1) }, 'May read rows · all tables · asks first · until 31 Jan 2027'],
  [{ expires: NOW }, 'May read rows · all tables · has expired'],
])('%j', (more, text) => {
  const token: ShownToken = {
    ...{ id: 'x', name: 'x', permissions: ['read'], tables: null, ask: false, expires: null, lastUsed: null },
    ...more,
  };
  expect(rightsText(token, NOW)).toBe(text);
});
