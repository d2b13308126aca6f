/** The menu at the name of the vault: the theme, and the lock, which asks first when something is not written. docs/page.md#lock */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { counted } from '../../changes/clipboard/describe-range';
import type { UnsentInput } from '../../client/unsent-input';
import { describeUnsent } from '../../changes/unsent/describe-unsent';
import { Segments, type SegmentsProps } from '../../components/form/segments';
import { Icon } from '../../components/icon';
import { Popover } from '../../components/overlay/popover';
import type { PageTheme, ThemeChoice } from './page-theme';
import type { HttpDatabase } from './server/http-database';
import type { ServerConnection } from './server/server-connection';

export interface VaultMenuProps {
  readonly vault: string;
  readonly theme: PageTheme;
  readonly database: Pick<HttpDatabase, 'isBusy'>;
  readonly connection: Pick<ServerConnection, 'waitingWrites'>;
  readonly unsent: UnsentInput;
  readonly lock: () => void;
}

export function VaultMenu({ vault, theme, database, connection, unsent, lock }: VaultMenuProps): JSX.Element {
  const [isOpen, open] = useState(false);
  const [asks, ask] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const press = (): void => {
    open(false);
    if (unsent.isEmpty && !database.isBusy && connection.waitingWrites === 0) lock();
    else ask(true);
  };
  return (
    <>
      <button
        type="button"
        class="ndb-vault ndb-bare-button"
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        {vault}
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <Popover label={vault} anchor={() => button.current} place="below" close={() => open(false)}>
          <div class="ndb-popover-main ndb-tool-fields ndb-stack">
            <ThemeField theme={theme} />
          </div>
          <footer class="ndb-popover-foot">
            <Button title="Forgets the token in this tab" onClick={press}>
              Lock
            </Button>
          </footer>
        </Popover>
      )}
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
    <dialog class="ndb-lock ndb-surface" ref={dialog} aria-labelledby="ndb-lock-title" onClose={close}>
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
      <div class="ndb-lock-choice ndb-wraps">
        <Button look="main" autofocus onClick={() => dialog.current?.close()}>
          Go on typing
        </Button>
        <Button onClick={lock}>Lock and keep it</Button>
        <Button onClick={discard}>Lock and throw it away</Button>
      </div>
    </dialog>
  );
}

const THEMES: SegmentsProps<ThemeChoice>['options'] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

function ThemeField({ theme }: { readonly theme: PageTheme }): JSX.Element {
  const [choice, setChoice] = useState(theme.choice);
  return (
    <div class="ndb-tool-choice ndb-small-text">
      <span>Theme</span>
      <Segments
        label="Theme"
        chosen={choice}
        options={THEMES}
        choose={(next) => {
          theme.choose(next);
          setChoice(theme.choice);
        }}
      />
    </div>
  );
}
