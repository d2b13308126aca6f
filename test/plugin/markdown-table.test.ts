/** Rows as a table that Markdown can hold. */

import { expect, it } from 'vitest';
import { markdownTable } from '../../src/plugin/markdown-table';

it('keeps every value in its cell', () => {
  const rows = [
    { name: 'a|b\\', note: 'one\r\ntwo\nthree' },
    { name: null, tags: ['x', 'y|'], more: { deep: [1] } },
  ];
  expect(markdownTable(rows).split('\n')).toEqual([
    '| name | note | tags | more |',
    '| --- | --- | --- | --- |',
    '| a\\|b\\\\ | one<br>two<br>three |  |  |',
    '|  |  | x, y\\| | {"deep":[1]} |',
  ]);
  expect(markdownTable([])).toBe('');
});
