/** One request to the server and what came of it: an answer, a refusal as data, or nothing. docs/http.md#errors */

import { PAGE_HARNESS } from '../../../changes/describe-migration';
import type { JsonObject } from '../../../../engine/index';
import type { Refusal } from '../../../client/describe-problem';

export interface ServerPlace {
  readonly fetch: typeof fetch;
  /** `http://127.0.0.1:27390`. */
  readonly address: string;
}

export interface ServerRequest {
  /** Behind the address, such as `/notedb/operations/select_rows/`. */
  readonly path: string;
  readonly args: JsonObject;
  readonly token: string;
  readonly signal?: AbortSignal;
  /** By which a write is found in the history. */
  readonly mark?: string | undefined;
}

export type ServerReply =
  | { readonly kind: 'answer'; readonly value: JsonObject }
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: ServerRefusal }
  /** No answer came, or one from a program other than NoteDB. A write may have been done all the same. */
  | { readonly kind: 'silent'; readonly reason: string }
  /** The server did not get the request: nothing was done. RFC 9110, 15.5.9 */
  | { readonly kind: 'unheard'; readonly reason: string };

/** A refusal as the engine in this process would throw it. */
export class ServerRefusal extends Error implements Refusal {
  constructor(
    readonly code: Refusal['code'],
    message: string,
    readonly hint: string | null,
    readonly violations: Refusal['violations'] = [],
    readonly conflicts: Refusal['conflicts'] = [],
    readonly step: Refusal['step'] = null,
    readonly near: Refusal['near'] = [],
    readonly place: Refusal['place'] = null,
  ) {
    super(message);
    this.name = 'ServerRefusal';
  }
}

/** Who makes the writes, as the journal keeps it. docs/http.md#a-request */
const actor = (mark: string | undefined): string =>
  JSON.stringify({ harness: PAGE_HARNESS, ...(mark === undefined ? {} : { session: mark }) });

const REQUEST_TIMEOUT = 408;

const SILENT = 'The server does not answer.';
const FOREIGN = 'Another program answers at this address.';

/** Rejects only when `signal` ends it. */
export async function callServer(
  place: ServerPlace,
  { path, args, token, signal, mark }: ServerRequest,
): Promise<ServerReply> {
  try {
    const response = await place.fetch(`${place.address}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'X-Service-Actor': actor(mark) },
      body: JSON.stringify(args),
      cache: 'no-store',
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.status === REQUEST_TIMEOUT) return { kind: 'unheard', reason: SILENT };
    return replyOf(response.status, (await response.json()) as unknown);
  } catch (thrown) {
    signal?.throwIfAborted();
    return { kind: 'silent', reason: thrown instanceof SyntaxError ? FOREIGN : SILENT };
  }
}

function replyOf(status: number, body: unknown): ServerReply {
  if (typeof body !== 'object' || body === null) return { kind: 'silent', reason: FOREIGN };
  if (status === 200) return { kind: 'answer', value: body as JsonObject };
  const refusal = refusalIn(body);
  return refusal === null ? { kind: 'silent', reason: FOREIGN } : { kind: 'refused', status, refusal };
}

/** An error as the server writes it. docs/operations.md#error */
type WrittenRefusal = Omit<Refusal, 'step'> & { readonly step?: number; readonly rolledBack?: readonly number[] };

function refusalIn(body: object): ServerRefusal | null {
  if (!('error' in body) || typeof body.error !== 'object' || body.error === null) return null;
  const { step, rolledBack, ...error } = body.error as Partial<WrittenRefusal>;
  const { code, message, hint, violations, conflicts, near, place } = error;
  if (code === undefined || message === undefined) return null;
  const refusedStep = step === undefined ? null : { index: step, rolledBack: rolledBack ?? [] };
  return new ServerRefusal(code, message, hint ?? null, violations, conflicts, refusedStep, near, place);
}
