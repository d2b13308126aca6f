/** The host of the headless program: a folder on disk, no Obsidian needed. D1 */

import path from 'node:path';
import type { Host, LoggerPort, LinkSettings } from '../../engine/ports/host';
import { deviceId, cacheFolder, modelFolder, stateFolder } from './process/system-folders';
import { embeddingsEnvironment } from './embeddings-environment';
import { NodeHttp } from './node-http';
import { NodeSecrets } from './node-secrets';
import { type ModelRuntime, NodeModels } from './node-models';
import { NodeCache, NodePrivateStore } from './node-private-store';
import { nodeCompression, nodeCrypto, nodeIds, NodeScheduler } from './node-parts';
import { NodeVault } from './vault/node-vault';
import { DEFAULT_LINK_SETTINGS, linkSettingsIn } from '../link-settings';
import { templateFoldersIn } from '../template-folders';
import { systemClock } from '../system-clock';
import { TemporaryFiles } from './vault/temporary-files';
import { VaultFolder } from './vault/vault-folder';
import { VaultWatcher } from './vault/vault-watcher';
import fs from 'node:fs';

export interface NodeHostOptions {
  readonly vaultFolder: string;
  readonly logger: LoggerPort;
  /** Where the device id and the secrets lie. Default: the operating system's place for state. */
  readonly stateFolder?: string;
  /** Default: the operating system's place for caches, a folder a vault. */
  readonly cacheFolder?: string;
  /** Default: `NOTEDB_DEVICE`, else the stored id. */
  readonly device?: string;
  readonly readOnly?: boolean;
  /** What threads of local models are made of. Absent: no model runs here. */
  readonly modelRuntime?: ModelRuntime;
  /** Default: the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface NodeHost extends Host {
  /** The real path of the vault. Not for answers to callers. */
  readonly vaultFolder: string;
  readonly device: string;
  /** Stops watching and closes files; the engine has closed before. */
  close(): void;
}

/**
 * Opens a folder as a vault. Call it as the owner of the vault (`vault-ownership.ts`), or read-only: it removes what a
 * killed process left in the folder for temporary files. Throws when the folder is not there.
 */
export async function createNodeHost(options: NodeHostOptions): Promise<NodeHost> {
  const folder = new VaultFolder(options.vaultFolder);
  const { readOnly = false, modelRuntime: runtime } = options;
  const state = options.stateFolder ?? stateFolder();
  const device = deviceId(state, options.device);
  const privateFolder = path.join(folder.root, '.notedb', device);
  const scheduler = new NodeScheduler();
  const temporary = new TemporaryFiles(path.join(privateFolder, 'tmp'));
  const watcher = new VaultWatcher(folder.root, options.logger);
  const privateStore = new NodePrivateStore(privateFolder);
  if (!readOnly) {
    temporary.clear();
    privateStore.removeDrafts();
  }
  return {
    name: 'node',
    vault: new NodeVault(folder, scheduler, temporary, watcher),
    privateStore,
    cache: new NodeCache(options.cacheFolder ?? cacheFolder(folder.root), readOnly),
    http: new NodeHttp(),
    secrets: new NodeSecrets(state),
    ...(runtime === undefined
      ? {}
      : { localModels: new NodeModels(modelFolder(options.cacheFolder), runtime, readOnly) }),
    embeddings: embeddingsEnvironment(options.environment ?? process.env),
    clock: systemClock,
    ids: nodeIds,
    scheduler,
    crypto: nodeCrypto,
    compression: nodeCompression,
    logger: options.logger,
    linkSettings: nodeLinkSettings(folder.root),
    templateFolders: () =>
      templateFoldersIn((file) => fs.promises.readFile(path.join(folder.root, '.obsidian', file), 'utf8')),
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

/** Every link of a write asks: one look is enough for the writes of a moment. */
const LOOK_KEPT_MS = 5;

/** From `.obsidian/app.json`, read again when the file changes; one that is absent or does not parse means Obsidian's defaults. */
function nodeLinkSettings(vaultRoot: string): () => LinkSettings {
  const file = path.join(vaultRoot, '.obsidian', 'app.json');
  let stamp = '';
  let settings = DEFAULT_LINK_SETTINGS;
  let lookedAt = -Infinity;
  return () => {
    const now = performance.now();
    if (now - lookedAt < LOOK_KEPT_MS) return settings;
    lookedAt = now;
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    const present = stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
    if (present !== stamp) {
      settings = present === '' ? DEFAULT_LINK_SETTINGS : readSettings(file);
      stamp = present;
    }
    return settings;
  };
}

function readSettings(file: string): LinkSettings {
  try {
    return linkSettingsIn(fs.readFileSync(file, 'utf8'));
  } catch {
    return DEFAULT_LINK_SETTINGS;
  }
}
