/** In which order the files of a transaction can be written one after the other. */

import type { NotePath } from '../ports/vault-port';
import type { StagedChange } from './staged-change';
import { foldPath } from './view';

type Move = Pick<StagedChange, 'from' | 'to' | 'before'> & { readonly was?: StagedChange['was'] };

/** The order of staging; but a file that takes another one's path comes after that one, and a circle of files exchanges its texts. */
export const stagingOrder = <Change extends Move>(changes: readonly Change[]): readonly Change[] =>
  inOrder(exchanged(changes));

/** Files that take each other's places exchange their texts where they lie: no order of moves would do. */
function exchanged<Change extends Move>(changes: readonly Change[]): readonly Change[] {
  const leaving = new Map<NotePath, Change>();
  for (const change of changes) {
    if (change.from !== null && change.to !== null && change.from !== change.to) leaving.set(change.from, change);
  }
  const circles = inCircles(leaving);
  if (circles.size === 0) return changes;
  return changes.map((change) => {
    if (!circles.has(change)) return change;
    const other = leaving.get(change.to as NotePath) as Change;
    const { from, before } = other;
    return { ...change, from, before, ...(other.was === undefined ? {} : { was: other.was }) };
  });
}

/** Each file goes to one place, so a walk along the places ends, or comes to where it was. */
function inCircles<Change extends Move>(leaving: ReadonlyMap<NotePath, Change>): ReadonlySet<Change> {
  const circles = new Set<Change>();
  const seen = new Set<Change>();
  for (const start of leaving.values()) {
    const walk: Change[] = [];
    let at: Change | undefined = start;
    for (; at !== undefined && !seen.has(at); at = leaving.get(at.to as NotePath)) {
      seen.add(at);
      walk.push(at);
    }
    const first = at === undefined ? -1 : walk.indexOf(at);
    if (first >= 0) for (const change of walk.slice(first)) circles.add(change);
  }
  return circles;
}

/** A file that takes the place of one that leaves comes after that one. */
function inOrder<Change extends Move>(changes: readonly Change[]): readonly Change[] {
  const leaving = new Map<string, Change[]>();
  for (const change of changes) {
    if (change.from === null || change.from === change.to) continue;
    leaving.set(foldPath(change.from), [...(leaving.get(foldPath(change.from)) ?? []), change]);
  }
  if (leaving.size === 0) return changes;
  const ordered = new Set<Change>();
  const begun = new Set<Change>();
  const take = (change: Change): void => {
    if (begun.has(change)) return;
    begun.add(change);
    for (const other of change.to === null ? [] : (leaving.get(foldPath(change.to)) ?? [])) take(other);
    ordered.add(change);
  };
  changes.forEach(take);
  return [...ordered];
}
