/** Runs one operation by name: checks its arguments, then answers from the view or sends it through the write lane. */

import { notFound } from '../errors';
import { nearNames } from '../catalog/near-names';
import type { WriteLane } from '../commit/write-lane';
import type { JsonObject } from '../values/json';
import type { Caller, Operation, ReadContext, WriteOperation } from './define-operation';
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
  const { migration, outcome } = await runtime.lane.write<JsonObject>({
    actor: caller.actor,
    dryRun,
    stage: async (transaction, rehearsal) => {
      const { host, zone, journal } = runtime.readContext(caller);
      const { operations } = runtime;
      const context = { host, caller, now: transaction.now, zone, transaction, journal, rehearsal, operations };
      const { staged, planned } = await stageOperation(operation, context, input);
      return {
        op: operation.name,
        summary: staged.summary,
        tables: staged.tables,
        undoes: staged.undoes ?? null,
        unlisted: staged.unlisted === true,
        value: planned,
      };
    },
  });
  const value = { ...outcome.value, migrationId: migration?.id ?? null, dryRun };
  return operation.result?.(runtime.readContext(caller), value) ?? value;
}
