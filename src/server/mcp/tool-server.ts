/** The tools of a vault as a server of the Model Context Protocol, on whatever transport. D12, docs/mcp.md */

import {
  CLIENT_INFO_META_KEY,
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import type { Actor, Json, JsonObject, OperationInfo } from '../../engine/index';
import { NOTE_OPERATION_INFOS, OPERATION_INFOS } from '../../engine/operation-infos';
import type { ForwardedOutcome } from '../forwarded-calls';
import { fitError, fitResult } from './fit-result';
import { INSTRUCTIONS } from './instructions';
import { readStringified } from './tool-arguments';
import { withoutEmptyFields } from './without-empty-fields';

/** Which tools there are: all operations, the few that most agents need, or those of notes. docs/mcp.md#profiles */
const TOOLS_OF = {
  all: OPERATION_INFOS,
  core: OPERATION_INFOS.filter(({ isCore }) => isCore),
  notes: [
    ...OPERATION_INFOS.filter(({ name }) =>
      ['read_note', 'list_folder', 'search_notes', 'list_migrations', 'undo_migration'].includes(name),
    ),
    ...NOTE_OPERATION_INFOS,
  ],
} as const satisfies Readonly<Record<string, readonly OperationInfo[]>>;

export const PROFILES = Object.keys(TOOLS_OF);
/** `core`, or several with commas between them. */
export type Profile = string;

export const isProfile = (given: string): given is Profile => given.split(',').every((name) => PROFILES.includes(name));

export interface ToolServerOptions {
  readonly profile: Profile;
  /** Of the program. */
  readonly version: string;
  /** Runs an operation for the connected client; a refusal is a value. */
  readonly run: (operation: string, args: JsonObject, call: ToolCallContext) => Promise<ForwardedOutcome>;
  /** The connected client, where the messages themselves do not name it. */
  readonly client?: ClientInfo | null;
}

export interface ToolCallContext {
  readonly harness: string | null;
  /** Resolves when the client cancels the call. */
  readonly cancelled: Promise<void>;
}

export interface ClientInfo {
  readonly name: string;
  readonly version?: string;
}

/** The name that the package keeps for the revisions of 2025, whose messages lack one. */
interface Connection {
  getClientVersion(): ClientInfo | undefined;
}

/** The tools change only with the program. */
const TOOLS_TTL_MS = 3_600_000;
const LONGEST_HARNESS = 200;

/** A server serves one connection, or one request of a transport without connections. */
export function createToolServer(options: ToolServerOptions): McpServer {
  const operations = operationsOf(options.profile);
  const cacheHints = { 'tools/list': { ttlMs: TOOLS_TTL_MS }, 'server/discover': { ttlMs: TOOLS_TTL_MS } };
  const tools = new McpServer(
    { name: 'NoteDB', version: options.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, cacheHints },
  );
  // Its own way to declare tools takes a validator for each, and the engine has validated for long.
  const { server } = tools;
  const connection: Connection = server;
  server.setRequestHandler('tools/list', () => ({
    tools: operations.map(({ tool }) => tool as unknown as Tool),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const operation = operations.find(({ name }) => name === params.name);
    if (operation === undefined) throw unknownTool(params.name, options.profile);
    // A request of 2026-07-28 says itself who sends it, a connection of the earlier revisions said it at its beginning.
    const client = toldClient(context.mcpReq.envelope) ?? connection.getClientVersion() ?? options.client ?? null;
    const given = readStringified((params.arguments ?? {}) as JsonObject, operation.tool['inputSchema'] as JsonObject);
    const args = withShortWait(given);
    const cancelled = abortOf(context.mcpReq.signal);
    const outcome = await options.run(operation.name, args, { harness: harnessOf(client), cancelled });
    return 'result' in outcome ? resultOf(outcome.result, operation, args) : refusalOf(outcome.error);
  });
  return tools;
}

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

const operationsOf = (profile: Profile): readonly OperationInfo[] => {
  const tools = profile.split(',').flatMap((name) => TOOLS_OF[name as keyof typeof TOOLS_OF]);
  return ALL_TOOLS.filter((tool) => tools.includes(tool));
};

const ALL_TOOLS: readonly OperationInfo[] = [...OPERATION_INFOS, ...NOTE_OPERATION_INFOS];

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

function resultOf(result: JsonObject, { resultSchema, tool }: OperationInfo, args: JsonObject): CallToolResult {
  const { properties = {} } = tool['inputSchema'] as { readonly properties?: JsonObject };
  const short = fitResult(withoutEmptyFields(result, resultSchema), { args, takes: new Set(Object.keys(properties)) });
  return contentOf(short);
}

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
