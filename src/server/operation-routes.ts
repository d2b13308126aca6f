/** The route of the operations, and how any route runs one. D3, docs/http.md#routes */

import { type ApprovalPort, type Caller, type Engine, type Json, type JsonObject, isJsonObject } from '../engine/index';
import { callerError } from './caller-error';
import type { ApiRequest, ApiResponse } from './http-message';
import { readArguments } from './json-body';
import { errorResponse, jsonResponse } from './json-response';
import type { Route, RouteCall, RouteServices } from './route-call';
import type { RunningCalls } from './running-calls';

export function operationRoutes(services: RouteServices): readonly Route[] {
  const run = ({ request, parameters, caller, checkToken }: RouteCall): Promise<ApiResponse> => {
    const { operation = '' } = parameters;
    return answerCall(services, operation, async () => {
      const by = caller();
      const args = await readArguments(request);
      return runOperation(services, { operation, args, caller: by, gone: request.gone, checkToken });
    });
  };
  return [{ pattern: '/notedb/operations/:operation', methods: { POST: run } }];
}

export interface OperationCall {
  readonly operation: string;
  readonly args: Json;
  readonly caller: Caller;
  /** Throws `unauthorized` when the token does not count any more. */
  readonly checkToken: () => void;
  /** Resolves when the client went away. */
  readonly gone: ApiRequest['gone'];
  /** Asks about a write that asks first, where the host can't. */
  readonly asker?: ApprovalPort;
}

/** Every transport runs operations through here: it counts those that wait for a change. */
export function runOperation(
  { engine, calls }: { readonly engine: Pick<Engine, 'run'>; readonly calls: RunningCalls },
  { operation, args, caller, gone, checkToken, asker }: OperationCall,
): Promise<JsonObject> {
  const run = (): Promise<JsonObject> => engine.run(operation, args, caller, gone, asker);
  return waitsForChange(operation, args) ? calls.wait(run, { caller, checkToken, gone }) : calls.run(run);
}

const waitsForChange = (operation: string, args: Json): boolean =>
  operation === 'list_changes' && isJsonObject(args) && Number(args['wait_ms'] ?? 0) > 0;

/** The result, or the error with the name of the operation. */
export async function answerCall(
  report: RouteServices,
  operation: string,
  call: () => Promise<JsonObject>,
): Promise<ApiResponse> {
  try {
    return jsonResponse(await call());
  } catch (thrown) {
    return errorResponse(callerError(thrown, operation, report), operation);
  }
}
