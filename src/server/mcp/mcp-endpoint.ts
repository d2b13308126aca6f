/** The address `/mcp`: Streamable HTTP without sessions, for clients of the revisions of 2025 and of 2026-07-28. D12, D19, docs/mcp.md */

import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type Caller, NotedbError } from '../../engine/index';
import { type HttpBody, type ApiRequest, type ApiResponse, headerValues } from '../http-message';
import { ALWAYS, STATUSES } from '../json-response';
import { cancelledIds, onlyRequest, type RequestSender, RunningRequests } from './running-requests';
import { clientOfSession, initializingClient, SESSION_HEADER, sessionIdOf } from './client-memo';
import { type Profile, type ToolServerOptions, createToolServer, isProfile, PROFILES } from './tool-server';

/** Headers that the protocol looks at. The guard has judged all others on the raw request, which a browser's `Request` would hide. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
/** Streams of a client that waits for news. There are none: the tools do not change while the server runs. */
const MOST_STREAMS = 32;

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_PARAMS = -32_602;
const SERVER_ERROR = -32_000;

export interface McpRequest {
  readonly request: ApiRequest;
  /** Without the question mark. */
  readonly query: string;
  /** The parsed body. */
  readonly message: unknown;
  readonly caller: Caller;
}

/** Runs an operation for the caller of the request; a refusal is a value. */
export type McpCall = ToolServerOptions['run'];

export class McpEndpoint {
  private readonly servers = new WeakMap<Request, ToolServerOptions>();
  private readonly modern: McpHttpHandler;
  private readonly running = new RunningRequests();

  constructor(
    private readonly version: string,
    private readonly newId: () => string,
  ) {
    this.modern = createMcpHandler(({ requestInfo }) => createToolServer(this.optionsOf(requestInfo)), {
      legacy: 'reject',
      maxSubscriptions: MOST_STREAMS,
    });
  }

  async handle({ request: raw, query, message, caller }: McpRequest, run: McpCall): Promise<ApiResponse> {
    const profile = profileOf(query);
    const [session] = headerValues(raw, SESSION_HEADER);
    const client = session === undefined ? null : clientOfSession(session);
    const request = protocolRequest(raw);
    this.servers.set(request, { profile, version: this.version, run, client });
    if (!(await isLegacyRequest(request, message))) {
      return httpResponse(await this.modern.fetch(request, { parsedBody: message }));
    }
    const sender = session === undefined ? null : { caller, session };
    const response = await this.answerUnlessCancelled(request, message, sender);
    const initializing = initializingClient(message);
    if (initializing === null || response.status !== 200) return response;
    return { ...response, headers: [...response.headers, [SESSION_HEADER, sessionIdOf(initializing, this.newId())]] };
  }

  /** Ends the streams. */
  close(): Promise<void> {
    return this.modern.close();
  }

  /** Without a session ids mean nothing from one request to the next. */
  private async answerUnlessCancelled(
    request: Request,
    message: unknown,
    sender: RequestSender | null,
  ): Promise<ApiResponse> {
    if (sender === null) return this.answerLegacy(request, message);
    for (const id of cancelledIds(message)) this.running.cancel(sender, id);
    const id = onlyRequest(message);
    if (id === null) return this.answerLegacy(request, message);
    const { cancelled, end } = this.running.begin(sender, id);
    this.cancelWith(request, cancelled);
    try {
      return await Promise.race([this.answerLegacy(request, message), cancelled.then(() => NO_ANSWER)]);
    } finally {
      end();
    }
  }

  private async answerLegacy(request: Request, message: unknown): Promise<ApiResponse> {
    const server = createToolServer(this.optionsOf(request));
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    try {
      await server.connect(transport);
      return await httpResponse(await transport.handleRequest(request, { parsedBody: message }));
    } finally {
      await server.close();
    }
  }

  /** What the message runs ends with it as well: the package ends nothing of a request that another one cancels. */
  private cancelWith(request: Request, cancelled: Promise<void>): void {
    const { run, ...options } = this.optionsOf(request);
    const cancellable: McpCall = (operation, args, call) =>
      run(operation, args, { ...call, cancelled: Promise.race([call.cancelled, cancelled]) });
    this.servers.set(request, { ...options, run: cancellable });
  }

  private optionsOf(request: Request | undefined): ToolServerOptions {
    const options = request === undefined ? undefined : this.servers.get(request);
    if (options === undefined) throw new Error('a request of the protocol came from nowhere');
    return options;
  }
}

/** A client takes no answer to what it cancelled. */
const NO_ANSWER: ApiResponse<string> = { status: 202, headers: ALWAYS, body: '' };

/** An error of the protocol, for what went wrong before a tool was called. D19 */
export function protocolErrorResponse(error: NotedbError): ApiResponse<string> {
  const code = error.code === 'bad_request' ? PARSE_ERROR : SERVER_ERROR;
  return jsonRpcError(STATUSES[error.code], error instanceof UnknownProfile ? INVALID_PARAMS : code, error);
}

function jsonRpcError(status: number, code: number, { message, hint }: NotedbError): ApiResponse<string> {
  const data = hint === null ? {} : { data: { hint } };
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=utf-8'], ...ALWAYS],
    body: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message, ...data } }),
  };
}

class UnknownProfile extends NotedbError {
  constructor(name: string) {
    super('bad_request', `there is no profile "${name.slice(0, 100)}"`, { hint: `profiles: ${PROFILES.join(', ')}` });
  }
}

function profileOf(query: string): Profile {
  const name = new URLSearchParams(query).get('profile') ?? 'all';
  if (!isProfile(name)) throw new UnknownProfile(name);
  return name;
}

/** What the official package looks at. It answers every request that is not a stream with JSON, so that clients need not ask for both. */
function protocolRequest(raw: ApiRequest): Request {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for (const name of PROTOCOL_HEADERS) {
    for (const value of headerValues(raw, name)) headers.append(name, value);
  }
  return new Request('http://127.0.0.1/mcp', { method: 'POST', headers });
}

async function httpResponse(response: Response): Promise<ApiResponse> {
  const type = response.headers.get('content-type') ?? 'application/json';
  const headers = [['Content-Type', `${type.split(';', 1)[0] ?? ''}; charset=utf-8`] as const, ...ALWAYS];
  const isStream = type.startsWith('text/event-stream') && response.body !== null;
  return { status: response.status, headers, body: isStream ? piecesOf(response.body) : await response.text() };
}

/** Ended by `return()`, which shows the package that the client is gone. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): Exclude<HttpBody, string | Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
