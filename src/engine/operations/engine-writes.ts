/** Writes of the engine itself, which no operation asks for. docs/external-edits.md#renames; D26 */

import { definitionChangesBetween } from '../catalog/metastore/definition-changes';
import type { WriteContext } from '../contexts';
import type { Publisher } from '../feed/published';
import type { Caller } from '../history/caller';
import { validateChanges } from '../integrity/validate-changes';
import { EXTERNAL_RENAME, ExternalRenames } from '../propagate/external-renames';
import type { Deed } from '../schemas/deed';
import { type OperationRuntime, readingHost, zoneOf } from './operation-runtime';

const OWNER: Caller = { kind: 'owner', actor: null };

/** From now on definitions follow what others rename. */
export function followExternalRenames(publisher: Publisher, runtime: () => OperationRuntime): void {
  const renames = new ExternalRenames({
    host: {
      linkSettings: () => runtime().host.linkSettings(),
      log: (detail) => runtime().host.logger.log('warning', 'definition_not_followed', { detail }),
    },
    view: () => runtime().lane.open(OWNER).view,
    write: (stage) => writeOfEngine(runtime(), EXTERNAL_RENAME, stage),
  });
  publisher.subscribe((published) => renames.publish(published));
}

/** A write of the engine itself, which no operation asks for. `stage` gives its deed. Definitions that can't be read end it. */
async function writeOfEngine(
  runtime: OperationRuntime,
  op: string,
  stage: (context: WriteContext) => Promise<Deed>,
): Promise<void> {
  runtime.checkWritable();
  const { host, lane } = runtime;
  const caller = OWNER;
  await lane.write({
    caller,
    dryRun: false,
    stage: async (transaction, stepStaging, seen) => {
      const reading = { caller, now: transaction.now, zone: zoneOf(transaction.catalog, host), journal: seen.journal };
      const context = {
        ...reading,
        host: readingHost(host, seen),
        transaction,
        stepStaging,
        requireDescriptions: false,
      };
      const before = transaction.before.catalog;
      const deed = await stage(context);
      await validateChanges(transaction, host);
      const changed = definitionChangesBetween(before.definition, transaction.catalog.definition);
      return {
        op,
        deed,
        tables: [...(changed.tables?.keys() ?? []), ...(changed.views?.keys() ?? [])],
        value: null,
      };
    },
  });
}
