/**
 * How the rows of a table are looked at: one type for a tab, an address, a block in a note and a saved view. docs/views.md, D20
 */

import type { Json, JsonObject, ViewLayout } from '../../engine/index';
import { type Summary, isSummary } from '../components/grid/summary';
import type { GridColumn, GridSort } from '../components/grid-column';
import type { RowHeight } from '../components/grid/grid-layout';
import { asObject, asText } from '../client/operations-client';
import { isUndeclared, namedColumns } from '../client/table-columns';
import { type Grouping, groupingText, readGrouping } from './grouping';
import { type ColorRule, colorsJson, readColors } from './color-rules';
import { moved } from './moved';
import { type ComputedColumns, NO_COMPUTED, computedJson, readComputed } from './view-computed';

export interface ViewSpec {
  /** `where` of select_rows; null: all rows. */
  readonly where: JsonObject | null;
  readonly sort: readonly GridSort[];
  /** Null: no groups. */
  readonly group: Grouping | null;
  /** Most rows; null: all. */
  readonly limit: number | null;
  readonly computed: ComputedColumns;
  readonly display: ViewDisplay;
}

export interface ViewDisplay {
  /** As it is stored: another version may have written a name that this one does not know. */
  readonly layout: string;
  /** In their order; columns that are not named follow in the order of the table. */
  readonly columns: readonly ShownColumn[];
  /** Column -> the summary below it. */
  readonly summaries: Readonly<Record<string, Summary>>;
  readonly rowHeight: RowHeight;
  /** Groups that are folded, by the JSON of their value. */
  readonly collapsed: readonly string[];
  readonly colors: readonly ColorRule[];
  /** Settings of layouts under their names, and keys of other programs, kept. */
  readonly more: JsonObject;
}

export const USUAL_LAYOUT: ViewLayout = 'table';

export interface ShownColumn {
  readonly name: string;
  /** Pixels; absent: the usual width. */
  readonly width?: number | undefined;
  readonly hidden?: boolean | undefined;
  readonly pinned?: boolean | undefined;
  /** The heading of a computed column; absent: its name in words. */
  readonly label?: string | undefined;
}

export const EMPTY_SPEC: ViewSpec = {
  where: null,
  sort: [],
  group: null,
  limit: null,
  computed: NO_COMPUTED,
  display: {
    layout: USUAL_LAYOUT,
    columns: [],
    summaries: {},
    rowHeight: 'short',
    collapsed: [],
    colors: [],
    more: {},
  },
};

/** What `query` and `display` of create_view say. */
export interface StoredView {
  readonly query: JsonObject;
  readonly display: JsonObject | null;
}

/** Keys of a query that a table can show; with any other key the answer does not consist of rows of one table. */
const TABLE_KEYS = ['table', 'columns', 'where', 'order_by', 'limit', 'compute', 'rollup'];

/** Null: the query joins, groups or stacks rows, or reads the note that it is shown for, and is shown as its answer. */
export function specOfView({ query, display }: StoredView): ViewSpec | null {
  const given = Object.keys(query).filter((key) => query[key] !== null);
  if (!given.every((key) => TABLE_KEYS.includes(key)) || asText(query['table']) === null) return null;
  const { where = null, order_by = null, compute = null, rollup = null } = query;
  if (/[{<]this\./.test(JSON.stringify([where, rollup]))) return null;
  const spec = readSpec({ ...display, where, order_by, compute, rollup });
  const limit = query['limit'];
  const names = textsOf(query['columns']);
  return {
    ...spec,
    limit: typeof limit === 'number' ? limit : null,
    display: names.length === 0 ? spec.display : { ...spec.display, columns: onlyThese(names, spec.display.columns) },
  };
}

/** Exactly the named columns are shown, in that order; the display says how wide they are. */
function onlyThese(names: readonly string[], columns: readonly ShownColumn[]): readonly ShownColumn[] {
  const told = new Map(columns.map((each) => [each.name, each]));
  const shown = names.map((name): ShownColumn => ({ ...told.get(name), name, hidden: false }));
  const others = columns.filter(({ name }) => name !== REST && !names.includes(name));
  return [...shown, ...others.map((each) => ({ ...each, hidden: true })), { name: REST, hidden: true }];
}

/** Means all columns that are not named. */
export const REST = '*';

/** Arguments of create_view for the rows of `table` as they are looked at. */
export function storedView(table: string, spec: ViewSpec, columns: readonly GridColumn[]): StoredView {
  const shown = shownColumns(spec, columns).map(({ name }) => name);
  const isWhole = shown.length === columns.length && columns.every(({ name }) => shown.includes(name));
  const { where: _, order_by: __, limit: ___, compute: ____, rollup: _____, ...display } = specJson(spec);
  return {
    query: {
      table,
      ...computedJson(spec.computed),
      ...(isWhole ? {} : { columns: shown }),
      ...(spec.where === null ? {} : { where: spec.where }),
      ...(spec.sort.length === 0 ? {} : { order_by: [...orderByOf(spec.sort)] }),
      ...(spec.limit === null ? {} : { limit: spec.limit }),
    },
    display: Object.keys(display).length === 0 ? null : display,
  };
}

export const orderByOf = (sort: readonly GridSort[]): readonly string[] =>
  sort.map(({ column, isDescending }) => (isDescending ? `-${column}` : column));

/** Declared columns as the spec orders them, and others that it names; pinned ones first. */
export function shownColumns({ display }: ViewSpec, declared: readonly GridColumn[]): readonly GridColumn[] {
  const named = display.columns.filter(({ name }) => name !== REST);
  const hidesRest = display.columns.some(({ name, hidden }) => name === REST && hidden === true);
  const known = new Set(named.map(({ name }) => name));
  const rest = hidesRest ? [] : declared.filter(({ name }) => !known.has(name));
  const hidden = new Set(named.filter((each) => each.hidden === true).map(({ name }) => name));
  const own = new Set(declared.map(({ name }) => name));
  // A column that is gone is not shown; one that no table declares, such as a fact about the file, is.
  const there = named.filter(({ name }) => !hidden.has(name) && (own.has(name) || isUndeclared(name)));
  const columns = [
    ...namedColumns(
      declared,
      there.map(({ name }) => name),
    ),
    ...rest,
  ];
  if (columns.length === 0) return declared.slice(0, 1);
  const pinned = new Set(named.filter((each) => each.pinned === true).map(({ name }) => name));
  return [...columns.filter(({ name }) => pinned.has(name)), ...columns.filter(({ name }) => !pinned.has(name))];
}

/** How many of the shown columns stay at the side; the first one always does. */
export function pinnedCount({ display }: ViewSpec, shown: readonly GridColumn[]): number {
  const pinned = new Set(display.columns.filter((each) => each.pinned === true).map(({ name }) => name));
  return Math.max(shown.filter(({ name }) => pinned.has(name)).length, 1);
}

export const widthsOf = ({ display }: ViewSpec): Readonly<Record<string, number>> =>
  Object.fromEntries(display.columns.flatMap(({ name, width }) => (width === undefined ? [] : [[name, width]])));

/** The spec with something else about a column; what it has not said of the others stays unsaid. */
export function withColumn(
  spec: ViewSpec,
  declared: readonly GridColumn[],
  name: string,
  change: Omit<ShownColumn, 'name'>,
): ViewSpec {
  const isNamed = spec.display.columns.some((each) => each.name === name);
  const columns = isNamed ? spec.display.columns : everyColumn(spec, declared);
  return withDisplay(spec, {
    columns: columns.map((each) => (each.name === name ? { ...each, ...change } : each)),
  });
}

/** All columns by name, in their order, so that one of them can be treated apart. */
export function everyColumn({ display }: ViewSpec, declared: readonly GridColumn[]): readonly ShownColumn[] {
  const named = display.columns.filter(({ name }) => name !== REST);
  const isRestHidden = display.columns.some(({ name, hidden }) => name === REST && hidden === true);
  const known = new Set(named.map(({ name }) => name));
  const rest = declared.filter(({ name }) => !known.has(name));
  return [...named, ...rest.map(({ name }): ShownColumn => (isRestHidden ? { name, hidden: true } : { name }))];
}

/** The column at the place of another one. */
export function withMovedColumn(spec: ViewSpec, declared: readonly GridColumn[], name: string, to: string): ViewSpec {
  const columns = everyColumn(spec, declared);
  const place = (column: string): number => columns.findIndex((each) => each.name === column);
  return place(name) < 0 || place(to) < 0
    ? spec
    : withDisplay(spec, { columns: moved(columns, place(name), place(to)) });
}

export const withDisplay = (spec: ViewSpec, change: Partial<ViewDisplay>): ViewSpec => ({
  ...spec,
  display: { ...spec.display, ...change },
});

export function withFolded(spec: ViewSpec, key: string, isCollapsed: boolean): ViewSpec {
  const others = spec.display.collapsed.filter((each) => each !== key);
  return withDisplay(spec, { collapsed: isCollapsed ? [...others, key] : others });
}

/** Whether two specs show the same. A difference in folded groups or widths is not worth saving. */
export function isSameView(one: ViewSpec, other: ViewSpec): boolean {
  const told = ({ display, ...spec }: ViewSpec): string => {
    const columns = display.columns.map(({ name, label, hidden, pinned }) =>
      columnJson({ name, label, hidden, pinned }),
    );
    const { collapsed: _, ...rest } = specJson({ ...spec, display: { ...display, columns: [] } });
    return JSON.stringify([rest, columns]);
  };
  return told(one) === told(other);
}

/** As it is stored, in an address or with the device: only settings that differ from the usual ones. */
export function specJson({ where, sort, group, limit, computed, display }: ViewSpec): JsonObject {
  const { layout, columns, summaries, rowHeight, collapsed, colors, more } = display;
  return {
    ...more,
    ...computedJson(computed),
    ...(where === null ? {} : { where }),
    ...(sort.length === 0 ? {} : { order_by: [...orderByOf(sort)] }),
    ...(group === null ? {} : { group: groupingText(group) }),
    ...(limit === null ? {} : { limit }),
    ...(layout === USUAL_LAYOUT ? {} : { layout }),
    ...(columns.length === 0 ? {} : { columns: columns.map(columnJson) }),
    ...(Object.keys(summaries).length === 0 ? {} : { summaries: { ...summaries } }),
    ...(rowHeight === 'short' ? {} : { row_height: rowHeight }),
    ...(collapsed.length === 0 ? {} : { collapsed: [...collapsed] }),
    ...colorsJson(colors),
  };
}

const columnJson = ({ name, width, hidden, pinned, label }: ShownColumn): JsonObject => ({
  name,
  ...(label === undefined ? {} : { label }),
  ...(width === undefined ? {} : { width }),
  ...(hidden === true ? { hidden } : {}),
  ...(pinned === true ? { pinned } : {}),
});

/** A stored spec may be of another version, or written by hand: unknown keys are kept, and wrong values are left out. */
export function readSpec(stored: Json | undefined): ViewSpec {
  const {
    where,
    order_by,
    group,
    limit,
    compute,
    rollup,
    layout,
    columns,
    summaries,
    row_height,
    collapsed,
    colors,
    ...more
  } = asObject(stored ?? null) ?? {};
  return {
    where: asObject(where ?? null),
    sort: (typeof order_by === 'string' ? [order_by] : textsOf(order_by)).map(sortOf),
    group: typeof group === 'string' && group !== '' ? readGrouping(group) : null,
    limit: typeof limit === 'number' ? limit : null,
    computed: readComputed({ compute, rollup }),
    display: {
      layout: asText(layout ?? null) ?? USUAL_LAYOUT,
      columns: Array.isArray(columns) ? (columns as readonly Json[]).flatMap(readColumn) : [],
      summaries: readSummaries(summaries),
      rowHeight: row_height === 'medium' || row_height === 'tall' ? row_height : 'short',
      collapsed: textsOf(collapsed),
      colors: readColors(colors),
      more,
    },
  };
}

const sortOf = (text: string): GridSort =>
  text.startsWith('-') ? { column: text.slice(1), isDescending: true } : { column: text, isDescending: false };

function readColumn(stored: Json): readonly ShownColumn[] {
  const { name, width, hidden, pinned, label } = asObject(stored) ?? {};
  if (typeof name !== 'string') return [];
  return [
    {
      name,
      ...(typeof width === 'number' ? { width } : {}),
      ...(hidden === true ? { hidden } : {}),
      ...(pinned === true ? { pinned } : {}),
      ...(typeof label === 'string' ? { label } : {}),
    },
  ];
}

function readSummaries(stored: Json | undefined): Readonly<Record<string, Summary>> {
  const entries = Object.entries(asObject(stored ?? null) ?? {});
  return Object.fromEntries(entries.filter((each): each is [string, Summary] => isSummary(each[1])));
}

const textsOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter((each) => typeof each === 'string') : [];
