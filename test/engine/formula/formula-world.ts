/** One row with a column of each type, and the formulas over it. */

import { compileFormula, type Formula, readFormula } from '../../../src/engine/formula/compile-formula';
import type { FormulaProblem } from '../../../src/engine/formula/formula-fault';
import type { FormulaScope } from '../../../src/engine/formula/formula-scope';
import type { Json } from '../../../src/engine/json';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';

const LEVELS = ['low', 'mid', 'high'];

const COLUMNS: readonly ColumnSpec[] = [
  { name: 'price', type: 'number' },
  { name: 'qty', type: 'integer' },
  { name: 'name', type: 'string' },
  { name: 'empty', type: 'string' },
  { name: 'done', type: 'boolean' },
  { name: 'due', type: 'date' },
  { name: 'at', type: 'datetime' },
  { name: 'level', type: 'enum', values: LEVELS, ordered: true },
  { name: 'former', type: 'enum', values: [...LEVELS], ordered: true },
  { name: 'kind', type: 'enum', values: ['low', 'else'] },
  { name: 'who', type: 'link' },
  { name: 'tags', type: 'list', items: { type: 'string' } },
  { name: 'nums', type: 'list', items: { type: 'number' } },
  { name: 'missing', type: 'list', items: { type: 'number' } },
  { name: 'meta', type: 'json' },
  { name: 'a_b', type: 'string', key: 'a b' },
  { name: 'path', type: 'string' },
  { name: 'file_name', type: 'string' },
  { name: 'file_link', type: 'link' },
  { name: 'file_created', type: 'datetime' },
  { name: 'file_tags', type: 'list', items: { type: 'string' } },
];

export const ROW: Readonly<Record<string, Json>> = {
  price: 12.5,
  qty: 3,
  name: 'ann Lee',
  done: false,
  due: '2026-12-01',
  at: '2026-11-28T10:00:05+01:00',
  level: 'mid',
  former: 'high',
  kind: 'low',
  who: '[[Ann|A.]]',
  tags: ['x', 'y', 'x'],
  nums: [3, 1, 2],
  meta: { key: { deep: 5 }, list: [1, 'two'], text: 'abc' },
  a_b: 'AB',
  path: 'Plans/Old/n.md',
  file_name: 'n',
  file_link: '[[n]]',
  file_created: '2026-01-02T03:04:05+01:00',
  file_tags: ['project/garden'],
};

export const SCOPE: FormulaScope = {
  columns: new Map(COLUMNS.map((spec) => [spec.name, spec])),
  zone: 'Europe/Zurich',
  now: Date.parse('2026-11-28T09:00:00Z'),
};

export const resultOf = ({ inputs, of }: Formula, row: Readonly<Record<string, Json>> = ROW): Json =>
  of(
    inputs.map((name) => row[name]),
    { path: 'n.md' },
  );

export const evaluate = (text: string, row: Readonly<Record<string, Json>> = ROW): Json =>
  resultOf(compileFormula(text, SCOPE), row);

/** `integer`, `list of string`. */
export function typeOf(text: string): string {
  const { type, items } = compileFormula(text, SCOPE).spec;
  return items === undefined ? type : `${type} of ${items.type}`;
}

export function problemOf(text: string, scope: FormulaScope = SCOPE): FormulaProblem {
  const read = readFormula(text, scope);
  if ('problem' in read) return read.problem;
  throw new Error(`${text} is a formula`);
}
