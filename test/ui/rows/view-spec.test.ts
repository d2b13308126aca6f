/** How a table is looked at, as a value: to and from what create_view stores, and what it shows of the columns. */

import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { tableColumns } from '../../../src/ui/client/table-columns';
import { type Grouping, groupFilter } from '../../../src/ui/rows/grouping';
import {
  EMPTY_SPEC,
  isSameView,
  pinnedCount,
  readSpec,
  shownColumns,
  specJson,
  specOfView,
  storedView,
  widthsOf,
  withColumn,
  withDisplay,
  withMovedColumn,
} from '../../../src/ui/rows/view-spec';

const described = (name: string): Parameters<typeof tableColumns>[0][number] => ({
  name,
  type: 'string',
  description: null,
  inherited_from: null,
  dense: false,
});
const COLUMNS = tableColumns(['title', 'status', 'due', 'hours'].map(described));
const names = (stored: JsonObject): readonly string[] =>
  shownColumns(readSpec(stored), COLUMNS).map(({ name }) => name);

it.each<[JsonObject, readonly string[]]>([
  [{}, ['title', 'status', 'due', 'hours']],
  [{ columns: [{ name: 'due' }] }, ['due', 'title', 'status', 'hours']],
  [{ columns: [{ name: 'status', hidden: true }] }, ['title', 'due', 'hours']],
  [{ columns: [{ name: 'gone' }, { name: 'due', pinned: true }] }, ['due', 'title', 'status', 'hours']],
  [
    { columns: [{ name: 'title' }, { name: 'file_modified' }, { name: 'due', pinned: true }] },
    ['due', 'title', 'file_modified', 'status', 'hours'],
  ],
  [{ columns: COLUMNS.map(({ name }) => ({ name, hidden: true })) }, ['title']],
])('shows the columns of %j', (stored, expected) => {
  expect(names(stored)).toEqual(expected);
});

it('keeps one column at the side, or those that are pinned', () => {
  expect(pinnedCount(EMPTY_SPEC, COLUMNS)).toBe(1);
  const two = readSpec({
    columns: [
      { name: 'due', pinned: true },
      { name: 'title', pinned: true },
    ],
  });
  expect(pinnedCount(two, shownColumns(two, COLUMNS))).toBe(2);
});

it('changes one column and leaves the others as they are', () => {
  const hidden = withColumn(EMPTY_SPEC, COLUMNS, 'due', { hidden: true });
  expect(shownColumns(hidden, COLUMNS).map(({ name }) => name)).toEqual(['title', 'status', 'hours']);
  const wide = withColumn(hidden, COLUMNS, 'title', { width: 300 });
  expect(widthsOf(wide)).toEqual({ title: 300 });
  expect(shownColumns(wide, COLUMNS)).toHaveLength(3);
});

it('reads the view that it stores', () => {
  const spec = readSpec({
    where: { status: { ne: 'done' } },
    order_by: ['-due', 'title'],
    group: 'status',
    limit: 50,
    columns: [
      { name: 'due', width: 90 },
      { name: 'hours', hidden: true },
    ],
    summaries: { due: 'earliest' },
    row_height: 'medium',
    colors: { done: 'green' },
  });
  const stored = storedView('main.default.tasks', spec, COLUMNS);
  expect(stored.query).toEqual({
    table: 'main.default.tasks',
    columns: ['due', 'title', 'status'],
    where: { status: { ne: 'done' } },
    order_by: ['-due', 'title'],
    limit: 50,
  });
  const read = specOfView(stored);
  expect(read).not.toBeNull();
  if (read === null) return;
  expect(shownColumns(read, COLUMNS)).toEqual(shownColumns(spec, COLUMNS));
  const { columns: _, ...told } = specJson(read);
  const { columns: __, ...meant } = specJson(spec);
  expect(told).toEqual(meant);
  expect(widthsOf(read)).toEqual({ due: 90 });
});

it('names no columns in a query that shows all of them, and no display that says nothing', () => {
  expect(storedView('t', EMPTY_SPEC, COLUMNS)).toEqual({ query: { table: 't' }, display: null });
});

it('shows exactly the columns that a query names', () => {
  const spec = specOfView({ query: { table: 't', columns: ['due', 'title'] }, display: null });
  expect(spec === null ? null : shownColumns(spec, COLUMNS).map(({ name }) => name)).toEqual(['due', 'title']);
});

it.each<[JsonObject]>([
  [{ union: [{ table: 'a' }] }],
  [{ table: 't', join: { table: 'u', on: { a: 'b' } } }],
  [{ table: 't', group_by: 'status' }],
  [{ table: 't', expand: ['project'] }],
  [{ table: 't', where: { project: '{this.link}' } }],
])('is no way to look at a table: %j', (query) => {
  expect(specOfView({ query, display: null })).toBeNull();
});

it('counts neither folded groups nor widths as a change', () => {
  const folded = withDisplay(EMPTY_SPEC, { collapsed: ['group:1'] });
  expect(isSameView(folded, EMPTY_SPEC)).toBe(true);
  expect(isSameView(readSpec({ order_by: 'due' }), EMPTY_SPEC)).toBe(false);
  const saved = readSpec({ columns: [{ name: 'due' }] });
  expect(isSameView(readSpec({ columns: [{ name: 'due', width: 10 }] }), saved)).toBe(true);
  expect(isSameView(readSpec({ columns: [{ name: 'due', hidden: true }] }), saved)).toBe(false);
});

it('keeps a layout that it does not know, with its settings', () => {
  const stored = { layout: 'orbit', orbit: { moons: 2 }, row_height: 'tall' };
  expect(specJson(readSpec(stored))).toEqual(stored);
  expect(specJson(readSpec({ layout: 7 }))).toEqual({});
});

const COMPUTED = {
  rollup: { open: { table: 'tasks', by: 'project', where: { status: 'todo' }, value: 'count' } },
  compute: { left: 'budget - open * 2' },
};

it('keeps the columns that a view computes, in its query and in an address', () => {
  const view = { query: { table: 't', ...COMPUTED, where: { left: { lt: 0 } }, order_by: '-open' }, display: null };
  const spec = specOfView(view);
  expect(spec?.computed).toEqual(COMPUTED);
  if (spec === null) return;
  expect(readSpec(specJson(spec))).toEqual(spec);
  expect(storedView('t', spec, COLUMNS)).toEqual({ ...view, query: { ...view.query, order_by: ['-open'] } });
  expect(isSameView(spec, { ...spec, computed: EMPTY_SPEC.computed })).toBe(false);
});

it('keeps the heading of a computed column', () => {
  const spec = readSpec({ ...COMPUTED, columns: [{ name: 'left', label: 'Übrig' }] });
  expect(storedView('t', spec, COLUMNS).display).toEqual({ columns: [{ name: 'left', label: 'Übrig' }] });
  expect(isSameView(spec, readSpec({ ...COMPUTED, columns: [{ name: 'left' }] }))).toBe(false);
});

it('leaves out stored columns of another form', () => {
  const stored = { compute: { a: 1, b: 'x + 1' }, rollup: { c: 'count', d: { table: 'u' } } };
  expect(readSpec(stored).computed).toEqual({ compute: { b: 'x + 1' }, rollup: { d: { table: 'u' } } });
  expect(readSpec({ compute: 'x', rollup: [] }).computed).toEqual({ compute: {}, rollup: {} });
});

it('shows a view whose rollup reads its note as an answer', () => {
  const rollup = { n: { table: 'u', by: 'a', where: { b: '{this.link}' }, value: 'count' } };
  expect(specOfView({ query: { table: 't', rollup }, display: null })).toBeNull();
});

it.each<[string, Grouping]>([
  ['due', { column: 'due', isDescending: false }],
  ['-month(due)', { column: 'due', unit: 'month', isDescending: true }],
  ['week(project.due)', { column: 'project.due', unit: 'week', isDescending: false }],
  ['century(due)', { column: 'century(due)', isDescending: false }],
])('groups by %s', (group, grouping) => {
  expect(readSpec({ group }).group).toEqual(grouping);
  expect(specJson(readSpec({ group }))).toEqual({ group });
});

it.each<[Grouping, Json, JsonObject]>([
  [{ column: 'due', unit: 'month', isDescending: false }, '2026-12', { due: { gte: '2026-12-01', lt: '2027-01-01' } }],
  [{ column: 'due', unit: 'year', isDescending: false }, 9999, { due: { gte: '9999-01-01' } }],
  [{ column: 'due', unit: 'month', isDescending: false }, null, { due: { exists: false } }],
  [{ column: 'due', isDescending: false }, '2026-12-01', { due: { eq: '2026-12-01' } }],
])('finds the rows of a group: %j %j', (group, value, where) => {
  expect(groupFilter(group, value)).toEqual(where);
});

it.each<[string, string, readonly string[]]>([
  ['title', 'status', ['status', 'title', 'due', 'hours']],
  ['hours', 'title', ['hours', 'title', 'status', 'due']],
  ['gone', 'title', ['title', 'status', 'due', 'hours']],
])('moves the column %s to the place of %s', (name, to, names) => {
  const next = withMovedColumn(readSpec({}), COLUMNS, name, to);
  expect(shownColumns(next, COLUMNS).map((column) => column.name)).toEqual(names);
});
