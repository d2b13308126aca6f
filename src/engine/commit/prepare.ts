/** From a staged transaction to the record of a migration. */

import type { ContentHash } from '../history/content-hash';
import type { Actor, FileChange, Migration } from '../history/migration';
import { Rules, momentOf } from '../integrity/rules';
import type { Host } from '../ports/host';
import { RelationChanges } from '../integrity/relation-changes';
import { folderOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { StagedChange } from '../storage/staged-change';
import type { Store } from '../storage/store';
import type { Transaction } from '../storage/transaction';
import { parentFolders } from './apply';
import { type Prepared, stateBefore } from './prepared';
import { type PresentRules, brokeBefore, rowsBreakingRules, rowsFound, sharedIds, turnedLinks } from './undo-facts';
import type { WriteOutcome } from './write-job';

export interface Stamp {
  readonly seq: number;
  readonly time: number;
  readonly actor: Actor | null;
}

export async function prepare(
  host: Host,
  store: Store,
  transaction: Transaction,
  outcome: WriteOutcome<unknown>,
  stamp: Stamp,
): Promise<Prepared> {
  const changes = transaction.staging();
  const texts = new Map<ContentHash, string>();
  const keep = (text: string | null): ContentHash | null => {
    if (text === null) return null;
    const hash = host.crypto.sha256(text);
    texts.set(hash, text);
    return hash;
  };
  const files: FileChange[] = [];
  const shared = sharedIds(store);
  const relations = new RelationChanges(transaction);
  const rules = new Rules(store, momentOf(store.catalog, host, transaction.now));
  for (const change of changes) {
    files.push(fileChange(store, change, { rules, shared, relations }, keep));
    await host.scheduler.pause();
  }
  const migration: Migration = {
    ...stamp,
    id: host.ids.uuid(),
    op: outcome.op,
    summary: outcome.summary,
    tables: outcome.tables,
    changes: files,
    foldersMade: await foldersMade(host, store, changes),
    foldersLeft: [...transaction.foldersLeft],
    undoes: outcome.undoes ?? null,
    ...unlessEmpty('rowsFound', await rowsFound(host, store, transaction)),
    ...unlessEmpty('brokeRules', await rowsBreakingRules(host, rules, transaction)),
    ...unlessEmpty('turnedLinks', turnedLinks(store, transaction, changes)),
    ...unlessEmpty('awaitedLinks', outcome.awaited?.links ?? []),
    ...unlessEmpty('awaitedWords', outcome.awaited?.words ?? []),
    ...unlessEmpty('renamed', [...transaction.renamed]),
    ...(outcome.unlisted === true ? { unlisted: true } : {}),
  };
  return {
    migration,
    changes,
    texts,
    versions: [],
    previous: stateBefore(store, changes),
  };
}

const unlessEmpty = <K extends string, T>(key: K, list: readonly T[]): Partial<Record<K, readonly T[]>> =>
  list.length === 0 ? {} : ({ [key]: list } as Record<K, readonly T[]>);

function fileChange(
  store: Store,
  change: StagedChange,
  present: PresentRules,
  keep: (text: string | null) => ContentHash | null,
): FileChange {
  const { from, to, becomes, was } = change;
  const table = becomes?.table ?? was?.table;
  // The id of a copy would lead to the row that holds it.
  const isCopy = from !== null && store.copies.has(from);
  const id = isCopy ? undefined : (becomes?.decoded.row.id ?? was?.id);
  return {
    from,
    to,
    before: keep(change.before),
    after: keep(change.after),
    ...(id !== undefined && id !== '' ? { id } : {}),
    ...(table !== undefined ? { table } : {}),
    ...unlessEmpty('broke', brokeBefore(store, change, present)),
    ...(change.holdsId === true ? { holdsId: true } : {}),
    ...(change.forGood === true ? { forGood: true } : {}),
    ...(change.asIs === undefined ? {} : { asIs: change.asIs }),
  };
}

async function foldersMade(host: Host, store: Store, changes: readonly StagedChange[]): Promise<readonly NotePath[]> {
  const made = new Set<NotePath>();
  const looked = new Set<NotePath>();
  for (const { from, to } of changes) {
    const parent = folderOf(to ?? '');
    // A folder that is there has its own folders.
    if (to === null || from === to || looked.has(parent) || store.hasFolder(parent)) continue;
    looked.add(parent);
    for (const folder of parentFolders(to)) {
      if (made.has(folder) || store.hasFolder(folder)) continue;
      if ((await host.vault.folder(folder)) === null) made.add(folder);
    }
  }
  return [...made];
}
