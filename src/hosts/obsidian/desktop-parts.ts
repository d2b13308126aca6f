/** Parts for desktops only: durable files, the system's cache folder, native hashes. Loaded only there. ADR 0003 */

import { deviceId, cacheFolder, modelFolder, stateFolder } from '../node/process/system-folders';
import { NodeCache, NodePrivateStore } from '../node/node-private-store';
import { NodeHttp } from '../node/node-http';
import { NodeSecrets } from '../node/node-secrets';
import { nodeCompression, nodeCrypto } from '../node/node-parts';
import { embeddingsEnvironment } from '../node/embeddings-environment';
import { readFolderFile } from '../node/node-models';
import { VaultFolder } from '../node/vault/vault-folder';
import { syncPaths } from '../node/vault/whole-write';
import { type DeviceOptions, type DeviceParts, privateFolderOf } from './device-parts';

/** `basePath` is the vault's folder. The device id is the one that the headless program on this machine uses. D1 */
export function openDesktopParts(basePath: string, options: DeviceOptions): DeviceParts {
  const folder = new VaultFolder(basePath);
  const state = options.stateFolder ?? stateFolder();
  const device = deviceId(state, options.device);
  const privateStore = new NodePrivateStore(folder.locate(privateFolderOf(device)));
  return {
    device,
    privateStore,
    cache: new NodeCache(options.cacheFolder ?? cacheFolder(folder.root), options.readOnly ?? false),
    crypto: nodeCrypto,
    compression: nodeCompression,
    directHttp: new NodeHttp(),
    secretFiles: new NodeSecrets(state),
    models: {
      files: new NodeCache(modelFolder(options.cacheFolder), options.readOnly ?? false),
      readFolder: (from, file) => Promise.resolve(readFolderFile(from, file)),
    },
    embeddings: embeddingsEnvironment(process.env),
    sync: (paths) => syncPaths(folder, paths),
    close: () => privateStore.closeAll(),
  };
}
