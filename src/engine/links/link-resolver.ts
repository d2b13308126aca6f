/** Resolves links within a set of files. */

import type { NotePath } from '../ports/vault-port';
import { type FilesByKey, type NamedFiles, filesMatching, onlyNamed, resolveLinkpath } from './resolve-link';

/** The vault as it is (`LinkIndex`), or as it would be after some moves (`MovedFiles`). */
export abstract class LinkResolver implements FilesByKey {
  abstract has(path: NotePath): boolean;

  abstract named(key: string): NamedFiles;

  /** The file that `linkpath` means in the note `source`, or null. The empty path means the note itself. */
  resolve(linkpath: string, source: NotePath): NotePath | null {
    return resolveLinkpath(this, linkpath, source);
  }

  /** Whether one file has the name that the link path is, so that it means that file from everywhere. */
  meansOne(linkpath: string): boolean {
    return onlyNamed(this, linkpath) !== null;
  }

  /** Every file that `linkpath` may mean, the best for a note in the root first. A whole path with a folder means that file only. */
  candidates(linkpath: string): readonly NotePath[] {
    return filesMatching(this, linkpath);
  }
}
