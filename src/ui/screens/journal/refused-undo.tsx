/** An undo that some notes prevent: which ones, who changed them and when, both changes, and the undo of the others. docs/page.md#history-of-writes */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { Icon } from '../../components/icon';
import type { AppServices } from '../../client/app-services';
import { noteName } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { countedNotes } from '../../changes/describe-write';
import { ConflictDiff } from './conflict-diff';
import type { HistoryEntry } from '../../changes/describe-migration';
import { lastWriterText } from './last-writers';
import type { NoteConflict, UndoTry } from './undo-conflicts';

export type Refused = Extract<UndoTry, { kind: 'refused' }>;

export interface RefusedUndoProps {
  readonly client: OperationsClient;
  readonly services: AppServices;
  readonly migration: HistoryEntry;
  readonly refused: Refused;
  readonly isBusy: boolean;
  readonly take: (paths: readonly string[]) => Promise<void>;
}

const MOST_NAMED = 8;

export function RefusedUndo({ client, migration, refused, services, isBusy, take }: RefusedUndoProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { against, others, problem } = refused;
  const changed = against.filter(({ code }) => code === 'changed').map(({ path }) => path);
  const hasOthers = others.length > 0;
  return (
    <div class="ndb-refused-undo">
      <div role="alert">
        <p class="ndb-refused-title">{titleOf(refused)}</p>
        <ul>
          {against.slice(0, MOST_NAMED).map((each) => (
            <ConflictLine key={each.path} conflict={each} {...{ services }} />
          ))}
          {against.length > MOST_NAMED && <li>and {against.length - MOST_NAMED} more</li>}
        </ul>
        {!hasOthers && problem.hint !== null && <p>{problem.hint}</p>}
      </div>
      {(hasOthers || changed.length > 0) && (
        <p class="ndb-refused-buttons ndb-wraps">
          {hasOthers && (
            <Button isOff={isBusy} onClick={() => void take(others)}>
              Undo the other {others.length}
            </Button>
          )}
          {changed.length > 0 && (
            <Button class="ndb-refused-show" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide both changes' : 'Show both changes'}
            </Button>
          )}
        </p>
      )}
      {isOpen && <ConflictDiff {...{ client, migration }} paths={changed.slice(0, MOST_NAMED)} />}
    </div>
  );
}

function titleOf({ against, notes, problem }: Refused): string {
  if (against.length === 0) return `Not undone. ${problem.message}`;
  const part = `Not undone: ${against.length} of ${countedNotes(Math.max(notes, against.length))}`;
  if (against.every(({ code }) => code === 'changed')) return `${part} changed since.`;
  return `${part} ${against.length === 1 ? 'stands' : 'stand'} against it.`;
}

interface ConflictLineProps {
  readonly conflict: NoteConflict;
  readonly services: AppServices;
}

const ConflictLine = ({ conflict, services }: ConflictLineProps): JSX.Element => (
  <li>
    <Icon name="note" />
    <div>
      <a
        href={`#${conflict.path}`}
        onClick={(event) => {
          event.preventDefault();
          services.notes.open(conflict.path, '', event);
        }}
      >
        {noteName(conflict.path)}
      </a>{' '}
      <span>{reasonText(conflict)}</span>
    </div>
  </li>
);

function reasonText({ code, reason, touch }: NoteConflict): string {
  if (touch === null) return reason;
  const text = lastWriterText(touch, new Date());
  return code === 'changed' ? text : `${reason}: ${text}`;
}
