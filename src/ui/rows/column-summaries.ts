/** The summaries below the columns of a table, asked for in one call where that is possible. */

import type { JsonObject, Operations } from '../../engine/index';
import type { ColumnSummary, Summary } from '../components/grid/summary';
import type { OperationsClient } from '../client/operations-client';
import { allOf } from './where-parts';

export interface SummaryQuestion {
  readonly table: string;
  readonly where: JsonObject | null;
  readonly kinds: Readonly<Record<string, Summary>>;
}

/** Aggregates that a summary is made of. */
const AGGREGATES: Readonly<Record<Summary, readonly string[]>> = {
  filled: ['count'],
  empty: ['count'],
  percent_filled: ['count'],
  unique: [],
  sum: ['sum'],
  average: ['avg'],
  min: ['min'],
  max: ['max'],
  range: ['min', 'max'],
  earliest: ['min'],
  latest: ['max'],
  checked: [],
  unchecked: ['count'],
};

type Answer = Operations['select_rows']['result']['rows'][number];

export async function askSummaries(
  client: OperationsClient,
  { table, where, kinds }: SummaryQuestion,
): Promise<Readonly<Record<string, ColumnSummary>>> {
  const entries = Object.entries(kinds);
  const aggregates: Record<string, string> = { rows_count: 'count' };
  for (const [column, kind] of entries) {
    for (const each of AGGREGATES[kind]) aggregates[`${each}_${column}`] = `${each}:${column}`;
  }
  const given = where === null ? {} : { where };
  const { rows } = await client.run('select_rows', { table, ...given, aggregates });
  const totals = rows[0] ?? {};
  const found: Record<string, ColumnSummary> = {};
  for (const [column, kind] of entries) {
    const counted =
      kind === 'unique'
        ? await countValues(client, table, where, column)
        : kind === 'checked' || kind === 'unchecked'
          ? await countChecked(client, table, where, column)
          : null;
    found[column] = { kind, value: summaryOf(kind, column, totals, counted) };
  }
  return found;
}

function summaryOf(kind: Summary, column: string, totals: Answer, counted: number | null): ColumnSummary['value'] {
  const of = (each: string): number | string | null => {
    const value = totals[`${each}_${column}`];
    return typeof value === 'number' || typeof value === 'string' ? value : null;
  };
  const all = Number(totals['rows_count'] ?? 0);
  const filled = Number(of('count') ?? 0);
  switch (kind) {
    case 'filled':
      return filled;
    case 'empty':
      return all - filled;
    case 'percent_filled':
      return all === 0 ? null : (filled / all) * 100;
    case 'unique':
    case 'checked':
      return counted;
    case 'unchecked':
      return all - (counted ?? 0);
    case 'sum':
      return of('sum');
    case 'average':
      return of('avg');
    case 'min':
    case 'earliest':
      return of('min');
    case 'max':
    case 'latest':
      return of('max');
    case 'range': {
      const [least, most] = [of('min'), of('max')];
      return typeof least === 'number' && typeof most === 'number' ? most - least : null;
    }
  }
}

async function countChecked(
  client: OperationsClient,
  table: string,
  where: JsonObject | null,
  column: string,
): Promise<number> {
  const both = allOf([where, { [column]: true }]);
  return (await client.run('select_rows', { table, ...(both === null ? {} : { where: both }), limit: 0 })).total;
}

async function countValues(
  client: OperationsClient,
  table: string,
  where: JsonObject | null,
  column: string,
): Promise<number> {
  const both = allOf([where, { [column]: { exists: true } }]);
  const given = both === null ? {} : { where: both };
  return (await client.run('select_rows', { table, ...given, group_by: column, limit: 0 })).total;
}
