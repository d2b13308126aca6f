/** Operations that another process of the same user forwards to the owner of a vault, with their answers. D1 */

import { type Engine, type ErrorResult, type Json, type JsonObject, NotedbError } from '../engine/index';
import { actorFrom } from './actor-header';
import { type FailureReport, callerError, errorBody } from './caller-error';
import { SEMANTIC, runSemanticCall } from './semantic-calls';

/** The result, or the error as every caller sees it (D5). */
export type ForwardedOutcome = { readonly result: JsonObject } | ErrorResult;

export interface ForwardedCall {
  readonly op: string;
  readonly args: Json;
  /** On whose behalf: `{harness, model, session}`. Another process of the same user says so. */
  readonly actor?: Json;
}

/**
 * Asks whether operations are answered. A connection that breaks at this question has done nothing; at an operation nobody
 * knows. No operation has this name.
 */
export const PROBE: ForwardedCall = { op: '?', args: {} };

/** Accepts that every row that may be lost is gone. No operation has this name either: a person says so, no agent. D7 */
export const ACCEPT_DELETIONS: ForwardedCall = { op: '?accept-deletions', args: {} };

/** Answers `PROBE`, `ACCEPT_DELETIONS`, calls of semantic-calls.ts and operations; never rejects. */
export function forwardedCalls(
  engine: Pick<Engine, 'run' | 'acceptDeletions' | 'semanticSetUp'>,
  report: FailureReport,
): (call: ForwardedCall) => Promise<Json> {
  return async ({ op, args, actor = null }) => {
    if (op === PROBE.op) return { ready: true };
    return outcomeOf(answerTo(engine, { op, args, actor }), op, report);
  };
}

function answerTo(
  engine: Pick<Engine, 'run' | 'acceptDeletions' | 'semanticSetUp'>,
  { op, args, actor = null }: ForwardedCall,
): Promise<JsonObject> {
  if (op === ACCEPT_DELETIONS.op) return acceptDeletions(engine);
  if (op === SEMANTIC) return runSemanticCall(engine, args);
  return engine.run(op, args, { kind: 'owner', actor: actorFrom(actor) });
}

/** What was accepted, as JSON. */
export async function acceptDeletions(engine: Pick<Engine, 'acceptDeletions'>): Promise<JsonObject> {
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
  const error = new NotedbError('unavailable', message, { hint: 'list_migrations tells whether a write was done' });
  return errorBody(error, operation);
}
