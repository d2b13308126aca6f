/** Parts without Node: the app's adapter, its local storage, IndexedDB. The desktop's are loaded on a desktop alone. D1, D2, D7 */

import { type App, FileSystemAdapter, Platform } from 'obsidian';
import { AdapterPrivateStore } from './adapter-private-store';
import { type DeviceOptions, type DeviceParts, privateFolderOf } from './device-parts';
import { portableCrypto } from './portable-crypto';
import type { CachePort } from '../../engine/ports/cache-port';

const DEVICE_KEY = 'notedb-device';

async function openPhoneParts(app: App, options: DeviceOptions): Promise<DeviceParts> {
  const { portableCompression } = await import('./portable-compression');
  const device = options.device ?? storedDevice(app);
  const cache = new IndexedDbCache(`${app.vault.getName()}-${device}`);
  const models = new IndexedDbCache('models');
  return {
    device,
    privateStore: new AdapterPrivateStore(app.vault.adapter, privateFolderOf(device)),
    cache,
    crypto: portableCrypto,
    compression: portableCompression,
    directHttp: null,
    secretFiles: null,
    models: { files: models },
    embeddings: null,
    sync: () => Promise.resolve(),
    close: () => void Promise.all([cache.close(), models.close()]),
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

const STORE = 'files';

/** A `CachePort` over IndexedDB. The system may empty it at any time, which a cache survives. */
class IndexedDbCache implements CachePort {
  private opening: Promise<IDBDatabase> | null = null;

  /** `vaultId` distinguishes the vaults of one app. */
  constructor(private readonly vaultId: string) {}

  async read(name: string): Promise<Uint8Array | null> {
    const database = await this.open();
    const value: unknown = await requestResult(database.transaction(STORE, 'readonly').objectStore(STORE).get(name));
    return value instanceof ArrayBuffer ? new Uint8Array(value) : null;
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.change((store) => store.put(bytes.slice().buffer, name));
  }

  async remove(name: string): Promise<void> {
    await this.change((store) => store.delete(name));
  }

  async close(): Promise<void> {
    const database = await this.opening?.catch(() => null);
    this.opening = null;
    database?.close();
  }

  private async change(effect: (store: IDBObjectStore) => IDBRequest): Promise<void> {
    const transaction = (await this.open()).transaction(STORE, 'readwrite');
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(reasonOf(transaction.error));
      transaction.onabort = () => reject(reasonOf(transaction.error));
    });
    effect(transaction.objectStore(STORE));
    await done;
  }

  private open(): Promise<IDBDatabase> {
    this.opening ??= this.openAnew().catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  private openAnew(): Promise<IDBDatabase> {
    const request = indexedDB.open(`notedb-${this.vaultId}`, 1);
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
    };
    return requestResult(request);
  }
}

function requestResult<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(reasonOf(request.error));
  });
}

function reasonOf(error: DOMException | null): Error {
  return new Error(error?.message ?? 'the database of the cache gave no reason');
}
