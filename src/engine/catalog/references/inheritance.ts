/** Which columns a table has from its bases. Source: docs/operations.md#define_base, docs/operations.md#set_table_bases; D17. */

import type { ColumnSpec, ValueSpec } from '../../values/column-spec';
import { type JsonObject, jsonEqual } from '../../json';
import { keyOf } from '../spec/attribute-keys';
import { attributesWith } from '../spec/column-attributes';
import type { BaseDefinition, TableDefinition } from '../definition';

export type BasesByName = ReadonlyMap<string, BaseDefinition>;

/** In a column of a base it means the inheriting table. */
export const SELF = 'self';

export interface InheritedColumn {
  readonly spec: ColumnSpec;
  /** The base that declares it. */
  readonly from: string;
}

export interface InheritedColumns {
  /** In the order of the bases, those of a base's own bases before its own. */
  readonly columns: readonly InheritedColumn[];
  /** Why these bases can not be inherited together; the columns leave the trouble out. */
  readonly problems: readonly InheritanceProblem[];
}

export interface InheritanceProblem {
  /** The column that two bases declare in different ways; null when it is about the bases. */
  readonly column: string | null;
  readonly code: 'unknown' | 'cycle' | 'clash';
  readonly message: string;
}

/** The columns that these bases give together. Never throws. */
export function inheritedColumns(names: readonly string[], bases: BasesByName): InheritedColumns {
  const columns = new Map<string, InheritedColumn>();
  const problems: InheritanceProblem[] = [];
  const add = (spec: ColumnSpec, from: string): void => {
    const present = columns.get(spec.name);
    if (present === undefined) columns.set(spec.name, { spec, from });
    else if (!sameColumn(present.spec, spec)) {
      const message = `${spec.name} is declared by the bases ${present.from} and ${from} in different ways`;
      problems.push({ column: spec.name, code: 'clash', message });
    }
  };
  const visit = (name: string, trail: readonly string[]): void => {
    const base = bases.get(name);
    if (base === undefined) {
      problems.push({ column: null, code: 'unknown', message: `there is no base "${name}"` });
    } else if (trail.includes(name)) {
      const message = `the bases ${[...trail.slice(trail.indexOf(name)), name].join(' -> ')} inherit from each other`;
      problems.push({ column: null, code: 'cycle', message });
    } else {
      for (const each of base.bases) visit(each, [...trail, name]);
      for (const spec of base.columns) add(spec, name);
    }
  };
  for (const name of names) visit(name, []);
  const messages = new Map(problems.map((problem) => [problem.message, problem]));
  return { columns: [...columns.values()], problems: [...messages.values()] };
}

export const sameColumn = (a: ColumnSpec, b: ColumnSpec): boolean =>
  jsonEqual(a as unknown as JsonObject, b as unknown as JsonObject);

/** What a table may say of an inherited column. */
export const STYLE = attributesWith(({ restyles }) => restyles === true);

type ColumnStyle = Partial<ColumnSpec>;

/** The table with its columns as its bases and its own entry make them; the same table when it has them already. */
export function withInheritedColumns(table: TableDefinition, bases: BasesByName): TableDefinition {
  const { columns } = inheritedColumns(table.bases, bases);
  const inherited = new Map(columns.map(({ spec }) => [spec.name, spec]));
  const declared = table.declared.flatMap((spec) => styleEntry(spec, inherited.get(spec.name)));
  const styles = new Map(declared.map((spec) => [spec.name, spec]));
  const own = declared.filter(({ name }) => !inherited.has(name));
  const restyled = [...inherited.values()].map((spec) => withStyle(spec, styles.get(spec.name)));
  const all = [...restyled, ...own].map((spec) => withSelf(spec, table.qualified));
  return sameColumns(table.declared, declared) && sameColumns(table.columns, all)
    ? table
    : { ...table, declared, columns: all };
}

const sameColumns = (a: readonly ColumnSpec[], b: readonly ColumnSpec[]): boolean =>
  a === b || (a.length === b.length && a.every((spec, i) => sameColumn(spec, b[i] as ColumnSpec)));

/** Of an entry for an inherited column only the style counts; without any it goes. */
function styleEntry(spec: ColumnSpec, inherited: ColumnSpec | undefined): readonly ColumnSpec[] {
  if (inherited === undefined) return [spec];
  const style = styleOf(spec);
  return Object.keys(style).length === 0 ? [] : [{ name: spec.name, type: inherited.type, ...style }];
}

function styleOf(spec: ColumnStyle): ColumnStyle {
  const keys = STYLE.map(keyOf);
  return Object.fromEntries(keys.flatMap((key) => (spec[key] === undefined ? [] : [[key, spec[key]] as const])));
}

function withStyle(spec: ColumnSpec, style: ColumnSpec | undefined): ColumnSpec {
  if (style === undefined) return spec;
  const { dense, ...rest } = { ...spec, ...styleOf(style) };
  return dense === true ? { ...rest, dense } : rest;
}

/** `self` is the table that has the column. Source: docs/operations.md#define_base, docs/operations.md#column-specs (ref) */
function withSelf(spec: ColumnSpec, own: string): ColumnSpec {
  const isSelf = (value: ValueSpec): boolean => value.ref === SELF || value.vocabulary === SELF;
  const resolved = <T extends ValueSpec>(value: T): T => ({
    ...value,
    ...(value.ref === SELF ? { ref: own } : {}),
    ...(value.vocabulary === SELF ? { vocabulary: own } : {}),
  });
  const outer = isSelf(spec) ? resolved(spec) : spec;
  const whole = outer.items !== undefined && isSelf(outer.items) ? { ...outer, items: resolved(outer.items) } : outer;
  return whole.hierarchy === true && whole.ref === undefined ? { ...whole, ref: own } : whole;
}

/** The base that each inherited column of a table, or of a base, comes from; its own are not there. */
export const originsOf = (
  { bases }: { readonly bases: readonly string[] },
  all: BasesByName,
): ReadonlyMap<string, string> =>
  new Map(inheritedColumns(bases, all).columns.map(({ spec, from }) => [spec.name, from]));

/** True when `bases` lead to the base `name`, also through other ones. */
export function inheritsFrom(
  bases: readonly string[],
  name: string,
  all: BasesByName,
  seen = new Set<string>(),
): boolean {
  return bases.some((each) => {
    if (each === name) return true;
    if (seen.has(each)) return false;
    seen.add(each);
    return inheritsFrom(all.get(each)?.bases ?? [], name, all, seen);
  });
}

/** All the columns of a base, inherited ones first. */
export const columnsOfBase = (base: BaseDefinition, all: BasesByName): readonly InheritedColumn[] => {
  const inherited = inheritedColumns(base.bases, all).columns;
  const names = new Set(inherited.map(({ spec }) => spec.name));
  const own = base.columns.filter(({ name }) => !names.has(name)).map((spec) => ({ spec, from: base.name }));
  return [...inherited, ...own];
};
