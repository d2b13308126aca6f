/** Facts of the state before a migration. They show its undo later changes. D7, D17 */

import type { RelationChanges } from '../../integrity/relation-changes';
import { rowsBreakingOldColumns } from '../../integrity/rules/changed-columns';
import { rowsBreakingOldRules } from '../../integrity/rules/changed-rules';
import type { NotePath } from '../../ports/vault-port';
import type { NoteText } from '../../history/journal/migration';
import type { RuleSet } from '../../integrity/rules/rule-set';
import { brokenRelations } from '../../integrity/validate-row';
import { linksThatTurn } from '../../links/changed-links';
import { MovedFiles } from '../../links/moved-files';
import type { Host } from '../../ports/host';
import type { StagedChange } from '../../storage/transaction/staged-change';
import type { Store } from '../../storage/store/store';
import type { Transaction } from '../../storage/transaction/transaction';
import { readQuietly } from '../read-quietly';

/** The ids that more than one note bears. */
export const sharedIds = ({ duplicates }: Store): ReadonlySet<string> =>
  new Set([...duplicates.values()].map(({ row }) => row.id));

/** Finds the rules that the state before a migration broke. */
export interface PresentRules {
  readonly rules: RuleSet;
  readonly shared: ReadonlySet<string>;
  readonly relations: RelationChanges;
  /** `brokenLimits` */
  readonly limits: ReadonlyMap<NotePath, readonly string[]>;
}

/** The columns, and the keys of the CHECKs, for which the gate would refuse the earlier content, were it to come back at once. */
export function brokeBefore(
  store: Store,
  change: StagedChange,
  { rules, shared, relations, limits }: PresentRules,
): readonly string[] {
  const { from, becomes } = change;
  if (from === null) return [];
  const copy = store.duplicates.get(from);
  if (copy !== undefined) {
    const table = store.catalog.table(copy.table);
    return [
      'id',
      ...(table === null ? [] : brokenRelations({ view: store, rules, table, row: copy.row, before: null })),
    ];
  }
  const present = store.rowAt(from);
  if (present === null) return [];
  const { table, row } = present;
  const before = becomes?.table === table.qualified ? becomes.decoded.row : null;
  const broken = [
    ...new Set([
      ...brokenRelations({ view: store, rules, table, row, before }),
      ...relations.brokenBefore(change),
      ...(limits.get(from) ?? []),
    ]),
  ];
  return shared.has(row.id) ? ['id', ...broken] : broken;
}

/** Ids, or paths where none can be read, of untouched notes that are rows only because their table is there now. */
export async function rowsFound(host: Host, store: Store, transaction: Transaction): Promise<readonly string[]> {
  const found: string[] = [];
  if (!transaction.catalogChanged) return found;
  for (const [path, claimed] of store.claims) {
    const table = store.catalog.table(claimed) === null ? transaction.catalog.rowTableOf(path, claimed) : null;
    if (table === null || transaction.staged(path) !== null) continue;
    const text = (await readQuietly(host, path)) ?? '';
    const { row } = transaction.codec(table).decode(path, transaction.now, text);
    found.push(row.id || path);
    await host.scheduler.pause();
  }
  return found;
}

/** Rows that broke rules which are gone now, or mean something else, so that an undo tolerates them. */
export async function rowsBreakingRules(
  host: Host,
  rules: RuleSet,
  transaction: Transaction,
): Promise<readonly string[]> {
  if (!transaction.catalogChanged) return [];
  return [
    ...(await rowsBreakingOldColumns(rules, transaction, host.scheduler)),
    ...(await rowsBreakingOldRules(transaction, rules, host.scheduler)),
  ];
}

/** A file that is merely added turns no link: those that it would take were written anew. */
function mayTurnLinks({ kind, from, to }: StagedChange): boolean {
  switch (kind) {
    case 'create':
    case 'update':
      return false;
    case 'move':
    case 'remove':
    case 'opaque':
      return true;
    case 'restore':
      return from !== to;
  }
}

/** Links in untouched notes that mean another file from now on: note and link path. */
export async function turnedLinks(
  { scheduler }: Pick<Host, 'scheduler'>,
  store: Store,
  transaction: Transaction,
  changes: readonly StagedChange[],
): Promise<readonly NoteText[]> {
  const after = transaction.links;
  if (!changes.some(mayTurnLinks) || !(after instanceof MovedFiles)) return [];
  const turned = await linksThatTurn(store.links, after, scheduler);
  return turned
    .filter(({ source }) => transaction.staged(source) === null)
    .map(({ source, linkpath }): NoteText => {
      const id = transaction.rowAt(source)?.row.id ?? '';
      return id === '' ? [source, linkpath] : [source, linkpath, id];
    });
}
