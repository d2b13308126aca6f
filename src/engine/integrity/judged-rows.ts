/** Holds a changed definition against the rows that are there: its columns alone, since the others are as they were. Source: docs/operations.md#add_column, docs/operations.md#alter_column; D17 */

import type { TableDefinition } from '../catalog/definition';
import type { Violation } from '../errors';
import type { Row } from '../storage/row';
import type { Transaction } from '../storage/transaction';
import { jsonEqual } from '../values/json';
import { toleratedValue } from './changed-columns';
import type { Rules } from './rules';
import { relationViolations, valueViolations } from './validate-row';

/** The definition with those columns alone that are held against a row; the whole one for a write of rows. */
export function judgedDefinition(
  transaction: Transaction,
  table: TableDefinition,
  row: Row,
  before: Row | null,
): TableDefinition {
  const judged = transaction.judgedTables.get(table.qualified);
  if (judged === undefined || before === null) return table;
  const columns = table.columns.filter(
    ({ name }) => judged.columns.has(name) || !jsonEqual(row.values[name], before.values[name]),
  );
  return { ...table, columns };
}

/** What the rows break whose notes are not written: null between two rows, so that others have their turn. */
export function* rereadViolations(transaction: Transaction, rules: Rules): Generator<Violation | null> {
  for (const [qualified, { columns, rows }] of transaction.judgedTables) {
    const definition = transaction.catalog.table(qualified);
    if (definition === null || rows === null || columns.size === 0) continue;
    const table = { ...definition, columns: definition.columns.filter(({ name }) => columns.has(name)) };
    const written = new Set(transaction.staging().map(({ from }) => from));
    for (const [path, { row, problems }] of rows) {
      yield null;
      if (written.has(path)) continue;
      const judged = problems.filter(({ column }) => columns.has(column));
      const check = { view: transaction, rules, table, row, problems: judged, before: null };
      for (const violation of [...valueViolations(check), ...relationViolations(check)]) {
        const isTolerated = transaction.tolerated.has(toleratedValue(qualified, violation.column ?? '', row));
        if (!isTolerated) yield violation;
      }
    }
  }
}
