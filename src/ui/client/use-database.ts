/** The vault of a view, open or not. */

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
