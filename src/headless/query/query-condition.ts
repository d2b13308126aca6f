/** A condition of a command line as a filter: `status=todo`, `due<{today}`, or JSON. docs/command-line.md#conditions */

import { type Json, type JsonObject, isJsonObject } from '../../engine/index';
import { givenText, jsonIn } from '../argument-file';
import type { CommandEnvironment } from '../command-environment';
import { UsageError } from '../usage';
import type { QueryColumn } from './query-rows';

const CONDITION = /^([^=<>~!]+?)\s*(!=|<=|>=|=|<|>|~)\s*(.*)$/s;
const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
  '~': 'icontains',
};

/** Null: there is no condition. */
export async function filterOf(
  conditions: readonly string[],
  columns: readonly QueryColumn[],
  environment: CommandEnvironment,
): Promise<JsonObject | null> {
  const filters: JsonObject[] = [];
  for (const text of conditions) filters.push(await conditionOf(text, columns, environment));
  const [first] = filters;
  return first === undefined ? null : filters.length === 1 ? first : { and: filters };
}

async function conditionOf(
  text: string,
  columns: readonly QueryColumn[],
  environment: CommandEnvironment,
): Promise<JsonObject> {
  if (/^(?:[@{]|-$)/.test(text.trim())) {
    const filter = jsonIn(await givenText(text.trim(), environment), 'the conditions');
    if (isJsonObject(filter)) return filter;
    throw new UsageError('a condition as JSON is an object: {"status": "todo"}');
  }
  const [, name, sign, value] = CONDITION.exec(text) ?? [];
  if (name === undefined || sign === undefined || value === undefined) {
    throw new UsageError(`the condition "${text}" is none: write status=todo, or a filter as JSON`);
  }
  return {
    [name.trim()]: testOf(
      sign,
      value,
      columns.find((column) => column.name === name.trim()),
    ),
  };
}

function testOf(sign: string, text: string, column: QueryColumn | undefined): Json {
  if (text === '' && (sign === '=' || sign === '!=')) return { empty: sign === '=' };
  if (sign === '~') return { icontains: text };
  if (column?.type === 'list' && sign === '=') return { contains: literalOf(text, column.itemType) };
  return { [OPERATORS[sign] ?? 'eq']: literalOf(text, column?.type) };
}

/** A text that is not of the column's type stays as it is, so that the refusal names it. */
function literalOf(text: string, type: string | undefined): Json {
  const isNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
  if (isNumber && (type === undefined || type === 'integer' || type === 'number')) return Number(text);
  if (/^(true|false)$/.test(text) && (type === undefined || type === 'boolean')) return text === 'true';
  return text;
}
