/** The files of a vault after planned moves, for resolving links. */

import type { SchedulerPort } from '../ports/host';
import { inTurns } from '../ports/in-turns';
import type { NotePath } from '../ports/vault-port';
import { nameKey } from './fold-name';
import { LinkResolver } from './link-resolver';
import type { NamedFiles } from './resolve-link';

const NONE: ReadonlyMap<NotePath, NotePath> = new Map();

interface PlannedFiles {
  readonly moves: ReadonlyMap<NotePath, NotePath>;
  readonly added: readonly NotePath[];
  readonly removed: readonly NotePath[];
}

export class MovedFiles extends LinkResolver {
  /** The files of the names that the changes touch; those of every other name are new ones, or the base's. */
  private readonly changed = new Map<string, NotePath | NotePath[]>();
  /** Paths that a file takes while, or before, another one leaves them. */
  private readonly retaken = new Set<NotePath>();
  private readonly movedTo = new Map<NotePath, NotePath>();

  /** `moves` from old paths to new ones: a file may move to where another one moves away. */
  constructor(
    private readonly base: LinkResolver,
    moves: ReadonlyMap<NotePath, NotePath>,
    added: readonly NotePath[] = [],
    removed: readonly NotePath[] = [],
    /** New files of names that the base does not have, by their keys. */
    private readonly fresh: ReadonlyMap<string, NotePath> = NONE,
  ) {
    super();
    for (const path of [...moves.keys(), ...removed]) this.takeAway(path);
    for (const path of [...moves.values(), ...added]) this.bring(path);
    for (const [from, to] of moves) this.movedTo.set(from, to);
  }

  /** As the constructor, in turns. The base does not change meanwhile. */
  static async inTurns(
    base: LinkResolver,
    { moves, added, removed }: PlannedFiles,
    scheduler: Pick<SchedulerPort, 'pause'>,
  ): Promise<MovedFiles> {
    const files = new MovedFiles(base, NONE);
    await inTurns([...moves.keys(), ...removed], scheduler, (path) => files.takeAway(path));
    await inTurns([...moves.values(), ...added], scheduler, (path) => files.bring(path));
    for (const [from, to] of moves) files.movedTo.set(from, to);
    return files;
  }

  /** The vault with new files of names that no file has, by their keys: see `nameKey`. */
  static withNew(base: LinkResolver, newNames: ReadonlyMap<string, NotePath>): MovedFiles {
    return new MovedFiles(base, NONE, [], [], newNames);
  }

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
    const named = this.since(nameKey(path));
    if (named === undefined) return this.base.has(path);
    return typeof named === 'string' ? named === path : named.includes(path);
  }

  named(key: string): NamedFiles {
    return this.since(key) ?? this.base.named(key);
  }

  private since(key: string): NotePath | NotePath[] | undefined {
    return this.changed.get(key) ?? this.fresh.get(key);
  }

  /** Where a file lies afterwards, null when it is gone. */
  pathAfter(path: NotePath): NotePath | null {
    return this.movedTo.get(path) ?? (this.has(path) ? path : null);
  }

  /** The keys of the names whose files differ. */
  *changedKeys(): Iterable<string> {
    yield* this.changed.keys();
    for (const key of this.fresh.keys()) if (!this.changed.has(key)) yield key;
  }

  private takeAway(path: NotePath): void {
    // Another file may have come to its place.
    if (this.retaken.has(path)) return;
    const key = nameKey(path);
    this.changed.set(
      key,
      this.listOf(key).filter((other) => other !== path),
    );
  }

  private bring(path: NotePath): void {
    const key = nameKey(path);
    // A name that is new is the rule: nothing lies at the path then either.
    if (this.named(key) === undefined) {
      this.changed.set(key, path);
      return;
    }
    if (this.base.has(path)) this.retaken.add(path);
    const files = this.listOf(key);
    if (!files.includes(path)) files.push(path);
    this.changed.set(key, files);
  }

  /** The files of a name in a list of our own. */
  private listOf(key: string): NotePath[] {
    const changed = this.since(key);
    if (typeof changed === 'object') return changed;
    const files = changed ?? this.base.named(key) ?? [];
    return typeof files === 'string' ? [files] : [...files];
  }
}
