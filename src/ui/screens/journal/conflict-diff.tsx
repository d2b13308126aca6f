/** Of notes that prevent an undo: what the write changed, and the changes since. docs/page.md#history-of-writes */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { describeProblem } from '../../client/describe-problem';
import { noteName } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { ChangeItem } from '../row/change-item';
import { type RowHistoryItem, askHistory } from '../row/row-history';
import { type PanelRow, askNote } from '../row/row-note';
import type { HistoryEntry } from '../../changes/describe-migration';

export interface ConflictDiffProps {
  readonly client: OperationsClient;
  readonly migration: HistoryEntry;
  readonly paths: readonly string[];
}

export const ConflictDiff = ({ client, migration, paths }: ConflictDiffProps): JSX.Element => (
  <div class="ndb-both">
    {paths.map((path) => (
      <BothOfNote key={path} {...{ client, migration, path }} />
    ))}
  </div>
);

interface Both {
  readonly row: PanelRow;
  /** The newest first. */
  readonly since: readonly RowHistoryItem[];
  readonly own: readonly RowHistoryItem[];
}

interface BothOfNoteProps {
  readonly client: OperationsClient;
  readonly migration: HistoryEntry;
  readonly path: string;
}

function BothOfNote({ client, migration, path }: BothOfNoteProps): JSX.Element {
  const [both, setBoth] = useState<Both | string>('Reading the changes…');
  useEffect(() => void askBoth(client, migration, path).then(setBoth), []);
  const name = noteName(path);
  const list = (label: string, { row }: Both, changes: readonly RowHistoryItem[]): JSX.Element => (
    <div class="ndb-both-side">
      <p class="ndb-row-quiet">{label}</p>
      {changes.length === 0 ? (
        <p>Not known any more.</p>
      ) : (
        <ol class="ndb-plain-list" aria-label={`${label}: ${name}`}>
          {changes.map((change) => (
            <ChangeItem key={change.seq} {...{ client, path, row, change }} />
          ))}
        </ol>
      )}
    </div>
  );
  return (
    <section aria-label={`Both changes of ${name}`}>
      <h4>{name}</h4>
      {typeof both === 'string' ? (
        <p class="ndb-row-quiet">{both}</p>
      ) : (
        <>
          {list('This change', both, both.own)}
          {list('Since', both, both.since)}
        </>
      )}
    </section>
  );
}

/** A sentence where there is nothing to be shown. */
async function askBoth(client: OperationsClient, migration: HistoryEntry, path: string): Promise<Both | string> {
  try {
    const { row } = await askNote(client, path);
    if (row === null) return 'It is not a row: its changes are not kept one by one.';
    const history = await askHistory(client, row);
    return { row, ...partsOf(history, migration) };
  } catch (thrown) {
    return describeProblem(thrown).message;
  }
}

/** `history`: the newest first. */
export function partsOf(
  history: readonly RowHistoryItem[],
  { migration_id: id, executed_at: at }: HistoryEntry,
): Omit<Both, 'row'> {
  const own = history.filter(({ migration }) => migration === id);
  const first = history.findIndex(({ migration }) => migration === id);
  const since =
    first < 0 ? history.filter((change) => Date.parse(change.at) >= Date.parse(at)) : history.slice(0, first);
  return { own, since };
}
