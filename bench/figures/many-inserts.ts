/** The write lane with a write that is no operation: many new rows in one migration. */

import { loadDefinitions } from '../../src/engine/commit/definitions-file';
import { loadVault } from '../../src/engine/commit/load-vault';
import { WriteLane } from '../../src/engine/commit/write-lane';
import { Journal } from '../../src/engine/history/journal';
import type { JsonObject } from '../../src/engine/index';
import { validateChanges } from '../../src/engine/integrity/validate-changes';
import type { WriteContext } from '../../src/engine/operations/define-operation';
import { followLinks } from '../../src/engine/operations/follow-links';
import { planResult } from '../../src/engine/operations/plan-result';
import { stageInsert } from '../../src/engine/operations/rows/insert-row';
import { Store } from '../../src/engine/storage/store';
import { hostOn } from '../engine-on-disk';
import type { BenchRow } from '../vault/notes';

const CALLER = { kind: 'owner', actor: null } as const;

export interface BenchLane {
  /** Everything that a caller of an operation would wait for. */
  insert(rows: readonly BenchRow[]): Promise<JsonObject>;
  close(): Promise<void>;
}

export async function openLane(folder: string): Promise<BenchLane> {
  const host = await hostOn(folder);
  const journal = await Journal.open(host);
  const files = await host.vault.list();
  const definitions = await loadDefinitions(host, files);
  const store = new Store(definitions.catalog);
  store.metastore = definitions.path;
  await loadVault(host, store, files);
  const lane = new WriteLane(host, store, journal, { weakness: {}, committed: () => Promise.resolve() });
  const zone = host.clock.timeZone();
  const insert = async (rows: readonly BenchRow[]): Promise<JsonObject> => {
    const { outcome } = await lane.write<JsonObject>({
      actor: null,
      dryRun: false,
      stage: async (transaction) => {
        const definition = transaction.catalog.resolveTable('tasks');
        const context: WriteContext = { host, caller: CALLER, now: transaction.now, zone, transaction, journal };
        for (const { values } of rows) {
          stageInsert(context, definition, { values: values, body: null, path: null });
          await host.scheduler.pause();
        }
        await followLinks(transaction, host);
        await validateChanges(transaction, host.scheduler);
        const summary = `${rows.length} new rows`;
        const value = planResult(transaction, 'many_inserts', definition.qualified, summary);
        return { op: 'many_inserts', summary, tables: [definition.qualified], value };
      },
    });
    return outcome.value;
  };
  return {
    insert,
    close: async () => {
      await lane.close();
      host.close();
    },
  };
}
