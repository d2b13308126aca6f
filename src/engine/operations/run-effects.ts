/** Runs writes, commands and upkeep: at once, or when the owner allows it. docs/architecture.md: Five trips; docs/rights.md#ask-first */

import type { PendingApproval } from '../approval/approvals';
import type { StagedOutcome } from '../contexts';
import { NotedbError } from '../errors';
import type { App, Caller } from '../history/caller';
import { type JsonObject, jsonEqual } from '../json';
import type { WriteResult } from '../schemas/results';
import { withSuggestedRows } from '../search/names/suggested-rows';
import type { Transaction } from '../storage/transaction/transaction';
import { danglingReferences } from '../undo/dangling-references';
import { type PlanBasis, askedCall, askedWrite, basisOf, basisChanged, requireSameBasis } from './pending-approval';
import { requireTables } from './call-scope';
import type { CommandOperation, Operation, UpkeepOperation, UpkeepPlan, WriteOperation } from './define-operation';
import {
  type Call,
  type CallOrigin,
  type OperationRuntime,
  readContext,
  readingHost,
  refuseReadOnly,
  zoneOf,
} from './operation-runtime';
import { namedBlockWarnings } from './named-blocks';
import { mayRead, readsRows, requireOperation, seesTable } from './permissions';
import type { PlannedResult } from './plan/plan-result';
import { MOST_LISTED, ResultBudget, refuseOversized } from './plan/result-budget';
import { stageOperation } from './stage-operation';
import { type SeesFile, refusalOfFile } from './write-scope';

export async function runWrite(
  runtime: OperationRuntime,
  operation: WriteOperation,
  input: never,
  call: Call,
): Promise<JsonObject> {
  const dryRun = (input as { dry_run?: boolean | null }).dry_run === true;
  const { caller } = call;
  if (dryRun || !asksFirst(caller)) return performWrite(runtime, operation, input, call, { dryRun });
  runtime.parts.approvals.requireSomebody(caller, operation.name, call.asker);
  runtime.checkWritable();
  const { asked, basis } = await planToAsk(runtime, operation, input, call);
  const allowed = basis.notes.length === 0 ? caller : await allowedBy(runtime, operation, { ...call, caller }, asked);
  const inspect = (transaction: Transaction): void => requireSameBasis(basis, basisOf(transaction));
  return performWrite(runtime, operation, input, { ...call, caller: allowed }, { dryRun, inspect });
}

interface PlanToAsk {
  readonly asked: PendingApproval;
  readonly basis: PlanBasis;
}

/** Stages what the call would write, as the owner is to see it, and takes it back: nothing waits while the owner thinks. */
async function planToAsk(
  runtime: OperationRuntime,
  operation: WriteOperation,
  input: never,
  call: Call,
): Promise<PlanToAsk> {
  // It may be staged twice.
  const plans: PlanToAsk[] = [];
  const inspect = async (transaction: Transaction, staged: StagedOutcome): Promise<void> => {
    const asked = await askedWrite(operation.name, transaction, staged, runtime.host.scheduler);
    plans.push({ asked, basis: basisOf(transaction) });
  };
  await performWrite(runtime, operation, input, call, { dryRun: true, inspect });
  const plan = plans.at(-1);
  if (plan === undefined) throw new Error('a write was planned without being staged');
  return plan;
}

const asksFirst = (caller: Caller): caller is App => caller.kind === 'app' && caller.ask;

type AskingCall = CallOrigin & { readonly caller: App };

/** Resolves to the app with the rights that it has when the owner has answered. Throws `forbidden`. */
async function allowedBy(
  { parts }: OperationRuntime,
  operation: Operation,
  call: AskingCall,
  asked: PendingApproval,
): Promise<App> {
  const allowed = await parts.approvals.ask(call.caller, asked, call);
  requireOperation(allowed, operation);
  return allowed;
}

interface WriteRun {
  readonly dryRun: boolean;
  /** Looks at the staged changes before anything else happens; may throw. */
  readonly inspect?: (transaction: Transaction, staged: StagedOutcome) => Promise<void> | void;
}

async function performWrite(
  runtime: OperationRuntime,
  operation: WriteOperation,
  input: never,
  { caller, requireDescriptions, rule }: Call,
  { dryRun, inspect }: WriteRun,
): Promise<JsonObject> {
  if (!dryRun) runtime.checkWritable();
  const { host, lane } = runtime;
  let seesFile: SeesFile = () => false;
  const written = lane.write<PlannedResult>({
    caller,
    dryRun,
    stage: async (transaction, stepStaging, seen) => {
      const zone = zoneOf(transaction.catalog, host);
      const { now } = transaction;
      const reading = { caller, now, zone, host: readingHost(host, seen), journal: seen.journal };
      const context = { ...reading, transaction, stepStaging, requireDescriptions };
      const budget = (): ResultBudget => new ResultBudget(host.scheduler);
      const budgets = { lists: budget(), notes: dryRun ? budget() : null };
      const { staged, planned, seesFile: shown } = await stageOperation(operation, context, input, budgets);
      seesFile = shown;
      refuseOversized(planned);
      await inspect?.(transaction, staged);
      const { steps, sourceRows } = staged;
      return {
        op: operation.name,
        deed: staged.deed,
        tables: staged.tables,
        undoes: staged.undoes ?? null,
        partial: staged.partial,
        unlisted: staged.unlisted === true,
        rule: rule ?? staged.rule,
        steps,
        sourceRows,
        danglingReferences: dryRun ? undefined : await danglingReferences(context),
        value: planned,
      };
    },
  });
  const { migration, outcome, version, versions, transaction } = await written.catch((error: unknown) =>
    explained(runtime, caller, refusalOfFile(caller, error, seesFile)),
  );
  const value: WriteResult = Object.assign(outcome.value, { migrationId: migration?.id ?? null, dryRun, version });
  if (mayRead(caller) && value.warnings.length < MOST_LISTED) {
    const blocks = await namedBlockWarnings(runtime.parts.texts, () => lane.open(caller), transaction, host.scheduler);
    if (blocks.length > 0) value.warnings = [...value.warnings, ...blocks].slice(0, MOST_LISTED);
  }
  // Links in hidden rows may have followed.
  const shown = [...versions].filter(([table]) => seesTable(caller, table));
  if (shown.length > 1) Object.assign(value, { versions: Object.fromEntries(shown) });
  return operation.answer?.(readContext(runtime, lane.open(caller)), value) ?? value;
}

/** A refused name is looked for among the names of the rows that the caller may read. Throws. */
async function explained({ lane, parts }: OperationRuntime, caller: Caller, error: unknown): Promise<never> {
  const isMisnamed = error instanceof NotedbError && error.unmatched.length > 0;
  if (!isMisnamed || !mayRead(caller)) throw error;
  throw await withSuggestedRows(parts.names, lane.open(caller), error);
}

/** Definitions that can't be read do not hinder it: it writes no note. */
export async function runCommand(
  runtime: OperationRuntime,
  operation: CommandOperation,
  input: never,
  call: CallOrigin,
): Promise<JsonObject> {
  const { caller } = call;
  const isDryRun = (input as { dry_run?: boolean | null }).dry_run === true;
  const isLooking = isDryRun || operation.isLooking?.(input) === true;
  if (!isLooking && asksFirst(caller)) return runAskedCommand(runtime, operation, input, { ...call, caller });
  if (!isLooking) refuseReadOnly(runtime.host);
  return performCommand(runtime, operation, input, caller, isDryRun);
}

/** The owner is not asked about a call that would be refused. */
async function runAskedCommand(
  runtime: OperationRuntime,
  operation: CommandOperation,
  input: JsonObject,
  call: AskingCall,
): Promise<JsonObject> {
  const { caller } = call;
  runtime.parts.approvals.requireSomebody(caller, operation.name, call.asker);
  refuseReadOnly(runtime.host);
  await performCommand(runtime, operation, input, caller, true);
  const allowed = await allowedBy(runtime, operation, call, askedCall(operation.name, operation.summary, input));
  return performCommand(runtime, operation, input, allowed, false);
}

async function performCommand(
  runtime: OperationRuntime,
  operation: CommandOperation,
  input: JsonObject,
  caller: Caller,
  isDryRun: boolean,
): Promise<JsonObject> {
  requireTables(caller, runtime.catalog(), operation.name, input);
  if (runtime.indexing !== null) await runtime.indexing;
  const seen = runtime.lane.open(caller, readsRows(caller, operation));
  const semantic = runtime.parts.semantic.open(seen);
  return operation.run({ ...readContext(runtime, seen), isDryRun, semantic }, input as never);
}

/** A dry run unless `dry_run` is false. */
export async function runUpkeep(
  runtime: OperationRuntime,
  operation: UpkeepOperation,
  input: never,
  call: CallOrigin,
): Promise<JsonObject> {
  const { caller } = call;
  const dryRun = (input as { dry_run?: boolean | null }).dry_run !== false;
  if (dryRun) return lookAtUpkeep(runtime, operation, input, caller);
  if (!asksFirst(caller)) return performUpkeep(runtime, operation, input, caller);
  runtime.parts.approvals.requireSomebody(caller, operation.name, call.asker);
  runtime.checkWritable();
  const asked = await lookAtUpkeep(runtime, operation, input, caller);
  const asking = { ...call, caller };
  const allowed = await allowedBy(runtime, operation, asking, askedCall(operation.name, operation.summary, input));
  return performUpkeep(runtime, operation, input, allowed, ({ answer }) => {
    if (!jsonEqual({ ...answer, dryRun: true }, asked)) throw basisChanged();
  });
}

async function lookAtUpkeep(
  runtime: OperationRuntime,
  operation: UpkeepOperation,
  input: JsonObject,
  caller: Caller,
): Promise<WriteResult> {
  requireTables(caller, runtime.catalog(), operation.name, input);
  return runtime.lane.look(caller, async (seen) => {
    const { answer } = await operation.plan(readContext(runtime, seen), input as never);
    return { ...answer, dryRun: true };
  });
}

async function performUpkeep(
  runtime: OperationRuntime,
  operation: UpkeepOperation,
  input: JsonObject,
  caller: Caller,
  inspect?: (plan: UpkeepPlan<WriteResult>) => void,
): Promise<JsonObject> {
  runtime.checkWritable();
  requireTables(caller, runtime.catalog(), operation.name, input);
  const done = runtime.lane.upkeep(caller, async (seen, pruner) => {
    const plan = await operation.plan(readContext(runtime, seen), input as never);
    inspect?.(plan);
    const { answer, perform } = plan;
    return { ...answer, dryRun: false, warnings: [...answer.warnings, ...(await perform(pruner))] };
  });
  return done.catch((error: unknown) => {
    throw refusalOfFile(caller, error, () => false);
  });
}
