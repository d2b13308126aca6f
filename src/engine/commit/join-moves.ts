/** A note that went and one that came are one that was moved, where they have the same id or the same text. D7 */

import type { RowChange } from '../history/table-version';
import type { NotePath } from '../ports/vault-port';

/** `ids`: of rows before, as far as they are known; `idNow`: of a row, empty when it has none. */
export function joinMoves(
  changes: readonly RowChange[],
  ids: ReadonlyMap<NotePath, string>,
  idNow: (path: NotePath) => string,
): readonly RowChange[] {
  const gone = new Map<string, RowChange>();
  for (const change of changes) {
    if (change.to !== null || change.from === null) continue;
    const id = ids.get(change.from) ?? '';
    if (id !== '') gone.set(id, change);
    gone.set(change.before ?? '', change);
  }
  const joined = new Map<RowChange, RowChange>();
  const used = new Set<RowChange>();
  for (const change of changes) {
    if (change.from !== null || change.to === null) continue;
    const origin = gone.get(idNow(change.to)) ?? gone.get(change.after ?? '');
    if (origin === undefined || used.has(origin)) continue;
    used.add(origin);
    joined.set(change, { ...change, from: origin.from, before: origin.before });
  }
  return changes.filter((change) => !used.has(change)).map((change) => joined.get(change) ?? change);
}
