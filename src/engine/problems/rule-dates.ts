/** The date tokens in the rules of a table, as dates: rows are checked again when these differ. docs/problems.md#a-change */

import { parseDateToken } from '../../kernel/date-token';
import type { TableDefinition } from '../catalog/definition';
import { linkRulesOf, type DateContext } from '../integrity/rules/rule-set';
import { type Json, isJsonObject, isList } from '../json';
import { getOrInsert } from '../values/maps';
import { resolveDateToken } from '../values/time/dates';

const tokensByTable = new WeakMap<TableDefinition, readonly string[]>();

/** Empty for a table whose rules ask for no date. */
export function ruleDates(table: TableDefinition, { now, zone }: DateContext): string {
  const tokens = getOrInsert(tokensByTable, table, () => [
    ...table.constraints.flatMap(({ check }) => tokensIn(check)),
    ...table.columns.flatMap((column) => tokensIn(linkRulesOf(column).refWhere ?? null)),
  ]);
  return tokens.map((token) => resolveDateToken(token, now, zone) ?? '').join('\n');
}

function tokensIn(filter: Json): readonly string[] {
  if (typeof filter === 'string') return parseDateToken(filter) === null ? [] : [filter];
  if (isList(filter)) return filter.flatMap(tokensIn);
  return isJsonObject(filter) ? Object.values(filter).flatMap((each) => tokensIn(each ?? null)) : [];
}
