/** Runs one operation by name: checks its arguments, then answers from the view or sends it through the write lane. */

import { NotedbError, notFound } from '../errors';
import { nearNames, suggest } from '../../kernel/near-names';
import type { AnsweredCall } from '../feed/tool-calls';
import type { JsonObject } from '../json';
import type { Operation } from './define-operation';
import { requireTables } from './call-scope';
import { explainFailure } from './explain-failure';
import { listChanges } from './history/list-changes';
import { type OlderForm, olderResult } from './older/older-form';
import { OLDER_FORMS, OLDER_OPERATION_NAMES } from './older/older-forms';
import { type Call, type CallOrigin, type OperationRuntime, readContext } from './operation-runtime';
import { readsRows, requireOperation } from './permissions';
import { parseInput } from '../schemas/parse-input';
import { runCommand, runUpkeep, runWrite } from './run-effects';
import { withShortMessages } from './short-messages';

export const runOperation = (
  runtime: OperationRuntime,
  name: string,
  args: unknown,
  origin: CallOrigin,
): Promise<JsonObject> => followed(runtime, name, args, origin, () => runNamed(runtime, name, args, origin));

/** As the older interface takes and answers it: older names of arguments, descriptions are not asked for. D3, D19 */
export const runOlderOperation = (
  runtime: OperationRuntime,
  name: string,
  args: unknown,
  origin: CallOrigin,
): Promise<JsonObject> =>
  followed(runtime, name, args, origin, async () => {
    const form = OLDER_FORMS.get(name);
    if (form === undefined)
      throw notFound(`the older interface has no operation "${name}"`, 'call it by its own route');
    return olderResult(await runForm(runtime, form, args, { ...origin, requireDescriptions: false }));
  });

/** Reports the answer, or the refusal, to those who follow the calls. */
async function followed(
  runtime: OperationRuntime,
  name: string,
  args: unknown,
  { caller }: CallOrigin,
  run: () => Promise<JsonObject>,
): Promise<JsonObject> {
  try {
    const value = await run();
    reportCall(runtime, { call: name, args, caller, outcome: { value } });
    return value;
  } catch (thrown) {
    const error = withShortMessages(explainFailure(thrown), [name, args]);
    reportCall(runtime, { call: name, args, caller, outcome: { error: refusalOf(error) } });
    throw error;
  }
}

/** Of every operation but the one that follows the calls. D10 */
function reportCall({ operations, parts }: OperationRuntime, call: AnsweredCall): void {
  const name = OLDER_OPERATION_NAMES.get(call.call)?.operation.name ?? call.call;
  if (name !== listChanges.name && operations.has(name)) parts.feed.called({ ...call, call: name });
}

/** What the caller sees of it, in short. A defect says nothing. */
function refusalOf(error: unknown): JsonObject {
  if (!(error instanceof NotedbError)) return { code: 'internal' };
  const { code, message, hint } = error;
  return { code, message, hint };
}

/** Those who follow the calls hear nothing of it: for the engine itself. */
export function runNamed(
  runtime: OperationRuntime,
  name: string,
  args: unknown,
  origin: CallOrigin,
): Promise<JsonObject> {
  const call = { ...origin, requireDescriptions: true };
  const renamed = OLDER_OPERATION_NAMES.get(name);
  if (renamed !== undefined) return runForm(runtime, renamed, args, call);
  const operation = operationNamed(runtime, name);
  requireOperation(call.caller, operation);
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

function operationNamed({ operations }: OperationRuntime, name: string): Operation {
  const operation = operations.get(name);
  if (operation !== undefined) return operation;
  const near = nearNames(name, [...operations.keys(), ...OLDER_OPERATION_NAMES.keys()]);
  const present = new Set(near.map((each) => OLDER_OPERATION_NAMES.get(each)?.operation.name ?? each));
  throw notFound(
    `there is no operation "${name}"`,
    suggest([...present], `operations: ${[...operations.keys()].join(', ')}`),
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
    if (runtime.indexing !== null && operation.startsAtOnce?.(context, input) !== true) await runtime.indexing;
    return operation.run(context, input);
  }
  if (operation.effect === 'upkeep') return runUpkeep(runtime, operation, input, call);
  if (operation.effect === 'command') return runCommand(runtime, operation, input, call);
  return runWrite(runtime, operation, input, call);
}
