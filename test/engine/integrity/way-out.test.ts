import { expect, it } from 'vitest';
import type { Violation, ViolationCode } from '../../../src/engine/errors';
import { wayOut } from '../../../src/engine/integrity/way-out';

const violation = (code: ViolationCode, column: string | null = 'c'): Violation => ({
  path: 'a.md',
  column,
  code,
  message: 'm',
});

it.each<readonly [title: string, violations: readonly Violation[], hint: string]>([
  ['one mistake', [violation('enum')], 'use one of the listed values'],
  ['the same mistake twice', [violation('enum'), violation('enum')], 'use one of the listed values'],
  [
    'mistakes with one way out',
    [violation('ref'), violation('broken_link')],
    'write the link of a row that exists, or insert that row first',
  ],
  [
    'several, the usual way last',
    [violation('required'), violation('enum'), violation('unique'), violation('type')],
    'use one of the listed values; change the value, or update the row that holds it; correct the values that are listed, then repeat the call; nothing was written',
  ],
  ['a path that was given', [violation('path', null)], 'give another path'],
  [
    'a path that lacks a value',
    [violation('path', 'due')],
    'give these columns a value: the path of the note is made of them',
  ],
])('names the way out of %s', (_title, violations, hint) => {
  expect(wayOut(violations)).toBe(hint);
});
