/** The field of a note's text. The typed text is written when the field is left, and merged with changes of others. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { Json } from '../../../engine/index';
import { isComposing } from '../../components/composing';
import type { AppServices } from '../../client/app-services';
import { noteName } from '../../client/note-text';
import { type OperationsClient, asObject, asText } from '../../client/operations-client';
import type { MergedPart } from '../../changes/merge-text';
import type { PanelNote, PanelRow } from './row-note';
import { TextConflict } from './text-conflict';
import { type TextOutcome, unixLines, writeText } from './write-text';

/** A text that is typed, over the one from which its person began. */
export interface TypedText {
  readonly base: string;
  readonly text: string;
}

/** Where the text of a row is kept. */
export const textPlace = ({ table, id }: PanelRow): string => `text ${table} ${id}`;

/** Null for what another version kept. */
export function readTyped(json: Json | undefined): TypedText | null {
  const kept = asObject(json);
  const [base, text] = [asText(kept?.['base']), asText(kept?.['text'])];
  return base === null || text === null ? null : { base, text };
}

export interface TextFieldProps {
  readonly client: OperationsClient;
  readonly services: AppServices;
  readonly note: PanelNote;
  readonly row: PanelRow;
  readonly initial: TypedText;
  /** The vault is not closed before this is done. */
  readonly holdOpen: (work: Promise<void>) => void;
  readonly close: () => void;
}

interface FieldState {
  readonly problem: string | null;
  readonly conflict: { readonly theirs: string; readonly parts: readonly MergedPart[] } | null;
  readonly isMerged: boolean;
}

const CLEAR: FieldState = { problem: null, conflict: null, isMerged: false };

export function TextField(props: TextFieldProps): JSX.Element {
  const { note, initial, close } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const { state, type, save, choose } = useText(props, field);
  const leave = async (): Promise<void> => {
    if (await save()) close();
  };
  return (
    <div class="ndb-note-tab ndb-stack">
      <textarea
        class="ndb-note-field"
        aria-label={`Text of ${noteName(note.path)}`}
        defaultValue={initial.text}
        ref={field}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
          if (!isDone || isComposing(event)) return;
          event.preventDefault();
          void leave();
        }}
      />
      {state.problem !== null && (
        <p class="ndb-row-problem" role="alert">
          {state.problem}
        </p>
      )}
      {state.isMerged && (
        <p class="ndb-row-quiet" role="status">
          Other lines were changed elsewhere meanwhile. Both changes are in the text.
        </p>
      )}
      {state.conflict !== null && <TextConflict parts={state.conflict.parts} choose={choose} />}
      <Button look="main" class="ndb-note-edit" onClick={() => void leave()}>
        Done
      </Button>
    </div>
  );
}

interface TextEditing {
  readonly state: FieldState;
  readonly type: (text: string) => void;
  /** Whether the note holds the typed text. */
  readonly save: () => Promise<boolean>;
  /** Takes a text in which every conflict is decided. */
  readonly choose: (text: string) => void;
}

function useText(props: TextFieldProps, field: { readonly current: HTMLTextAreaElement | null }): TextEditing {
  const { client, services, note, row, initial, holdOpen } = props;
  const [state, setState] = useState(CLEAR);
  const typed = useRef({ ...initial });
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  const isGone = useRef(false);
  const { unsent, notify } = services;
  const unwritten = (): readonly Json[] => {
    const { base, text } = typed.current;
    return unixLines(base) === text ? [] : [{ base, text }];
  };
  const write = async (): Promise<boolean> => {
    const { base, text } = typed.current;
    if (unixLines(base) === text) return true;
    const outcome = await writeText(client, row, base, text);
    if (outcome.kind === 'written') {
      typed.current = typedAfter(typed.current, text, outcome.text);
      if (outcome.isMerged && field.current !== null) setText(field.current, typed.current.text);
    }
    const next = stateAfter(outcome);
    if (!isGone.current) setState(next);
    else if (unwritten().length > 0) {
      const reason = next.problem ?? 'The same lines were changed elsewhere.';
      notify(`The text of ${noteName(note.path)} is not written. ${reason} ${KEPT}`);
    }
    return unwritten().length === 0;
  };
  const save = (): Promise<boolean> => {
    // One after the other: each begins from what the one before left.
    const saved = last.current.then(write);
    last.current = saved;
    holdOpen(saved.then(() => undefined));
    return saved;
  };
  useLayoutEffect(() => {
    field.current?.focus();
    const stop = unsent.follow(() => ({ [textPlace(row)]: unwritten() }));
    return () => {
      isGone.current = true;
      // A panel that is closed, or goes to another note, takes nothing along that was typed.
      void save().then(() => {
        stop();
        unsent.add({ [textPlace(row)]: unwritten() });
      });
    };
  }, []);
  const type = (text: string): void => {
    typed.current = { ...typed.current, text };
    if (state !== CLEAR) setState(CLEAR);
  };
  const choose = (text: string): void => {
    if (state.conflict === null) return;
    typed.current = { base: state.conflict.theirs, text };
    if (field.current !== null) setText(field.current, text);
    setState(CLEAR);
    void save();
  };
  return { state, type, save, choose };
}

function stateAfter(outcome: TextOutcome): FieldState {
  switch (outcome.kind) {
    case 'failed':
      return { ...CLEAR, problem: outcome.reason };
    case 'conflict':
      return { ...CLEAR, conflict: outcome };
    case 'written':
      return { ...CLEAR, isMerged: outcome.isMerged };
  }
}

/** Later typing began from the sent text. */
const typedAfter = ({ text }: TypedText, sent: string, written: string): TypedText =>
  text === sent ? { base: written, text: written } : { base: sent, text };

const KEPT = 'It is kept, and is there again when the row is opened.';

/** Another text, with the caret where it was as far as there are letters. */
function setText(field: HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd } = field;
  field.value = text;
  field.setSelectionRange(selectionStart, selectionEnd);
}
