/** One condition of a filter: column, operator, value. */

import type { JSX } from 'preact';
import { Select } from '../form/field';
import type { Json } from '../../../engine/index';
import { ColumnChoice } from '../column-choice/column-choice';
import type { Suggestions } from '../editors/suggestions';
import { type GridColumn, holdsLinks, undeclaredColumn } from '../grid-column';
import {
  type ConditionBody,
  type FilterCondition,
  type BuilderOperator,
  type WrittenCondition,
  comparedColumn,
  comparesColumns,
  isComplete,
} from './filter-tree';
import { yamlOf } from './filter-yaml';
import { keptOperator, operatorsOf, usualOperator } from './filter-words';
import { type FilterColumn, OperandFields } from './operand-fields';
import { firstValue, takesSeveral } from './value-fields';

export interface FilterTools {
  readonly columns: readonly FilterColumn[];
  /** The notes that a link of the column may lead to; null: they are unknown. */
  readonly suggest: ((column: GridColumn, text: string) => Promise<Suggestions>) | null;
}

export interface ConditionLineProps {
  readonly condition: FilterCondition;
  readonly tools: FilterTools;
  readonly change: (condition: FilterCondition) => void;
}

export function ConditionLine({ condition, tools, change }: ConditionLineProps): JSX.Element {
  const { column: name, operator, value } = condition;
  const column = columnOf(tools.columns, name);
  const { suggest } = tools;
  return (
    <>
      <ColumnChoice
        label="Column"
        name={name}
        columns={tools.columns.map(({ column: each, heading }) => ({ ...each, heading }))}
        choose={(next) => change({ ...condition, ...forColumn(condition, column, columnOf(tools.columns, next)) })}
      />
      <Select<BuilderOperator>
        class="ndb-input"
        aria-label={`${column.label}: comparison`}
        value={operator}
        options={operatorsOf(column, operator)}
        set={(next) => change({ ...condition, operator: next, value: keptValue(column, condition, next) })}
      />
      <OperandFields
        key={`${name} ${operator}`}
        {...{ column, operator, value }}
        columns={tools.columns}
        label={column.label}
        suggest={suggest === null || !holdsLinks(column) ? null : (text) => suggest(column, text)}
        change={(next) => change({ ...condition, value: next })}
      />
    </>
  );
}

/** A column that is not offered, or is gone, is taken for a text: the engine reports the problem with it. */
function columnOf(columns: readonly FilterColumn[], name: string): GridColumn {
  const known = columns.find(({ column }) => column.name === name)?.column;
  return known ?? undeclaredColumn(name);
}

/** What a new condition of the column says. */
export function newCondition(column: GridColumn): ConditionBody {
  const operator = usualOperator(column);
  return { column: column.name, operator, value: firstValue(column, operator) };
}

/** A value of another column is not kept: it would mean nothing there. */
function forColumn({ operator }: FilterCondition, before: GridColumn, column: GridColumn): ConditionBody {
  if (before.name === column.name) return newCondition(column);
  const kept = keptOperator(before, column, operator);
  return { column: column.name, operator: kept, value: firstValue(column, kept) };
}

/** The value goes along to an operator that takes one of its form. */
function keptValue(column: GridColumn, condition: FilterCondition, next: BuilderOperator): Json {
  const { value, operator } = condition;
  if (!isComplete(condition) || value === null) return firstValue(column, next);
  const [isMany, becomesMany] = [takesSeveral(column, operator), takesSeveral(column, next)];
  if (next === 'empty' || next === 'filled') return null;
  if (comparedColumn(value) !== null) return comparesColumns(next) ? value : firstValue(column, next);
  const first = Array.isArray(value) ? ((value as readonly Json[])[0] ?? null) : value;
  if (next === 'between') return [first, operator === 'between' ? ((value as readonly Json[])[1] ?? null) : first];
  if (becomesMany) return isMany ? value : [first];
  return isMany || operator === 'between' ? first : value;
}

/** What the builder has no fields for, as it is written. */
export function WrittenLine({ condition }: { readonly condition: WrittenCondition }): JSX.Element {
  return (
    <code class="ndb-filter-written" title="Written by hand: change it as YAML">
      {yamlOf(condition.filter).trim()}
    </code>
  );
}
