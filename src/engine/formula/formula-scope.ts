/** The names that a formula may read. docs/formulas.md#names */

import { namesAlike, suggestThenList } from '../../kernel/near-names';
import { type ColumnSpec, noteKeyOf } from '../values/column-spec';
import { FormulaFault, type FormulaPlace } from './formula-fault';
import type { FormulaNode, MemberNode } from './parse-formula';

export interface FormulaScope {
  /** By name: columns of the table, file columns, rollups, other formulas. */
  readonly columns: ReadonlyMap<string, ColumnSpec>;
  readonly zone: string;
  /** The moment of the query, in milliseconds since the epoch. */
  readonly now: number;
  /** The column that the formula computes, which it can not read. */
  readonly name?: string;
}

/** The fields of `file` that have other names here. */
const FILE_FIELDS: ReadonlyMap<string, string> = new Map([
  ['path', 'path'],
  ['ctime', 'file_created'],
  ['mtime', 'file_modified'],
]);

const fileColumnOf = (field: string): string => FILE_FIELDS.get(field) ?? `file_${field}`;

export type NamePrefix = 'note' | 'formula' | 'file';

const PREFIXES: ReadonlySet<string> = new Set<NamePrefix>(['note', 'formula', 'file']);

/** `note`, `formula` or `file` before a dot; null for a member of anything else. */
export const prefixOf = ({ object }: MemberNode): NamePrefix | null =>
  object.kind === 'name' && PREFIXES.has(object.name) ? (object.name as NamePrefix) : null;

/** The column that a name with a prefix means, as the text writes it. */
export const prefixedName = (prefix: NamePrefix, name: string): string =>
  prefix === 'file' ? fileColumnOf(name) : name;

/** A column by its name, or by its key in the notes. */
export function findColumn(scope: FormulaScope, name: string): string | null {
  if (scope.columns.has(name)) return name;
  for (const [found, spec] of scope.columns) if (noteKeyOf(spec) === name) return found;
  return null;
}

const MOST_LISTED = 20;

export function unknownName(scope: FormulaScope, name: string, place: FormulaPlace, noun = 'column'): FormulaFault {
  const names = [...scope.columns.keys()].filter((each) => each !== scope.name);
  const listed = names.slice(0, MOST_LISTED).join(', ');
  const all = names.length === 0 ? 'there is none' : `known: ${listed}${names.length > MOST_LISTED ? ', …' : ''}`;
  return new FormulaFault(`there is no ${noun} "${name}"`, place, suggestThenList(namesAlike(name, names), all));
}

/** Whether the name is one that `list.filter(…)` and the like give to their expression. */
export const ITEM_NAMES: ReadonlySet<string> = new Set(['value', 'index', 'acc']);

/** The functions of a list whose first argument is evaluated for each item. */
const ITEM_FUNCTIONS: ReadonlySet<string> = new Set(['filter', 'map', 'reduce']);

/** The parts of a node, and whether `value`, `index` and `acc` are names of an item in them. */
export function partsOf(node: FormulaNode, isInItem: boolean): readonly (readonly [FormulaNode, boolean])[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'member':
      return [[node.object, isInItem]];
    case 'index':
      return [
        [node.object, isInItem],
        [node.index, isInItem],
      ];
    case 'unary':
      return [[node.argument, isInItem]];
    case 'binary':
      return [
        [node.left, isInItem],
        [node.right, isInItem],
      ];
    case 'list':
      return node.items.map((item) => [item, isInItem]);
    case 'call': {
      const { callee, args } = node;
      const takesItems = callee.kind === 'member' && ITEM_FUNCTIONS.has(callee.name);
      const inArgs = args.map((arg, index) => [arg, isInItem || (takesItems && index === 0)] as const);
      return callee.kind === 'member' ? [[callee.object, isInItem], ...inArgs] : inArgs;
    }
  }
}
