/** What came of an operation, as it travels between processes and to standard output or standard error. */

import type { Host, Json, JsonObject } from '../engine/index';
import { NotedbError } from '../engine/index';
import { callerError } from '../server/caller-error';
import { errorBody } from '../server/error-body';

/** The result, or the error as every caller sees it (D5). */
export type Outcome = { readonly result: JsonObject } | { readonly error: Json };

/** Never rejects. */
export async function outcomeOf(
  run: Promise<JsonObject>,
  operation: string,
  host: Pick<Host, 'ids' | 'logger'>,
): Promise<Outcome> {
  try {
    return { result: await run };
  } catch (thrown) {
    return refusedOutcome(thrown, operation, host);
  }
}

export function refusedOutcome(thrown: unknown, operation: string, host: Pick<Host, 'ids' | 'logger'>): Outcome {
  const error = callerError(thrown, operation, { logger: host.logger, newId: () => host.ids.uuid() });
  return { error: errorBody(error, operation)['error'] ?? null };
}

export function unavailableOutcome(message: string, operation: string): Outcome {
  const error = new NotedbError('unavailable', message, { hint: 'list_migrations tells whether a write was done' });
  return { error: errorBody(error, operation)['error'] ?? null };
}
