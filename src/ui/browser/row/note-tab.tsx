/** The text of a note, drawn, and editable as text where the note is a row. What is typed is written when the field is left. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AppServices } from '../app-services';
import { describeProblem, refusalOf } from '../describe-problem';
import { noteName } from '../note-text';
import type { OperationsClient } from '../operations-client';
import { type PanelNote, askNote } from './row-note';

export interface NoteTabProps {
  readonly client: OperationsClient;
  readonly services: AppServices;
  readonly note: PanelNote;
  readonly canWrite: boolean;
  /** The vault is not closed before this is done. */
  readonly holdOpen: (work: Promise<void>) => void;
}

export function NoteTab(props: NoteTabProps): JSX.Element {
  const { services, note, canWrite } = props;
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <TextField {...props} close={() => setEditing(false)} />;
  const shown = beginningOf(note.body);
  return (
    <div class="ndb-note-tab">
      <NoteText {...{ services }} path={note.path} text={shown} />
      {shown !== note.body && (
        <p class="ndb-panel-cut">
          This is the beginning. The text has {note.body.length.toLocaleString()} letters, too many to be shown and
          edited here. Open the note itself for the whole.
        </p>
      )}
      {note.row !== null && canWrite && shown === note.body && (
        <button type="button" class="ndb-button ndb-note-edit" onClick={() => setEditing(true)}>
          Edit the text
        </button>
      )}
    </div>
  );
}

/** More of them keep their reader waiting. */
const MOST_LETTERS = 200_000;

/** Whole lines of a text, as many as are shown. */
function beginningOf(text: string): string {
  if (text.length <= MOST_LETTERS) return text;
  const end = text.lastIndexOf('\n', MOST_LETTERS);
  return text.slice(0, end > 0 ? end : MOST_LETTERS);
}

interface NoteTextProps {
  readonly services: AppServices;
  readonly path: string;
  readonly text: string;
}

function NoteText({ services, path, text }: NoteTextProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    return place.current === null ? undefined : services.renderMarkdown(text, path, place.current);
  }, [services, path, text]);
  if (text.trim() === '') return <p class="ndb-panel-empty">This note has no text.</p>;
  return <div class="ndb-panel-text" ref={place} />;
}

interface TextFieldProps extends NoteTabProps {
  readonly close: () => void;
}

function TextField({ client, services, note, holdOpen, close }: TextFieldProps): JSX.Element {
  /** What the note held when somebody began to type. */
  const [began] = useState(note);
  const [problem, setProblem] = useState<string | null>(null);
  const text = useRef(note.body);
  const written = useRef(note.body);
  const isGone = useRef(false);
  const save = async (): Promise<boolean> => {
    if (text.current === written.current) return true;
    const before = written.current;
    written.current = text.current;
    const failure = await writeText(client, began, before, text.current);
    if (failure === null) return true;
    written.current = before;
    if (isGone.current) services.notify(`The text of ${noteName(note.path)} was not written. ${failure}`);
    else setProblem(failure);
    return false;
  };
  const hold = (work: Promise<boolean>): void => holdOpen(work.then(() => undefined));
  // A panel that is closed, or goes to another note, takes nothing along that was typed.
  useLayoutEffect(
    () => () => {
      isGone.current = true;
      hold(save());
    },
    [],
  );
  const leave = async (): Promise<void> => {
    if (await save()) close();
  };
  return (
    <div class="ndb-note-tab">
      <textarea
        class="ndb-note-field"
        aria-label={`Text of ${noteName(note.path)}`}
        defaultValue={note.body}
        ref={(field) => {
          if (field !== null && field.ownerDocument.activeElement !== field) field.focus();
        }}
        onInput={({ currentTarget }) => void (text.current = currentTarget.value)}
        onBlur={() => hold(save())}
        onKeyDown={(event) => {
          const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
          if (!isDone) return;
          event.preventDefault();
          void leave();
        }}
      />
      {problem !== null && (
        <p class="ndb-row-problem" role="alert">
          {problem}
        </p>
      )}
      <button type="button" class="ndb-button mod-cta ndb-note-edit" onClick={() => void leave()}>
        Done
      </button>
    </div>
  );
}

/** Null when it is written. A text that somebody else changed meanwhile is not written over. */
async function writeText(
  client: OperationsClient,
  { path, row }: PanelNote,
  before: string,
  text: string,
): Promise<string | null> {
  if (row === null) return 'It is no row any more.';
  try {
    const now = await askNote(client, path);
    if (now.body !== before) return 'The note changed since. Copy what you typed, and begin again with the new text.';
    await client.run('update_row', { table: row.table, id: row.id, body: text });
    return null;
  } catch (thrown) {
    if (refusalOf(thrown)?.code === 'not_found') return 'The note is gone. Copy what you typed.';
    const { message, hint } = describeProblem(thrown);
    return [message, hint].filter((part) => part !== null).join(' ');
  }
}
