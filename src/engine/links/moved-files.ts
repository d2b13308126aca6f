/** A vault as it would be after some moves: what a plan resolves links against. */

import type { NotePath } from '../ports/vault-port';
import { nameKey } from './fold';
import { LinkResolver } from './link-resolver';
import type { NamedFiles } from './resolve-link';

export class MovedFiles extends LinkResolver {
  /** The files of the names that the changes touch; those of every other name are the base's. */
  private readonly changed = new Map<string, NotePath[]>();
  private readonly gone = new Set<NotePath>();
  private readonly come = new Set<NotePath>();
  private readonly movedTo = new Map<NotePath, NotePath>();

  constructor(
    private readonly base: LinkResolver,
    moves: ReadonlyMap<NotePath, NotePath>,
    added: readonly NotePath[],
    removed: readonly NotePath[],
  ) {
    super();
    for (const path of [...moves.keys(), ...removed]) this.takeAway(path);
    for (const path of [...moves.values(), ...added]) this.bring(path);
    for (const [from, to] of moves) this.movedTo.set(from, to);
  }

  /** By old path. */
  get moves(): ReadonlyMap<NotePath, NotePath> {
    return this.movedTo;
  }

  /** One more change, of a file that none before was about: it comes (from null), goes (to null) or moves. */
  include(from: NotePath | null, to: NotePath | null): void {
    if (from !== null) this.takeAway(from);
    if (to !== null) this.bring(to);
    if (from !== null && to !== null) this.movedTo.set(from, to);
  }

  has(path: NotePath): boolean {
    return this.come.has(path) || (!this.gone.has(path) && this.base.has(path));
  }

  named(key: string): NamedFiles {
    return this.changed.get(key) ?? this.base.named(key);
  }

  /** Where a file lies afterwards, null when it is gone. */
  pathAfter(path: NotePath): NotePath | null {
    return this.movedTo.get(path) ?? (this.has(path) ? path : null);
  }

  /** The keys of the names whose files differ. */
  changedKeys(): Iterable<string> {
    return this.changed.keys();
  }

  private takeAway(path: NotePath): void {
    this.gone.add(path);
    const key = nameKey(path);
    const files = this.filesNamed(key);
    // Another file may have come to its place.
    if (!this.come.has(path))
      this.changed.set(
        key,
        files.filter((other) => other !== path),
      );
  }

  private bring(path: NotePath): void {
    this.come.add(path);
    const files = this.filesNamed(nameKey(path));
    if (!files.includes(path)) files.push(path);
  }

  private filesNamed(key: string): NotePath[] {
    let files = this.changed.get(key);
    if (files === undefined) {
      const present = this.base.named(key) ?? [];
      this.changed.set(key, (files = typeof present === 'string' ? [present] : [...present]));
    }
    return files;
  }
}
