/** The rows of a table as they stand in the store, against what its log knows of them. D8 */

import type { ContentHash } from '../../history/journal/content-hash';
import type { RowChange } from '../../history/versions/table-version';
import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';

export interface Comparison {
  readonly store: Store;
  readonly scheduler: SchedulerPort;
  /** Null when the note can't be read. */
  readonly read: (path: NotePath) => Promise<string | null>;
  /** Keeps the text too. */
  readonly hash: (text: string) => ContentHash;
  /** Whether a note that stays as it is reads otherwise than the log knows it; null: none does. */
  readonly readsOtherwise?: ((path: NotePath, text: string) => boolean) | null;
}

/** A note that does not parse, or may be lost, has no content to speak of. D7 */
export const isReadable = ({ unparsable, suspects }: Store, path: NotePath): boolean =>
  !unparsable.has(path) && !suspects.has(path);

/** `paths`: those that may differ; null for all. `qualified`: null when the table is gone. */
export async function compareRows(
  { store, scheduler, read, hash, readsOtherwise }: Comparison,
  qualified: string | null,
  state: ReadonlyMap<NotePath, ContentHash>,
  paths: Iterable<NotePath> | null = null,
): Promise<readonly RowChange[]> {
  const table = qualified === null ? null : store.columnTable(qualified);
  const changes: RowChange[] = [];
  for (const path of paths ?? new Set([...(table?.pathsOfRows() ?? []), ...state.keys()])) {
    const before = state.get(path) ?? null;
    await scheduler.pause();
    if (table?.has(path) !== true) {
      if (before !== null) changes.push({ from: path, to: null, before, after: null });
      continue;
    }
    const text = isReadable(store, path) ? await read(path) : null;
    const after = text === null ? before : hash(text);
    if (after !== before || (text !== null && readsOtherwise?.(path, text) === true))
      changes.push({ from: before === null ? null : path, to: path, before, after });
  }
  return changes;
}
