/** Steps of a batch: read from the arguments, and staged each on the state that the ones before leave. Source: docs/operations.md#batch; D17. */

import * as z from 'zod';
import { nearNames, suggest } from '../../kernel/near-names';
import type { StepTaken } from '../commit/versions/version-operations';
import { NotedbError, badRequest } from '../errors';
import { resultRow } from '../query/row-json';
import { tablesOfChange } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import type { Json, JsonObject } from '../json';
import { count } from '../values/json-schema';
import { json } from '../schemas/arguments';
import type { WriteContext } from '../contexts';
import type { Operation, WriteOperation } from './define-operation';
import { parseInput } from '../schemas/parse-input';
import { ResultBudget } from './plan/result-budget';
import { type Deed, deedOf } from '../schemas/deed';
import { writeResult } from '../schemas/results';
import { type StepRefusal, refusalOf, refusedSteps } from './refused-steps';
import { stageOperation } from './stage-operation';

export const stepResult = writeResult
  .extend({
    row: resultRow.exactOptional(),
    matched: count.exactOptional(),
    inserted: count.exactOptional(),
    updated: count.exactOptional(),
    unchanged: count.exactOptional(),
    ignored: count.exactOptional(),
  })
  .meta({ id: 'StepResult', description: 'The result of the operation of the step' });

type StepResult = z.infer<typeof stepResult>;

interface BatchStep {
  readonly operation: WriteOperation;
  readonly input: unknown;
}

interface StepResults {
  readonly tables: readonly string[];
  /** Each step's own. */
  readonly results: readonly StepResult[];
  readonly taken: readonly StepTaken[];
}

export const stepSchema = (all: readonly Operation[]): z.ZodType =>
  z
    .object({ op: z.enum(all.filter(isStep).map(({ name }) => name)).describe('The operation') })
    .catchall(json)
    .describe('{op, …the arguments of that operation but dry_run}');

/** Each step on what the ones before leave. */
export const takeInOrder = (context: WriteContext, steps: readonly BatchStep[]): Promise<StepResults> =>
  takeSteps(context, steps, (transaction) => context.stepStaging.keep(transaction));

/**
 * Each step against the current data only, and tables that the batch creates with their rows; and the batch as it would be. Where one of the two is
 * refused and the other is not, it says so. Source: docs/operations.md#batch (dry_run)
 */
export async function dryRunSteps(
  context: WriteContext,
  steps: readonly BatchStep[],
): Promise<{ alone: StepResults; inOrder: StepResults }> {
  const created = new Set<string>();
  const alone = await orRefusal(
    takeSteps(context, steps, async (transaction, { name }, tables) => {
      if (name === 'create_table') for (const table of tables) created.add(table);
      // No current data are in it, and the steps after have nothing else to be checked against.
      const isNew = tables.length > 0 && tables.every((table) => created.has(table));
      if (isNew) await context.stepStaging.keep(transaction);
    }),
  );
  await context.stepStaging.callOff();
  const inOrder = await orRefusal(takeInOrder(context, steps));
  if (alone instanceof NotedbError) throw inOrder instanceof NotedbError ? alone : onlyAlone(alone);
  if (!(inOrder instanceof NotedbError)) return { alone, inOrder };
  await context.stepStaging.callOff();
  const warning = `the batch itself would be refused, since its steps see each other: ${inOrder.message}`;
  context.transaction.warnings.push(warning);
  return { alone, inOrder: { tables: [], results: [], taken: [] } };
}

const orRefusal = (steps: Promise<StepResults>): Promise<StepResults | NotedbError> =>
  steps.catch((error: unknown) => {
    if (error instanceof NotedbError) return error;
    throw error;
  });

function onlyAlone(error: NotedbError): NotedbError {
  const why = 'a dry run checks each step against the current data only; the batch itself would not be refused';
  return error.with({ hint: error.hint === null ? why : `${error.hint}; ${why}` });
}

async function takeSteps(
  context: WriteContext,
  steps: readonly BatchStep[],
  keep: (transaction: Transaction, operation: WriteOperation, tables: readonly string[]) => Promise<void>,
): Promise<StepResults> {
  const tables = new Set<string>();
  const results: StepResult[] = [];
  const taken: StepTaken[] = [];
  const budgets = { lists: new ResultBudget(context.host.scheduler), notes: null };
  const refusals: StepRefusal[] = [];
  for (const [index, { operation, input }] of steps.entries()) {
    try {
      const transaction = context.stepStaging.begin();
      const { staged, planned } = await stageOperation(operation, { ...context, transaction }, input, budgets);
      const { sourceRows } = staged;
      const given = sourceRows === undefined ? {} : { sourceRows };
      taken.push({
        op: operation.name,
        tables: staged.tables,
        touched: tablesOfChange(transaction.staging()),
        ...given,
      });
      for (const table of staged.tables) tables.add(table);
      results.push({ ...planned, migrationId: null, dryRun: false });
      await keep(transaction, operation, staged.tables);
    } catch (error) {
      refusals.push({ index, operation: operation.name, error: refusalOf(error) });
    }
  }
  if (refusals.length > 0) throw refusedSteps(refusals);
  return { tables: [...tables], results, taken };
}

/** How many steps of each operation. `summary`: the caller's own words; empty: none. */
export function batchDeed(steps: readonly BatchStep[], tables: readonly string[], summary: string): Deed {
  const counts: Record<string, number> = { steps: steps.length };
  for (const { operation } of steps) counts[operation.name] = (counts[operation.name] ?? 0) + 1;
  const table = tables.length === 1 ? (tables[0] ?? null) : null;
  return deedOf('run steps', table, { counts, names: summary === '' ? {} : { summary } });
}

/** Problems of the arguments of any step are reported at once, before anything runs. D3 */
export function readSteps(operations: readonly Operation[], given: readonly JsonObject[]): readonly BatchStep[] {
  const problems: { readonly index: number; readonly error: NotedbError }[] = [];
  const steps: BatchStep[] = [];
  for (const [index, step] of given.entries()) {
    try {
      steps.push(readStep(operations, step));
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
      problems.push({ index, error });
    }
  }
  const [first] = problems;
  if (first === undefined) return steps;
  const messages = problems.map(({ index, error }) => `operations[${index}]: ${error.message}`);
  throw new NotedbError('bad_request', messages.join('; '), {
    hint: first.error.hint ?? undefined,
    near: problems.flatMap(({ error }) => error.near),
    step: { index: first.index, rolledBack: [] },
  });
}

function readStep(operations: readonly Operation[], { op, ...args }: JsonObject): BatchStep {
  const operation = stepOperation(operations, op);
  if (Object.hasOwn(args, 'dry_run')) {
    throw badRequest('dry_run can’t be given for one step', 'give it for the whole batch');
  }
  return { operation, input: parseInput(operation, args) };
}

function stepOperation(operations: readonly Operation[], op: Json | undefined): WriteOperation {
  const allowed = operations.filter(isStep);
  const names = allowed.map(({ name }) => name);
  const found = allowed.find(({ name }) => name === op);
  if (found !== undefined) return found;
  if (op === undefined || op === null) throw badRequest('"op" is missing', `name an operation: ${names.join(', ')}`);
  if (typeof op === 'string' && operations.some(({ name }) => name === op)) {
    throw badRequest(`${op} can’t be a step of a batch`, `steps may be ${names.join(', ')}`);
  }
  const near = typeof op === 'string' ? nearNames(op, names) : [];
  throw badRequest(`there is no operation ${JSON.stringify(op)}`, suggest(near, `steps may be ${names.join(', ')}`));
}

/** The writes of rows and of definitions, and restore_table. Source: docs/operations.md#batch; D17 */
const isStep = (operation: Operation): operation is WriteOperation =>
  (operation.effect === 'write' || operation.effect === 'destructive') &&
  operation.name !== 'batch' &&
  (operation.group === 'rows' || operation.group === 'schema' || operation.name === 'restore_table');
