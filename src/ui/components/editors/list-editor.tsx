/** The field of a list: its items as pills, and a text that becomes more of them with Enter, a comma or a semicolon. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useElementId } from '../use-element-id';
import { splitItems } from '../../../kernel/list-text';
import { plainText } from '../cells/cell-value';
import { isComposing } from '../composing';
import type { NextCell } from '../grid/input/grid-keys';
import type { OpenField } from '../grid-editing';
import { Button } from '../form/button';
import { type CellEditorProps, useCommitWhenGone } from './editor-props';
import { OptionList } from './option-list';
import { RefusalReason } from './refusal-reason';
import { type Suggestion, type Suggestions, useSuggestions } from './suggestions';

export function ListEditor(props: CellEditorProps): JSX.Element {
  const { column, problem } = props.field;
  const editor = useListEditor(props);
  const { items, suggestions, active, ids, element } = editor;
  const hasOptions = suggestions.options.length > 0;
  return (
    <div class={problem === null ? 'ndb-editor' : 'ndb-editor ndb-is-refused'}>
      <div class="ndb-list-field" onMouseDown={(event) => event.target !== element.current && event.preventDefault()}>
        {items.map((item, at) => (
          <span class="ndb-pill" key={`${at} ${item}`}>
            <span class="ndb-ellipsis" dir="auto">
              {plainText(item)}
            </span>
            <Button
              look="tiny"
              icon="close"
              tabIndex={-1}
              aria-label={`Remove ${plainText(item)}`}
              onClick={() => editor.remove(at)}
            />
          </span>
        ))}
        <input
          class="ndb-field"
          type="text"
          dir="auto"
          autocomplete="off"
          role="combobox"
          aria-autocomplete="list"
          aria-label={column.label}
          aria-expanded={hasOptions}
          aria-controls={hasOptions ? ids.options : undefined}
          aria-activedescendant={hasOptions && active >= 0 ? `${ids.options}-${active}` : undefined}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? ids.items : `${ids.problem} ${ids.items}`}
          ref={element}
          value={editor.typed}
          onInput={({ currentTarget }) => editor.change(currentTarget.value)}
          onKeyDown={editor.onKeyDown}
          onBlur={() => props.commit(editor.text(), null)}
        />
        <span class="ndb-unseen" id={ids.items}>
          {items.length === 0 ? 'No items.' : `Items: ${items.map(plainText).join(', ')}.`} Enter, a comma or a
          semicolon adds the typed text, Backspace removes the last item.
        </span>
      </div>
      {problem !== null && (
        <RefusalReason
          id={ids.problem}
          role="alert"
          problem={problem}
          choice={{ useMine: () => props.commit(editor.text(), 'stay'), keepTheirs: props.cancel }}
        />
      )}
      <OptionList id={ids.options} {...{ suggestions, active }} pick={(option) => editor.pick(option)} />
    </div>
  );
}

interface ListEditing {
  readonly element: { current: HTMLInputElement | null };
  readonly items: readonly string[];
  readonly typed: string;
  /** The list as it would be committed: a line for each item. */
  readonly text: () => string;
  readonly change: (typed: string) => void;
  readonly remove: (at: number) => void;
  readonly pick: (option: Suggestion) => void;
  readonly suggestions: Suggestions;
  /** Of the options; -1: none. */
  readonly active: number;
  readonly ids: { readonly problem: string; readonly options: string; readonly items: string };
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function useListEditor(props: CellEditorProps): ListEditing {
  const { field } = props;
  const [state, setState] = useState(() => openedState(field));
  const latest = useRef(state);
  const [picked, setPicked] = useState<number | null>(null);
  const element = useRef<HTMLInputElement>(null);
  const ids = { problem: useElementId(), options: useElementId(), items: useElementId() };
  const found = useSuggestions(field.column, state.typed, props.suggest);
  const options = found.options.filter(({ value }) => !state.items.includes(value));
  const suggestions = { ...found, options };
  const isChoice = field.column.values.length > 0;
  const active = picked ?? (isChoice && state.typed !== '' && found.note === null && options.length > 0 ? 0 : -1);
  useLayoutEffect(() => element.current?.focus({ preventScroll: true }), []);
  const put = (next: ListState): void => {
    latest.current = next;
    setPicked(null);
    setState(next);
  };
  const text = (): string => {
    const { items } = latest.current;
    return [...items, ...splitItems(element.current?.value ?? latest.current.typed)].join('\n');
  };
  useCommitWhenGone(props, text);
  const add = (text: string): void => put({ items: [...latest.current.items, ...splitItems(text)], typed: '' });
  const pick = (option: Suggestion): void => {
    if (option.creates === undefined) put({ items: [...latest.current.items, option.value], typed: '' });
    else props.create(option.creates, 'stay');
    element.current?.focus({ preventScroll: true });
  };
  const remove = (at: number): void => {
    put({ ...latest.current, items: latest.current.items.filter((_, each) => each !== at) });
    element.current?.focus({ preventScroll: true });
  };
  const change = (typed: string): void => put({ ...latest.current, typed });
  const press = (event: KeyboardEvent): boolean => {
    const typed = element.current?.value ?? '';
    const option = active < 0 ? undefined : options[active];
    const next = leavingKey(event, typed === '' && picked === null);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') props.cancel();
    else if (next !== null) props.commit(text(), next);
    else if (event.key === 'Enter' && option !== undefined) pick(option);
    else if (event.key === 'Enter' || ((event.key === ',' || event.key === ';') && !isInLink(typed))) add(typed);
    else if (event.key === 'Backspace' && typed === '') remove(latest.current.items.length - 1);
    else if (step !== 0 && options.length > 0) setPicked((active + step + options.length) % options.length);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (!isComposing(event) && press(event)) event.preventDefault();
  };
  return { element, ...state, text, change, remove, pick, suggestions, active, ids, onKeyDown };
}

interface ListState {
  readonly items: readonly string[];
  readonly typed: string;
}

/** A letter that opened the field is the beginning of one more item. */
function openedState({ text, isTyped, problem }: OpenField): ListState {
  const lines = text.split('\n').filter((line) => line !== '');
  return isTyped && problem === null
    ? { items: lines.slice(0, -1), typed: lines.at(-1) ?? '' }
    : { items: lines, typed: '' };
}

/** Enter with nothing typed leaves the list; Tab and Ctrl+Enter take the typed text along. */
function leavingKey({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, isIdle: boolean): NextCell | null {
  if (key === 'Tab') return shiftKey ? 'left' : 'right';
  if (key !== 'Enter') return null;
  if (ctrlKey || metaKey) return 'stay';
  return isIdle ? (shiftKey ? 'up' : 'down') : null;
}

/** A comma may be part of the name of a note. */
const isInLink = (typed: string): boolean => typed.lastIndexOf('[[') > typed.lastIndexOf(']]');
