/** The route of agents, `/mcp`. D12, D19, docs/mcp.md#http */

import { type Caller, NotedbError } from '../../engine/index';
import { AskedCalls } from '../asked-calls';
import { callerError } from '../caller-error';
import { allowedNames, outcomeOf, refusedOutcome } from '../forwarded-calls';
import type { ApiResponse } from '../http-message';
import { readJson } from '../json-body';
import { runOperation } from '../operation-routes';
import type { Route, RouteCall, RouteServices } from '../route-call';
import { McpEndpoint, type McpVault, protocolErrorResponse } from './mcp-endpoint';
import { actorWith } from './tool-server';

export function mcpRoutes(services: RouteServices): readonly Route[] {
  const { engine, calls } = services;
  const newId = (): string => services.newId();
  const endpoint = new McpEndpoint(services.version, newId, (listener) => engine.onChange(listener));
  void calls.ended.then(() => endpoint.close());
  const agents = { services, endpoint, asked: new AskedCalls(newId) };
  return [
    {
      pattern: '/mcp',
      methods: { POST: (call) => answerAgent(agents, call), GET: (call) => openStream(agents, call) },
    },
  ];
}

interface Agents {
  readonly services: RouteServices;
  readonly endpoint: McpEndpoint;
  readonly asked: AskedCalls;
}

/** A refused operation is a result of its tool; what goes wrong before is an error of the protocol. */
async function answerAgent(agents: Agents, call: RouteCall): Promise<ApiResponse> {
  const { services, endpoint } = agents;
  const { request, query } = call;
  try {
    const caller = call.caller();
    const message = await readJson(request);
    if (message === undefined) throw new NotedbError('bad_request', 'the body is empty: it must be a JSON-RPC message');
    if (message === null) throw new NotedbError('bad_request', 'the body must be a JSON-RPC message');
    services.calls.checkRunning();
    return await endpoint.handle({ request, query, message, caller }, vaultOf(agents, call));
  } catch (error) {
    return protocolErrorResponse(callerError(error, null, services));
  }
}

/** News of the vault for a client of 2025. */
async function openStream(agents: Agents, call: RouteCall): Promise<ApiResponse> {
  const { request, query } = call;
  try {
    agents.services.calls.checkRunning();
    return await agents.endpoint.handle(
      { request, query, message: null, caller: call.caller() },
      vaultOf(agents, call),
    );
  } catch (error) {
    return protocolErrorResponse(callerError(error, null, agents.services));
  }
}

/** A stream lives long: each read of it has the rights that the token has by then. */
function vaultOf({ services, asked }: Agents, { request, callerNow, checkToken }: RouteCall): McpVault {
  return {
    run: async (operation, args, { harness, elicits, cancelled }) => {
      try {
        const caller = callerNow();
        const by = { ...caller, actor: actorWith(harness, caller.actor) };
        const ended = request.gone === undefined ? cancelled : Promise.race([request.gone, cancelled]);
        const once = { operation, args, caller: by, checkToken };
        if (!elicits) return await outcomeOf(runOperation(services, { ...once, gone: ended }), operation, services);
        return await asked.run(by, ended, (gone, asker) =>
          outcomeOf(runOperation(services, { ...once, gone, asker }), operation, services),
        );
      } catch (error) {
        return refusedOutcome(error, operation, services);
      }
    },
    answer: async (id, isAllowed) => {
      try {
        return await asked.answer(callerNow(), id, isAllowed);
      } catch (error) {
        return refusedOutcome(error, 'tools/call', services);
      }
    },
    allowed: () => Promise.resolve(new Set(allowedNames(callerNow()))),
    rights: () => rightsText(callerNow()),
  };
}

const rightsText = (caller: Caller): string =>
  caller.kind === 'owner' ? '' : JSON.stringify([[...caller.permissions].sort(), caller.tables]);
