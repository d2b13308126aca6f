/** The field in which a cell is edited, in its place. What was refused stays, with the reason under it. */

import type { JSX, TargetedEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Json } from '../../engine/index';
import { draftOf, editorKind, hasSeconds, valueOf } from './edit-draft';
import type { GridColumn } from './grid-column';
import type { Problem } from './problem';

/** Where the focus goes after a commit. */
export type NextCell = 'stay' | 'down' | 'right' | 'left';

export interface CellEditorProps {
  readonly column: GridColumn;
  readonly value: Json | undefined;
  /** The letter that opened the field, in place of the value. */
  readonly typed: string | null;
  readonly problem: Problem | null;
  readonly isSaving: boolean;
  readonly commit: (value: Json, next: NextCell) => void;
  readonly cancel: () => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const NOT_JSON: Problem = { message: 'This is not JSON.', hint: 'Text stands in double quotes: {"unit": "km"}' };

export function CellEditor(props: CellEditorProps): JSX.Element {
  const { column, value, typed, isSaving } = props;
  const [stored] = useState(() => draftOf(column, value));
  const [draft, setDraft] = useState(typed ?? stored);
  const [notJson, setNotJson] = useState<Problem | null>(null);
  const problem = notJson ?? props.problem;
  const problemId = useId();
  const field = useFocusedField(typed === null);

  const commit = (next: NextCell): void => {
    if (isSaving) return;
    const text = field.current?.value ?? draft;
    if (text === stored) return props.cancel();
    try {
      setNotJson(null);
      props.commit(valueOf(column, text), next);
    } catch {
      setNotJson(NOT_JSON);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const next = nextCell(event, column.type === 'list' || column.type === 'json');
    if (event.key === 'Escape') props.cancel();
    else if (next !== null) commit(next);
    else return;
    event.preventDefault();
  };
  const common = {
    class: 'ndb-field',
    value: draft,
    'aria-label': column.label,
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : problemId,
    readOnly: isSaving,
    onKeyDown,
    onInput: (event: TargetedEvent<Field>) => setDraft(event.currentTarget.value),
    onBlur: () => commit('stay'),
  };
  return (
    <div class={problem === null ? 'ndb-editor' : 'ndb-editor ndb-is-refused'} aria-busy={isSaving}>
      <EditorField {...{ column, value, common, field }} />
      {column.type === 'list' && problem === null && <p class="ndb-editor-note">One a line. Ctrl+Enter saves.</p>}
      {problem !== null && (
        <div class="ndb-problem" id={problemId} role="alert">
          <p class="ndb-problem-message">{problem.message}</p>
          {problem.hint !== null && <p class="ndb-problem-hint">{problem.hint}</p>}
        </div>
      )}
    </div>
  );
}

interface EditorFieldProps {
  readonly column: GridColumn;
  readonly value: Json | undefined;
  readonly common: Record<string, unknown>;
  readonly field: { current: Field | null };
}

function EditorField({ column, value, common, field }: EditorFieldProps): JSX.Element {
  const ref = (element: Field | null): void => {
    field.current = element;
  };
  switch (editorKind(column, value)) {
    case 'lines':
      return <textarea {...common} ref={ref} rows={4} />;
    case 'date':
      return <input {...common} ref={ref} type="date" />;
    case 'datetime':
      return (
        <input {...common} ref={ref} type="datetime-local" step={hasSeconds(draftOf(column, value)) ? 1 : undefined} />
      );
    case 'choice':
      return (
        <select {...common} ref={ref}>
          <option value="" />
          {choices(column, value).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      );
    case 'text':
      return <input {...common} ref={ref} type="text" inputMode={inputMode(column)} />;
  }
}

/** A stored value that is not allowed is among the choices, so that opening the list does not change it. */
function choices({ type, values }: GridColumn, value: Json | undefined): readonly string[] {
  if (type === 'boolean') return ['true', 'false'];
  return typeof value === 'string' && value !== '' && !values.includes(value) ? [value, ...values] : values;
}

const inputMode = ({ type }: GridColumn): 'decimal' | 'numeric' | 'text' =>
  type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : 'text';

/** Enter goes down, Tab to the side; in a field of several lines Enter makes a line. */
function nextCell(event: KeyboardEvent, hasLines: boolean): NextCell | null {
  const { key, shiftKey, ctrlKey, metaKey, isComposing } = event;
  if (isComposing) return null;
  if (key === 'Tab') return shiftKey ? 'left' : 'right';
  if (key !== 'Enter') return null;
  if (ctrlKey || metaKey) return 'stay';
  return hasLines || shiftKey ? null : 'down';
}

function useFocusedField(selects: boolean): { current: Field | null } {
  const field = useRef<Field | null>(null);
  useEffect(() => {
    const element = field.current;
    element?.focus();
    if (selects && element !== null && 'select' in element) element.select();
  }, []);
  return field;
}
