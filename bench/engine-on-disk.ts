/** An engine on a folder, as the program opens it; its private state and its cache lie where the bench says. */

import path from 'node:path';
import type { Engine, LoggerPort } from '../src/engine/index';
import { openEngine } from '../src/engine/index';
import { type NodeHost, createNodeHost } from '../src/hosts/node/node-host';
import { cacheRoot } from './vault/generate';

export interface OpenVault {
  readonly engine: Engine;
  readonly host: NodeHost;
  /** Lets old history go at once, which the engine does a minute after opening. */
  readonly retire: () => Promise<void>;
  close(): Promise<void>;
}

const logger: LoggerPort = {
  log: (level, event, data) => {
    // What a step that deletes notes means to bring about.
    if (level !== 'info' && event !== 'rows_suspect')
      throw new Error(`the engine says ${event}: ${JSON.stringify(data)}`);
  },
};

/** Where the warm-start file of a vault lies. */
export const warmStartFolder = (vault: string): string => path.join(cacheRoot(), `cache-of-${path.basename(vault)}`);

export function hostOn(vault: string): Promise<NodeHost> {
  return createNodeHost({
    vaultFolder: vault,
    logger,
    stateFolder: path.join(cacheRoot(), 'state'),
    cacheFolder: warmStartFolder(vault),
    device: 'bench0000000',
  });
}

const A_MINUTE = 60 * 1000;

export async function openVault(vault: string): Promise<OpenVault> {
  const host = await hostOn(vault);
  let retire = (): void => undefined;
  const scheduler = {
    pause: () => host.scheduler.pause(),
    after: (milliseconds: number, task: () => void) => {
      if (milliseconds === A_MINUTE) retire = task;
      return host.scheduler.after(milliseconds, task);
    },
  };
  const engine = await openEngine({ ...host, scheduler });
  return {
    engine,
    host,
    retire: async () => {
      retire();
      // It has the write lane: who is next to ask for it waits.
      await engine.run('update_rows', { table: 'people', where: { name: 'person 5' }, set_values: { rate: 1 } });
    },
    close: async () => {
      await engine.close();
      host.close();
    },
  };
}
