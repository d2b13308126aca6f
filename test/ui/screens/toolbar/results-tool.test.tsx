/** How many rows there are, in the digits of the locale. docs/views.md#the-toolbar */

import { render } from 'preact';
import { afterEach, expect, it } from 'vitest';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { countText } from '../../../../src/ui/layouts/pane-parts';
import { EMPTY_SPEC } from '../../../../src/ui/rows/view-spec';
import { ResultsTool } from '../../../../src/ui/screens/toolbar/results-tool';

const container = document.body.appendChild(document.createElement('div'));
afterEach(() => render(null, container));

it.each([
  [1, '1 result', '1 row'],
  [28, '28 results', '28 rows'],
  [9950, `${(9950).toLocaleString()} results`, `${(9950).toLocaleString()} rows`],
])('says %s with thousands apart', (total, results, rows) => {
  const nothing = (): void => undefined;
  const props = { client: {} as OperationsClient, table: 'main.default.tasks', columns: [], spec: EMPTY_SPEC };
  render(<ResultsTool {...props} change={nothing} isOpen={false} open={nothing} total={total} />, container);
  expect(container.textContent).toContain(results);
  expect(countText(total, total)).toBe(rows);
  expect((9950).toLocaleString()).not.toBe('9950');
});

it('says both numbers of a part', () => {
  expect(countText(1000, 9950)).toBe(`${(1000).toLocaleString()} of ${(9950).toLocaleString()} rows`);
});
