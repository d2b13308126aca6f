/** Runs one operation by name: checks its arguments, then answers from the view or sends it through the write lane. */

import type { Catalog } from '../catalog/catalog';
import { notFound } from '../errors';
import { nearNames } from '../catalog/near-names';
import type { WriteLane } from '../commit/lane/write-lane';
import type { Journal } from '../history/journal/journal';
import type { Host } from '../ports/host';
import type { JsonObject } from '../values/json';
import type { Caller, Operation, ReadContext, UpkeepOperation, WriteOperation } from './define-operation';
import { awaitedIn } from './history/awaited';
import { explainFailure } from './explain-failure';
import { parseInput } from './parse-input';
import { ResultRoom, refuseUntellable } from './result-room';
import { withShortMessages } from './short-messages';
import { stageOperation } from './stage-operation';

export interface Runtime {
  readonly host: Host;
  readonly journal: Journal;
  readonly lane: WriteLane;
  readonly operations: ReadonlyMap<string, Operation>;
  /** Throws when writes are refused at the moment. */
  checkWritable(): void;
  /** While the indexes of the store are made, right after opening. */
  readonly indexing: Promise<void> | null;
}

export async function runOperation(runtime: Runtime, name: string, args: unknown, caller: Caller): Promise<JsonObject> {
  try {
    return await runNamed(runtime, name, args, caller);
  } catch (error) {
    throw withShortMessages(explainFailure(error), [name, args]);
  }
}

async function runNamed(runtime: Runtime, name: string, args: unknown, caller: Caller): Promise<JsonObject> {
  const operation = runtime.operations.get(name);
  if (operation === undefined) {
    const near = nearNames(name, runtime.operations.keys());
    throw notFound(
      `there is no operation "${name}"`,
      near.length > 0
        ? `did you mean ${near.join(' or ')}?`
        : `operations: ${[...runtime.operations.keys()].join(', ')}`,
    );
  }
  const input = parseInput(operation, args ?? {}) as never;
  if (operation.effect === 'read') {
    const context = readContext(runtime, caller);
    if (runtime.indexing !== null && operation.startsAtOnce !== true) await runtime.indexing;
    return operation.run(context, input);
  }
  if (operation.effect === 'upkeep') return runUpkeep(runtime, operation, input, caller);
  return runWrite(runtime, operation, input, caller);
}

/** Every read begins here, in the last committed moment. */
function readContext({ host, lane }: Runtime, caller: Caller): ReadContext {
  const { view, vault, journal } = lane.snapshot();
  const { clock, scheduler, journalFolder } = host;
  return {
    host: { clock, scheduler, journalFolder, vault, linkSettings: () => host.linkSettings() },
    caller,
    now: clock.now(),
    zone: zoneOf(view.catalog, host),
    view,
    journal,
  };
}

const zoneOf = ({ configuration }: Catalog, { clock }: Host): string => configuration.timeZone ?? clock.timeZone();

async function runWrite(
  runtime: Runtime,
  operation: WriteOperation<never>,
  input: never,
  caller: Caller,
): Promise<JsonObject> {
  const dryRun = (input as { dry_run?: boolean | null }).dry_run === true;
  if (!dryRun) runtime.checkWritable();
  const { host, journal, operations } = runtime;
  const { migration, outcome, version, versions } = await runtime.lane.write<JsonObject>({
    actor: caller.actor,
    dryRun,
    stage: async (transaction, rehearsal) => {
      const zone = zoneOf(transaction.catalog, host);
      const context = { host, caller, now: transaction.now, zone, transaction, journal, rehearsal, operations };
      const { staged, planned } = await stageOperation(operation, context, input, new ResultRoom(host.scheduler));
      refuseUntellable(planned);
      const { steps, sourceRows } = staged;
      return {
        op: operation.name,
        summary: staged.summary,
        tables: staged.tables,
        undoes: staged.undoes ?? null,
        unlisted: staged.unlisted === true,
        steps,
        sourceRows,
        awaited: dryRun ? undefined : await awaitedIn(context),
        value: planned,
      };
    },
  });
  const value = Object.assign(outcome.value, { migrationId: migration?.id ?? null, dryRun, version });
  if (versions.size > 1) Object.assign(value, { versions: Object.fromEntries(versions) });
  return operation.result?.(readContext(runtime, caller), value) ?? value;
}

/** A dry run unless `dry_run` is false. */
async function runUpkeep(
  runtime: Runtime,
  operation: UpkeepOperation<never>,
  input: never,
  caller: Caller,
): Promise<JsonObject> {
  const dryRun = (input as { dry_run?: boolean | null }).dry_run !== false;
  if (!dryRun) runtime.checkWritable();
  const task = async (): Promise<JsonObject> => {
    const { host, journal } = runtime;
    const { answer, perform } = await operation.plan({ ...readContext(runtime, caller), host, journal }, input);
    if (dryRun) return { ...answer, dryRun };
    const warnings = [...(answer['warnings'] as readonly string[]), ...(await perform())];
    return { ...answer, dryRun, warnings };
  };
  return dryRun ? runtime.lane.exclusive(task) : runtime.lane.upkeep(task);
}
