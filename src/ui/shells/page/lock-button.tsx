/** Locks the page. Whoever typed something that is not written says first what becomes of it. docs/page.md#lock */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { counted } from '../../changes/clipboard/describe-range';
import type { UnsentInput } from '../../client/unsent-input';
import { describeUnsent } from '../../changes/unsent/describe-unsent';
import type { HttpDatabase } from './server/http-database';
import type { ServerConnection } from './server/server-connection';

export interface LockButtonProps {
  readonly database: Pick<HttpDatabase, 'isBusy'>;
  readonly connection: Pick<ServerConnection, 'waitingWrites'>;
  readonly unsent: UnsentInput;
  readonly lock: () => void;
}

export function LockButton({ database, connection, unsent, lock }: LockButtonProps): JSX.Element {
  const [asks, ask] = useState(false);
  const press = (): void => {
    if (unsent.isEmpty && !database.isBusy && connection.waitingWrites === 0) lock();
    else ask(true);
  };
  return (
    <>
      <Button title="Forgets the token in this tab" onClick={press}>
        Lock
      </Button>
      {asks && (
        <LockDialog
          waiting={connection.waitingWrites}
          words={describeUnsent(unsent.values)}
          lock={lock}
          discard={() => {
            unsent.discard();
            lock();
          }}
          close={() => ask(false)}
        />
      )}
    </>
  );
}

interface LockDialogProps {
  /** Writes that the server does not have yet. */
  readonly waiting: number;
  /** Empty: everything is on its way. */
  readonly words: string;
  readonly lock: () => void;
  readonly discard: () => void;
  readonly close: () => void;
}

function LockDialog({ waiting, words, lock, discard, close }: LockDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="ndb-lock" ref={dialog} aria-labelledby="ndb-lock-title" onClose={close}>
      <h2 id="ndb-lock-title">Lock before everything is written?</h2>
      {words !== '' && (
        <p>
          Not written yet: {words}. It can stay in this tab, and is there again after the token is given. Until the tab
          is closed, its session holds the text.
        </p>
      )}
      {waiting > 0 && (
        <p>{counted(waiting, 'change')} not sent to the server yet. A lock gives up what can’t be kept.</p>
      )}
      {words === '' && waiting === 0 && <p>A change is being written.</p>}
      <div class="ndb-lock-choice">
        <Button look="main" autofocus onClick={() => dialog.current?.close()}>
          Go on typing
        </Button>
        <Button onClick={lock}>Lock and keep it</Button>
        <Button onClick={discard}>Lock and throw it away</Button>
      </div>
    </dialog>
  );
}
