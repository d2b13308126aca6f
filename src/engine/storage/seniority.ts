/** Which of two notes that bear one id is the row. D7 */

import type { FileStat, NotePath } from '../ports/vault-port';

export class Seniority {
  private isLoading = false;
  /** Files that the warm-start file knew: what it says of their ids holds. */
  private adopted: readonly FileStat[] = [];
  private adoptedPaths: ReadonlySet<NotePath> | null = null;

  constructor(private readonly files: ReadonlyMap<NotePath, FileStat>) {}

  /** While the vault is read for the first time. */
  startLoading(): void {
    this.isLoading = true;
  }

  adopt(files: readonly FileStat[]): void {
    this.adopted = files;
  }

  endLoading(): void {
    this.isLoading = false;
    this.adopted = [];
    this.adoptedPaths = null;
  }

  /** While loading, the older note keeps the id, else the first path; where the engine knows its holder, that one. */
  supersedes(path: NotePath, holder: NotePath): boolean {
    return this.isLoading && !this.isAdopted(holder) && this.byAge(path, holder) < 0;
  }

  private isAdopted(path: NotePath): boolean {
    this.adoptedPaths ??= new Set(this.adopted.map((stat) => stat.path));
    return this.adoptedPaths.has(path);
  }

  /** The oldest first, of one age by path. */
  byAge(a: NotePath, b: NotePath): number {
    const born = (path: NotePath): number => this.files.get(path)?.ctime ?? 0;
    return born(a) - born(b) || (a < b ? -1 : 1);
  }
}
