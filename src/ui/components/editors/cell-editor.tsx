/** The field in which a cell is edited, over its place; under it the reason of a refusal, suggestions, or a month. */

import type { JSX, TargetedEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useElementId } from '../use-element-id';
import { isComposing } from '../composing';
import { addDays, addMonths, readDay } from '../../../kernel/day-text';
import { dayDraft, localToday, readTime, timeParts } from '../text/date-text';
import { type EditorKind, editorKind } from '../cells/edit-draft';
import type { GridColumn } from '../grid-column';
import type { NextCell } from '../grid/input/grid-keys';
import type { OpenField } from '../grid-editing';
import { type CellEditorProps, useCommitWhenGone } from './editor-props';
import { jsonNote } from '../text/field-text';
import { ListEditor } from './list-editor';
import { MonthGrid } from './month-grid';
import { OptionList } from './option-list';
import { RefusalReason } from './refusal-reason';
import { type Suggestion, type Suggestions, useSuggestions } from './suggestions';

type FieldElement = HTMLInputElement | HTMLTextAreaElement;

export function CellEditor(props: CellEditorProps): JSX.Element {
  return props.field.column.type === 'list' ? <ListEditor {...props} /> : <PlainEditor {...props} />;
}

function PlainEditor(props: CellEditorProps): JSX.Element {
  const { column, problem } = props.field;
  const kind = editorKind(column);
  const editor = useEditor(props, kind);
  const { element, draft, suggestions, active, ids } = editor;
  const hasOptions = suggestions.options.length > 0;
  const common = {
    class: 'ndb-field',
    value: draft,
    'aria-label': column.label,
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : ids.problem,
    onKeyDown: editor.onKeyDown,
    onInput: (event: TargetedEvent<FieldElement>) => editor.change(event.currentTarget.value),
    onBlur: () => props.commit(editor.text(), null),
    ...(kind === 'choice' || kind === 'link' ? comboboxOf(ids.options, hasOptions) : {}),
    ...(hasOptions && active >= 0 ? { 'aria-activedescendant': `${ids.options}-${active}` } : {}),
  };
  return (
    <div class={problem === null ? 'ndb-editor' : 'ndb-editor ndb-is-refused'}>
      <EditorField {...{ column, kind, common, element }} />
      {problem !== null && (
        <RefusalReason
          id={ids.problem}
          role="alert"
          problem={problem}
          pick={(text) => props.commit(text, 'stay')}
          choice={{ useMine: () => props.commit(editor.text(), 'stay'), keepTheirs: props.cancel }}
        />
      )}
      <OptionList id={ids.options} {...{ suggestions, active }} pick={(option) => editor.pick(option, 'stay')} />
      {kind === 'lines' && problem === null && (
        <p class="ndb-editor-note ndb-small-text" role="status">
          {jsonNote(draft)} Ctrl+Enter saves.
        </p>
      )}
      {(kind === 'date' || kind === 'datetime') && (
        <MonthGrid
          chosen={chosenDay(kind, draft)}
          pick={(day) => {
            if (kind === 'date') return props.commit(dayDraft(day), 'stay');
            editor.change(withDay(draft, day));
            element.current?.focus();
          }}
        />
      )}
    </div>
  );
}

const comboboxOf = (list: string, isExpanded: boolean): Record<string, unknown> => ({
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': isExpanded,
  'aria-controls': isExpanded ? list : undefined,
});

interface Editor {
  readonly element: { current: FieldElement | null };
  readonly draft: string;
  /** The text in the field at this moment, drawn or not. */
  readonly text: () => string;
  readonly change: (draft: string) => void;
  readonly suggestions: Suggestions;
  /** Of the options; -1: none. */
  readonly active: number;
  readonly pick: (option: Suggestion, next: NextCell) => void;
  readonly ids: { readonly problem: string; readonly options: string };
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function useEditor(props: CellEditorProps, kind: EditorKind): Editor {
  const { field } = props;
  const [draft, setDraft] = useState(field.text);
  const isUntouched = draft === field.text && !field.isTyped;
  const suggestions = useSuggestions(field.column, isUntouched ? null : draft, props.suggest);
  const { options } = suggestions;
  const [picked, setPicked] = useState<number | null>(null);
  const active = picked ?? usualOption(options, field, isUntouched, suggestions.note);
  const element = useFocusedField(field);
  const ids = { problem: useElementId(), options: useElementId() };
  const text = (): string => element.current?.value ?? draft;
  useCommitWhenGone(props, text);
  const pick = (option: Suggestion, next: NextCell): void => {
    if (option.creates === undefined) props.commit(option.value, next);
    else props.create(option.creates, next);
  };
  const change = (next: string): void => {
    setPicked(null);
    setDraft(next);
  };
  const commit = (next: NextCell): void => {
    const option = active < 0 ? undefined : options[active];
    if (option === undefined || (isUntouched && picked === null)) props.commit(text(), next);
    else pick(option, next);
  };
  /** Whether the key is used up. */
  const press = (event: KeyboardEvent): boolean => {
    const next = nextCell(event, kind);
    const stepped = steppedText(event, kind, text(), props.step);
    const direction = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === ';' && (event.ctrlKey || event.metaKey) && isTimeKind(kind)) change(nowText(kind));
    else if (event.key === 'Escape') props.cancel();
    else if (next === 'asIs') props.commit(text(), 'stay');
    else if (next !== null) commit(next);
    else if (stepped !== null) change(stepped);
    else if (direction !== 0 && options.length > 0) setPicked(around(active, direction, options.length));
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (!isComposing(event) && press(event)) event.preventDefault();
  };
  return { element, draft, text, change, suggestions, active, pick, ids, onKeyDown };
}

/** The next of `count` in a circle; from none the first, or the last one. */
const around = (at: number, direction: number, count: number): number =>
  at < 0 ? (direction > 0 ? 0 : count - 1) : (at + direction + count) % count;

/** The option that Enter picks: after typing the first one, unless nothing fits the typed text. A link is picked by hand: many have the same name. */
function usualOption(
  options: readonly Suggestion[],
  { text, column }: OpenField,
  isUntouched: boolean,
  note: string | null,
): number {
  if (column.type === 'link') return -1;
  if (isUntouched) return options.findIndex(({ value, label }) => value === text || label === text);
  return note === null && options.length > 0 && options[0]?.creates === undefined ? 0 : -1;
}

interface EditorFieldProps {
  readonly column: GridColumn;
  readonly kind: EditorKind;
  readonly common: Record<string, unknown>;
  readonly element: { current: FieldElement | null };
}

function EditorField({ column, kind, common, element }: EditorFieldProps): JSX.Element {
  const ref = (field: FieldElement | null): void => {
    element.current = field;
  };
  if (kind === 'lines') return <textarea {...common} dir="ltr" ref={ref} rows={4} spellcheck={false} />;
  if (kind === 'text') return <textarea {...common} dir="auto" ref={ref} rows={1} />;
  return (
    <input
      {...common}
      ref={ref}
      dir="auto"
      type="text"
      autocomplete="off"
      spellcheck={false}
      inputMode={inputMode(column)}
    />
  );
}

const inputMode = ({ type }: GridColumn): 'decimal' | 'numeric' | 'text' =>
  type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : 'text';

/** Enter goes down, Tab to the side. In a field of several lines Enter makes a line; in a text Shift or Alt with it does. */
function nextCell(event: KeyboardEvent, kind: EditorKind): NextCell | 'asIs' | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (isComposing(event)) return null;
  if (key === 'Tab') return shiftKey ? 'left' : 'right';
  if (key !== 'Enter') return null;
  if (ctrlKey || metaKey) return 'asIs';
  if (kind === 'lines' || (kind === 'text' && (shiftKey || altKey))) return null;
  return shiftKey ? 'up' : 'down';
}

/** Arrows in a number or a day: one step, one day; with Shift a week, with Page keys a month. */
function steppedText(
  { key, shiftKey, altKey }: KeyboardEvent,
  kind: EditorKind,
  text: string,
  step: CellEditorProps['step'],
): string | null {
  const direction = key === 'ArrowUp' || key === 'PageUp' ? 1 : key === 'ArrowDown' || key === 'PageDown' ? -1 : 0;
  if (direction === 0 || altKey) return null;
  if (kind === 'number') return key.startsWith('Arrow') ? step(text, direction) : null;
  if (kind !== 'date' && kind !== 'datetime') return null;
  const day = chosenDay(kind, text) ?? localToday();
  // Down is later, as in a month.
  const later = key.startsWith('Arrow') ? addDays(day, -direction * (shiftKey ? 7 : 1)) : addMonths(day, -direction);
  return kind === 'date' ? dayDraft(later) : withDay(text, later);
}

const isTimeKind = (kind: EditorKind): boolean => kind === 'date' || kind === 'datetime';

/** Today, or now. */
const nowText = (kind: EditorKind): string =>
  kind === 'date' ? dayDraft(localToday()) : `${dayDraft(localToday())} ${new Date().toTimeString().slice(0, 5)}`;

function chosenDay(kind: EditorKind, text: string): string | null {
  if (kind === 'date') return readDay(text, { today: localToday() });
  return readTime(text, new Date())?.slice(0, 10) ?? null;
}

/** Another day with the time that is in the text. */
function withDay(text: string, day: string): string {
  const time = timeParts(readTime(text, new Date()) ?? '')?.time ?? '09:00';
  return `${dayDraft(day)} ${time}`;
}

/** A layout effect: the next key may come before anything is painted. */
function useFocusedField({ isTyped, problem }: OpenField): { current: FieldElement | null } {
  const field = useRef<FieldElement | null>(null);
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    if (!isTyped || problem !== null) current?.select();
    else current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  return field;
}
