/** What stays on the device when the app closes: one value a key, and secrets. */

import { Events } from './events';

/** Survives the app: give the same one to the next test app of the same device. */
export type DeviceStorage = Map<string, string>;

export class LocalStorage {
  constructor(
    private readonly storage: DeviceStorage,
    private readonly vaultId: string,
  ) {}

  load(key: string): unknown {
    const text = this.storage.get(`${this.vaultId}-${key}`);
    return text === undefined ? null : (JSON.parse(text) as unknown);
  }

  save(key: string, data: unknown): void {
    if (data === null || data === undefined) this.storage.delete(`${this.vaultId}-${key}`);
    else this.storage.set(`${this.vaultId}-${key}`, JSON.stringify(data));
  }
}

export class SecretStorage extends Events {
  constructor(private readonly storage: DeviceStorage) {
    super();
  }

  setSecret(id: string, secret: string): void {
    if (!/^[a-z0-9-]{1,64}$/.test(id)) throw new Error('Secret ID must be lowercase alphanumeric with dashes');
    this.storage.set(`secret-${id}`, secret);
    this.trigger('change', id);
  }

  getSecret(id: string): string | null {
    return this.storage.get(`secret-${id}`) ?? null;
  }

  listSecrets(): string[] {
    return [...this.storage.keys()]
      .filter((key) => key.startsWith('secret-'))
      .map((key) => key.slice('secret-'.length));
  }
}
