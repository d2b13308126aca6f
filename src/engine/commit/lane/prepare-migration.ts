/** From a staged transaction to the record of a migration. */

import type { Actor } from '../../history/caller';
import type { FileChange, Migration } from '../../history/journal/migration';
import type { ChangeHashes, NewTexts } from '../../history/journal/new-texts';
import { RuleSet, dateContextOf } from '../../integrity/rules/rule-set';
import type { Host } from '../../ports/host';
import { brokenLimits } from '../../integrity/limited-rows';
import { RelationChanges } from '../../integrity/relation-changes';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import type { StagedChange } from '../../storage/transaction/staged-change';
import { claimedTable } from '../../storage/scoped-view';
import type { Store } from '../../storage/store/store';
import type { Transaction } from '../../storage/transaction/transaction';
import { type PreparedMigration, stateBefore } from './move-store';
import {
  type PresentRules,
  brokeBefore,
  rowsBreakingRules,
  rowsFound,
  sharedIds,
  turnedLinks,
} from '../versions/undo-facts';
import type { WriteOutcome } from './write-job';
import { summaryOfDeed } from '../../schemas/deed';

export interface MigrationStamp {
  readonly seq: number;
  readonly time: number;
  readonly actor: Actor | null;
}

export interface StagedWrite {
  readonly outcome: WriteOutcome<unknown>;
  readonly texts: NewTexts;
  readonly foldersMade: ReadonlySet<NotePath>;
}

export async function prepareMigration(
  host: Host,
  store: Store,
  transaction: Transaction,
  { outcome, texts, foldersMade }: StagedWrite,
  stamp: MigrationStamp,
): Promise<PreparedMigration> {
  const changes = transaction.staging();
  const files: FileChange[] = [];
  const shared = sharedIds(store);
  const relations = new RelationChanges(transaction);
  const rules = new RuleSet(store, dateContextOf(store.catalog, host, transaction.now));
  const hashes = await texts.of(changes);
  const limits = brokenLimits(store, rules, changes);
  await inTurns(changes, host.scheduler, (change, i) => {
    files.push(fileChange(store, change, hashes[i] as ChangeHashes, { rules, shared, relations, limits }));
  });
  const migration: MutableDraft<Migration> = {
    seq: stamp.seq,
    id: host.ids.uuid(),
    time: stamp.time,
    op: outcome.op,
    summary: summaryOfDeed(outcome.deed),
    deed: outcome.deed,
    tables: outcome.tables,
    actor: stamp.actor,
    changes: files,
    foldersMade: [...foldersMade],
    foldersLeft: [...transaction.foldersLeft],
    undoes: outcome.undoes ?? null,
  };
  addUnlessEmpty(migration, 'partial', outcome.partial);
  addUnlessEmpty(migration, 'rowsFound', await rowsFound(host, store, transaction));
  addUnlessEmpty(migration, 'brokeRules', await rowsBreakingRules(host, rules, transaction));
  addUnlessEmpty(migration, 'turnedLinks', await turnedLinks(host, store, transaction, changes));
  addUnlessEmpty(migration, 'awaitedLinks', outcome.danglingReferences?.links);
  addUnlessEmpty(migration, 'awaitedWords', outcome.danglingReferences?.words);
  addUnlessEmpty(migration, 'renamed', [...transaction.renamed]);
  addUnlessEmpty(migration, 'renames', transaction.renames);
  if (outcome.rule !== undefined) migration.rule = outcome.rule;
  if (outcome.unlisted === true) migration.unlisted = true;
  return {
    migration,
    changes,
    texts,
    versions: [],
    previous: stateBefore(store, changes),
  };
}

/** Records are filled in: one that is put together from others by spreading costs a microsecond a property. */
type MutableDraft<T> = { -readonly [K in keyof T]: T[K] };

function addUnlessEmpty<R, K extends keyof R>(record: R, key: K, list: (R[K] & readonly unknown[]) | undefined): void {
  if (list !== undefined && list.length > 0) record[key] = list;
}

function fileChange(
  store: Store,
  change: StagedChange,
  { before, after }: ChangeHashes,
  present: PresentRules,
): FileChange {
  const { from, to, becomes, was } = change;
  const table = becomes?.table ?? was?.table;
  // The id of a copy would lead to the row that holds it.
  const isCopy = from !== null && store.duplicates.has(from);
  const id = isCopy ? undefined : (becomes?.decoded.row.id ?? was?.id);
  const record: MutableDraft<FileChange> = { from, to, before, after };
  if (id !== undefined && id !== '') record.id = id;
  if (table !== undefined) record.table = table;
  const claimed = table !== undefined ? null : ((from && claimedTable(store, from)) ?? change.reading?.table ?? null);
  if (claimed !== null) record.claims = claimed;
  addUnlessEmpty(record, 'broke', brokeBefore(store, change, present));
  if (change.kind === 'restore' && change.holdsId === true) record.holdsId = true;
  if (change.kind === 'opaque') record.asIs = change.asIs;
  else if (change.undoes !== undefined) record.forGood = true;
  if (change.undoes !== undefined) record.undoes = change.undoes;
  return record;
}
