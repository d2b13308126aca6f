import { expect, it } from 'vitest';
import type { Violation, ViolationCode } from '../../../src/engine/errors';
import { remedy } from '../../../src/engine/integrity/remedy';

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
    'mistakes with one remedy',
    [violation('ref'), violation('broken_link')],
    'write the link of a row that exists, or insert that row first',
  ],
  [
    'several, the usual remedy last',
    [violation('required'), violation('enum'), violation('unique'), violation('type')],
    'use one of the listed values; change the value, or update the row that holds it; correct the values that are listed, then repeat the call; nothing was written',
  ],
  [
    'a name that could be a column',
    [violation('unknown_column', 'email')],
    'call describe_table for the columns; add_column adds one',
  ],
  [
    'names that can be no column',
    [
      violation('unknown_column', 'body'),
      violation('unknown_column', 'file_name'),
      violation('unknown_column', 'Name'),
    ],
    'call describe_table for the columns',
  ],
  [
    'the system’s own keys',
    [violation('unknown_column', 'id'), violation('unknown_column', 'table')],
    'leave id and table out: the engine writes them',
  ],
  ['a path that was given', [violation('path', null)], 'give another path: list_folder shows what there is'],
  [
    'a path that lacks a value',
    [violation('path', 'due')],
    'give these columns a value: the path of the note is made of them',
  ],
])('names the remedy of %s', (_title, violations, hint) => {
  expect(remedy(violations)).toBe(hint);
});
