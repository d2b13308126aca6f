/** Says in a form that its server is away, and that the form goes on by itself. docs/page.md#when-the-server-is-gone */

import { type JSX, createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Why calls wait; null: they are answered. */
export const ServerAbsence = createContext<string | null>(null);

export function ServerAway(): JSX.Element | null {
  const absence = useContext(ServerAbsence);
  if (absence === null) return null;
  return (
    <p class="ndb-server-away" role="status">
      {absence} What you typed is kept, and this goes on by itself.
    </p>
  );
}
