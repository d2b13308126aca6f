/** The database of views over an engine, as the app has it: open, or one that a test lets become anything. */

import { vi } from 'vitest';
import { typedRun } from '../../src/engine/index';
import type { Database, DatabaseState } from '../../src/ui/client/operations-client';
import type { TestVault } from '../engine/open-vault';

type Vault = Pick<TestVault, 'engine'>;

export function openState({ engine }: Vault, writeProtection: string | null = null): DatabaseState {
  const client = {
    run: typedRun((name, args) => engine.run(name, args)),
    onChange: engine.onChange.bind(engine),
    findNames: engine.findNames.bind(engine),
  };
  return { kind: 'open', client, writeProtection };
}

export const openDatabase = (vault: Vault): Database => ({
  state: openState(vault),
  onState: () => () => undefined,
  holdOpen: () => undefined,
  reopen: () => undefined,
});

export class ChangingDatabase implements Database {
  readonly listeners = new Set<() => void>();
  /** For what views hold the vault open. */
  readonly held: Promise<void>[] = [];
  readonly reopen = vi.fn();

  constructor(public state: DatabaseState) {}

  onState(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  holdOpen(work: Promise<void>): void {
    this.held.push(work);
  }

  become(state: DatabaseState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
