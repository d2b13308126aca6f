/** The files of a vault by the key of their names. */

import type { NotePath } from '../ports/vault-port';
import { nameKey } from './fold';
import type { FilesByKey, NamedFiles } from './resolve-link';

export class FilesByName implements FilesByKey {
  private readonly files = new Map<string, NotePath | NotePath[]>();

  /** The caller sees to it that no file is added twice. */
  add(path: NotePath, key = nameKey(path)): void {
    const named = this.files.get(key);
    if (named === undefined) this.files.set(key, path);
    else if (typeof named === 'string') this.files.set(key, [named, path]);
    else named.push(path);
  }

  remove(path: NotePath): void {
    const key = nameKey(path);
    const named = this.files.get(key);
    if (named === undefined || typeof named === 'string') {
      this.files.delete(key);
      return;
    }
    const rest = named.filter((other) => other !== path);
    const only = rest[0];
    this.files.set(key, rest.length === 1 && only !== undefined ? only : rest);
  }

  named(key: string): NamedFiles {
    return this.files.get(key);
  }
}
