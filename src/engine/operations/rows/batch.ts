/** batch: several writes as one migration, each seeing what the ones before left. Source: docs/operations.md#batch; D17. */

import * as z from 'zod';
import { listOf } from '../../values/json-schema';
import { dryRun, jsonObject, deferredSchema, textArgument } from '../../schemas/arguments';
import { type Operation, defineWrite } from '../define-operation';
import { requireOperation } from '../permissions';
import { writeResult } from '../../schemas/results';
import { batchDeed, readSteps, stepResult, stepSchema, takeInOrder, dryRunSteps } from '../batch-steps';

/** `all` are the operations that steps are looked up in. */
export const batchOf = (all: () => readonly Operation[]) =>
  defineWrite({
    name: 'batch',
    group: 'rows',
    isCore: true,
    addsEachTime: true,
    permission: 'per_step',
    effect: 'destructive',
    summary: 'Runs several writes as one migration: all of them, or none.',
    description:
      'Each step is {op, …arguments of that operation} and sees what the steps before it left; it is validated against that state, so that a step that breaks a rule is refused even where a later one would mend it. Row and schema operations may be steps. A refused step takes the whole batch back. A step after it is tried without it, so that the violations and conflicts of the error are those of all steps, each with its step; message, hint, step and rolledBack (the steps before it) are of the first. dry_run checks each step against the current data only, beside tables that a step before it creates with their rows, and warns where the batch would be refused because its steps see each other. The result has steps, each step’s own result.',
    brief: 'Each step sees what the ones before left; a refused step takes all back.',
    input: z.strictObject({
      operations: z
        .array(deferredSchema('batch_step', () => stepSchema(all()), jsonObject))
        .describe('Steps in their order'),
      summary: textArgument.describe('One line for the journal'),
      dry_run: dryRun,
    }),
    refusals: ['a step is refused', 'an operation that can’t be a step'],
    result: writeResult.extend({ steps: listOf(stepResult).describe('The result of each step') }),
    stage: async (context, args) => {
      const steps = readSteps(all(), args.operations);
      for (const { operation } of steps) requireOperation(context.caller, operation);
      const { alone, inOrder } =
        args.dry_run === true
          ? await dryRunSteps(context, steps)
          : { alone: null, inOrder: await takeInOrder(context, steps) };
      await context.stepStaging.perform(context.transaction);
      const { tables, results } = alone ?? inOrder;
      return {
        deed: batchDeed(steps, tables, args.summary ?? ''),
        tables,
        isSettled: true,
        steps: inOrder.taken,
        extra: () => ({ table: tables.length === 1 ? (tables[0] ?? null) : null, steps: results }),
      };
    },
    answer: (_context, planned) => {
      const { migrationId, dryRun: isDryRun } = planned;
      return { ...planned, steps: planned.steps.map((step) => ({ ...step, migrationId, dryRun: isDryRun })) };
    },
  });
