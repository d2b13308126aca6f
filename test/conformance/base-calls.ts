/** Bases and what inherits from them, for the cases of both operations. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { column } from './tables';

export const base = (name: string, columns: readonly JsonObject[], more: JsonObject = {}): Call => [
  'define_base',
  { name, description: `What is ${name}`, columns, ...more },
];

export const inherit = (table: string, ...bases: readonly string[]): Call => ['set_table_bases', { table, bases }];

export const DATED = base('dated', [column('day', 'date')]);
export const TREE = base('tree', [column('parent', 'link', { ref: 'self' }), column('rank', 'integer', { min: 1 })]);

/** The columns of describe_table, the id first. */
export const columnsOf = (...columns: readonly JsonObject[]): JsonObject => ({ columns: [{ name: 'id' }, ...columns] });

export const refuses = (
  what: string,
  given: readonly Call[],
  call: Call,
  error: ExpectedError,
  spec = 'docs/operations.md#define_base',
): ConformanceCase => ({ name: `refuses ${what}`, spec, given, call, error });
