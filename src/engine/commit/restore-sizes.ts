/** The sizes that a restore counts, in bytes of notes. D8 */

import type { StagedChange } from '../storage/staged-change';
import type { Store } from '../storage/store';
import { encodeUtf8 } from '../values/utf8';
import type { Sizes } from './version-operations';

/** To be called when the store is where the restore leaves it. */
export function sizesOf(store: Store, qualified: string, changes: readonly StagedChange[]): Sizes {
  const sizeOf = (text: string | null): number => (text === null ? 0 : encodeUtf8(text).length);
  const own = changes.filter(({ was, becomes }) => was?.table === qualified || becomes?.table === qualified);
  const sizes = new Map(own.flatMap(({ to, after }) => (to === null ? [] : [[to, sizeOf(after)] as const])));
  const isThere = store.catalog.table(qualified) !== null;
  const paths = isThere ? [...store.columnTable(qualified).pathsOfRows()] : [];
  return {
    removed: own.reduce((sum, { was, before }) => sum + (was?.table === qualified ? sizeOf(before) : 0), 0),
    restored: own.reduce((sum, { becomes, after }) => sum + (becomes?.table === qualified ? sizeOf(after) : 0), 0),
    table: paths.reduce((sum, path) => sum + (sizes.get(path) ?? Math.max(0, store.files.get(path)?.size ?? 0)), 0),
    rows: paths.length,
  };
}
