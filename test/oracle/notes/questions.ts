/** Random selects over tables, the base, unions and views over views, all of which select_rows allows. */

import type { JsonObject } from '../../../src/engine/index';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { type Chance, type Name, anyFilter } from './filters';
import { itemOf } from './order';
import { FILE_NAMES, Reader, type Relation } from './relation';
import { Oracle, type Query, type Question, isGrouped } from './select';

/** Only names and types are asked of it. */
const EMPTY = new Reader({ notes: [], own: { path: 'This.md', values: {} } });

const TABLES = ['tasks', 'tasks', 'people', 'areas', 'ideas', 'base:item'];

const DEEPEST = 2;

export function anyQuestion(chance: Chance): Question {
  const views: { name: string; query: Query }[] = [];
  for (let count = chance.below(4) - 1; count > 0; count--) {
    const isUnion = chance.once(4);
    views.push({ name: `vw_${views.length}`, query: isUnion ? anyUnion(chance, views) : anyQuery(chance, views) });
  }
  return { views, args: anyQuery(chance, views) };
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

function anyQuery(chance: Chance, views: Question['views']): Query {
  const last = views.at(-1);
  const table = last !== undefined && !chance.once(4) ? last.name : chance.of(TABLES);
  const scope = scopeOf(views, table);
  const view = views.find(({ name }) => name === table);
  if (scope.isGroups) return overGroups(chance, scope, table);
  if (!chance.once(3)) return plain(chance, scope, table);
  // Groups see only what a view shows.
  const shown = view === undefined ? scope.relation : new Oracle(EMPTY, views).relation({ table });
  return grouped(chance, shown, scope, table);
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

function grouped(chance: Chance, relation: Relation, scope: Scope, table: string): Query {
  const keys = new Set(some(chance, groupable(relation), 2).map((name) => dated(chance, name)));
  const added = namesOf(relation).filter(({ spec }) => isNumeric(itemOf(spec)));
  const countable = namesOf(relation).filter(({ spec }) => isComparable(itemOf(spec)));
  const totals = Array.from({ length: chance.below(3) + 1 }, (_, i): [string, string] => {
    const kind = chance.of(['count', 'count:', 'sum', 'avg', 'min', 'max']);
    const numbers = added.filter(({ spec }) => kind === 'avg' || itemOf(spec).type !== 'enum');
    const isSum = (kind === 'sum' || kind === 'avg') && numbers.length > 0;
    const name = isSum ? chance.of(numbers).name : chance.of(countable).name;
    const isCount = kind === 'count' || (!isSum && (kind === 'sum' || kind === 'avg'));
    return [`t${i}`, isCount ? 'count' : `${kind.replace(':', '')}:${name}`];
  });
  const aggregates = chance.once(5) && keys.size > 0 ? undefined : Object.fromEntries(totals);
  const names = [...keys, ...Object.keys(aggregates ?? { count: 'count' })];
  return {
    table,
    ...(chance.once(3) ? {} : { where: anyFilter(chance, namesOf(scope.relation)) }),
    group_by: [...keys],
    ...(aggregates === undefined ? {} : { aggregates }),
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
  return `date(${name})${chance.of(['', '+1', '-3'])}`;
}

function some<T>(chance: Chance, values: readonly T[], most: number): T[] {
  const found = new Set(Array.from({ length: chance.below(most + 1) }, () => chance.of(values)));
  return [...found];
}
