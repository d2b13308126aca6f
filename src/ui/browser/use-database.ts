/** What every view has of its shell: the vault, open or not, and a way to open notes. */

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Database, DatabaseState } from './operations-client';

export function useDatabase(database: Database): DatabaseState {
  const [state, setState] = useState(database.state);
  useLayoutEffect(() => {
    const look = (): void => setState(database.state);
    look();
    return database.onState(look);
  }, [database]);
  return state;
}

export interface OpenNotes {
  /** A path or the target of a link that stands in `source`; the event tells whether in a new tab. */
  readonly open: (target: string, source: string, event: MouseEvent | KeyboardEvent) => void;
}
