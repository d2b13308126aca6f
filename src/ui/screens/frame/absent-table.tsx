/** A table that the list does not have: one that was made this moment, or one that is gone. */

import type { JSX } from 'preact';
import { StateMessage } from '../../components/state-message';
import { refusalOf } from '../../client/describe-problem';
import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { LoadingPane } from '../../rows/loading-pane';

export interface AbsentTableProps {
  readonly client: OperationsClient;
  readonly table: string;
  /** Where to go instead; null: there is no table at all. */
  readonly first: { readonly table: string; readonly label: string } | null;
  readonly openTable: (table: string) => void;
  /** Draws the table when it is there after all. */
  readonly pane: () => JSX.Element;
}

export function AbsentTable({ client, table, first, openTable, pane }: AbsentTableProps): JSX.Element {
  const { answer, refresh } = useLiveQuery<boolean>(client, JSON.stringify(['is there', table]), {
    ask: (operations) => isThere(operations, table),
    isTouched: ({ definitions }) => definitions,
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Loading tables…" />;
  if (answer.value) return pane();
  return (
    <StateMessage
      kind="empty"
      {...goneText(table.split('.').at(-1) ?? table)}
      {...(first === null ? {} : { action: { label: `Show ${first.label}`, run: () => openTable(first.table) } })}
    />
  );
}

/** The name of a view begins with `vw_`. */
function goneText(name: string): { readonly title: string; readonly detail: string } {
  const [, view = null] = /^vw_(.+)$/.exec(name) ?? [];
  const back = 'undoing the change in the history brings';
  return view === null
    ? {
        title: `${humanName(name)} is gone`,
        detail: `The table was dropped, or it has another name now. Its notes are where they were; ${back} the table back.`,
      }
    : {
        title: `The view ${humanName(view)} is gone`,
        detail: `It was dropped, or it has another name now. No note changed with it; ${back} it back.`,
      };
}

async function isThere(client: OperationsClient, table: string): Promise<boolean> {
  try {
    await client.run('describe_table', { table });
    return true;
  } catch (thrown) {
    if (refusalOf(thrown)?.code === 'not_found') return false;
    throw thrown;
  }
}
