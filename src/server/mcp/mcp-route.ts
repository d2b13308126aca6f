/** The route of agents, `/mcp`. D12, D19, docs/mcp.md#http */

import { NotedbError } from '../../engine/index';
import { callerError } from '../caller-error';
import { outcomeOf } from '../forwarded-calls';
import type { ApiResponse } from '../http-message';
import { readJson } from '../json-body';
import { runOperation } from '../operation-routes';
import type { Route, RouteCall, RouteServices } from '../route-call';
import { McpEndpoint, protocolErrorResponse } from './mcp-endpoint';
import { actorWith } from './tool-server';

export function mcpRoutes(services: RouteServices): readonly Route[] {
  const endpoint = new McpEndpoint(services.version, () => services.newId());
  void services.calls.ended.then(() => endpoint.close());
  return [{ pattern: '/mcp', methods: { POST: (call) => answerAgent(services, endpoint, call) } }];
}

/** A refused operation is a result of its tool; what goes wrong before is an error of the protocol. */
async function answerAgent(services: RouteServices, endpoint: McpEndpoint, call: RouteCall): Promise<ApiResponse> {
  const { request, query, checkToken } = call;
  try {
    const caller = call.caller();
    const message = await readJson(request);
    if (message === undefined) throw new NotedbError('bad_request', 'the body is empty: it must be a JSON-RPC message');
    services.calls.checkRunning();
    return await endpoint.handle({ request, query, message, caller }, (operation, args, { harness, cancelled }) => {
      const gone = request.gone === undefined ? cancelled : Promise.race([request.gone, cancelled]);
      const by = { ...caller, actor: actorWith(harness, caller.actor) };
      return outcomeOf(runOperation(services, { operation, args, caller: by, gone, checkToken }), operation, services);
    });
  } catch (error) {
    return protocolErrorResponse(callerError(error, null, services));
  }
}
