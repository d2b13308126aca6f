/** Lists the values that a dry run refuses, with a field for what replaces each. docs/app/columns.md */

import type { JSX } from 'preact';
import { plainText } from '../../components/cells/cell-value';
import type { GridColumn } from '../../components/grid-column';
import { Button } from '../../components/form/button';
import { Select, TextInput } from '../../components/form/field';
import { Icon } from '../../components/icon';
import { type InvalidValue, type ValueFix, type ValueFixes, invalidReason } from './invalid-values';

export interface InvalidValuesProps {
  readonly label: string;
  /** How many rows do not fit; null: every value has a fix. */
  readonly title: string | null;
  readonly values: readonly InvalidValue[];
  readonly fixes: ValueFixes;
  readonly setFixes: (fixes: ValueFixes) => void;
  readonly columnOf: (value: InvalidValue) => GridColumn | undefined;
  /** Whether the name of the column is shown at each value. */
  readonly namesColumns?: boolean;
  /** `3 rows`, `lines 4, 9`. */
  readonly where: (value: InvalidValue) => string;
  /** The rows by name. */
  readonly rows?: (value: InvalidValue) => JSX.Element;
  /** The word for the rows of a value, where they can be left out. */
  readonly leaveOut?: (value: InvalidValue) => string;
}

const MOST_SHOWN = 100;

export function InvalidValuesList(props: InvalidValuesProps): JSX.Element | null {
  const { label, title, values, fixes, setFixes, leaveOut } = props;
  if (values.length === 0) return null;
  const open = values.filter(({ key }) => !fixes.has(key));
  const near = open.filter((value) => value.near !== '');
  const fixAll = (of: readonly InvalidValue[], fix: (value: InvalidValue) => ValueFix): void =>
    setFixes(new Map([...fixes, ...of.map((value) => [value.key, fix(value)] as const)]));
  return (
    <section class="ndb-invalid" aria-label={label}>
      <div class="ndb-invalid-count ndb-line ndb-wraps" role="alert">
        <Icon name={title === null ? 'check' : 'alert'} />
        <strong>{title ?? 'All values corrected'}</strong>
        {near.length > 1 && (
          <Button onClick={() => fixAll(near, (value) => ({ kind: 'value', text: value.near }))}>
            Use {near.length} near values
          </Button>
        )}
        {leaveOut !== undefined && open.length > 1 && (
          <Button onClick={() => fixAll(open, () => ({ kind: 'leaveOut' }))}>Leave these lines out</Button>
        )}
      </div>
      <ul class="ndb-plain-list">
        {values.slice(0, MOST_SHOWN).map((value) => (
          <InvalidValueItem key={value.key} {...props} {...{ value }} />
        ))}
      </ul>
      {values.length > MOST_SHOWN && (
        <p class="ndb-invalid-quiet ndb-small-text">
          and {values.length - MOST_SHOWN} more values. Correct these first.
        </p>
      )}
    </section>
  );
}

interface ItemProps extends InvalidValuesProps {
  readonly value: InvalidValue;
}

function InvalidValueItem(props: ItemProps): JSX.Element | null {
  const { value, namesColumns, columnOf, where, rows } = props;
  const column = columnOf(value);
  if (column === undefined) return null;
  return (
    <li class="ndb-invalid-item">
      <p>
        {namesColumns === true && <span class="ndb-invalid-quiet ndb-small-text">{column.label}</span>}
        <span class="ndb-invalid-value ndb-ellipsis">{shown(value)}</span>
        <span class="ndb-invalid-quiet ndb-small-text">
          {invalidReason(value)} · {where(value)}
        </span>
      </p>
      {rows?.(value)}
      <FixField {...props} {...{ column }} />
    </li>
  );
}

const shown = ({ value }: InvalidValue): string => (value === null ? 'empty' : plainText(value));

/** What the rows get in place of the value. */
function FixField(props: ItemProps & { readonly column: GridColumn }): JSX.Element {
  const { value, fixes, setFixes, column, namesColumns, where, leaveOut } = props;
  const fix = fixes.get(value.key);
  const set = (next: ValueFix | null): void => {
    const all = new Map(fixes);
    if (next === null) all.delete(value.key);
    else all.set(value.key, next);
    setFixes(all);
  };
  if (fix !== undefined && fix.kind !== 'value') {
    return (
      <p class="ndb-invalid-fix">
        <span>{fix.kind === 'empty' ? 'is emptied' : `${where(value)} left out`}</span>
        <Button onClick={() => set(null)}>Don’t</Button>
      </p>
    );
  }
  const typed = fix?.text ?? '';
  const instead = value.value === null ? 'Fill with' : `Instead of ${shown(value)}`;
  const { near } = value;
  return (
    <p class="ndb-invalid-fix">
      <ValueField
        label={
          namesColumns === true ? `${column.label} ${instead.charAt(0).toLowerCase()}${instead.slice(1)}` : instead
        }
        {...{ column, typed }}
        isEmpty={value.value === null}
        set={(text) => set(text === '' ? null : { kind: 'value', text })}
      />
      {near !== '' && typed !== near && <Button onClick={() => set({ kind: 'value', text: near })}>Use {near}</Button>}
      {value.value !== null && !column.isRequired && (
        <Button onClick={() => set({ kind: 'empty' })}>Leave it empty</Button>
      )}
      {leaveOut !== undefined && <Button onClick={() => set({ kind: 'leaveOut' })}>Leave {leaveOut(value)} out</Button>}
    </p>
  );
}

interface ValueFieldProps {
  readonly label: string;
  readonly column: GridColumn;
  readonly typed: string;
  /** Of the rows: they have no value yet. */
  readonly isEmpty: boolean;
  readonly set: (text: string) => void;
}

function ValueField({ label, column, typed, isEmpty, set }: ValueFieldProps): JSX.Element {
  const { type, itemType, values } = column;
  const options = type === 'enum' ? values : type === 'boolean' ? ['true', 'false'] : null;
  const placeholder = isEmpty ? 'Value for them' : 'Value instead';
  if (options === null) {
    return (
      <TextInput
        aria-label={label}
        {...{ placeholder, set }}
        inputMode={['integer', 'number'].includes(type === 'list' ? itemType : type) ? 'decimal' : 'text'}
        value={typed}
      />
    );
  }
  return (
    <Select
      aria-label={label}
      value={typed}
      options={[['', placeholder], ...options.map((option) => [option, option] as const)]}
      {...{ set }}
    />
  );
}
