/** The address `/mcp`: Streamable HTTP without sessions, for clients of the revisions of 2025 and of 2026-07-28. D12, D19, docs/mcp.md */

import {
  createMcpHandler,
  InMemoryServerEventBus,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type Caller, NotedbError } from '../../engine/index';
import { type HttpBody, type ApiRequest, type ApiResponse, headerValues } from '../http-message';
import { ALWAYS, STATUSES, errorResponse } from '../json-response';
import { cancelledIds, onlyRequest, type RequestSender, RunningRequests } from './running-requests';
import { LegacyClients } from './legacy-clients';
import { hasProgressToken, listenedUris, methodOf, takesStreams } from './message-facts';
import { NewsStreams, sendNews, tooManyStreams } from './news-streams';
import { clientOfSession, initializingClient, SESSION_HEADER, sessionIdOf } from './client-memo';
import { type Profile, PROFILES, isProfile } from './tool-profiles';
import { createToolServer } from './tool-server';
import type { ToolServerOptions } from './tool-server-options';

/** Headers that the protocol looks at. The guard has judged all others on the raw request, which a browser's `Request` would hide. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_PARAMS = -32_602;
const SERVER_ERROR = -32_000;

export interface McpRequest {
  readonly request: ApiRequest;
  /** Without the question mark. */
  readonly query: string;
  /** The parsed body; null: there is none, the client opens a stream. */
  readonly message: unknown;
  readonly caller: Caller;
}

/** The vault for the caller of the request; a refusal is a value. */
export interface McpVault extends Pick<ToolServerOptions, 'run' | 'answer' | 'allowed'> {
  /** What the token allows now, as a text to compare. Throws when it counts no more. */
  rights(): string;
}

type McpCall = McpVault['run'];

/** A request of 2025 with its session. */
interface LegacyCall {
  readonly request: Request;
  readonly message: unknown;
  readonly sender: RequestSender | null;
  /** The client takes a stream as the answer. */
  readonly takesStream: boolean;
}

export class McpEndpoint {
  private readonly servers = new WeakMap<Request, ToolServerOptions>();
  private readonly modern: McpHttpHandler;
  private readonly running = new RunningRequests();
  private readonly legacy: LegacyClients;
  private readonly streams: NewsStreams;

  constructor(
    private readonly version: string,
    private readonly newId: () => string,
    onChange: (listener: () => void) => () => void,
  ) {
    this.modern = createMcpHandler(this.factory, { legacy: 'reject' });
    this.legacy = new LegacyClients(newId);
    this.streams = new NewsStreams(onChange);
  }

  private readonly factory: McpServerFactory = ({ requestInfo }) => createToolServer(this.optionsOf(requestInfo));

  async handle({ request: raw, query, message, caller }: McpRequest, vault: McpVault): Promise<ApiResponse> {
    const profile = profileOf(query);
    const [session] = headerValues(raw, SESSION_HEADER);
    const client = session === undefined ? null : clientOfSession(session);
    const sender = session === undefined || client === null ? null : { caller, session };
    const subscribed = sender === null ? new Set<string>() : this.legacy.subscriptionsOf(sender);
    const request = protocolRequest(raw);
    this.servers.set(request, { ...vault, profile, version: this.version, client, subscribed, hasNews: true });
    if (message === null) return this.stream(request, sender, vault);
    if (!(await isLegacyRequest(request, message))) {
      const uris = listenedUris(message);
      if (uris !== null) return this.listen(request, message, { caller, uris, vault });
      return httpResponse(await this.modern.fetch(request, { parsedBody: message }));
    }
    if (sender !== null && this.legacy.takeAnswer(sender, message)) return NO_ANSWER;
    const elicits = client?.elicits === true && caller.kind === 'app' && caller.ask;
    const takesStream = takesStreams(raw) && (elicits || hasProgressToken(message)) && !Array.isArray(message);
    const response = await this.answerUnlessCancelled({ request, message, sender, takesStream }, elicits);
    if (sender !== null && methodOf(message) === 'resources/subscribe') await this.streams.look(sender);
    const initializing = initializingClient(message);
    if (initializing === null || response.status !== 200) return response;
    return { ...response, headers: [...response.headers, [SESSION_HEADER, sessionIdOf(initializing, this.newId())]] };
  }

  /** Ends the streams. */
  async close(): Promise<void> {
    await this.modern.close();
    this.streams.endAll();
  }

  /** News for a client of 2026-07-28: each stream has a handler of its own, and has the rights of its caller. */
  private async listen(
    request: Request,
    message: unknown,
    { caller, uris, vault }: { readonly caller: Caller; readonly uris: readonly string[]; readonly vault: McpVault },
  ): Promise<ApiResponse> {
    const bus = new InMemoryServerEventBus();
    const maxSubscriptions = this.streams.hasPlace(caller) ? 1 : 0;
    const handler = createMcpHandler(this.factory, { legacy: 'reject', bus, maxSubscriptions });
    const response = await handler.fetch(request, { parsedBody: message });
    if (!isStream(response)) return httpResponse(response);
    const stop = await this.streams.open({
      caller,
      vault,
      session: null,
      uris: () => uris,
      tell: (news) => bus.publish(news),
      end: () => void handler.close(),
    });
    return httpResponse(response, stop);
  }

  /** News for a client of 2025, which opens a stream for them with its session. */
  private async stream(request: Request, sender: RequestSender | null, vault: McpVault): Promise<ApiResponse> {
    if (sender === null) return NO_STREAM;
    if (!this.streams.hasPlace(sender.caller)) return jsonRpcError(429, SERVER_ERROR, tooManyStreams());
    const { server } = createToolServer(this.optionsOf(request));
    const transport = new WebStandardStreamableHTTPServerTransport();
    await server.connect(transport);
    const response = await transport.handleRequest(new Request(request.url, { headers: request.headers }));
    const stop = await this.streams.open({
      caller: sender.caller,
      vault,
      session: sender.session,
      uris: () => this.legacy.subscriptionsOf(sender),
      tell: (news) => void sendNews(server, news).catch(() => undefined),
      end: () => void server.close(),
    });
    return httpResponse(response, stop);
  }

  /** Without a session ids mean nothing from one request to the next. */
  private async answerUnlessCancelled(call: LegacyCall, elicits: boolean): Promise<ApiResponse> {
    const { request, message, sender } = call;
    if (sender === null) return this.answerLegacy(call, false);
    for (const id of cancelledIds(message)) this.running.cancel(sender, id);
    const id = onlyRequest(message);
    if (id === null) return this.answerLegacy(call, false);
    const { cancelled, end } = this.running.begin(sender, id);
    this.cancelWith(request, cancelled);
    try {
      const answer = this.answerLegacy(call, elicits, end);
      return await Promise.race([answer, ...(call.takesStream ? [] : [cancelled.then(() => NO_ANSWER)])]);
    } finally {
      if (!call.takesStream) end();
    }
  }

  private async answerLegacy(
    { request, message, sender, takesStream }: LegacyCall,
    elicits: boolean,
    end: () => void = () => undefined,
  ): Promise<ApiResponse> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !takesStream });
    const options = this.optionsOf(request);
    const elicit: ToolServerOptions['elicit'] =
      elicits && takesStream && sender !== null
        ? (question, id) => this.legacy.ask(transport, sender, question, id)
        : null;
    const server = createToolServer({ ...options, elicit });
    const close = (): void => {
      end();
      void server.close();
    };
    try {
      await server.connect(transport);
      const response = await transport.handleRequest(request, { parsedBody: message });
      if (isStream(response)) return await httpResponse(response, close);
      return await httpResponse(response);
    } finally {
      if (!takesStream) await server.close();
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

/** Only a client with a session opens a stream by itself. */
const NO_STREAM: ApiResponse<string> = errorResponse(
  new NotedbError('method_not_allowed', 'this address takes POST', { hint: 'use POST' }),
  null,
  [['Allow', 'POST']],
);

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

/** `stop`: when the stream has ended. */
async function httpResponse(response: Response, stop: () => void = () => undefined): Promise<ApiResponse> {
  const type = response.headers.get('content-type') ?? 'application/json';
  const headers = [['Content-Type', `${type.split(';', 1)[0] ?? ''}; charset=utf-8`] as const, ...ALWAYS];
  const { status, body } = response;
  return { status, headers, body: isStream(response) && body !== null ? piecesOf(body, stop) : await response.text() };
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true;

/** Ended by `return()`, which shows the package that the client is gone. */
async function* piecesOf(stream: ReadableStream<Uint8Array>, stop: () => void): Exclude<HttpBody, string | Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
    stop();
  }
}
