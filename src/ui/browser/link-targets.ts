/** The rows that a link may lead to, as suggestions for its cell, with the reason where there are none. */

import type { Suggestion, Suggestions } from '../components/editors/suggestions';
import type { GridColumn, GridRow } from '../components/grid-column';
import type { OperationsClient } from './operations-client';
import { humanName } from './table-columns';

export interface LinkQuestion {
  /** Qualified. */
  readonly table: string;
  readonly row: GridRow;
  readonly column: GridColumn;
  readonly text: string;
}

const MOST = 30;

export async function suggestTargets(
  client: OperationsClient,
  { table, row, column, text }: LinkQuestion,
): Promise<Suggestions> {
  const search = text.trim();
  const answer = await client.run('list_link_targets', {
    table,
    column: column.name,
    ...(row.path === '' ? {} : { row: row.path }),
    ...(search === '' ? {} : { search }),
    limit: MOST,
  });
  const options: Suggestion[] = answer.rows.map(({ name, link }) => ({
    value: link ?? name,
    label: name,
    detail: null,
  }));
  const more = answer.total - options.length;
  const place = humanName(column.ref?.split('.').at(-1) ?? '');
  const note =
    answer.reason ??
    (options.length === 0 && search !== '' ? `Nothing in ${place} is called "${search}".` : moreText(more));
  return { options, note };
}

const moreText = (more: number): string | null => (more > 0 ? `${more} more. Type a part of the name.` : null);
