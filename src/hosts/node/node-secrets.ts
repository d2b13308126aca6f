/** Secrets of the headless program: one file each, for this user alone, outside of every vault. D2 */

import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import type { SecretPort } from '../../engine/ports/secret-port';
import { isMissing } from './file-errors';
import { makePrivateFolders, removeQuietly, renameOver, syncFolder, syncPath, writeNewFile } from './vault/whole-write';

const ONLY_FOR_THE_USER = 0o600;
const FORM = /^[a-z0-9-]{1,50}$/;

/** A `SecretPort` over the folder `secrets` of the state folder. One file a secret, so that two processes lose none of each other's. */
export class NodeSecrets implements SecretPort {
  private readonly folder: string;

  constructor(stateFolder: string) {
    this.folder = path.join(stateFolder, 'secrets');
  }

  async read(name: string): Promise<string | null> {
    try {
      return fs.readFileSync(this.fileOf(name), 'utf8');
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async write(name: string, secret: string | null): Promise<void> {
    const file = this.fileOf(name);
    if (secret === null) {
      fs.rmSync(file, { force: true });
      if (fs.existsSync(this.folder)) await syncFolder(this.folder);
      return;
    }
    for (const changed of makePrivateFolders(this.folder)) await syncFolder(changed);
    const temporary = `${file}.${randomUUID()}`;
    try {
      writeNewFile(temporary, Buffer.from(secret), ONLY_FOR_THE_USER);
      await syncPath(temporary);
      renameOver(temporary, file);
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
    await syncFolder(this.folder);
  }

  private fileOf(name: string): string {
    if (!FORM.test(name)) throw new Error('the name of a secret is 1 to 50 lower-case letters, digits and dashes');
    return path.join(this.folder, name);
  }
}
