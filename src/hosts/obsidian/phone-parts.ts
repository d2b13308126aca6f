/** Parts without Node: the app's adapter, its local storage, IndexedDB. D1, D7 */

import { type App, FileSystemAdapter, Platform } from 'obsidian';
import { AdapterPrivateStore } from './adapter-private-store';
import { type DeviceOptions, type DeviceParts, privateFolderOf } from './device-parts';
import { IndexedDbCache } from './indexed-db-cache';
import { portableCompression, portableCrypto } from './portable-parts';

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

/** Node is touched only inside the guard: its modules are required when `desktop-parts` is first imported. */
export async function openDeviceParts(app: App, options: DeviceOptions): Promise<DeviceParts> {
  const { adapter } = app.vault;
  if (Platform.isDesktop && adapter instanceof FileSystemAdapter) {
    const { openDesktopParts } = await import('./desktop-parts');
    return openDesktopParts(adapter.getBasePath(), options);
  }
  return openPhoneParts(app, options);
}
