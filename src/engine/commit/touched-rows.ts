/** What an ingestion of external edits touches, for the versions that follow from it. */

import type { NotePath } from '../ports/vault-port';
import type { Store } from '../storage/store';
import type { ExternalScope } from './external-versions';

/** The rows at the paths that are taken in, as they were before and as they are then. */
export class TouchedRows {
  private readonly ids = new Map<NotePath, string>();
  readonly tables = new Set<string>();

  constructor(private readonly store: Store) {}

  get paths(): readonly NotePath[] {
    return [...this.ids.keys()];
  }

  /** To be called before the file at the path is taken in. */
  add(path: NotePath): void {
    if (!this.ids.has(path)) this.ids.set(path, this.look(path));
  }

  private look(path: NotePath): string {
    const found = this.store.rowAt(path);
    if (found !== null) this.tables.add(found.table.qualified);
    return found?.row.id ?? '';
  }

  /** What became of them: where a row went, a copy of it may have become the row. */
  now(): Pick<ExternalScope, 'paths' | 'ids'> {
    const paths = new Set(this.ids.keys());
    for (const [path, id] of this.ids) {
      this.look(path);
      const holder = id === '' ? null : this.store.holderOf(id);
      if (holder !== null) paths.add(holder);
    }
    return { paths, ids: this.ids };
  }
}
