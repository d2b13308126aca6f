/** Finds the one row that a filter names by its id or path, without looking at the others. */

import type { Row } from '../storage/row';
import type { TableView } from '../storage/view';
import { type Predicate, rowMatches } from './predicate';

type RowIndex = Pick<TableView, 'row' | 'rowById'>;

/** Null when the filter names no row, or one that is not there: then all rows have to be looked at. */
export function indexedRow(table: RowIndex, where: Predicate): Row | null {
  const row = namedRow(table, where);
  return row !== null && rowMatches(where, row) ? row : null;
}

function namedRow(table: RowIndex, where: Predicate): Row | null {
  if (where.kind === 'all') {
    for (const part of where.parts) {
      const row = namedRow(table, part);
      if (row !== null) return row;
    }
  }
  if (where.kind !== 'test' || where.negated || where.equals === undefined) return null;
  const { name, stored } = where.subject;
  if (stored !== null) return null;
  return name === 'id' ? table.rowById(where.equals) : name === 'path' ? table.row(where.equals) : null;
}
