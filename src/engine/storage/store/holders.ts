/** Which note holds an id. After a warm start it is made when the first id is asked for. D7 */

import type { SchedulerPort } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import type { ColumnTable } from '../columns/column-table';

export class Holders {
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

  /** Makes in turns what is otherwise made at once when somebody asks. Nothing changes meanwhile. */
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
