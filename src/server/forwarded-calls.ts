/** Operations that another process of the same user forwards to the owner of a vault, with their answers. D1 */

import { type Caller, type Engine, type Json, type JsonObject, NotedbError, isJsonObject } from '../engine/index';
import { NOTE_OPERATION_INFOS, OPERATION_INFOS, RULE_OPERATION_INFOS } from '../engine/operation-infos';
import { actorFrom } from './actor-header';
import { AskedCalls, type AskedOutcome } from './asked-calls';
import { type TokenAuthentication, callerOfToken } from './bearer-token';
import { type FailureReport, callerError, errorBody } from './caller-error';
import type { ForwardedOutcome } from './forwarded-outcome';
import { runOperation } from './operation-routes';
import { RunningCalls } from './running-calls';
import { SEMANTIC, runSemanticCall } from './semantic-calls';
import { WEBHOOKS, runWebhookCall } from './webhook-calls';

export interface ForwardedCall {
  readonly op: string;
  readonly args: Json;
  /** On whose behalf: `{harness, model, session}`. Another process of the same user says so. */
  readonly actor?: Json;
  /** Of the app that calls, or of the owner; absent: the user of this machine, who is the owner. */
  readonly token?: Json;
}

/** What answers forwarded calls. */
export interface ForwardedServices extends FailureReport {
  readonly engine: Pick<Engine, 'run' | 'acceptDeletions' | 'semanticSetUp' | 'webhookControl'>;
  readonly auth: TokenAuthentication;
  /** Those of other processes alone: the server counts its own. */
  readonly calls: RunningCalls;
  readonly asked: AskedCalls;
}

/**
 * Asks whether operations are answered, and whether its token is known. A connection that breaks at this question has done nothing;
 * after an operation its effect is unknown. No operation has this name.
 */
export const PROBE: ForwardedCall = { op: '?', args: {} };

/** Accepts that every row that may be lost is gone. No operation has this name either: a person says so, no agent. D7 */
export const ACCEPT_DELETIONS: ForwardedCall = { op: '?accept-deletions', args: {} };

/** Runs the operation `{operation, args}`; a question about it is the answer, for the program that calls to show. */
export const ASKABLE = '?askable';

/** Brings the answer to a question: `{id, isAllowed}`. */
export const ANSWER = '?answer';

/** Lists the operations that the caller may call: `{names}`. */
export const ALLOWED: ForwardedCall = { op: '?allowed', args: {} };

/** Answers `PROBE` and forwarded calls; never rejects. */
export function forwardedCalls(
  given: Omit<ForwardedServices, 'calls' | 'asked'> & Partial<Pick<ForwardedServices, 'calls' | 'asked'>>,
): (call: ForwardedCall, gone?: Promise<void>) => Promise<Json> {
  const services = { calls: new RunningCalls(), asked: new AskedCalls(() => given.newId()), ...given };
  return async (call, gone) => {
    if (call.op !== PROBE.op) return { ...(await answerForwarded(services, call, gone)) } as unknown as Json;
    try {
      callerOf(call, services.auth);
      return { ready: true };
    } catch (thrown) {
      return refusedOutcome(thrown, call.op, services);
    }
  };
}

/** Answers operations, `ACCEPT_DELETIONS` and calls of semantic-calls.ts and webhook-calls.ts; never rejects. */
export function answerForwarded(
  services: ForwardedServices,
  call: ForwardedCall,
  gone?: Promise<void>,
): Promise<AskedOutcome> {
  if (call.op === ASKABLE || call.op === ANSWER) return runAskable(services, call, gone);
  return outcomeOf(runForwarded(services, call, gone), call.op, services);
}

/** A write that asks first: the program that calls shows the question. */
async function runAskable(
  services: ForwardedServices,
  call: ForwardedCall,
  gone: Promise<void> | undefined,
): Promise<AskedOutcome> {
  const { engine, auth, calls, asked } = services;
  const given = isJsonObject(call.args) ? call.args : {};
  try {
    const caller = callerOf(call, auth);
    if (call.op === ANSWER) return await asked.answer(caller, textOf(given['id']), given['isAllowed'] === true);
    const operation = textOf(given['operation']);
    const checkToken = (): void => void callerOf(call, auth);
    return await asked.run(caller, gone, (left, asker) => {
      const { args = {} } = given;
      const run = { operation, args, caller, gone: left, checkToken, asker };
      return outcomeOf(runOperation({ engine, calls }, run), operation, services);
    });
  } catch (thrown) {
    return refusedOutcome(thrown, call.op, services);
  }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

async function runForwarded(
  { engine, auth, calls }: ForwardedServices,
  call: ForwardedCall,
  gone: Promise<void> | undefined,
): Promise<JsonObject> {
  const { op, args } = call;
  const caller = callerOf(call, auth);
  if (op === ALLOWED.op) return { names: allowedNames(caller) };
  if (op !== ACCEPT_DELETIONS.op && op !== SEMANTIC && op !== WEBHOOKS) {
    const checkToken = (): void => void callerOf(call, auth);
    return runOperation({ engine, calls }, { operation: op, args, caller, gone, checkToken });
  }
  if (caller.kind !== 'owner') throw new NotedbError('forbidden', 'only the owner may do this');
  if (op === WEBHOOKS) return runWebhookCall(engine, args);
  return op === SEMANTIC ? runSemanticCall(engine, args) : acceptDeletions(engine);
}

/** The operations, also those of notes and of rules, that the caller may call. */
export const allowedNames = (caller: Caller): readonly string[] =>
  [...OPERATION_INFOS, ...NOTE_OPERATION_INFOS, ...RULE_OPERATION_INFOS]
    .filter((each) => each.isFor(caller))
    .map(({ name }) => name);

const TOKEN_HINT =
  'NOTEDB_TOKEN must hold a token of this vault: "notedb connect" makes one. One from the settings of Obsidian works while Obsidian has the vault open';

/** By the token alone, as over HTTP: what the other process says of itself decides nothing. Throws `unauthorized`. */
function callerOf({ actor = null, token }: ForwardedCall, auth: TokenAuthentication): Caller {
  const by = token === undefined ? { kind: 'owner' as const } : callerOfToken(token, auth, TOKEN_HINT);
  return { ...by, actor: actorFrom(actor) };
}

/** The accepted arguments, as JSON. */
async function acceptDeletions(engine: Pick<Engine, 'acceptDeletions'>): Promise<JsonObject> {
  const { tables, returned } = await engine.acceptDeletions();
  return { tables: tables.map(({ table, rows }) => ({ table, rows })), returned };
}

/** For an owner that is about to end: nothing new begins. */
export async function refuseForwardedCalls(): Promise<Json> {
  return Promise.resolve({ ready: false });
}

/** Never rejects. */
export async function outcomeOf(
  run: Promise<JsonObject>,
  operation: string,
  report: FailureReport,
): Promise<ForwardedOutcome> {
  try {
    return { result: await run };
  } catch (thrown) {
    return refusedOutcome(thrown, operation, report);
  }
}

export function refusedOutcome(thrown: unknown, operation: string, report: FailureReport): ForwardedOutcome {
  return errorBody(callerError(thrown, operation, report), operation);
}

export function unavailableOutcome(message: string, operation: string): ForwardedOutcome {
  const error = new NotedbError('unavailable', message, { hint: 'list_migrations shows whether a write was done' });
  return errorBody(error, operation);
}
