/** The tools of a vault as a server of the Model Context Protocol, on whatever transport. D12, docs/mcp.md */

import {
  CLIENT_INFO_META_KEY,
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerCapabilities,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import type { Actor, Json, JsonObject, OperationInfo } from '../../engine/index';
import type { AskedOutcome } from '../asked-calls';
import { handleAttachments } from './attachment-requests';
import { givenAnswer, questionFor, showsQuestions } from './asked-tool';
import { fitError } from './fit-result';
import { INSTRUCTIONS } from './instructions';
import { readStringified } from './tool-arguments';
import { ALL_TOOLS, type Profile, operationsOf } from './tool-profiles';
import type { ClientInfo, ToolCallContext, ToolServerOptions } from './tool-server-options';
import { withProgress } from './progress-notes';
import { shortResult } from './short-result';
import { SKILLS_EXTENSION } from './skill';

/** The name that the package keeps for the revisions of 2025, whose messages lack one. */
interface Connection {
  getClientVersion(): ClientInfo | undefined;
  getClientCapabilities(): { readonly elicitation?: object | undefined } | undefined;
}

/** The tools change with the program, and with the rights of the token, which is news. */
const TOOLS_TTL_MS = 3_600_000;
const LONGEST_HARNESS = 200;

/** A server serves one connection, or one request of a transport without connections. */
export function createToolServer(options: ToolServerOptions): McpServer {
  const operations = operationsOf(options.profile);
  const cacheHints = { 'tools/list': { ttlMs: TOOLS_TTL_MS }, 'server/discover': { ttlMs: TOOLS_TTL_MS } };
  const tools = new McpServer(
    { name: 'NoteDB', version: options.version },
    { capabilities: capabilitiesOf(options.hasNews === true), instructions: INSTRUCTIONS, cacheHints },
  );
  // Its own way to declare tools takes a validator for each, and the engine has validated for long.
  const { server } = tools;
  const connection: Connection = server;
  server.setRequestHandler('tools/list', async () => {
    const allowed = await options.allowed();
    const shown = operations.filter(({ name }) => allowed.has(name));
    return { tools: shown.map(({ tool }) => tool as unknown as Tool) };
  });
  handleAttachments(server, options);
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const operation = operations.find(({ name }) => name === params.name);
    if (operation === undefined) throw unknownTool(params.name, options.profile);
    // A request of 2026-07-28 says itself who sends it, a connection of the earlier revisions said it at its beginning.
    const client = toldClient(context.mcpReq.envelope) ?? connection.getClientVersion() ?? options.client ?? null;
    const given = readStringified((params.arguments ?? {}) as JsonObject, operation.tool['inputSchema'] as JsonObject);
    const args = withShortWait(given);
    const cancelled = abortOf(context.mcpReq.signal);
    const elicits = isElicit(options) || showsQuestions(context, connection.getClientCapabilities());
    const call = { harness: harnessOf(client), elicits, cancelled };
    const answered = runTool(options, operation.name, args, call, context);
    const outcome = await withProgress(context, secondsOf(args), answered);
    if ('asked' in outcome) return questionFor(outcome);
    return 'result' in outcome ? resultOf(outcome.result, operation, args) : refusalOf(outcome.error);
  });
  return tools;
}

const capabilitiesOf = (listChanged: boolean): ServerCapabilities => ({
  tools: { listChanged },
  resources: { listChanged, subscribe: listChanged },
  prompts: { listChanged },
  completions: {},
  extensions: { [SKILLS_EXTENSION]: {} },
});

const isElicit = ({ elicit }: ToolServerOptions): boolean => elicit !== undefined && elicit !== null;

/** Runs it, or goes on with it when the request brings the answer to what it asked. */
async function runTool(
  options: ToolServerOptions,
  name: string,
  args: JsonObject,
  call: ToolCallContext,
  context: ServerContext,
): Promise<AskedOutcome> {
  const given = givenAnswer(context);
  if (given !== null) return options.answer(given.id, given.isAllowed, call);
  const outcome = await options.run(name, args, call);
  const { elicit } = options;
  if (!('asked' in outcome) || elicit === undefined || elicit === null) return outcome;
  const { id, question } = outcome.asked;
  const isAllowed = await Promise.race([elicit(question, context.mcpReq.id), call.cancelled.then(() => false)]);
  return options.answer(id, isAllowed, call);
}

/** How long the call waits at most. */
const secondsOf = ({ wait_ms: wait }: JsonObject): number | null =>
  typeof wait === 'number' && wait > 0 ? Math.ceil(wait / 1000) : null;

/** A call may wait longer elsewhere. The official clients give up after 60 s, and the answer has a way to go. */
const LONGEST_WAIT_MS = 50_000;

const withShortWait = (args: JsonObject): JsonObject => {
  const { wait_ms: wait } = args;
  return typeof wait === 'number' && wait > LONGEST_WAIT_MS ? { ...args, wait_ms: LONGEST_WAIT_MS } : args;
};

const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

function toldClient(envelope: object | undefined): ClientInfo | null {
  const told = (envelope as { readonly [CLIENT_INFO_META_KEY]?: Partial<ClientInfo> } | undefined)?.[
    CLIENT_INFO_META_KEY
  ];
  return typeof told?.name === 'string' ? { name: told.name, version: String(told.version ?? '') } : null;
}

function unknownTool(name: string, profile: Profile): ProtocolError {
  const isLeftOut = ALL_TOOLS.some((each) => each.name === name);
  const why = isLeftOut ? `the tool "${name}" is not in the profile "${profile}"` : `there is no tool "${name}"`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${why}; tools/list has the names`);
}

/** As the journal keeps it: `name/version`. It is what the client says, and decides nothing. */
function harnessOf(client: ClientInfo | null): string | null {
  if (client === null || client.name === '') return null;
  const { name, version = '' } = client;
  return (version === '' ? name : `${name}/${version}`).slice(0, LONGEST_HARNESS);
}

/** `X-Service-Actor` says more than the protocol does, and goes first. */
export function actorWith(harness: string | null, actor: Omit<Actor, 'app'> | null): Omit<Actor, 'app'> | null {
  return harness === null ? actor : { harness, ...actor };
}

const resultOf = (result: JsonObject, operation: OperationInfo, args: JsonObject): CallToolResult =>
  contentOf(shortResult(result, operation, args));

function refusalOf(error: JsonObject): CallToolResult {
  const told = Object.entries(error).filter(([, value]) => !isEmptyField(value));
  return { ...contentOf(fitError(Object.fromEntries(told))), isError: true };
}

const isEmptyField = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** As data, and as text for clients that pass on nothing else. */
const contentOf = (result: JsonObject): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(result) }],
  structuredContent: result,
});
