/** How often the parts of a pane are drawn: only when what they show has changed. docs/performance.md#tables-on-the-screen */

import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { EMPTY_SPEC } from '../../../../src/ui/rows/view-spec';
import { type Draws, countDraws } from '../../count-draws';
import { EditingPage } from '../../editing-page';
import { sizeDocument } from '../../sized-document';

let page: EditingPage;
let draws: Draws;

beforeEach(async () => {
  sizeDocument({ width: 1280, height: 800 });
  const rows = Array.from({ length: 250 }, (_, at) => ({ title: nameOf(at), status: 'todo', hours: at % 8 }));
  page = await EditingPage.open(rows);
  await eventually(() => expect(page.text(nameOf(0), 1)).toBe('todo'));
  draws = countDraws();
});
afterEach(() => page.close());

const nameOf = (at: number): string => `Task ${String(at).padStart(3, '0')}`;
const first = (): string | null | undefined => page.container.querySelector('.ndb-row .ndb-value')?.textContent;

it('draws the tools once for a sort', async () => {
  page.choose({
    table: 'main.default.tasks',
    spec: { ...EMPTY_SPEC, sort: [{ column: 'title', isDescending: true }] },
  });
  await eventually(() => expect(first()).toBe(nameOf(249)));
  expect(draws.of('Toolbar')).toBe(1);
  expect(draws.of('PaneTools')).toBeLessThanOrEqual(1);
});

it('draws nothing but rows for a page that is read', async () => {
  const scroller = page.container.querySelector('.ndb-scroll') as HTMLElement;
  scroller.scrollTop = 120 * 32;
  await act(() => void scroller.dispatchEvent(new Event('scroll')));
  await eventually(() => expect(page.text(nameOf(130), 1)).toBe('todo'));
  expect(['Toolbar', 'PaneTools', 'DescribedPane', 'PaneFoot', 'Grid'].map((name) => draws.of(name))).toEqual([
    0, 0, 0, 0, 0,
  ]);
  expect(draws.of('RowLine')).toBeGreaterThan(0);
});

it('draws the tools again where the number of rows changes, and undo has a step', async () => {
  const results = (): string | undefined => page.container.querySelector('[role=toolbar]')?.textContent ?? undefined;
  expect(results()).toContain('250 results');
  await page.vault.run('delete_rows', { table: 'tasks', where: { title: nameOf(7) } });
  await eventually(() => expect(results()).toContain('249 results'));
  expect(page.button('Nothing to undo').disabled).toBe(true);
  await page.select(nameOf(0), 2);
  await page.press('5');
  await page.type('5');
  await eventually(() => expect(page.container.querySelector('[aria-label^="Undo"]')).not.toBeNull());
});

it('draws the tools at most twice for an edit: their undo is another one', async () => {
  await page.select(nameOf(0), 2);
  draws.reset();
  await page.press('5');
  await page.type('5');
  await eventually(async () => expect(await page.row(nameOf(0))).toMatchObject({ hours: 5 }));
  await eventually(() => expect(page.container.querySelector('[aria-busy=true]')).toBeNull());
  expect(draws.of('Toolbar')).toBeLessThanOrEqual(2);
});
