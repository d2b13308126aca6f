/** POST /search/simple/: search_notes, asked and answered as older clients know it. Source: docs/http.md#search; D19 */

import { type Json, type JsonObject, NotedbError } from '../../engine/index';
import { callerError } from '../caller-error';
import type { ApiResponse } from '../http-message';
import { readArguments } from '../json-body';
import { errorResponse, jsonResponse } from '../json-response';
import { runOperation } from '../operation-routes';
import type { Route, RouteCall, RouteServices } from '../route-call';

const OPERATION = 'search_notes';
const ARGUMENTS: readonly string[] = ['query', 'context_length'];

export function searchRoutes(services: RouteServices): readonly Route[] {
  const search = async ({ request, query, caller, checkToken }: RouteCall): Promise<ApiResponse> => {
    try {
      const by = caller();
      const args = searchArguments(await readArguments(request), new URLSearchParams(query));
      const found = await runOperation(services, {
        operation: OPERATION,
        args,
        caller: by,
        gone: request.gone,
        checkToken,
      });
      return jsonResponse(foundNotes(found as unknown as FoundNotes));
    } catch (thrown) {
      return errorResponse(callerError(thrown, OPERATION, services), OPERATION);
    }
  };
  return [{ pattern: '/search/simple', methods: { POST: search } }];
}

/** The body counts; clients of Obsidian Local REST API write `query` and `contextLength` into the address. */
function searchArguments(body: JsonObject, address: URLSearchParams): JsonObject {
  const unknown = Object.keys(body).filter((name) => !ARGUMENTS.includes(name));
  if (unknown.length > 0) {
    throw new NotedbError('bad_request', unknown.map((name) => `unknown argument "${name.slice(0, 60)}"`).join('; '), {
      hint: `arguments: ${ARGUMENTS.join(', ')}`,
    });
  }
  const query = address.get('query');
  const length = address.get('contextLength') ?? address.get('context_length');
  return {
    ...(query === null ? {} : { query }),
    ...(length === null ? {} : { context_length: /^\d+$/.test(length) ? Number(length) : length }),
    ...body,
  };
}

interface FoundNotes {
  readonly results: readonly {
    readonly path: string;
    readonly score: number;
    readonly matches: readonly { readonly start: number; readonly end: number; readonly context: string }[];
  }[];
}

const foundNotes = ({ results }: FoundNotes): Json =>
  results.map(({ path, score, matches }) => ({
    filename: path,
    score,
    matches: matches.map(({ start, end, context }) => ({ match: { start, end }, context })),
  }));
