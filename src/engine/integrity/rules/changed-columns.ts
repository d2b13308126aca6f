/** Finds the columns with a changed meaning, and the rows that break the old one. Source: docs/operations.md#alter_column; D17 (undo: validated like any write) */

import { valueRules } from '../../catalog/spec/attribute-keys';
import type { TableDefinition } from '../../catalog/definition';
import type { SchedulerPort } from '../../ports/host';
import type { Row } from '../../storage/row';
import type { Transaction } from '../../storage/transaction/transaction';
import type { RuleSet } from './rule-set';
import { relationViolations, valueViolations } from '../validate-row';

/** The columns of a table that ask something else of their values than in `other`, or are not there. */
export function changedColumns(other: TableDefinition, table: TableDefinition): readonly string[] {
  if (other === table) return [];
  const known = new Map(other.columns.map((spec) => [spec.name, valueRules(spec)]));
  return table.columns.flatMap((spec) => (known.get(spec.name) === valueRules(spec) ? [] : [spec.name]));
}

/** How a migration remembers that a row broke what a column asked before. */
export const toleratedValue = (table: string, column: string, { id, path }: Row): string =>
  `${table} column:${column} ${id || path}`;

/** The rows that break the old rules of changed columns: an undo, which restores the rules, tolerates them. */
export async function rowsBreakingOldColumns(
  rules: RuleSet,
  transaction: Transaction,
  scheduler: SchedulerPort,
): Promise<readonly string[]> {
  const found = new Set<string>();
  if (!transaction.catalogChanged) return [];
  const { before } = transaction;
  for (const table of before.catalog.tables()) {
    const next = transaction.catalog.table(table.qualified);
    const columns = new Set(next === null ? [] : changedColumns(next, table));
    if (columns.size === 0) continue;
    const old = { ...table, columns: table.columns.filter(({ name }) => columns.has(name)) };
    const view = before.table(table.qualified);
    for (const path of [...view.pathsOfRows()]) {
      await scheduler.pause();
      const row = view.row(path);
      if (row === null) continue;
      const check = { view: before, rules, table: old, row, problems: [], before: null };
      for (const { column } of [...valueViolations(check), ...relationViolations(check)]) {
        if (column !== null) found.add(toleratedValue(table.qualified, column, row));
      }
    }
  }
  return [...found];
}
