/** A table that the list does not have: one that was made this moment, or one that is gone. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type StateAction, StateMessage } from '../../components/state-message';
import { refusalOf } from '../../client/describe-problem';
import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { describeRefusedUndo } from '../../changes/describe-refused-undo';
import { type HistoryEntry, shortMoment, writerOf } from '../../changes/describe-migration';
import { countedNotes, notesOf } from '../../changes/describe-write';
import { LoadingPane } from '../../rows/loading-pane';
import type { BrowserScreen } from '../../rows/table-choice';
import type { Notice } from './notice';

export interface MissingTableProps {
  readonly client: OperationsClient;
  readonly table: string;
  /** Where to go instead; null: there is no table at all. */
  readonly first: { readonly table: string; readonly label: string } | null;
  readonly canWrite: boolean;
  readonly openTable: (table: string) => void;
  readonly show: (screen: BrowserScreen) => void;
  readonly tell: (notice: Notice) => void;
  /** Draws the table when it is there after all. */
  readonly pane: () => JSX.Element;
}

/** `drop`: the write that dropped it; null: it has another name now, or the journal does not know. */
type Presence = { readonly isThere: true } | { readonly isThere: false; readonly drop: HistoryEntry | null };

export function MissingTable(props: MissingTableProps): JSX.Element {
  const { client, table, first, canWrite, openTable, show, pane } = props;
  const { answer, refresh } = useLiveQuery<Presence>(client, JSON.stringify(['is there', table]), {
    ask: (operations) => askPresence(operations, table),
    isTouched: ({ definitions }) => definitions,
  });
  const { isBusy, undo } = useDropUndo(props);
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Loading tables…" />;
  if (answer.value.isThere) return pane();
  const { drop } = answer.value;
  const name = nameOf(table);
  const actions: readonly StateAction[] = [
    ...(drop === null || !canWrite || isBusy ? [] : [{ label: 'Undo', run: () => undo(drop) }]),
    { label: 'Show in History', run: () => show('journal') },
    ...(first === null ? [] : [{ label: `Show ${first.label}`, run: () => openTable(first.table) }]),
  ];
  return (
    <StateMessage
      kind="empty"
      title={`${name.isView ? `The view ${name.label}` : name.label} is gone`}
      detail={drop === null ? otherName(name.isView) : dropText(drop, name.isView)}
      others={actions}
    />
  );
}

function useDropUndo({ client, table, tell }: MissingTableProps): {
  isBusy: boolean;
  undo: (drop: HistoryEntry) => void;
} {
  const [isBusy, setBusy] = useState(false);
  const takeBack = async ({ migration_id }: HistoryEntry): Promise<void> => {
    setBusy(true);
    try {
      const { migrationId } = await client.run('undo_migration', { migration_id });
      tell({ text: `${nameOf(table).label} is back`, migrationId, isProblem: false });
    } catch (thrown) {
      const { message, hint } = describeRefusedUndo(thrown);
      tell({ text: [message, hint].filter((part) => part !== null).join(' '), migrationId: null, isProblem: true });
    }
    setBusy(false);
  };
  return { isBusy, undo: (drop) => void takeBack(drop) };
}

/** The name of a view begins with `vw_`. */
function nameOf(table: string): { readonly label: string; readonly isView: boolean } {
  const name = table.split('.').at(-1) ?? table;
  const [, view = null] = /^vw_(.+)$/.exec(name) ?? [];
  return { label: humanName(view ?? name), isView: view !== null };
}

const otherName = (isView: boolean): string =>
  isView
    ? 'It was dropped, or it has another name now. No note changed with it.'
    : 'It was dropped, or it has another name now.';

function dropText(drop: HistoryEntry, isView: boolean): string {
  const { kind, short } = writerOf(drop.actor);
  const who = kind === 'person' ? 'you' : short;
  const dropped = `It was dropped by ${who}, ${shortMoment(new Date(drop.executed_at), new Date())}.`;
  if (isView) return `${dropped} No note changed with it.`;
  const { length } = notesOf(drop);
  if (length === 0) return dropped;
  return `${dropped} Its ${countedNotes(length)} ${length === 1 ? 'was' : 'were'} moved into its archive.`;
}

async function askPresence(client: OperationsClient, table: string): Promise<Presence> {
  try {
    await client.run('describe_table', { table });
    return { isThere: true };
  } catch (thrown) {
    if (refusalOf(thrown)?.code === 'not_found') return { isThere: false, drop: await askDrop(client, table) };
    throw thrown;
  }
}

async function askDrop(client: OperationsClient, table: string): Promise<HistoryEntry | null> {
  try {
    const { migrations } = await client.run('list_migrations', { table });
    const last = migrations.find((each) => each.tables.includes(table) && !each.undone && !each.failed);
    return last !== undefined && /^drop_(table|view)$/.test(last.op) ? last : null;
  } catch (thrown) {
    // A reader without the right to the history sees no drop.
    if (refusalOf(thrown) !== null) return null;
    throw thrown;
  }
}
