/** Parts without Node: the app's adapter, its local storage, IndexedDB. D1, D7 */

import type { App } from 'obsidian';
import { AdapterPrivateStore } from './adapter-private-store';
import type { DeviceOptions, DeviceParts } from './device-parts';
import { IndexedDbCache } from './indexed-db-cache';
import { portableCompression, portableCrypto } from './portable-parts';
import { privateFolderOf } from './private-folder';

const DEVICE_KEY = 'notedb-device';

export function openPhoneParts(app: App, options: DeviceOptions): DeviceParts {
  const device = options.device ?? storedDevice(app);
  const cache = new IndexedDbCache(`${app.vault.getName()}-${device}`);
  return {
    device,
    privateStore: new AdapterPrivateStore(app.vault.adapter, privateFolderOf(device)),
    cache,
    crypto: portableCrypto,
    compression: portableCompression,
    sync: () => Promise.resolve(),
    close: () => void cache.close(),
  };
}

/** A new id is kept by the app on this device, beside the vault and not in it. */
function storedDevice(app: App): string {
  const stored: unknown = app.loadLocalStorage(DEVICE_KEY);
  if (typeof stored === 'string' && stored !== '') return stored;
  const made = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  app.saveLocalStorage(DEVICE_KEY, made);
  return made;
}
