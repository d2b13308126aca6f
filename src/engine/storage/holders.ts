/** Which note holds an id. After a warm start it is made when the first id is asked for. D7 */

import type { NotePath } from '../ports/vault-port';
import type { ColumnTable } from './column-table';

export class Holders {
  private paths: Map<string, NotePath> | null = new Map();
  /** Rows whose ids were drawn, each its id and its path, since somebody asked for an id last: of a write of many rows nobody does. */
  private drawn: string[] = [];

  constructor(private readonly tables: ReadonlyMap<string, ColumnTable>) {}

  /** The tables were filled from the warm-start file, whose rows hold their ids. */
  adopt(): void {
    this.paths = null;
  }

  get(id: string): NotePath | undefined {
    return this.all().get(id);
  }

  /** `isDrawn`: for this row, so that nobody holds the id. */
  set(id: string, path: NotePath, isDrawn = false): void {
    if (isDrawn) this.drawn.push(id, path);
    else this.all().set(id, path);
  }

  delete(id: string): void {
    this.all().delete(id);
  }

  private all(): Map<string, NotePath> {
    const paths = (this.paths ??= this.pathsOfRows());
    if (this.drawn.length === 0) return paths;
    for (let i = 0; i < this.drawn.length; i += 2) paths.set(this.drawn[i] as string, this.drawn[i + 1] as NotePath);
    this.drawn = [];
    return paths;
  }

  private pathsOfRows(): Map<string, NotePath> {
    const paths = new Map<string, NotePath>();
    for (const table of this.tables.values()) {
      for (const [id, path] of table.idsAndPaths()) if (id !== '') paths.set(id, path);
    }
    return paths;
  }
}
