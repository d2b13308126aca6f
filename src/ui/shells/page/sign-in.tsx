/** What the page shows before it has a vault: the field for the token, and whether the server is gone or still reads. docs/page.md#open-it */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { StateMessage } from '../../components/state-message';
import { type ConnectionBarProps, GOES_ON } from './connection-bar';
import { TokenForm } from './token-form';

export function SignIn({ connection, unlock }: ConnectionBarProps): JSX.Element {
  const { state } = connection;
  // The typed token stays in its field while the server can't check it.
  const [isTyped, setTyped] = useState(false);
  const askNow = { label: 'Ask now', run: () => connection.tryNow() };
  const absence =
    state.kind === 'gone' ? <StateMessage kind="error" title={state.reason} detail={GOES_ON} action={askNow} /> : null;
  if (absence !== null && !isTyped) return absence;
  return (
    <main class="ndb-sign-in ndb-stack">
      <h1>Open the tables</h1>
      <p>Paste the token of this vault. It is kept until this tab is closed, and nowhere else.</p>
      <TokenForm
        problem={state.kind === 'locked' ? state.reason : null}
        takesFocus
        unlock={(token) => {
          setTyped(true);
          return unlock(token);
        }}
      />
      {absence}
      <ul>
        <li>
          <code>npm start</code> and <code>notedb serve</code> print the token.
        </li>
        <li>In Obsidian the settings of NoteDB copy it.</li>
        <li>
          <code>notedb token create --owner</code> makes a new one when it is lost.
        </li>
      </ul>
    </main>
  );
}
