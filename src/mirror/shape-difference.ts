/** What becomes of a table of the target when its definition changes. docs/mirror.md#changed-definitions */

import type { ColumnKind, ColumnShape, TableShape } from './table-shape';

export interface KeptColumn {
  readonly from: ColumnShape;
  readonly to: ColumnShape;
}

/** Values of a kept column are kept or cast; `added` columns are empty. */
export interface ShapeDifference {
  readonly from: TableShape;
  readonly to: TableShape;
  readonly dropped: readonly ColumnShape[];
  readonly kept: readonly KeptColumn[];
  readonly added: readonly ColumnShape[];
  /** Columns of another type whose values only the vault knows: the table is to be read again. */
  readonly unknown: readonly ColumnShape[];
}

/** A cast of the target gives each valid value the form that NoteDB shows. */
const CASTS: readonly (readonly [ColumnKind, ColumnKind])[] = [['integer', 'number']];

/** `renamed`: new names of columns, by the old ones. */
export function shapeDifference(
  from: TableShape,
  to: TableShape,
  renamed: ReadonlyMap<string, string>,
): ShapeDifference {
  const left = new Map(to.columns.map((column) => [column.column, column]));
  const dropped: ColumnShape[] = [];
  const kept: KeptColumn[] = [];
  const unknown: ColumnShape[] = [];
  for (const column of from.columns) {
    const next = left.get(renamed.get(column.column) ?? column.column);
    const isKept = next !== undefined && canCast(column.kind, next.kind);
    if (isKept) {
      kept.push({ from: column, to: next });
      left.delete(next.column);
    } else {
      dropped.push(column);
      if (next !== undefined) unknown.push(next);
    }
  }
  return { from, to, dropped, kept, added: [...left.values()], unknown };
}

/** Whether both come of the same definition, whatever names were free. */
export const isSameDefinition = (a: TableShape, b: TableShape): boolean =>
  isSameShape(withoutNames(a), withoutNames(b));

const withoutNames = ({ columns, ...table }: TableShape): TableShape => ({
  ...{ ...table, name: '' },
  columns: columns.map(({ idName: _, valuesName: _values, ...column }) => ({ ...column, name: '' })),
});

export const isSameShape = (a: TableShape, b: TableShape): boolean => JSON.stringify(a) === JSON.stringify(b);

const canCast = (from: ColumnKind, to: ColumnKind): boolean =>
  from === to || CASTS.some(([old, now]) => old === from && now === to);
