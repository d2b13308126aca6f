/** The field in which a cell is edited, in its place; under it, why its text was refused. */

import type { JSX, TargetedEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Json } from '../../engine/index';
import { draftOf, editorKind, hasSeconds } from './edit-draft';
import type { GridColumn } from './grid-column';
import { LinkField, type LinkSuggestion } from './link-field';
import type { OpenField } from './open-field';
import type { ProblemText } from './problem-text';

/** Where the cursor goes after a commit. */
export type NextCell = 'stay' | 'down' | 'right' | 'left';

export interface CellEditorProps {
  readonly column: GridColumn;
  /** As the cell shows it. */
  readonly value: Json | undefined;
  readonly open: OpenField;
  /** Null when the person is elsewhere already. */
  readonly commit: (text: string, next: NextCell | null) => void;
  readonly cancel: () => void;
  /** The rows that a link may lead to; absent where nobody knows. */
  readonly suggest?: ((typed: string) => Promise<readonly LinkSuggestion[]>) | undefined;
}

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function CellEditor(props: CellEditorProps): JSX.Element {
  const { column, value, open, suggest } = props;
  const [draft, setDraft] = useState(open.text);
  const { problem } = open;
  const problemId = useId();
  const field = useFocusedField(!open.isTyped || problem !== null);

  const commit = (next: NextCell | null): void => props.commit(field.current?.value ?? draft, next);
  useCommitWhenGone(commit);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const next = nextCell(event, column.type === 'list' || column.type === 'json');
    if (event.key === 'Escape') props.cancel();
    else if (next !== null) commit(next);
    else return;
    event.preventDefault();
  };
  const take = (link: string, key: KeyboardEvent | null): void => {
    if (field.current !== null) field.current.value = link;
    commit(key === null ? 'stay' : nextCell(key, false));
  };
  const common = {
    class: 'ndb-field',
    value: draft,
    'aria-label': column.label,
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : problemId,
    onKeyDown,
    onInput: (event: TargetedEvent<FieldElement>) => setDraft(event.currentTarget.value),
    onBlur: () => commit(null),
  };
  return (
    <div class={problem === null ? 'ndb-editor' : 'ndb-editor ndb-is-refused'}>
      {column.type === 'link' && suggest !== undefined ? (
        <LinkField
          {...{ common, suggest, take }}
          inputRef={(element) => void (field.current = element)}
          typed={open.isTyped ? open.text : ''}
        />
      ) : (
        <EditorField {...{ column, value, common, field }} />
      )}
      {column.type === 'list' && problem === null && <p class="ndb-editor-note">One a line. Ctrl+Enter saves.</p>}
      {problem !== null && <RefusalReason id={problemId} role="alert" problem={problem} />}
    </div>
  );
}

export interface RefusalReasonProps {
  readonly id: string;
  readonly role?: 'alert';
  readonly problem: ProblemText;
}

/** Why a value was refused, under its cell. */
export function RefusalReason({ id, role, problem }: RefusalReasonProps): JSX.Element {
  return (
    <div class="ndb-problem" id={id} role={role}>
      <p class="ndb-problem-message">{problem.message}</p>
      {problem.hint !== null && <p class="ndb-problem-hint">{problem.hint}</p>}
    </div>
  );
}

interface EditorFieldProps {
  readonly column: GridColumn;
  readonly value: Json | undefined;
  readonly common: Record<string, unknown>;
  readonly field: { current: FieldElement | null };
}

function EditorField({ column, value, common, field }: EditorFieldProps): JSX.Element {
  const ref = (element: FieldElement | null): void => {
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
          {valueChoices(column, value).map((each) => (
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
function valueChoices({ type, values }: GridColumn, value: Json | undefined): readonly string[] {
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

/** A layout effect: the next key may come before anything is painted. */
function useFocusedField(selects: boolean): { current: FieldElement | null } {
  const field = useRef<FieldElement | null>(null);
  useLayoutEffect(() => {
    const element = field.current;
    element?.focus();
    if (selects && element !== null && 'select' in element) element.select();
  }, []);
  return field;
}

/** A table that is switched, a view that is closed or a row that leaves takes nothing along that was typed. */
function useCommitWhenGone(commit: (next: null) => void): void {
  const latest = useRef(commit);
  latest.current = commit;
  useLayoutEffect(() => () => latest.current(null), []);
}
