/** The official clients of both generations at a served vault, over a real socket, and apps with tokens of their own. */

import http from 'node:http';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject, Permission } from '../../src/engine/index';
import { startHttpServer } from '../../src/hosts/node/process/http-server';
import type { TokenHolder } from '../../src/server/tokens/access-tokens';
import { type ServerFixture, serverFixture, sha256, TOKEN } from './server-fixture';

interface AppRights {
  permissions: readonly Permission[];
  tables: readonly string[] | null;
  ask: boolean;
}

export interface ServedVault {
  readonly fixture: ServerFixture;
  readonly address: string;
  /** The rights of the token `app`; null: it is revoked. */
  app: AppRights | null;
  close(): Promise<void>;
}

export const APP_TOKEN = 'the-token-of-an-app';

export async function servedVault(): Promise<ServedVault> {
  const vault: { app: AppRights | null } = { app: { permissions: ['read', 'notes'], tables: null, ask: false } };
  const fixture = await serverFixture({
    auth: {
      sha256,
      holderOf: (hash) => {
        if (hash === sha256(TOKEN)) return { kind: 'owner' };
        if (hash !== sha256(APP_TOKEN) || vault.app === null) return null;
        const token = { id: 'app-1', name: 'Planner', expires: null, ...vault.app };
        return { kind: 'app', token } as unknown as TokenHolder;
      },
    },
  });
  const { server: handler, host } = fixture;
  const socket = await startHttpServer({ http, handler, port: 0, logger: host.logger });
  const close = async (): Promise<void> => {
    await handler.stop();
    await socket.close();
  };
  return Object.assign(vault, { fixture, address: socket.address, close });
}

type Answering = 'accept' | 'decline' | null;

/** What the tests do with a client of either generation. */
export interface AgentClient {
  readonly asked: string[];
  readonly news: string[];
  request(method: string, params?: JsonObject): Promise<JsonObject>;
  call(name: string, args: JsonObject, onProgress?: (progress: number) => void): Promise<JsonObject>;
  /** Calls and gives up. */
  callUntil(name: string, args: JsonObject, signal: AbortSignal): Promise<unknown>;
  listen(uris: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export const GENERATIONS = ['2025-11-25', '2026-07-28'] as const;
type Generation = (typeof GENERATIONS)[number];

export interface Connecting {
  readonly token?: string;
  /** What the user says to questions; null: the client shows none. */
  readonly answering?: Answering;
}

const NEWS = ['tools/list_changed', 'prompts/list_changed', 'resources/list_changed', 'resources/updated'] as const;

export async function connectAgent(
  generation: Generation,
  { address }: ServedVault,
  { token = TOKEN, answering = null }: Connecting = {},
): Promise<AgentClient> {
  const asked: string[] = [];
  const news: string[] = [];
  const url = new URL(`${address}/mcp`);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const capabilities = answering === null ? {} : { elicitation: {} };
  const tell = (method: string, params: unknown): void => {
    const { uri } = (params ?? {}) as { readonly uri?: string };
    news.push(uri === undefined ? method : `${method} ${uri}`);
  };
  const answer = (message: string): { action: 'accept' | 'decline'; content?: Record<string, string> } => {
    asked.push(message);
    return answering === 'accept' ? { action: 'accept', content: {} } : { action: 'decline' };
  };
  if (generation === '2025-11-25') {
    const client = new Client({ name: 'official', version: '1' }, { capabilities });
    if (answering !== null) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
    client.fallbackNotificationHandler = ({ method, params }) => Promise.resolve(tell(method, params));
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    return agentOf(client, asked, news, async (uris) => {
      for (const uri of uris) await client.subscribeResource({ uri });
    });
  }
  const client = new ModernClient(
    { name: 'official', version: '2' },
    { capabilities, versionNegotiation: { mode: 'auto' } },
  );
  if (answering !== null) client.setRequestHandler('elicitation/create', ({ params }) => answer(params.message));
  for (const each of NEWS) {
    const method = `notifications/${each}` as const;
    client.setNotificationHandler(method, (notification: { readonly params?: unknown }) =>
      tell(method, notification.params),
    );
  }
  await client.connect(new ModernHttp(url, { requestInit }));
  return agentOf(client, asked, news, async (uris) => {
    await client.listen({
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: [...uris],
    });
  });
}

interface AnyClient {
  listTools(): Promise<unknown>;
  listResources(): Promise<unknown>;
  listResourceTemplates(): Promise<unknown>;
  readResource(params: unknown): Promise<unknown>;
  listPrompts(): Promise<unknown>;
  getPrompt(params: unknown): Promise<unknown>;
  complete(params: unknown): Promise<unknown>;
  callTool(params: unknown, ...more: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

function agentOf(client: AnyClient, asked: string[], news: string[], listen: AgentClient['listen']): AgentClient {
  const methods: Record<string, (params: JsonObject) => Promise<unknown>> = {
    'tools/list': () => client.listTools(),
    'resources/list': () => client.listResources(),
    'resources/templates/list': () => client.listResourceTemplates(),
    'resources/read': (params) => client.readResource(params),
    'prompts/list': () => client.listPrompts(),
    'prompts/get': (params) => client.getPrompt(params),
    'completion/complete': (params) => client.complete(params),
  };
  const anyClient: AnyClient = client;
  const isOld = (client as unknown) instanceof Client;
  const withOptions = (params: unknown, options: unknown): Promise<unknown> =>
    isOld ? anyClient.callTool(params, undefined, options) : anyClient.callTool(params, options);
  return {
    asked,
    news,
    request: async (method, params = {}) => (await methods[method]?.(params)) as JsonObject,
    call: async (name, args, onProgress) => {
      const onprogress = ({ progress }: { progress: number }): void => onProgress?.(progress);
      const options = onProgress === undefined ? {} : { onprogress };
      return (await withOptions({ name, arguments: args }, options)) as JsonObject;
    },
    callUntil: (name, args, signal) => withOptions({ name, arguments: args }, { signal }),
    listen,
    close: () => client.close(),
  };
}
