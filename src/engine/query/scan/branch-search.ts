/** The rows that link to some files, and the rows of a branch of a hierarchy, at the cost of the result. Source: docs/operations.md#select_rows (within). */

import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import type { LinkView, View } from '../../storage/view';
import { type ReferrerIndex, filesOfSlots, hasReferrers, referrerIndex, referrersOf } from './link-columns';
import type { LinkSearch } from '../where/predicate';

/** What `within` looks at besides the value. */
export type HierarchyView = Pick<View, 'catalog' | 'links' | 'rowAt' | 'table'>;

/** The rows of one table, each with one parent among them. */
export interface LinkHierarchy {
  readonly table: string;
  readonly column: string;
}

interface HierarchyBranch {
  readonly view: HierarchyView;
  readonly hierarchy: LinkHierarchy;
  readonly top: NotePath;
  /** The column is the hierarchy itself: its top row counts although its own link leads out of the branch. */
  readonly includesTop: boolean;
  /** The column that is looked at holds lists of links. */
  readonly isList: boolean;
}

/** The rows that link to one of these files. */
export function linkSearch(targets: readonly NotePath[], isList: boolean, links: LinkView): LinkSearch {
  return {
    isDear: false,
    isReady: (column, snapshot) => hasReferrers(column, snapshot, links),
    slots: async (column, snapshot, scheduler) => {
      if (column.kind !== 'codes') return null;
      const found = await referrerIndex({ column, snapshot, isList }, links, scheduler);
      const numbers = links.fileNumbers;
      if (found === null || numbers === undefined) return null;
      return Uint32Array.from(
        gatherSlots(
          targets.map((path) => numbers.of(path)),
          found,
        ),
      );
    },
  };
}

export function branchSearch(branch: HierarchyBranch): LinkSearch {
  const { links } = branch.view;
  return {
    // Without it each row is walked up from.
    isDear: true,
    isReady: (column, snapshot) => hasReferrers(column, snapshot, links),
    slots: async (column, snapshot, scheduler) => {
      if (column.kind !== 'codes') return null;
      const files = await filesOfBranch(branch, scheduler);
      const found =
        files === null ? null : await referrerIndex({ column, snapshot, isList: branch.isList }, links, scheduler);
      if (files === null || found === null) return null;
      const slots = gatherSlots(files, found);
      if (branch.includesTop) slots.push(...slotsAt(snapshot, branch.top));
      return Uint32Array.from(slots);
    },
  };
}

function slotsAt({ slotOf }: RowsSnapshot, path: NotePath): readonly number[] {
  const slot = slotOf?.(path) ?? -1;
  return slot < 0 ? [] : [slot];
}

function gatherSlots(files: readonly number[], found: ReferrerIndex): number[] {
  const slots: number[] = [];
  for (const file of files) for (const slot of referrersOf(found, file)) slots.push(slot);
  return slots;
}

/** The numbers of the top and of every row below it; null when there is no index for it. */
async function filesOfBranch(
  { view, hierarchy, top }: HierarchyBranch,
  scheduler: SchedulerPort,
): Promise<readonly number[] | null> {
  const { snapshot, hidden, added } = view.table(hierarchy.table).scan();
  const column = snapshot.columns.get(hierarchy.column);
  if (hidden.size > 0 || added.length > 0 || column?.kind !== 'codes') return null;
  const children = await referrerIndex({ column, snapshot, isList: false }, view.links, scheduler);
  const files = await filesOfSlots(snapshot, view.links, scheduler);
  const numbers = view.links.fileNumbers;
  if (children === null || files === null || numbers === undefined) return null;
  const branch = [numbers.of(top)];
  const seen = new Uint8Array(numbers.end);
  seen[branch[0] as number] = 1;
  for (let i = 0; i < branch.length; i++) {
    if (i % ROWS_A_STEP === ROWS_A_STEP - 1) await scheduler.pause();
    for (const slot of referrersOf(children, branch[i] as number)) {
      const file = files[slot] as number;
      if (file < 0 || seen[file] === 1) continue;
      seen[file] = 1;
      branch.push(file);
    }
  }
  return branch;
}

/** Rows of a branch between two pauses. */
const ROWS_A_STEP = 4096;
