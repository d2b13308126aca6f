/** Secrets inside Obsidian: in the app's storage for secrets, and on a desktop where the headless program finds them too. D2 */

import type { App } from 'obsidian';
import type { SecretPort } from '../../engine/ports/secret-port';

/** The storage is shared by all plugins. */
const nameInApp = (name: string): string => `notedb-${name}`;

/**
 * A `SecretPort` over `SecretStorage`, else over the app's local storage of this vault. `files` has a second copy on a desktop: the
 * headless program of this device has the same private state, and goes on with this set-up.
 */
export class ObsidianSecrets implements SecretPort {
  constructor(
    private readonly app: App,
    private readonly files: SecretPort | null,
  ) {}

  async read(name: string): Promise<string | null> {
    const kept = this.readInApp(nameInApp(name));
    return kept ?? (await this.files?.read(name)) ?? null;
  }

  async write(name: string, secret: string | null): Promise<void> {
    await this.files?.write(name, secret);
    this.writeInApp(nameInApp(name), secret);
  }

  private readInApp(id: string): string | null {
    const kept: unknown = this.storage()?.getSecret(id) ?? this.app.loadLocalStorage(id);
    return typeof kept === 'string' && kept !== '' ? kept : null;
  }

  /** The app's storage forgets nothing: an empty secret is none. */
  private writeInApp(id: string, secret: string | null): void {
    const storage = this.storage();
    if (storage === null) this.app.saveLocalStorage(id, secret);
    else if (secret !== null || storage.getSecret(id) !== null) storage.setSecret(id, secret ?? '');
  }

  /** Absent before 1.11.4. */
  private storage(): App['secretStorage'] | null {
    return (this.app as Partial<Pick<App, 'secretStorage'>>).secretStorage ?? null;
  }
}
