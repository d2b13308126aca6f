/** Orders the files of a transaction so that they can be written one by one. */

import { foldPath } from '../../links/same-place';
import type { StagedChange } from './staged-change';

type OrderedMove = Pick<StagedChange, 'kind' | 'from' | 'to' | 'before'> & { readonly was?: StagedChange['was'] };

/** The order of staging; but a file that takes another one's path comes after that one, and a circle of files exchanges its texts. */
export const stagingOrder = <Change extends OrderedMove>(changes: readonly Change[]): readonly Change[] =>
  inOrder(withExchangedFiles(changes));

/** Files that take each other's places exchange their texts where they lie: no order of moves would do. */
function withExchangedFiles<Change extends OrderedMove>(changes: readonly Change[]): readonly Change[] {
  const leaving = leavingFiles(changes);
  if (leaving.size === 0) return changes;
  const moving = changes.filter((change) => change.from !== null && change.to !== null && change.from !== change.to);
  const before = (change: Change): Change | undefined => beforeIn(leaving, change);
  const circles = inCircles(moving, before);
  if (circles.size === 0) return changes;
  return changes.map((change) => {
    const other = circles.has(change) ? before(change) : undefined;
    if (other === undefined || other === change) return change;
    const { from, before: text } = other;
    const kind = change.kind === 'move' && from === change.to ? { kind: 'update' } : {};
    return { ...change, ...kind, from, before: text, ...(other.was === undefined ? {} : { was: other.was }) };
  });
}

/** The files that leave their places, by the folded path. */
function leavingFiles<Change extends OrderedMove>(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const leaving = new Map<string, Change[]>();
  for (const change of changes) {
    if (change.from === null || change.from === change.to) continue;
    const folded = foldPath(change.from);
    const others = leaving.get(folded);
    if (others === undefined) leaving.set(folded, [change]);
    else others.push(change);
  }
  return leaving;
}

/** The file that has to leave before another can take its place, be it spelled in another case. Of several the one at that very path. */
function beforeIn<Change extends OrderedMove>(
  leaving: ReadonlyMap<string, readonly Change[]>,
  { to }: Change,
): Change | undefined {
  const others = to === null ? undefined : leaving.get(foldPath(to));
  return others?.length === 1 ? others[0] : others?.find(({ from }) => from === to);
}

/** Each file goes to one place, so a walk along the places ends, or comes to where it was. */
function inCircles<Change extends OrderedMove>(
  moving: readonly Change[],
  before: (change: Change) => Change | undefined,
): ReadonlySet<Change> {
  const circles = new Set<Change>();
  const seen = new Set<Change>();
  for (const start of moving) {
    const walk: Change[] = [];
    let at: Change | undefined = start;
    for (; at !== undefined && at.to !== null && !seen.has(at); at = before(at)) {
      seen.add(at);
      walk.push(at);
    }
    const first = at === undefined ? -1 : walk.indexOf(at);
    if (first >= 0) for (const change of walk.slice(first)) circles.add(change);
  }
  return circles;
}

/** A file that takes the place of one that leaves comes after that one. */
function inOrder<Change extends OrderedMove>(changes: readonly Change[]): readonly Change[] {
  const leaving = leavingFiles(changes);
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
