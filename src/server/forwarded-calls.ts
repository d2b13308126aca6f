/** Operations that another process of the same user forwards to the owner of a vault, with their answers. D1 */

import { type Caller, type Engine, type ErrorResult, type Json, type JsonObject, NotedbError } from '../engine/index';
import { actorFrom } from './actor-header';
import { type TokenAuthentication, callerOfToken } from './bearer-token';
import { type FailureReport, callerError, errorBody } from './caller-error';
import { runOperation } from './operation-routes';
import { RunningCalls } from './running-calls';
import { SEMANTIC, runSemanticCall } from './semantic-calls';
import { WEBHOOKS, runWebhookCall } from './webhook-calls';

/** The result, or the error as every caller sees it (D5). */
export type ForwardedOutcome = { readonly result: JsonObject } | ErrorResult;

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
}

/**
 * Asks whether operations are answered, and whether its token is known. A connection that breaks at this question has done nothing;
 * after an operation its effect is unknown. No operation has this name.
 */
export const PROBE: ForwardedCall = { op: '?', args: {} };

/** Accepts that every row that may be lost is gone. No operation has this name either: a person says so, no agent. D7 */
export const ACCEPT_DELETIONS: ForwardedCall = { op: '?accept-deletions', args: {} };

/** Answers `PROBE` and forwarded calls; never rejects. */
export function forwardedCalls(
  given: Omit<ForwardedServices, 'calls'> & Partial<Pick<ForwardedServices, 'calls'>>,
): (call: ForwardedCall, gone?: Promise<void>) => Promise<Json> {
  const services = { calls: new RunningCalls(), ...given };
  return async (call, gone) => {
    if (call.op !== PROBE.op) return answerForwarded(services, call, gone);
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
): Promise<ForwardedOutcome> {
  return outcomeOf(runForwarded(services, call, gone), call.op, services);
}

async function runForwarded(
  { engine, auth, calls }: ForwardedServices,
  call: ForwardedCall,
  gone: Promise<void> | undefined,
): Promise<JsonObject> {
  const { op, args } = call;
  const caller = callerOf(call, auth);
  if (op !== ACCEPT_DELETIONS.op && op !== SEMANTIC && op !== WEBHOOKS) {
    const checkToken = (): void => void callerOf(call, auth);
    return runOperation({ engine, calls }, { operation: op, args, caller, gone, checkToken });
  }
  if (caller.kind !== 'owner') throw new NotedbError('forbidden', 'only the owner may do this');
  if (op === WEBHOOKS) return runWebhookCall(engine, args);
  return op === SEMANTIC ? runSemanticCall(engine, args) : acceptDeletions(engine);
}

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
