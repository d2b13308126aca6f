/** Runs one operation by name: checks its arguments, then answers from the view or sends it through the write lane. */

import type { Catalog } from '../catalog/catalog';
import { NotedbError, notFound } from '../errors';
import { nearNames } from '../catalog/near-names';
import type { OpenedView } from '../commit/open-view';
import type { ReadSnapshot } from '../commit/lane/snapshot-readers';
import type { Upkeep, WriteLane } from '../commit/lane/write-lane';
import type { EngineParts } from '../engine-parts';
import type { Caller } from '../history/caller';
import type { JsonObject } from '../json';
import type { ReadContext, ReadingHost } from '../contexts';
import type { Host } from '../ports/host';
import type { CommandOperation, Operation, UpkeepOperation, UpkeepPlan, WriteOperation } from './define-operation';
import { danglingReferences } from '../undo/dangling-references';
import { explainFailure } from './explain-failure';
import { parseInput } from '../schemas/parse-input';
import type { PlannedResult } from './plan-result';
import { ResultBudget, refuseOversized } from './result-budget';
import { withShortMessages } from './short-messages';
import type { WriteResult } from '../schemas/results';
import { stageOperation } from './stage-operation';

export interface OperationRuntime {
  readonly host: Omit<ReadingHost, 'vault'> & Pick<Host, 'readOnly'>;
  readonly lane: WriteLane;
  readonly parts: EngineParts;
  readonly operations: ReadonlyMap<string, Operation>;
  /** Throws when writes are refused at the moment. */
  checkWritable(): void;
  /** While the indexes of the store are made, right after opening. */
  readonly indexing: Promise<void> | null;
}

export async function runOperation(
  runtime: OperationRuntime,
  name: string,
  args: unknown,
  caller: Caller,
): Promise<JsonObject> {
  try {
    return await runNamed(runtime, name, args, caller);
  } catch (error) {
    throw withShortMessages(explainFailure(error), [name, args]);
  }
}

async function runNamed(runtime: OperationRuntime, name: string, args: unknown, caller: Caller): Promise<JsonObject> {
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
    const context = readContext(runtime, runtime.lane.open(caller));
    if (runtime.indexing !== null && operation.startsAtOnce !== true) await runtime.indexing;
    return operation.run(context, input);
  }
  if (operation.effect === 'upkeep') return runUpkeep(runtime, operation, input, caller);
  if (operation.effect === 'command') return runCommand(runtime, operation, input, caller);
  return runWrite(runtime, operation, input, caller);
}

function readContext<S extends ReadSnapshot>(
  { host, parts }: OperationRuntime,
  seen: OpenedView<S>,
): ReadContext & Pick<S, 'journal'> {
  const { caller, view, journal } = seen;
  const now = host.clock.now();
  const semantic = parts.semantic.open(seen);
  return { caller, view, journal, now, zone: zoneOf(view.catalog, host), host: readingHost(host, seen), semantic };
}

function readingHost(host: OperationRuntime['host'], { vault }: OpenedView): ReadingHost {
  const { clock, ids, journalFolder, logger, scheduler } = host;
  return { clock, ids, journalFolder, linkSettings: () => host.linkSettings(), logger, scheduler, vault };
}

const zoneOf = ({ configuration }: Catalog, { clock }: OperationRuntime['host']): string =>
  configuration.timeZone ?? clock.timeZone();

async function runWrite(
  runtime: OperationRuntime,
  operation: WriteOperation,
  input: never,
  caller: Caller,
): Promise<JsonObject> {
  const dryRun = (input as { dry_run?: boolean | null }).dry_run === true;
  if (!dryRun) runtime.checkWritable();
  const { host, lane } = runtime;
  const { migration, outcome, version, versions } = await lane.write<PlannedResult>({
    caller,
    dryRun,
    stage: async (transaction, rehearsal, seen) => {
      const zone = zoneOf(transaction.catalog, host);
      const { now } = transaction;
      const reading = { caller, now, zone, host: readingHost(host, seen), journal: seen.journal };
      const context = { ...reading, transaction, rehearsal };
      const { staged, planned } = await stageOperation(operation, context, input, new ResultBudget(host.scheduler));
      refuseOversized(planned);
      const { steps, sourceRows } = staged;
      return {
        op: operation.name,
        summary: staged.summary,
        tables: staged.tables,
        undoes: staged.undoes ?? null,
        partial: staged.partial,
        unlisted: staged.unlisted === true,
        steps,
        sourceRows,
        danglingReferences: dryRun ? undefined : await danglingReferences(context),
        value: planned,
      };
    },
  });
  const value: WriteResult = Object.assign(outcome.value, { migrationId: migration?.id ?? null, dryRun, version });
  if (versions.size > 1) Object.assign(value, { versions: Object.fromEntries(versions) });
  return operation.answer?.(readContext(runtime, lane.open(caller)), value) ?? value;
}

/** Definitions that can't be read are no hindrance: it writes no note. */
async function runCommand(
  runtime: OperationRuntime,
  operation: CommandOperation,
  input: never,
  caller: Caller,
): Promise<JsonObject> {
  const isDryRun = (input as { dry_run?: boolean | null }).dry_run === true;
  if (!isDryRun && operation.isLooking?.(input) !== true) refuseReadOnly(runtime.host);
  if (runtime.indexing !== null) await runtime.indexing;
  const seen = runtime.lane.open(caller);
  const semantic = runtime.parts.semantic.open(seen);
  return operation.run({ ...readContext(runtime, seen), isDryRun, semantic }, input);
}

/** Throws where nothing may be written. */
export function refuseReadOnly({ readOnly }: Pick<Host, 'readOnly'>): void {
  if (readOnly !== true) return;
  const hint = 'serve it without --read-only';
  throw new NotedbError('forbidden', 'this vault is open for reading only', { hint });
}

/** A dry run unless `dry_run` is false. */
async function runUpkeep(
  runtime: OperationRuntime,
  operation: UpkeepOperation,
  input: never,
  caller: Caller,
): Promise<JsonObject> {
  const dryRun = (input as { dry_run?: boolean | null }).dry_run !== false;
  if (!dryRun) runtime.checkWritable();
  const plan = (seen: Upkeep): Promise<UpkeepPlan<WriteResult>> => operation.plan(readContext(runtime, seen), input);
  if (dryRun) return runtime.lane.look(caller, async (seen) => ({ ...(await plan(seen)).answer, dryRun }));
  return runtime.lane.upkeep(caller, async (seen, pruner) => {
    const { answer, perform } = await plan(seen);
    return { ...answer, dryRun, warnings: [...answer.warnings, ...(await perform(pruner))] };
  });
}
