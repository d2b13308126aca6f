/** The summaries of columns, asked for in one call: of all rows, or of each group of them. docs/views.md#summaries */

import type { JsonObject, Operations } from '../../engine/index';
import type { ColumnSummary, Summary } from '../components/grid/summary';
import type { OperationsClient } from '../client/operations-client';

export type SummaryKinds = Readonly<Record<string, Summary>>;

export interface SummaryQuestion {
  readonly table: string;
  readonly where: JsonObject | null;
  readonly kinds: SummaryKinds;
}

/** Aggregates that a summary is made of; `checked` is the sum of a formula. */
const AGGREGATES: Readonly<Record<Summary, readonly string[]>> = {
  filled: ['count'],
  empty: ['count'],
  percent_filled: ['count'],
  unique: ['count_distinct'],
  share: [],
  sum: ['sum'],
  average: ['avg'],
  median: ['median'],
  min: ['min'],
  max: ['max'],
  range: ['min', 'max'],
  earliest: ['min'],
  latest: ['max'],
  checked: [],
  unchecked: [],
};

type Answer = Operations['select_rows']['result']['rows'][number];

export async function askSummaries(
  client: OperationsClient,
  { table, where, kinds }: SummaryQuestion,
): Promise<Readonly<Record<string, ColumnSummary>>> {
  const given = where === null ? {} : { where };
  const { rows } = await client.run('select_rows', { table, ...given, ...summaryArguments(kinds) });
  return readSummaries(kinds, rows[0] ?? {});
}

interface SummaryArguments {
  readonly aggregates: Readonly<Record<string, string>>;
  readonly compute?: Readonly<Record<string, string>>;
}

/** Arguments of select_rows. `rows_count` counts the rows. */
export function summaryArguments(kinds: SummaryKinds): SummaryArguments {
  const aggregates: Record<string, string> = { rows_count: 'count' };
  const compute: Record<string, string> = {};
  for (const [column, kind] of Object.entries(kinds)) {
    for (const each of AGGREGATES[kind]) aggregates[`${each}_${column}`] = `${each}:${column}`;
    if (kind === 'share') aggregates['rows_share'] = 'share';
    if (kind === 'checked' || kind === 'unchecked') {
      compute[checkedName(column)] = `if(note[${JSON.stringify(column)}], 1, 0)`;
      aggregates[`checked_${column}`] = `sum:${checkedName(column)}`;
    }
  }
  return { aggregates, ...(Object.keys(compute).length === 0 ? {} : { compute }) };
}

/** Not the name of a column. */
const checkedName = (column: string): string => `ndb_checked_${column}`;

/** Of a row of the answer. */
export const readSummaries = (kinds: SummaryKinds, row: Answer): Readonly<Record<string, ColumnSummary>> =>
  Object.fromEntries(
    Object.entries(kinds).map(([column, kind]) => [column, { kind, value: summaryOf(kind, column, row) }]),
  );

function summaryOf(kind: Summary, column: string, row: Answer): ColumnSummary['value'] {
  const of = (each: string): number | string | null => {
    const value = row[`${each}_${column}`];
    return typeof value === 'number' || typeof value === 'string' ? value : null;
  };
  const all = Number(row['rows_count'] ?? 0);
  const filled = Number(of('count') ?? 0);
  const checked = Number(of('checked') ?? 0);
  switch (kind) {
    case 'filled':
      return filled;
    case 'empty':
      return all - filled;
    case 'percent_filled':
      return all === 0 ? null : (filled / all) * 100;
    case 'share':
      return all === 0 ? null : Number(row['rows_share'] ?? 0) * 100;
    case 'checked':
      return checked;
    case 'unchecked':
      return all - checked;
    case 'range': {
      const [least, most] = [of('min'), of('max')];
      return typeof least === 'number' && typeof most === 'number' ? most - least : null;
    }
    default:
      return of(AGGREGATES[kind][0] ?? '');
  }
}
