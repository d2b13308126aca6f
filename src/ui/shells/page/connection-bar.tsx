/** Says above the tables that the server is gone or wants another token, and what becomes of changes meanwhile. docs/page.md#when-the-server-is-gone */

import type { JSX } from 'preact';
import { Button } from '../../components/form/button';
import type { ServerConnection } from './server/server-connection';
import { TokenForm, type TokenFormProps } from './token-form';

export interface ConnectionBarProps extends Pick<TokenFormProps, 'unlock'> {
  readonly connection: Pick<ServerConnection, 'state' | 'waitingWrites' | 'tryNow'>;
}

export function ConnectionBar({ connection, unlock }: ConnectionBarProps): JSX.Element | null {
  const { state, waitingWrites } = connection;
  switch (state.kind) {
    case 'ready':
      return null;
    case 'gone':
      return (
        <div class="ndb-connection" role="status">
          <p>
            {state.reason} {GOES_ON} {waitingText(waitingWrites)}
          </p>
          <Button onClick={() => connection.tryNow()}>Ask now</Button>
        </div>
      );
    case 'locked':
      return (
        <div class="ndb-connection" role="status">
          <p>The server wants a token again. {waitingText(waitingWrites)}</p>
          <TokenForm problem={state.reason} takesFocus={false} unlock={unlock} />
        </div>
      );
  }
}

/** Behind the reason for which there is no answer. */
export const GOES_ON = 'The page asks again, and goes on by itself.';

function waitingText(count: number): string {
  if (count === 0) return 'What you change meanwhile is kept and written then.';
  return count === 1 ? '1 change waits and is written then.' : `${count} changes wait and are written then.`;
}
