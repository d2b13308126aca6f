/** Rows in lines, one or several a line. docs/views.md#layouts */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { act } from 'preact/test-utils';
import { type GridGroup, type GridLine, listSource } from '../../../src/ui/components/grid/row-source';
import type { GridRow } from '../../../src/ui/components/grid-column';
import { RowLines } from '../../../src/ui/layouts/row-lines';
import { RowSummary } from '../../../src/ui/layouts/row-summary';
import { EMPTY_SPEC, type ViewSpec } from '../../../src/ui/rows/view-spec';
import { STATUS, column } from '../components/grid-fixture';
import { type DocumentSize, sizeDocument } from '../sized-document';

const COLUMNS = [column('title'), STATUS, column('hours', { type: 'number' }), column('place')];

const row = (title: string, more: GridRow['values'] = {}): GridRow => ({
  key: title,
  path: `${title}.md`,
  values: { title, ...more },
});
const heading = (value: string, count: number): GridGroup => ({
  key: JSON.stringify(value),
  column: 'status',
  value,
  count,
  isCollapsed: false,
  summaries: {},
});

const container = document.body.appendChild(document.createElement('div'));
let changed: ViewSpec | null;
/** Whose content was drawn. */
let drawn: string[];
let resize: (size: DocumentSize) => void;

beforeEach(() => {
  resize = sizeDocument({ width: 1000, height: 600 });
  changed = null;
  drawn = [];
});
afterEach(() => render(null, container));

function draw(lines: readonly GridLine[], leastWidth?: number): void {
  const source = { ...listSource(lines), headings: lines.flatMap((line, at) => ('count' in line ? [at] : [])) };
  const props = {
    label: 'Tasks',
    columns: COLUMNS,
    declared: COLUMNS,
    rows: source,
    spec: { ...EMPTY_SPEC, group: { column: 'status', isDescending: false } },
    change: (spec: ViewSpec) => void (changed = spec),
    editing: undefined,
    defaults: {},
    openRow: () => undefined,
    rowMenu: () => undefined,
    openLink: () => undefined,
  };
  void act(() =>
    render(
      <RowLines {...props} shape={leastWidth === undefined ? { row: 62 } : { row: 100, leastWidth }}>
        {(each) => {
          drawn.push(each.key);
          return <RowSummary {...props} row={each} factLines={1} />;
        }}
      </RowLines>,
      container,
    ),
  );
}

const places = (): readonly string[] =>
  [...container.querySelectorAll<HTMLElement>('[role=listitem]')].map((item) => {
    const [top, side] = ['--ndb-top', '--ndb-side'].map((name) => item.style.getPropertyValue(name));
    return `${item.querySelector('.ndb-row-name, .ndb-group-value')?.textContent ?? ''} ${top} ${side}`;
  });

const LINES = [heading('todo', 3), row('A'), row('B'), row('C'), heading('done', 1), row('D')];

it('has a line for each row', () => {
  draw(LINES);
  expect(places()).toEqual(['todo 0px 0', 'A 44px 0', 'B 106px 0', 'C 168px 0', 'done 230px 0', 'D 274px 0']);
});

it('has as many rows a line as there is room for, and follows the size of its place', () => {
  draw(LINES, 400);
  expect(places()).toEqual(['todo 0px 0', 'A 44px 0', 'B 44px 1', 'C 144px 0', 'done 244px 0', 'D 288px 0']);
  void act(() => resize({ width: 390, height: 600 }));
  expect(places()).toEqual(['todo 0px 0', 'A 44px 0', 'B 144px 0', 'C 244px 0', 'done 344px 0', 'D 388px 0']);
});

it('folds a heading', () => {
  draw(LINES, 400);
  container.querySelector<HTMLElement>('[aria-expanded=true]')?.click();
  expect(changed?.display.collapsed).toEqual(['"todo"']);
});

it('shows the name of a row and its facts, without those that are empty or in the heading', () => {
  draw([row('A', { status: 'todo', hours: 2, place: null }), row('')]);
  expect([...container.querySelectorAll('.ndb-row-fact')].map((fact) => fact.textContent)).toEqual(['Hours 2']);
});

it('draws the rows near the window alone', () => {
  const rows = Array.from({ length: 5000 }, (_, at) => row(`Row ${at}`));
  draw(rows, 300);
  expect(places().length).toBeLessThanOrEqual(60);
  expect(places().length).toBeGreaterThanOrEqual(18);
});

it('draws the rows that a scroll brings into sight, and no other again', () => {
  draw(Array.from({ length: 60 }, (_, at) => row(`row ${at}`)));
  const before = new Set(drawn);
  expect(before.size).toBeGreaterThan(10);
  expect(drawn).toHaveLength(before.size);
  drawn = [];
  const scroller = container.querySelector('.ndb-row-scroll') as HTMLElement;
  scroller.scrollTop = 620;
  void act(() => void scroller.dispatchEvent(new Event('scroll')));
  expect(drawn.length).toBeGreaterThan(5);
  expect(drawn.filter((key) => before.has(key))).toEqual([]);
});
