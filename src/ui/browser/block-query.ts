/** What a `notedb` code block asks for, read from its YAML; what it can't mean is said in words. D15 */

import type { JsonObject } from '../../engine/index';
import type { Problem } from '../components/problem';
import { asObject, asText } from './read-json';
import type { RowsQuery } from './table-rows';

const KEYS = ['table', 'columns', 'where', 'order_by', 'limit'];
const EXAMPLE = 'Write, for example:\ntable: tasks\ncolumns: [title, due]\norder_by: due';
const MOST_ROWS = 1000;
const USUAL_ROWS = 100;

/** `source` is what the YAML holds, whatever that is. */
export function readBlock(source: unknown): RowsQuery | Problem {
  const block = asObject(source as JsonObject);
  if (block === null) return { message: 'The block is empty, or is no list of keys and values.', hint: EXAMPLE };
  const given = Object.fromEntries(Object.entries(block).filter(([, value]) => value !== null));
  return refusal(given) ?? query(given);
}

function refusal(block: JsonObject): Problem | null {
  const { table, columns, where, order_by: orderBy, limit } = block;
  if ('view' in block) return { message: 'There are no views yet.', hint: `Name a table instead. ${EXAMPLE}` };
  const unknown = Object.keys(block).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0) {
    return { message: `A block has no key ${unknown.join(', ')}.`, hint: `Its keys are ${KEYS.join(', ')}.` };
  }
  if (typeof table !== 'string' || table === '') return { message: 'The block names no table.', hint: EXAMPLE };
  if (columns !== undefined && !isTexts(columns)) {
    return { message: 'columns is no list of names.', hint: 'Write columns: [title, due].' };
  }
  if (where !== undefined && asObject(where) === null) {
    return { message: 'where holds no conditions.', hint: 'Write where: {status: todo}.' };
  }
  if (orderBy !== undefined && typeof orderBy !== 'string' && !isTexts(orderBy)) {
    return { message: 'order_by is no name of a column.', hint: 'Write order_by: due, or order_by: -due to descend.' };
  }
  if (limit !== undefined && !isCount(limit)) {
    return { message: 'limit is no number of rows.', hint: `Write a whole number from 1 to ${MOST_ROWS}.` };
  }
  return thisToken(where);
}

/** It would stay literal and match nothing, which looks like an empty table. */
function thisToken(where: unknown): Problem | null {
  const token = /\{this\.[^}]*\}/.exec(JSON.stringify(where ?? null))?.[0];
  if (token === undefined) return null;
  return { message: `${token} is not filled in yet.`, hint: 'Write the value itself.' };
}

function query({ table, columns, where, order_by: orderBy, limit }: JsonObject): RowsQuery {
  return {
    table: asText(table) ?? '',
    columns: isTexts(columns) ? columns : null,
    where: asObject(where),
    orderBy: typeof orderBy === 'string' ? [orderBy] : isTexts(orderBy) ? orderBy : [],
    limit: typeof limit === 'number' ? limit : USUAL_ROWS,
  };
}

/** Whether the answer changes when a day begins: `{today}` and the like. */
export const dependsOnToday = ({ where }: RowsQuery): boolean => /"[^"]*\{[^"]*"/.test(JSON.stringify(where));

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_ROWS;
