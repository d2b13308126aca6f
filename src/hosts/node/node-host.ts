/** The host of the headless program: a folder on disk, no Obsidian needed. D1 */

import path from 'node:path';
import type { Host, LoggerPort } from '../../engine/ports/host';
import { deviceId } from './device-id';
import { linkSettingsReader } from './link-settings';
import { NodeCache } from './node-cache';
import { nodeCompression, nodeCrypto, nodeIds } from './node-parts';
import { NodePrivateStore } from './node-private-store';
import { NodeScheduler } from './node-scheduler';
import { NodeVault } from './node-vault';
import { systemClock } from '../system-clock';
import { cacheFolder, stateFolder } from './system-folders';
import { TemporaryFiles } from './temporary-files';
import { VaultFolder } from './vault-folder';
import { VaultWatcher } from './vault-watcher';

export interface NodeHostOptions {
  readonly vaultFolder: string;
  readonly logger: LoggerPort;
  /** Where the device id lies. Default: the operating system's place for state. */
  readonly stateFolder?: string;
  /** Default: the operating system's place for caches, a folder a vault. */
  readonly cacheFolder?: string;
  /** Default: `NOTEDB_DEVICE`, else the stored id. */
  readonly device?: string;
  readonly readOnly?: boolean;
}

export interface NodeHost extends Host {
  /** The real path of the vault. Not for answers to callers. */
  readonly vaultFolder: string;
  readonly device: string;
  /** Stops watching and closes files; the engine has closed before. */
  close(): void;
}

/**
 * Opens a folder as a vault. Call it as the owner of the vault (`ownership.ts`), or read-only: it removes what a killed
 * process left in the folder for temporary files. Throws when the folder is not there.
 */
export async function createNodeHost(options: NodeHostOptions): Promise<NodeHost> {
  const folder = new VaultFolder(options.vaultFolder);
  const readOnly = options.readOnly ?? false;
  const device = deviceId(options.stateFolder ?? stateFolder(), options.device);
  const privateFolder = path.join(folder.root, '.notedb', device);
  const scheduler = new NodeScheduler();
  const temporary = new TemporaryFiles(path.join(privateFolder, 'tmp'));
  const watcher = new VaultWatcher(folder.root, options.logger);
  const privateStore = new NodePrivateStore(privateFolder);
  if (!readOnly) temporary.clear();
  return {
    vault: new NodeVault(folder, scheduler, temporary, watcher),
    privateStore,
    cache: new NodeCache(options.cacheFolder ?? cacheFolder(folder.root), readOnly),
    clock: systemClock,
    ids: nodeIds,
    scheduler,
    crypto: nodeCrypto,
    compression: nodeCompression,
    logger: options.logger,
    linkSettings: linkSettingsReader(folder.root),
    journalFolder: `.notedb/${device}/`,
    readOnly,
    vaultFolder: folder.root,
    device,
    close: () => {
      watcher.close();
      privateStore.closeAll();
    },
  };
}
