/** Finds rows by id, and decides which of two notes with one id is the row. D7 */

import { isNamedAsCopyOf } from '../../links/copy-names';
import type { FileStat, NotePath } from '../../ports/vault-port';
import type { SchedulerPort } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { ColumnTable } from '../columns/column-table';

/** The oldest first, of one age by path. */
export const compareAge = (a: Pick<FileStat, 'path' | 'ctime'>, b: Pick<FileStat, 'path' | 'ctime'>): number =>
  a.ctime - b.ctime || (a.path < b.path ? -1 : 1);

export class IdPrecedence {
  private isLoading = false;
  /** Files that the warm-start file knew: what it says of their ids holds. */
  private adopted: readonly FileStat[] = [];
  /** By id, what the journal says of the notes that bear it. */
  private held: ReadonlyMap<string, NotePath> = new Map();
  private adoptedPaths: ReadonlySet<NotePath> | null = null;

  constructor(private readonly files: ReadonlyMap<NotePath, FileStat>) {}

  /** While the vault is read for the first time. */
  startLoading(): void {
    this.isLoading = true;
  }

  adopt(files: readonly FileStat[]): void {
    this.adopted = files;
  }

  /** Until the vault is read for the first time. */
  hold(held: ReadonlyMap<string, NotePath>): void {
    this.held = held;
  }

  endLoading(): void {
    this.isLoading = false;
    this.adopted = [];
    this.held = new Map();
    this.adoptedPaths = null;
  }

  /** While loading, the note to which an undo gave the id keeps it; else the known holder, else the older note, else the first path. */
  supersedes(id: string, path: NotePath, holder: NotePath): boolean {
    if (!this.isLoading) return false;
    const held = this.held.get(id);
    if (held === path || held === holder) return held === path;
    return !this.isAdopted(holder) && this.byAge(path, holder) < 0;
  }

  /**
   * Which of the notes with an id is its row: none that is named as a copy of another; then the one that was the row (`holder`), then one
   * that links lead to, then the oldest. docs/copies.md#which-note-is-the-row
   */
  choose(id: string, candidates: readonly NotePath[], { holder, isLinked }: CopyFacts): NotePath | undefined {
    const isCopy = (path: NotePath): boolean => candidates.some((other) => isNamedAsCopyOf(path, other));
    const plain = among(candidates, (path) => !isCopy(path));
    const known = this.isLoading ? (this.held.get(id) ?? (this.isAdopted(holder) ? holder : null)) : holder;
    if (known !== null && plain.includes(known)) return known;
    return [...among(plain, isLinked)].sort((a, b) => this.byAge(a, b))[0];
  }

  private isAdopted(path: NotePath | null): boolean {
    if (path === null) return false;
    this.adoptedPaths ??= new Set(this.adopted.map((stat) => stat.path));
    return this.adoptedPaths.has(path);
  }

  byAge(a: NotePath, b: NotePath): number {
    const born = (path: NotePath): Pick<FileStat, 'path' | 'ctime'> => this.files.get(path) ?? { path, ctime: 0 };
    return compareAge(born(a), born(b));
  }
}

export interface CopyFacts {
  /** The note that is the row; null: none is. */
  readonly holder: NotePath | null;
  /** Whether another note links to it. */
  readonly isLinked: (path: NotePath) => boolean;
}

/** Those of which it is true; where it is true of none, all. */
function among(paths: readonly NotePath[], isTrue: (path: NotePath) => boolean): readonly NotePath[] {
  const found = paths.filter(isTrue);
  return found.length > 0 ? found : paths;
}

/** From id to path. After a warm start the first lookup builds it. */
export class IdIndex {
  private paths: Map<string, NotePath> | null = new Map();

  constructor(private readonly tables: ReadonlyMap<string, ColumnTable>) {}

  /** The tables were filled from the warm-start file, whose rows hold their ids. */
  adopt(): void {
    this.paths = null;
  }

  get(id: string): NotePath | undefined {
    return this.all().get(id);
  }

  set(id: string, path: NotePath): void {
    this.all().set(id, path);
  }

  delete(id: string): void {
    this.all().delete(id);
  }

  /** Builds in turns what the first request else builds at once. Nothing changes meanwhile. */
  async buildIndex(scheduler: Pick<SchedulerPort, 'pause'>): Promise<void> {
    if (this.paths !== null) return;
    const paths = new Map<string, NotePath>();
    for (const table of this.tables.values()) {
      await inTurns(table.idsAndPaths(), scheduler, ([id, path]) => id !== '' && paths.set(id, path));
    }
    this.paths ??= paths;
  }

  private all(): Map<string, NotePath> {
    if (this.paths !== null) return this.paths;
    this.paths = new Map();
    for (const table of this.tables.values()) {
      for (const [id, path] of table.idsAndPaths()) if (id !== '') this.paths.set(id, path);
    }
    return this.paths;
  }
}
