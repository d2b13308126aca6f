/** Rows that come again: when one is done, and the rules that can not be followed. docs/recurrence.md */

import { readRecurrence } from '../../kernel/recurrence';
import { type TableDefinition, ofDefinition } from '../catalog/definition';
import { type Violation, nearOf } from '../errors';
import type { Row } from '../storage/row';
import type { ColumnSpec, Recurs } from '../values/column-spec';

export interface RecurringColumn extends ColumnSpec {
  readonly recurs: Recurs;
}

/** The date column by which the rows of a table come again; null: they don't. */
export const recurringColumn = ofDefinition(
  ({ columns }): RecurringColumn | null =>
    columns.find((spec): spec is RecurringColumn => spec.recurs !== undefined) ?? null,
);

/** The rule of a row; null: it has none. */
export function ruleOf({ values }: Row, { rule }: Recurs): string | null {
  const text = values[rule];
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

export function isDone({ values }: Row, { done, values: doneValues }: Recurs): boolean {
  const value = values[done];
  return doneValues === undefined ? value === true : typeof value === 'string' && doneValues.includes(value);
}

/** A rule that can't be followed. */
export function recurrenceViolations(table: TableDefinition, row: Row): readonly Violation[] {
  const recurs = recurringColumn(table)?.recurs;
  const text = recurs === undefined ? null : ruleOf(row, recurs);
  if (recurs === undefined || text === null) return NONE;
  const rule = readRecurrence(text);
  if (!('message' in rule)) return NONE;
  const { message, at, length, near } = rule;
  const place = at === 0 && length === text.length ? '' : ` at character ${at + 1}`;
  return [violationOf(row, recurs, `${message}${place}`, near)];
}

/** A row that was marked as done by an external edit, so that nothing made the next one. */
export function interruptedSeries(table: TableDefinition, row: Row): readonly Violation[] {
  const recurs = recurringColumn(table)?.recurs;
  if (recurs === undefined || ruleOf(row, recurs) === null || !isDone(row, recurs)) return NONE;
  const message = 'the row is done and still has its rule: its next row was not made';
  return [{ ...violationOf(row, recurs, message, []), severity: 'warning' }];
}

const NONE: readonly Violation[] = [];

const violationOf = (row: Row, { rule: column }: Recurs, message: string, near: readonly string[]): Violation => ({
  path: row.path,
  column,
  code: 'recurs',
  message: `${column}: ${message}`,
  value: row.values[column],
  ...nearOf(near),
});
