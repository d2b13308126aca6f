/** The HTTP status of each error code: the only place that knows. D5 */

import type { ErrorCode } from '../engine/index';

const STATUSES: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media_type: 415,
  refused: 422,
  conflict: 422,
  metastore_invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
};

/** Seconds after which a client may ask again. */
const RETRY_AFTER = '1';

/** The status of an error and the headers that go with it. */
export function statusOf(code: ErrorCode): { readonly status: number; readonly headers: [string, string][] } {
  return { status: STATUSES[code], headers: headersOf(code) };
}

function headersOf(code: ErrorCode): [string, string][] {
  if (code === 'unauthorized') return [['WWW-Authenticate', 'Bearer realm="notedb"']];
  if (code === 'unavailable' || code === 'too_many_requests') return [['Retry-After', RETRY_AFTER]];
  return [];
}
