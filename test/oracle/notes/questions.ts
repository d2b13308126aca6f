/** Random selects over tables, the base, unions and views over views, all of which select_rows allows. */

import type { JsonObject } from '../../../src/engine/index';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { type Chance, type Name, anyFilter } from './filters';
import { itemOf } from './order';
import { FILE_NAMES, Reader, type Relation } from './relation';
import { Oracle, type Query, type Question, isGrouped } from './select';
import { qualified } from './world';

/** Only names and types are asked of it. */
const EMPTY = new Reader({ notes: [], own: { path: 'This.md', values: {} } });

const TABLE_NAMES = ['tasks', 'people', 'areas', 'ideas'];

const TABLES = ['tasks', 'tasks', 'people', 'areas', 'ideas', 'base:item'];

const DEEPEST = 2;

export function anyQuestion(chance: Chance): Question {
  const views: { name: string; query: Query }[] = [];
  for (let count = chance.below(4) - 1; count > 0; count--) {
    const isUnion = chance.once(4);
    views.push({ name: `vw_${views.length}`, query: isUnion ? anyUnion(chance, views) : anyQuery(chance, views) });
  }
  return { views, args: anyQuery(chance, views, true) };
}

/** What a query can name in a source, and what its rows show. */
interface Scope {
  readonly relation: Relation;
  /** Of a view that lists its columns; null: all. */
  readonly columns: readonly string[] | null;
  /** What the views in between compute, so that nothing else may be asked for. */
  readonly isGroups: boolean;
  /** Keys and totals of a view with groups, by which its output is filtered. */
  readonly totals: readonly Name[];
}

/** What a narrower select of a source may name: of a view, the columns of what it reads. */
function scopeOf(views: Question['views'], source: string): Scope {
  const view = views.find(({ name }) => name === source);
  const oracle = new Oracle(EMPTY, views);
  if (view === undefined) {
    return { relation: oracle.relation({ table: source }), columns: null, isGroups: false, totals: [] };
  }
  if (view.query.union !== undefined) {
    const { columns = null, union } = { ...view.query, union: view.query.union };
    const others = views.filter(({ name }) => name !== source);
    // All columns of a union, also those that it does not show.
    const whole = new Oracle(EMPTY, [...others, { name: source, query: { union } }]);
    return { relation: whole.relation({ table: source }), columns, isGroups: false, totals: [] };
  }
  const { query } = view;
  const below = scopeOf(views, query.table as string);
  if (!isGrouped(query)) {
    return { ...below, columns: query.columns ?? below.columns };
  }
  const groups = oracle.relation({ table: source });
  const totals = Object.keys(query.aggregates ?? { count: 'count' });
  return {
    // A filter of the view reaches what the source reads, by its names there: also a dotted one that the source shows.
    relation: below.relation,
    columns: groups.columns.map(({ name }) => name),
    isGroups: true,
    totals: groups.columns
      .filter(({ name }) => totals.includes(name) || name.includes('('))
      .map((spec): Name => ({ name: spec.name, spec })),
  };
}

/** A share over a view is filtered otherwise, and a rollup belongs to a table: both only at the top. */
function anyQuery(chance: Chance, views: Question['views'], isTop = false): Query {
  const last = views.at(-1);
  const table = last !== undefined && !chance.once(4) ? last.name : chance.of(TABLES);
  const scope = scopeOf(views, table);
  const view = views.find(({ name }) => name === table);
  if (scope.isGroups) return overGroups(chance, scope, table);
  const rollup = isTop && view === undefined && chance.once(2) ? anyRollups(chance, scope.relation) : {};
  const hasRollup = Object.keys(rollup).length > 0;
  const whole = hasRollup ? { ...scope, relation: new Oracle(EMPTY, views).relation({ table, rollup }) } : scope;
  const more = hasRollup ? { rollup } : {};
  if (!chance.once(3)) return { ...plain(chance, whole, table), ...more };
  // Groups see only what a view shows.
  const shown = view === undefined ? whole.relation : new Oracle(EMPTY, views).relation({ table });
  return { ...grouped(chance, shown, whole, table, isTop), ...more };
}

/** Those that link here, and those behind an own link. */
function anyRollups(chance: Chance, relation: Relation): NonNullable<Query['rollup']> {
  const refOf = (spec: ColumnSpec): string => {
    const { ref } = itemOf(spec);
    return ref === undefined || ref === 'self' ? '' : ref;
  };
  const own = relation.columns.filter((spec) => refOf(spec) !== '');
  const leads = TABLE_NAMES.flatMap((table) =>
    new Oracle(EMPTY, [])
      .relation({ table })
      .columns.filter((spec) => qualified(refOf(spec)) === relation.qualified)
      .map((spec) => ({ table, by: spec.name })),
  );
  const links = [...own.map((spec) => ({ via: spec.name, table: refOf(spec) })), ...leads];
  if (links.length === 0) return {};
  return Object.fromEntries(
    Array.from({ length: 1 + chance.below(2) }, (_, i) => {
      const { table, ...link } = chance.of(links);
      const others = new Oracle(EMPTY, []).relation({ table });
      return [
        `r${i}`,
        {
          ...link,
          ...('by' in link ? { table } : {}),
          ...(chance.once(2) ? {} : { where: anyFilter(chance, namesOf(others)) }),
          value: anyTotal(chance, others),
          order_rows_by: anyRowOrder(chance, others),
        },
      ] as const;
    }),
  );
}

function plain(chance: Chance, { relation, columns }: Scope, table: string): Query {
  const names = namesOf(relation);
  const shown = names.filter(({ name }) => columns === null || columns.includes(name));
  const listed = chance.once(2) ? null : some(chance, shown, 4).map(({ name }) => name);
  const expandable = relation.columns.filter((spec) => itemOf(spec).type === 'link');
  const asked = shown.filter(({ name, spec }) => listed?.includes(name) === true && itemOf(spec).type === 'link');
  const expanded = [
    ...(columns === null && chance.once(4) && expandable.length > 0 ? [anyExpand(chance, relation)] : []),
    ...(asked.length > 0 && chance.once(2) ? [chance.of(asked).name] : []),
  ];
  return {
    table,
    ...(chance.once(4) ? {} : { where: anyFilter(chance, names) }),
    ...(listed === null || listed.length === 0 ? {} : { columns: listed }),
    order_by: some(chance, names.filter(isOrdered), 2).map(({ name }) => (chance.once(2) ? `-${name}` : name)),
    ...page(chance),
    ...(expanded.length === 0 ? {} : { expand: expanded }),
  };
}

/** A link, or one behind it. */
function anyExpand(chance: Chance, { columns }: Relation): string {
  const isLink = (spec: ColumnSpec): boolean => itemOf(spec).type === 'link';
  const first = chance.of(columns.filter(isLink));
  const { ref } = itemOf(first);
  if (ref === undefined || chance.once(2)) return first.name;
  const behind = EMPTY.columnsAfter({ qualified: '', columns, areNotes: true, rows: [] }, [first.name]).filter(isLink);
  return `${first.name}.${chance.of(behind).name}`;
}

const NUMERIC = ['sum', 'avg', 'median'];

/** `count`, `median:size`, `first:month(due)`. */
function anyTotal(chance: Chance, relation: Relation): string {
  const kind = chance.of(['', 'count', 'count_distinct', 'min', 'max', 'first', 'last', 'list', ...NUMERIC]);
  const names = namesOf(relation);
  if (NUMERIC.includes(kind)) {
    const numbers = names.filter(
      ({ spec }) => isNumeric(itemOf(spec)) && (kind !== 'sum' || itemOf(spec).type !== 'enum'),
    );
    return numbers.length === 0 ? 'count' : `${kind}:${chance.of(numbers).name}`;
  }
  const isAsWritten = ['first', 'last', 'list', 'count_distinct', 'count'].includes(kind);
  const fitting = names.filter(({ spec }) =>
    isAsWritten ? itemOf(spec).type !== 'json' : isComparable(itemOf(spec)) || itemOf(spec).type === 'datetime',
  );
  if (kind === '' || fitting.length === 0) return 'count';
  const of = chance.of(fitting);
  const needsDay = !isAsWritten && itemOf(of.spec).type === 'datetime';
  return `${kind}:${needsDay || chance.once(3) ? dated(chance, of) : of.name}`;
}

const anyRowOrder = (chance: Chance, relation: Relation): string[] =>
  some(chance, namesOf(relation).filter(isOrdered), 2).map((name) => (chance.once(2) ? '-' : '') + dated(chance, name));

function grouped(chance: Chance, relation: Relation, scope: Scope, table: string, isTop: boolean): Query {
  const dates = groupable(relation).filter(({ spec }) => itemOf(spec).type.startsWith('date'));
  const keyed = dates.length > 0 && chance.once(3) ? dates : groupable(relation);
  const keys = new Set(some(chance, keyed, 2).map((name) => dated(chance, name)));
  const totals = Array.from({ length: chance.below(3) + 1 }, (_, i): [string, string] => [
    `t${i}`,
    isTop && chance.once(10) ? 'share' : anyTotal(chance, relation),
  ]);
  const aggregates = chance.once(5) && keys.size > 0 ? undefined : Object.fromEntries(totals);
  const query: Query = { table, group_by: [...keys], ...(aggregates === undefined ? {} : { aggregates }) };
  const reader = new Oracle(EMPTY, []);
  const made = reader.groupColumns(relation, query).map((spec): Name => ({ name: spec.name, spec }));
  const having = keys.size === 0 || chance.once(2) ? {} : { having: anyFilter(chance, made) };
  const names = [...keys, ...Object.keys(aggregates ?? { count: 'count' })];
  return {
    ...query,
    ...(chance.once(3) ? {} : { where: anyFilter(chance, namesOf(scope.relation)) }),
    ...having,
    order_rows_by: anyRowOrder(chance, relation),
    order_by: Array.from({ length: chance.below(3) }, () => (chance.once(2) ? '-' : '') + chance.of(names)),
    ...page(chance),
  };
}

/** Only where the select above it is plain: the groups are rows that are no notes. */
function overGroups(chance: Chance, { relation, columns, totals }: Scope, table: string): Query {
  const before = namesOf(relation);
  const names = (columns ?? []).map((name) => name);
  const both = [before, totals].filter(({ length }) => length > 0);
  const filter = (): JsonObject => anyFilter(chance, chance.of(both));
  const where = both.length > 1 && chance.once(3) ? { and: both.map((asked) => anyFilter(chance, asked)) } : filter();
  return {
    table,
    ...(chance.once(4) ? {} : { where }),
    order_by: Array.from({ length: chance.below(3) }, () => (chance.once(2) ? '-' : '') + chance.of(names)),
    ...page(chance),
  };
}

function anyUnion(chance: Chance, views: Question['views']): Query {
  const sources = [...TABLES, ...views.map(({ name }) => name).filter((name) => !scopeOf(views, name).isGroups)];
  const union = Array.from({ length: chance.below(2) + 2 }, () => {
    const table = chance.of(sources);
    const { relation, columns } = scopeOf(views, table);
    const own = relation.columns.map(({ name }) => name).filter((name) => columns === null || columns.includes(name));
    const listed = chance.once(2) || own.length === 0 ? null : some(chance, own, 4);
    return {
      table,
      ...(listed === null || listed.length === 0 ? {} : { columns: listed }),
      ...(chance.once(2) ? {} : { where: anyFilter(chance, namesOf(relation)) }),
    };
  });
  return { union, ...(chance.once(4) ? { limit: chance.below(8) } : {}) };
}

const page = (chance: Chance): Query => ({
  ...(chance.once(3) ? { limit: chance.below(6) } : {}),
  ...(chance.once(4) ? { offset: chance.below(3) } : {}),
});

/** Every name of a relation, those behind links too. */
function namesOf(relation: Relation): readonly Name[] {
  const own = relation.columns.map((spec): Name => ({ name: spec.name, spec }));
  const file = relation.areNotes ? FILE_NAMES.map((name) => ({ name, spec: EMPTY.endSpec(relation, name) })) : [];
  return [...own, ...file, ...behind(relation, relation.columns, '', 1)];
}

function behind(start: Relation, columns: readonly ColumnSpec[], prefix: string, depth: number): readonly Name[] {
  return columns.flatMap((spec): readonly Name[] => {
    const link = itemOf(spec);
    if (link.type !== 'link' || link.ref === undefined || spec.name.includes('.')) return [];
    const way = [...prefix.split('.').filter(Boolean), spec.name];
    const linked = EMPTY.columnsAfter(start, way);
    const names = [
      ...linked,
      { name: 'path', type: 'string' } as const,
      { name: 'file_name', type: 'string' } as const,
    ];
    const found = names.map((each): Name => ({ name: [...way, each.name].join('.'), spec: each }));
    return depth < DEEPEST ? [...found, ...behind(start, linked, way.join('.'), depth + 1)] : found;
  });
}

/** A way through a list is ordered as the list of what it leads to. */
const isOrdered = ({ spec }: Name): boolean => itemOf(spec).type !== 'json';

/** Equal date-times may be written in several ways, of which any may be shown. */
const isComparable = ({ type }: ColumnSpec): boolean => type !== 'json' && type !== 'datetime';

const isNumeric = ({ type, ordered }: ColumnSpec): boolean =>
  type === 'integer' || type === 'number' || (type === 'enum' && ordered === true);

const groupable = (relation: Relation): readonly Name[] =>
  namesOf(relation).filter(({ spec }) => itemOf(spec).type !== 'json');

function dated(chance: Chance, { name, spec }: Name): string {
  const { type } = itemOf(spec);
  if (type !== 'datetime' && (type !== 'date' || chance.once(2))) return name;
  const call = chance.of(['date', 'year', 'quarter', 'month', 'week', 'weekday', 'month_day', 'day', 'hour']);
  return `${call}(${name})${call === 'date' ? chance.of(['', '+1', '-3']) : ''}`;
}

function some<T>(chance: Chance, values: readonly T[], most: number): T[] {
  const found = new Set(Array.from({ length: chance.below(most + 1) }, () => chance.of(values)));
  return [...found];
}
