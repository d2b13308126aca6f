/** Runs one operation by name: checks its arguments, then answers from the view or sends it through the write lane. */

import { notFound } from '../errors';
import { nearNames } from '../catalog/near-names';
import { keepsHistory } from '../commit/keeps-history';
import type { WriteLane } from '../commit/write-lane';
import type { JsonObject } from '../values/json';
import type { Caller, Operation, ReadContext, UpkeepOperation, WriteOperation } from './define-operation';
import { awaitedIn } from './history/awaited';
import { explainFailure } from './explain-failure';
import { parseInput } from './parse-input';
import { stageOperation } from './stage-operation';

export interface Runtime {
  readonly lane: WriteLane;
  readonly operations: ReadonlyMap<string, Operation>;
  /** Throws when writes are refused at the moment. */
  checkWritable(): void;
  readContext(caller: Caller): ReadContext;
}

export async function runOperation(runtime: Runtime, name: string, args: unknown, caller: Caller): Promise<JsonObject> {
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
  try {
    if (operation.effect === 'read') return await operation.run(runtime.readContext(caller), input);
    if (operation.effect === 'upkeep') return await runUpkeep(runtime, operation, input, caller);
    return await runWrite(runtime, operation, input, caller);
  } catch (error) {
    throw explainFailure(error);
  }
}

async function runWrite(
  runtime: Runtime,
  operation: WriteOperation<never>,
  input: never,
  caller: Caller,
): Promise<JsonObject> {
  const dryRun = (input as { dry_run?: boolean | null }).dry_run === true;
  if (!dryRun) runtime.checkWritable();
  const { migration, outcome, versions } = await runtime.lane.write<JsonObject>({
    actor: caller.actor,
    dryRun,
    stage: async (transaction, rehearsal) => {
      const { host, zone, journal } = runtime.readContext(caller);
      const { operations } = runtime;
      const context = { host, caller, now: transaction.now, zone, transaction, journal, rehearsal, operations };
      const { staged, planned } = await stageOperation(operation, context, input);
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
  const context = runtime.readContext(caller);
  const numbers = versionNumbers(outcome.value, versions, context);
  const value = Object.assign(outcome.value, { migrationId: migration?.id ?? null, dryRun }, numbers);
  return operation.result?.(context, value) ?? value;
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
    const { answer, perform } = await operation.plan(runtime.readContext(caller), input);
    if (dryRun) return { ...answer, dryRun };
    const warnings = [...(answer['warnings'] as readonly string[]), ...(await perform())];
    return { ...answer, dryRun, warnings };
  };
  return dryRun ? runtime.lane.exclusive(task) : runtime.lane.upkeep(task);
}

/** The version of the table, null without history; of every table, where there are several. D4 */
function versionNumbers(
  { table }: JsonObject,
  made: ReadonlyMap<string, number>,
  { journal, view }: ReadContext,
): JsonObject {
  const name = typeof table === 'string' ? table : '';
  const present = keepsHistory(view.catalog, view.catalog.table(name)) ? journal.logs.byName(name)?.last.version : null;
  const version = made.get(name) ?? present ?? null;
  return made.size > 1 ? { version, versions: Object.fromEntries(made) } : { version };
}
