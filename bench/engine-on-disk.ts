/** An engine on a folder, as the program opens it; its private state and its cache lie where the bench says. */

import path from 'node:path';
import type { Engine, LoggerPort } from '../src/engine/index';
import { openEngine } from '../src/engine/index';
import { type NodeHost, createNodeHost } from '../src/hosts/node/node-host';
import { cacheRoot } from './vault/generate';

export interface OpenVault {
  readonly engine: Engine;
  readonly host: NodeHost;
  close(): Promise<void>;
}

const logger: LoggerPort = {
  log: (level, event, data) => {
    if (level !== 'info') throw new Error(`the engine says ${event}: ${JSON.stringify(data)}`);
  },
};

/** Where the warm-start file of a vault lies. */
export const warmStartFolder = (vault: string): string => path.join(cacheRoot(), `cache-of-${path.basename(vault)}`);

function hostOn(vault: string): Promise<NodeHost> {
  return createNodeHost({
    vaultFolder: vault,
    logger,
    stateFolder: path.join(cacheRoot(), 'state'),
    cacheFolder: warmStartFolder(vault),
    device: 'bench0000000',
  });
}

export async function openVault(vault: string): Promise<OpenVault> {
  const host = await hostOn(vault);
  const engine = await openEngine(host);
  const close = async (): Promise<void> => {
    await engine.close();
    host.close();
  };
  return { engine, host, close };
}
