/** The database of views over an engine, as the app has it. */

import { typedRun } from '../../../src/engine/index';
import type { Database } from '../../../src/ui/browser/operations-client';
import type { TestVault } from '../../engine/open-vault';

export function openDatabase({ engine }: Pick<TestVault, 'engine'>): Database {
  const client = {
    run: typedRun((name, args) => engine.run(name, args)),
    onChange: engine.onChange.bind(engine),
    findNames: engine.findNames.bind(engine),
  };
  return {
    state: { kind: 'open', client, writeProtection: null },
    onState: () => () => undefined,
    holdOpen: () => undefined,
    reopen: () => undefined,
  };
}
