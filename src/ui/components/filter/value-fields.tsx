/** The fields for the value of a condition, by the type of its column. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Select, TextInput } from '../form/field';
import type { Json } from '../../../engine/index';
import type { Suggest } from '../editors/suggestions';
import { type GridColumn, isNumeric } from '../grid-column';
import { numberText } from '../../../kernel/number-text';
import { readText } from '../../../kernel/read-text';
import { conventionHere } from '../text/date-text';
import { DayField } from './day-field';
import { type BuilderOperator, needsValue } from './filter-tree';
import { ValuesField, shownText } from './values-field';

export interface ValueFieldsProps {
  readonly column: GridColumn;
  readonly operator: BuilderOperator;
  /** What the field is called aloud. */
  readonly label: string;
  readonly value: Json;
  readonly change: (value: Json) => void;
  readonly suggest: Suggest;
}

export function ValueFields(props: ValueFieldsProps): JSX.Element | null {
  const { column, operator, label, value, change } = props;
  if (!needsValue(operator)) return null;
  if (operator === 'between') {
    const [from = null, to = null] = Array.isArray(value) ? (value as readonly Json[]) : [];
    return (
      <>
        <SingleField {...props} label={`${label}: from`} value={from} change={(next) => change([next, to])} />
        <span class="ndb-filter-and ndb-small-text">and</span>
        <SingleField {...props} label={`${label}: to`} value={to} change={(next) => change([from, next])} />
      </>
    );
  }
  if (takesSeveral(column, operator)) {
    const item = itemOf(column);
    const values = Array.isArray(value) ? (value as readonly Json[]) : value === null ? [] : [value];
    return <ValuesField {...props} {...texts(item)} {...{ column: item, values }} isSingle={false} />;
  }
  return <SingleField {...props} />;
}

/** Whether the operand is a list of values. */
export const takesSeveral = ({ type }: GridColumn, operator: BuilderOperator): boolean =>
  operator === 'in' || operator === 'notIn' || (type === 'list' && (operator === 'eq' || operator === 'ne'));

/** What one value of the column is like. */
const itemOf = (column: GridColumn): GridColumn =>
  column.type === 'list' ? { ...column, type: column.itemType } : column;

/** Whether a part of a text is looked for, whatever the type. */
const isTextual = (operator: BuilderOperator): boolean =>
  ['icontains', 'notIcontains', 'starts_with', 'ends_with'].includes(operator);

function SingleField(props: ValueFieldsProps): JSX.Element {
  const { label, value, change, operator } = props;
  const column = itemOf(props.column);
  if (isTextual(operator)) return <TextField {...{ label, value, change }} />;
  switch (column.type) {
    case 'boolean':
      return <BooleanField {...{ label, value, change }} />;
    case 'date':
    case 'datetime':
      return <DayField {...{ label, value, change }} hasTime={column.type === 'datetime'} />;
    case 'integer':
    case 'number':
      return <NumberField {...{ column, label, value, change }} />;
    case 'enum':
    case 'link': {
      const values = value === null ? [] : [value];
      const put = (values: readonly Json[]): void => change(values[0] ?? null);
      return <ValuesField {...props} {...texts(column)} {...{ column, values }} isSingle change={put} />;
    }
    case 'json':
    case 'string':
    case 'list':
      return <TextField {...{ label, value, change }} />;
  }
}

interface PlainFieldProps {
  readonly label: string;
  readonly value: Json;
  readonly change: (value: Json) => void;
}

function TextField({ label, value, change }: PlainFieldProps): JSX.Element {
  return (
    <TextInput
      class="ndb-input ndb-filter-text"
      aria-label={label}
      spellcheck={false}
      value={value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)}
      set={(typed) => change(typed === '' ? null : typed)}
    />
  );
}

/** As the locale writes numbers. A text that is not a number is kept, and the engine refuses it with a reason. */
function NumberField({ column, label, value, change }: PlainFieldProps & { readonly column: GridColumn }): JSX.Element {
  const [draft, setDraft] = useState(() => numberDraft(value));
  return (
    <TextInput
      inputMode="decimal"
      class="ndb-input ndb-filter-number"
      aria-label={label}
      value={draft}
      set={(typed) => {
        setDraft(typed);
        change(readText(typed, column, conventionHere()).value);
      }}
    />
  );
}

const numberDraft = (value: Json): string =>
  typeof value === 'number'
    ? numberText(value)
    : value === null
      ? ''
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);

function BooleanField({ label, value, change }: PlainFieldProps): JSX.Element {
  return (
    <Select
      class="ndb-input"
      aria-label={label}
      value={value === false ? 'no' : 'yes'}
      options={[
        ['yes', 'checked'],
        ['no', 'not checked'],
      ]}
      set={(chosen) => change(chosen === 'yes')}
    />
  );
}

/** How a value of the type is read and shown in a pill. */
function texts(column: GridColumn): {
  readonly read: (text: string) => Json;
  readonly show: (value: Json) => string;
} {
  // What a link leads to, the engine finds by its name alone.
  const isRead = isNumeric(column) || column.type === 'enum';
  return {
    read: (text) => (isRead ? readText(text, column, conventionHere()).value : text),
    show: (value) => (typeof value === 'number' ? numberText(value) : shownText(value)),
  };
}

/** The value that is there before the person gives one. */
export function firstValue(column: GridColumn, operator: BuilderOperator): Json {
  if (!needsValue(operator) || takesSeveral(column, operator) || isTextual(operator)) return null;
  const { type } = itemOf(column);
  const one = type === 'boolean' ? true : type === 'date' || type === 'datetime' ? '{today}' : null;
  return operator === 'between' ? [one, one] : one;
}
