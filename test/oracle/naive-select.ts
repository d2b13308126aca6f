/** The same answers row by row, on plain row objects: the oracle that the column evaluator is tested against. */

import type { Row } from '../../src/engine/storage/row';
import { rowOrder } from '../../src/engine/query/order';
import { rowMatches } from '../../src/engine/query/where/predicate';
import type { SelectQuery, SelectResult } from '../../src/engine/query/select';

export function naiveSelect(rows: Iterable<Row>, query: SelectQuery): SelectResult {
  const matches = [...rows].filter((row) => rowMatches(query.where, row)).sort(rowOrder(query.order, query.zone));
  const end = query.limit === null ? matches.length : query.offset + query.limit;
  return { total: matches.length, rows: matches.slice(query.offset, end) };
}
