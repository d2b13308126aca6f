/** What a condition compares with: a value, or another column. docs/queries.md#comparing-columns */

import type { JSX } from 'preact';
import { ColumnChoice } from '../column-choice/column-choice';
import { Button } from '../form/button';
import type { GridColumn } from '../grid-column';
import { type BuilderOperator, comparedColumn, comparesColumns } from './filter-tree';
import { type ValueFieldsProps, ValueFields, firstValue } from './value-fields';

/** A column to filter by. Through a link its name is `project.owner`. */
export interface FilterColumn {
  readonly column: GridColumn;
  /** What it is listed under, as those through a link are; null for one of the table. */
  readonly heading: string | null;
}

export interface OperandFieldsProps extends ValueFieldsProps {
  readonly columns: readonly FilterColumn[];
}

export function OperandFields({ columns, ...fields }: OperandFieldsProps): JSX.Element {
  const { column, operator, label, value, change } = fields;
  const named = comparedColumn(value);
  const others = columns.filter((other) => isComparable(column, operator, other.column));
  const [first] = others;
  if (named !== null) {
    return (
      <>
        <ColumnChoice
          label={`${label}: other column`}
          name={named}
          columns={others.map(({ column: each, heading }) => ({ ...each, heading }))}
          choose={(next) => change({ column: next })}
        />
        <Button look="link" onClick={() => change(firstValue(column, operator))}>
          Use a value
        </Button>
      </>
    );
  }
  return (
    <>
      <ValueFields {...fields} />
      {first !== undefined && (
        <Button
          look="bare"
          class="ndb-filter-compare"
          icon="table"
          aria-label={`${label}: compare with a column`}
          title="Compare with a column"
          onClick={() => change({ column: first.column.name })}
        />
      )}
    </>
  );
}

/** The engine says what else it compares; these are what people ask for. */
function isComparable(column: GridColumn, operator: BuilderOperator, other: GridColumn): boolean {
  if (column.name === other.name || !comparesColumns(operator)) return false;
  return kindOf(column) !== null && kindOf(column) === kindOf(other);
}

/** Columns of one kind can be compared. */
function kindOf({ type }: GridColumn): string | null {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'date':
    case 'datetime':
      return 'time';
    case 'string':
    case 'boolean':
    case 'link':
      return type;
    case 'enum':
    case 'list':
    case 'json':
      return null;
  }
}
