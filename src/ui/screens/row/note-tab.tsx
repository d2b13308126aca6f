/** The text of a note, drawn, and editable as text where the note is a row. The typed text is written when the field is left. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { AppServices } from '../../client/app-services';
import type { OperationsClient } from '../../client/operations-client';
import type { PanelNote, PanelRow } from './row-note';
import { type TypedText, TextField, readTyped, textPlace } from './text-field';
import { unixLines } from './write-text';

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
  const shown = beginningOf(note.body);
  const editable = canWrite && shown === note.body ? note.row : null;
  const { typed, edit } = useTyped(services.unsent, note, editable);
  if (typed !== null && note.row !== null) {
    return <TextField {...props} row={note.row} initial={typed} close={() => edit(null)} />;
  }
  return (
    <div class="ndb-note-tab ndb-stack">
      <NoteText {...{ services }} path={note.path} text={shown} />
      {shown !== note.body && (
        <p class="ndb-muted">
          This is the beginning. The text has {note.body.length.toLocaleString()} letters, too many to be shown and
          edited here. Open the note itself for the whole.
        </p>
      )}
      {editable !== null && (
        <Button class="ndb-note-edit" onClick={() => edit({ base: note.body, text: unixLines(note.body) })}>
          Edit the text
        </Button>
      )}
    </div>
  );
}

interface Typed {
  /** Null: the text is not being edited. */
  readonly typed: TypedText | null;
  readonly edit: (typed: TypedText | null) => void;
}

/** Begins with the kept text, unless the note has it by now. */
function useTyped(unsent: AppServices['unsent'], note: PanelNote, row: PanelRow | null): Typed {
  const kept = (): TypedText | null => {
    const [last] = row === null ? [] : unsent.take(textPlace(row)).slice(-1);
    const found = readTyped(last);
    return found === null || found.text === unixLines(note.body) ? null : found;
  };
  const [typed, edit] = useState(kept);
  const latest = useRef(kept);
  latest.current = () => typed ?? kept();
  // A panel of the same row may just have been closed, and its text be refused by now.
  useLayoutEffect(() => unsent.onAdd(() => edit(latest.current())), []);
  return { typed, edit };
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
  if (text.trim() === '') return <p class="ndb-muted">This note has no text.</p>;
  return <div class="ndb-panel-text" ref={place} />;
}
