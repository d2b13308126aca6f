/** The fields of every form: a line with its label, a text, a choice, a check. */

import type { ComponentChildren, JSX } from 'preact';
import { focus } from './button';

export interface FieldProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export const Field = ({ label, children }: FieldProps): JSX.Element => (
  <label class="ndb-form-field">
    <span>{label}</span>
    {children}
  </label>
);

export interface TextInputProps {
  readonly value: string;
  readonly set: (value: string) => void;
  readonly isOff?: boolean;
  /** When it comes. */
  readonly takesFocus?: boolean;
  readonly class?: string;
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly title?: string;
  readonly placeholder?: string;
  readonly spellcheck?: boolean;
  readonly inputMode?: 'decimal' | 'text';
  /** The id of a datalist. */
  readonly suggestions?: string;
  /** What it holds is refused. */
  readonly isInvalid?: boolean;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export const TextInput = ({
  set,
  isOff = false,
  takesFocus = false,
  suggestions,
  isInvalid = false,
  ...attributes
}: TextInputProps): JSX.Element => (
  <input
    {...attributes}
    type="text"
    {...(isInvalid ? { 'aria-invalid': true } : {})}
    {...(suggestions === undefined ? {} : { list: suggestions })}
    ref={takesFocus ? focus : null}
    disabled={isOff}
    onInput={({ currentTarget }) => set(currentTarget.value)}
  />
);

export interface SelectProps<Value extends string> {
  readonly value: Value;
  /** With their words. */
  readonly options: readonly (readonly [value: Value, words: string])[];
  readonly set: (value: Value) => void;
  readonly isOff?: boolean;
  readonly class?: string;
  readonly 'aria-label'?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>): JSX.Element {
  const { options, set, isOff = false, class: own, ...attributes } = props;
  return (
    <select
      {...attributes}
      class={own === undefined ? 'dropdown' : `dropdown ${own}`}
      disabled={isOff}
      onChange={({ currentTarget }) => set(currentTarget.value as Value)}
    >
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** Of a record of values and their words. */
export function optionsOf<Value extends string>(
  words: Readonly<Record<Value, string>>,
): readonly (readonly [value: Value, words: string])[] {
  const options: (readonly [Value, string])[] = [];
  for (const value in words) options.push([value, words[value]]);
  return options;
}

export interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isOff?: boolean;
  readonly set: (isOn: boolean) => void;
}

export const Check = ({ label, isOn, isOff = false, set }: CheckProps): JSX.Element => (
  <label class="ndb-form-check">
    <input
      type="checkbox"
      checked={isOn}
      disabled={isOff}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
    {label}
  </label>
);
