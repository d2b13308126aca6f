/** The cache as files in the operating system's cache folder. */

import fs from 'node:fs';
import path from 'node:path';
import type { CachePort } from '../../engine/ports/cache-port';
import { isVaultPath } from '../vault-path';
import { isMissing } from './file-errors';
import { makePrivateFolders, removeQuietly, renameOver, writeNewFile } from './vault/whole-write';

/** A `CachePort` over a folder; `isReadOnly` turns writes into nothing, as a cache may. D1 */
export class NodeCache implements CachePort {
  private temporaryNumber = 0;

  constructor(
    private readonly root: string,
    private readonly isReadOnly: boolean,
  ) {}

  async read(name: string): Promise<Uint8Array | null> {
    try {
      const buffer = fs.readFileSync(this.locate(name));
      return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    if (this.isReadOnly) return;
    const place = this.locate(name);
    makePrivateFolders(path.dirname(place));
    this.temporaryNumber += 1;
    const temporary = path.join(
      path.dirname(place),
      `.${process.pid.toString(36)}-${this.temporaryNumber.toString(36)}`,
    );
    writeNewFile(temporary, bytes, 0o600);
    try {
      renameOver(temporary, place);
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    if (this.isReadOnly) return;
    try {
      fs.unlinkSync(this.locate(name));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  private locate(name: string): string {
    if (!isVaultPath(name)) throw new Error(`not a name of a cache file: ${name}`);
    return path.join(this.root, name);
  }
}
