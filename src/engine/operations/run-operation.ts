/** Runs one operation by name: checks its arguments, then answers from the view or sends it through the write lane. */

import type { Catalog } from '../catalog/catalog';
import { NotedbError, notFound } from '../errors';
import { nearNames } from '../catalog/near-names';
import type { OpenedView } from '../commit/open-view';
import type { ReadSnapshot } from '../commit/lane/snapshot-readers';
import type { Upkeep, WriteLane } from '../commit/lane/write-lane';
import type { EngineParts } from '../engine-parts';
import { openFeed } from '../feed/change-feed';
import type { AnsweredCall } from '../feed/tool-calls';
import type { Caller } from '../history/caller';
import type { JsonObject } from '../json';
import type { CommandContext, ReadContext, ReadingHost, WriteContext } from '../contexts';
import type { Host } from '../ports/host';
import type { CommandOperation, Operation, UpkeepOperation, UpkeepPlan, WriteOperation } from './define-operation';
import { danglingReferences } from '../undo/dangling-references';
import { requireTables } from './call-scope';
import { explainFailure } from './explain-failure';
import { listChanges } from './history/list-changes';
import { type OlderForm, olderResult } from './older/older-form';
import { OLDER_FORMS, OLDER_OPERATION_NAMES } from './older/older-forms';
import { mayRead, readsRows, requireAnswer, requireOperation } from './permissions';
import { withMeantRows } from '../search/names/meant-rows';
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
  /** Every definition there is. */
  catalog(): Catalog;
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
    const value = await runNamed(runtime, name, args, caller);
    tellCall(runtime, { call: name, args, caller, outcome: { value } });
    return value;
  } catch (thrown) {
    const error = withShortMessages(explainFailure(thrown), [name, args]);
    tellCall(runtime, { call: name, args, caller, outcome: { error: refusalOf(error) } });
    throw error;
  }
}

/** As the older interface takes and answers it: older names of arguments, descriptions are not asked for. D3, D19 */
export async function runOlderOperation(
  runtime: OperationRuntime,
  name: string,
  args: unknown,
  caller: Caller,
): Promise<JsonObject> {
  const form = OLDER_FORMS.get(name);
  try {
    if (form === undefined)
      throw notFound(`the older interface has no operation "${name}"`, 'call it by its own route');
    const value = olderResult(await runForm(runtime, form, args, { caller, requireDescriptions: false }));
    tellCall(runtime, { call: name, args, caller, outcome: { value } });
    return value;
  } catch (thrown) {
    const error = withShortMessages(explainFailure(thrown), [name, args]);
    tellCall(runtime, { call: name, args, caller, outcome: { error: refusalOf(error) } });
    throw error;
  }
}

/** Of every operation but the one that follows the calls. D10 */
function tellCall({ operations, parts }: OperationRuntime, call: AnsweredCall): void {
  const name = OLDER_OPERATION_NAMES.get(call.call)?.operation.name ?? call.call;
  if (name !== listChanges.name && operations.has(name)) parts.feed.called({ ...call, call: name });
}

/** What the caller sees of it, in short. A defect says nothing. */
function refusalOf(error: unknown): JsonObject {
  if (!(error instanceof NotedbError)) return { code: 'internal' };
  const { code, message, hint } = error;
  return { code, message, hint };
}

function runNamed(runtime: OperationRuntime, name: string, args: unknown, caller: Caller): Promise<JsonObject> {
  const call = { caller, requireDescriptions: true };
  const renamed = OLDER_OPERATION_NAMES.get(name);
  if (renamed !== undefined) return runForm(runtime, renamed, args, call);
  const operation = operationNamed(runtime, name);
  requireOperation(caller, operation);
  return runParsed(runtime, operation, parseInput(operation, args ?? {}), call);
}

async function runForm(runtime: OperationRuntime, form: OlderForm, args: unknown, call: Call): Promise<JsonObject> {
  const { operation } = form;
  requireOperation(call.caller, operation);
  const newer = form.newerArguments(args ?? {});
  try {
    return await runParsed(runtime, operation, parseInput(operation, newer), call);
  } catch (error) {
    throw form.olderWords(explainFailure(error));
  }
}

/** Who calls, and what the interface of the call asks of a write. */
type Call = { readonly caller: Caller } & Pick<WriteContext, 'requireDescriptions'>;

function operationNamed({ operations }: OperationRuntime, name: string): Operation {
  const operation = operations.get(name);
  if (operation !== undefined) return operation;
  const near = nearNames(name, [...operations.keys(), ...OLDER_OPERATION_NAMES.keys()]);
  const present = new Set(near.map((each) => OLDER_OPERATION_NAMES.get(each)?.operation.name ?? each));
  throw notFound(
    `there is no operation "${name}"`,
    near.length > 0 ? `did you mean ${[...present].join(' or ')}?` : `operations: ${[...operations.keys()].join(', ')}`,
  );
}

async function runParsed(
  runtime: OperationRuntime,
  operation: Operation,
  parsed: unknown,
  call: Call,
): Promise<JsonObject> {
  const input = parsed as never;
  const { caller } = call;
  if (operation.effect === 'read') {
    requireTables(caller, runtime.catalog(), operation.name, input);
    const context = readContext(runtime, runtime.lane.open(caller, readsRows(caller, operation)));
    if (runtime.indexing !== null && operation.startsAtOnce !== true) await runtime.indexing;
    return operation.run(context, input);
  }
  if (operation.effect === 'upkeep') return runUpkeep(runtime, operation, input, caller);
  if (operation.effect === 'command') return runCommand(runtime, operation, input, caller);
  return runWrite(runtime, operation, input, call);
}

function readContext<S extends ReadSnapshot>(
  { host, lane, parts }: OperationRuntime,
  seen: OpenedView<S>,
): ReadContext & Pick<S, 'journal'> & Pick<CommandContext, 'webhooks'> {
  const { caller, view, journal } = seen;
  const now = host.clock.now();
  const zone = zoneOf(view.catalog, host);
  const opened = {
    feed: openFeed(parts.feed, () => lane.open(caller)),
    search: parts.texts.open(seen),
    semantic: parts.semantic.open(seen),
    webhooks: parts.webhooks.open(caller),
  };
  return { caller, view, journal, now, zone, host: readingHost(host, seen), ...opened };
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
  { caller, requireDescriptions }: Call,
): Promise<JsonObject> {
  const dryRun = (input as { dry_run?: boolean | null }).dry_run === true;
  if (!dryRun) requireAnswer(caller, operation.name);
  if (!dryRun) runtime.checkWritable();
  const { host, lane } = runtime;
  const written = lane.write<PlannedResult>({
    caller,
    dryRun,
    stage: async (transaction, rehearsal, seen) => {
      const zone = zoneOf(transaction.catalog, host);
      const { now } = transaction;
      const reading = { caller, now, zone, host: readingHost(host, seen), journal: seen.journal };
      const context = { ...reading, transaction, rehearsal, requireDescriptions };
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
  const { migration, outcome, version, versions } = await written.catch((error: unknown) =>
    explained(runtime, caller, error),
  );
  const value: WriteResult = Object.assign(outcome.value, { migrationId: migration?.id ?? null, dryRun, version });
  if (versions.size > 1) Object.assign(value, { versions: Object.fromEntries(versions) });
  return operation.answer?.(readContext(runtime, lane.open(caller)), value) ?? value;
}

/** A refused name is looked for among the names of the rows that the caller may read. Throws. */
async function explained({ lane, parts }: OperationRuntime, caller: Caller, error: unknown): Promise<never> {
  const isMisnamed = error instanceof NotedbError && error.unmatched.length > 0;
  if (!isMisnamed || !mayRead(caller)) throw error;
  throw await withMeantRows(parts.names, lane.open(caller), error);
}

/** Definitions that can't be read are no hindrance: it writes no note. */
async function runCommand(
  runtime: OperationRuntime,
  operation: CommandOperation,
  input: never,
  caller: Caller,
): Promise<JsonObject> {
  const isDryRun = (input as { dry_run?: boolean | null }).dry_run === true;
  const isLooking = isDryRun || operation.isLooking?.(input) === true;
  if (!isLooking) requireAnswer(caller, operation.name);
  if (!isLooking) refuseReadOnly(runtime.host);
  requireTables(caller, runtime.catalog(), operation.name, input);
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
  if (!dryRun) requireAnswer(caller, operation.name);
  if (!dryRun) runtime.checkWritable();
  requireTables(caller, runtime.catalog(), operation.name, input);
  const plan = (seen: Upkeep): Promise<UpkeepPlan<WriteResult>> => operation.plan(readContext(runtime, seen), input);
  if (dryRun) return runtime.lane.look(caller, async (seen) => ({ ...(await plan(seen)).answer, dryRun }));
  return runtime.lane.upkeep(caller, async (seen, pruner) => {
    const { answer, perform } = await plan(seen);
    return { ...answer, dryRun, warnings: [...answer.warnings, ...(await perform(pruner))] };
  });
}
