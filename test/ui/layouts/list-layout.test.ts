/** Where the lines of a list stand. */

import { expect, it } from 'vitest';
import { LIST_HEADING, LIST_ROW, ListLayout } from '../../../src/ui/layouts/list/list-layout';

/** Headings at lines 0 and 3 of ten. */
const GROUPED = { length: 10, headingsBefore: (line: number) => (line > 3 ? 2 : line > 0 ? 1 : 0) };

it('puts rows and headings below each other', () => {
  const layout = new ListLayout(GROUPED);
  expect([0, 1, 3, 4, 10].map((line) => layout.top(line))).toEqual([
    0,
    LIST_HEADING,
    LIST_HEADING + 2 * LIST_ROW,
    2 * LIST_HEADING + 2 * LIST_ROW,
    2 * LIST_HEADING + 8 * LIST_ROW,
  ]);
});

it('tells the lines that a window shows, with some around them, and no more than there are', () => {
  expect(new ListLayout(GROUPED).span(0, 100)).toEqual({ first: 0, last: 8 });
  const many = new ListLayout({ length: 100_000 });
  const { first, last } = many.span(50_000 * LIST_ROW, 800);
  expect(first).toBe(49_994);
  expect(last).toBeLessThan(first + 30);
  expect(new ListLayout({ length: 0 }).span(0, 800)).toEqual({ first: 0, last: 0 });
});
