/** Finds the one row that a filter names by its id or path, without looking at the others. */

import type { Row } from '../storage/row';
import type { TableView } from '../storage/view';
import { type Predicate, rowMatches } from './predicate';
import type { Tally } from './tally';

type RowIndex = Pick<TableView, 'row' | 'rowById'>;

/** Null when the filter names no row, or one that is not there: then all rows have to be looked at. */
export function indexedRow(table: RowIndex, where: Predicate, tally?: Tally): Row | null {
  const named = namedRow(table, where);
  if (named === null || !rowMatches(where, named.row)) return null;
  tally?.look(1);
  tally?.use(named.by);
  return named.row;
}

interface Named {
  readonly row: Row;
  readonly by: 'path' | 'id';
}

function namedRow(table: RowIndex, where: Predicate): Named | null {
  if (where.kind === 'all') {
    for (const part of where.parts) {
      const named = namedRow(table, part);
      if (named !== null) return named;
    }
  }
  if (where.kind !== 'test' || where.negated || where.equals === undefined) return null;
  const { name, stored } = where.subject;
  if (stored !== null || (name !== 'id' && name !== 'path')) return null;
  const row = name === 'id' ? table.rowById(where.equals) : table.row(where.equals);
  return row === null ? null : { row, by: name };
}
