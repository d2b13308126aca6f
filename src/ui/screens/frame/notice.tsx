/** The last write and the way to take it back, above the foot of the browser, for half a minute. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { OperationsClient } from '../../client/operations-client';
import { describeRefusedUndo } from '../../changes/describe-refused-undo';
import { undoWrites } from '../../changes/undo-writes';

export interface Notice {
  readonly text: string;
  /** Of what can be undone from here. */
  readonly migrationId: string | null;
  /** Writes in the same notice, in their order: they are taken back with it. */
  readonly earlier?: readonly string[];
  readonly isProblem: boolean;
}

/** How long the notice of an agent's write is shown. D15 */
const NOTICE_MS = 30_000;

export interface NoticeProps {
  readonly client: OperationsClient;
  readonly notice: Notice;
  readonly canUndo: boolean;
  readonly show: (notice: Notice | null) => void;
  readonly openJournal: () => void;
}

export function NoticeBar({ client, notice, canUndo, show, openJournal }: NoticeProps): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (notice.isProblem) return undefined;
    const timer = window.setTimeout(() => show(null), NOTICE_MS);
    return () => window.clearTimeout(timer);
  }, [notice]);
  const takeBack = async (migrationId: string): Promise<void> => {
    setBusy(true);
    show(await undo(client, migrationId, notice));
    setBusy(false);
  };
  const { migrationId, isProblem } = notice;
  return (
    <div
      class={isProblem ? 'ndb-notice ndb-line ndb-is-refused' : 'ndb-notice ndb-line'}
      role={isProblem ? 'alert' : 'status'}
    >
      <span class="ndb-notice-text">{notice.text}</span>
      {!isProblem && <span class="ndb-notice-ring" key={notice.text} aria-hidden="true" />}
      <Button look="bare" class="ndb-notice-button" onClick={openJournal}>
        History
      </Button>
      {migrationId !== null && canUndo && (
        <Button
          look="bare"
          class="ndb-notice-button ndb-is-main"
          isOff={isBusy}
          onClick={() => void takeBack(migrationId)}
        >
          Undo
        </Button>
      )}
      <Button look="bare" icon="close" class="ndb-notice-button" aria-label="Dismiss" onClick={() => show(null)} />
    </div>
  );
}

async function undo(client: OperationsClient, migrationId: string, { text, earlier = [] }: Notice): Promise<Notice> {
  if (earlier.length > 0) {
    const undone = await undoWrites(client, [...earlier, migrationId]);
    return { text: undone.text, migrationId: null, isProblem: !undone.isWhole };
  }
  try {
    const undo = await client.run('undo_migration', { migration_id: migrationId });
    return { text: `Taken back: ${text}`, migrationId: undo.migrationId, isProblem: false };
  } catch (thrown) {
    const { message, hint } = describeRefusedUndo(thrown);
    return { text: [message, hint].filter((part) => part !== null).join(' '), migrationId: null, isProblem: true };
  }
}
