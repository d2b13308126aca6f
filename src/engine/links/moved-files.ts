/** A vault as it would be after some moves: what a plan resolves links against. */

import type { NotePath } from '../ports/vault-port';
import { nameKey } from './fold';
import { LinkResolver } from './link-resolver';
import type { NamedFiles } from './resolve-link';

export class MovedFiles extends LinkResolver {
  /** The files of the names that the changes touch; those of every other name are the base's. */
  private readonly changed = new Map<string, NotePath[]>();
  private readonly gone: ReadonlySet<NotePath>;
  private readonly come: ReadonlySet<NotePath>;

  constructor(
    private readonly base: LinkResolver,
    readonly moves: ReadonlyMap<NotePath, NotePath>,
    added: readonly NotePath[],
    removed: readonly NotePath[],
  ) {
    super();
    this.gone = new Set([...moves.keys(), ...removed]);
    this.come = new Set([...moves.values(), ...added]);
    for (const path of [...this.gone, ...this.come]) this.touch(nameKey(path));
    for (const path of this.come) {
      const files = this.changed.get(nameKey(path));
      if (files !== undefined && !files.includes(path)) files.push(path);
    }
  }

  has(path: NotePath): boolean {
    return this.come.has(path) || (!this.gone.has(path) && this.base.has(path));
  }

  named(key: string): NamedFiles {
    return this.changed.get(key) ?? this.base.named(key);
  }

  /** Where a file lies afterwards, null when it is gone. */
  pathAfter(path: NotePath): NotePath | null {
    return this.moves.get(path) ?? (this.has(path) ? path : null);
  }

  /** The keys of the names whose files differ. */
  changedKeys(): Iterable<string> {
    return this.changed.keys();
  }

  private touch(key: string): void {
    if (this.changed.has(key)) return;
    const files = this.base.named(key) ?? [];
    const stay = (typeof files === 'string' ? [files] : files).filter((path) => !this.gone.has(path));
    this.changed.set(key, stay);
  }
}
