/** The tools of a vault as a server of the Model Context Protocol, on whatever transport. D12, docs/mcp.md */

import {
  CLIENT_INFO_META_KEY,
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  type ServerCapabilities,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import type { Actor, ApprovalRequest, Json, JsonObject, OperationInfo } from '../../engine/index';
import { NOTE_OPERATION_INFOS, OPERATION_INFOS } from '../../engine/operation-infos';
import type { AskedOutcome } from '../asked-calls';
import type { ForwardedOutcome } from '../forwarded-calls';
import { handleAttachments } from './attachment-requests';
import { givenAnswer, questionFor, showsQuestions } from './asked-tool';
import { fitError } from './fit-result';
import { INSTRUCTIONS } from './instructions';
import { readStringified } from './tool-arguments';
import { withProgress } from './progress-notes';
import { shortResult } from './short-result';
import { SKILLS_EXTENSION } from './skill';

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
  readonly run: (operation: string, args: JsonObject, call: ToolCallContext) => Promise<AskedOutcome>;
  /** Brings what the user of the client says to a question. */
  readonly answer: (id: string, isAllowed: boolean, call: ToolCallContext) => Promise<ForwardedOutcome>;
  /** Names of the operations that the client may call. */
  readonly allowed: () => Promise<ReadonlySet<string>>;
  /** Shows a question in the middle of a call, where the package can't: on a connection of 2025 that the server does not keep. */
  readonly elicit?: ((question: ApprovalRequest, requestId: RequestId) => Promise<boolean>) | null;
  /** Resources that the client watches, for the revisions of 2025. */
  readonly subscribed?: Set<string>;
  /** The client hears when lists and resources change. */
  readonly hasNews?: boolean;
  /** The connected client, where the messages themselves do not name it. */
  readonly client?: ClientInfo | null;
}

export interface ToolCallContext {
  readonly harness: string | null;
  /** The client shows questions to its user. */
  readonly elicits: boolean;
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
