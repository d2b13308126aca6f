/** The values of a condition as pills, and a field that offers more of them. */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useElementId } from '../use-element-id';
import type { Json } from '../../../engine/index';
import { plainText } from '../cells/cell-value';
import { isComposing } from '../composing';
import { OptionList } from '../editors/option-list';
import { type Suggest, type Suggestion, useSuggestions } from '../editors/suggestions';
import type { GridColumn } from '../grid-column';
import { Button } from '../form/button';
import { Floating } from '../overlay/floating';

export interface ValuesFieldProps {
  /** Of single values: the items of a list. */
  readonly column: GridColumn;
  readonly label: string;
  readonly values: readonly Json[];
  /** One value takes the place of the one before. */
  readonly isSingle: boolean;
  readonly change: (values: readonly Json[]) => void;
  readonly suggest: Suggest;
  /** A value as it is typed, and as it is shown. */
  readonly read: (text: string) => Json;
  readonly show: (value: Json) => string;
}

export function ValuesField(props: ValuesFieldProps): JSX.Element {
  const { column, label, values, show } = props;
  const field = useValuesField(props);
  const place = useRef<HTMLDivElement>(null);
  const { suggestions, active, isOpen } = field;
  const hasOptions = isOpen && (suggestions.options.length > 0 || suggestions.note !== null);
  return (
    <div class="ndb-filter-values" ref={place}>
      {values.map((value, index) => (
        <span class="ndb-filter-pill ndb-ellipsis" key={`${index} ${JSON.stringify(value)}`}>
          {show(value)}
          <Button
            look="tiny"
            icon="close"
            aria-label={`Remove ${show(value)}`}
            onClick={() => {
              props.change(values.filter((_, at) => at !== index));
              field.input.current?.focus();
            }}
          />
        </span>
      ))}
      <input
        ref={field.input}
        type="text"
        class="ndb-filter-typed"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={hasOptions}
        aria-controls={hasOptions ? field.list : undefined}
        aria-activedescendant={hasOptions && active >= 0 ? `${field.list}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={values.length > 0 ? '' : placeholderOf(column)}
        value={field.typed}
        onInput={(event) => field.type(event.currentTarget.value)}
        onFocus={field.open}
        onClick={field.open}
        onBlur={field.leave}
        onKeyDown={field.onKeyDown}
      />
      {hasOptions && (
        <Floating anchor={() => place.current} class="ndb-filter-options ndb-surface" place="below">
          <OptionList id={field.list} {...{ suggestions, active }} pick={field.pick} />
        </Floating>
      )}
    </div>
  );
}

const placeholderOf = ({ type }: GridColumn): string =>
  type === 'enum' ? 'Choose' : type === 'link' ? 'Find a note' : 'Type a value';

interface ValuesFieldState {
  readonly input: { current: HTMLInputElement | null };
  readonly list: string;
  readonly typed: string;
  readonly suggestions: ReturnType<typeof useSuggestions>;
  readonly active: number;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly type: (text: string) => void;
  readonly leave: () => void;
  readonly pick: (option: Suggestion) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function useValuesField({ column, values, isSingle, change, suggest, read }: ValuesFieldProps): ValuesFieldState {
  const input = useRef<HTMLInputElement>(null);
  const list = useElementId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<number | null>(null);
  const found = useSuggestions(column, typed, isOpen ? suggest : null);
  // A value that is chosen already is not offered again.
  const isChosen = ({ value }: Suggestion): boolean => !isSingle && values.includes(value);
  const suggestions = { ...found, options: found.options.filter((option) => !isChosen(option)) };
  const { options } = suggestions;
  const active = picked ?? (typed.trim() !== '' && suggestions.note === null && column.type === 'enum' ? 0 : -1);
  const type = (text: string): void => {
    setTyped(text);
    setPicked(null);
    setOpen(true);
  };
  const add = (value: Json): void => {
    type('');
    if (isSingle) setOpen(false);
    change(isSingle ? [value] : withValue(values, value));
  };
  /** Adds the option, else the typed text. */
  const take = (option: Suggestion | undefined): void => {
    if (option !== undefined) add(option.value);
    else if (typed.trim() !== '') add(read(typed.trim()));
  };
  /** Whether the key is used up. */
  const press = ({ key }: KeyboardEvent): boolean => {
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    const option = isOpen ? options[active] : undefined;
    if (step !== 0 && options.length > 0) {
      setOpen(true);
      setPicked(active < 0 ? (step > 0 ? 0 : options.length - 1) : (active + step + options.length) % options.length);
    } else if (key === 'Enter') take(option);
    else if (key === 'Escape' && (isOpen || typed !== '')) {
      setTyped('');
      setOpen(false);
    } else if (key === 'Backspace' && typed === '' && values.length > 0) change(values.slice(0, -1));
    else return false;
    return true;
  };
  return {
    input,
    list,
    typed,
    suggestions,
    active,
    isOpen,
    open: () => setOpen(true),
    type,
    leave: () => {
      // A part of a choice means the choice.
      take(typed.trim() === '' || column.type !== 'enum' ? undefined : options[active]);
      setOpen(false);
    },
    pick: (option) => add(option.value),
    onKeyDown: (event) => {
      if (isComposing(event) || !press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** Each value once. */
const withValue = (values: readonly Json[], value: Json): readonly Json[] =>
  values.some((each) => JSON.stringify(each) === JSON.stringify(value)) ? values : [...values, value];

/** As a pill shows it: a link by its text. */
export const shownText = (value: Json): string =>
  typeof value === 'string' ? plainText(value) : JSON.stringify(value);
