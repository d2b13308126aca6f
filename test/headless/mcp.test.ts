/** The official clients of both generations, over HTTP and over standard input and output. D1, D12, docs/mcp.md */

import path from 'node:path';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { eventually } from '../eventually';
import { bearer, PROGRAM, Scratch, type Serving, taskVault } from './run-program';

const TOKEN = 'a-token-of-ours';
const scratch = new Scratch({ NOTEDB_TOKEN: TOKEN });
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: scratch.folder,
  XDG_STATE_HOME: path.join(scratch.folder, 'state'),
  XDG_CACHE_HOME: path.join(scratch.folder, 'cache'),
};

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[]; nextCursor?: string | undefined }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

interface Answer {
  readonly isError?: boolean;
  readonly structuredContent: JsonObject;
}

const open: AnyClient[] = [];
const opened = <Each extends AnyClient>(client: Each): Each => {
  open.push(client);
  return client;
};
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});
afterAll(() => scratch.remove());

const stdioOf = (vault: string, ...more: readonly string[]) => ({
  command: process.execPath,
  args: [PROGRAM, 'mcp', vault, ...more],
  env: environment,
});

async function connectStdioAs(token: string, vault: string): Promise<AnyClient> {
  const client = new Client({ name: 'official', version: '1' });
  const env = { ...environment, NOTEDB_TOKEN: token };
  await client.connect(new StdioClientTransport({ ...stdioOf(vault), env }));
  return opened(client as AnyClient);
}

async function connectStdio(vault: string, ...more: readonly string[]): Promise<AnyClient> {
  const client = new Client({ name: 'official', version: '1' });
  await client.connect(new StdioClientTransport(stdioOf(vault, ...more)));
  return opened(client as AnyClient);
}

async function connectHttp(address: string, token = TOKEN): Promise<AnyClient> {
  const client = new Client({ name: 'official', version: '1' });
  const requestInit = { headers: bearer(token) };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }));
  return opened(client as AnyClient);
}

type Reply = { readonly action: 'accept' | 'decline'; readonly content?: Record<string, string> };

interface AskedClient extends AnyClient {
  getServerCapabilities(): Readonly<Record<string, { listChanged?: boolean; subscribe?: boolean }>> | undefined;
}

/** A client that shows questions to its user. */
async function connectAsked(
  isModern: boolean,
  token: string,
  vault: string,
  answer: (message: string) => Reply,
): Promise<AskedClient> {
  const capabilities = { elicitation: {} };
  const server = { ...stdioOf(vault), env: { ...environment, NOTEDB_TOKEN: token } };
  if (isModern) {
    const modern = new ModernClient({ name: 'official', version: '2' }, { ...MODERN, capabilities });
    modern.setRequestHandler('elicitation/create', ({ params }) => ({ ...answer(params.message) }));
    await modern.connect(new ModernStdio(server));
    return opened(modern as unknown as AskedClient);
  }
  const client = new Client({ name: 'official', version: '1' }, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ ...answer(params.message) }));
  await client.connect(new StdioClientTransport(server));
  return opened(client as unknown as AskedClient);
}

interface ListeningClient {
  readonly client: AnyClient;
  readonly news: readonly string[];
  readonly listen: (uri: string) => Promise<void>;
}

const NEWS = ['tools/list_changed', 'prompts/list_changed', 'resources/list_changed', 'resources/updated'] as const;

async function connectListening(isModern: boolean, vault: string): Promise<ListeningClient> {
  const news: string[] = [];
  const tell = (method: string, params: unknown): void => {
    const { uri } = (params ?? {}) as { readonly uri?: string };
    news.push(uri === undefined ? method : `${method} ${uri}`);
  };
  if (isModern) {
    const modern = new ModernClient({ name: 'official', version: '2' }, MODERN);
    for (const each of NEWS)
      modern.setNotificationHandler(`notifications/${each}`, (notification: { readonly params?: unknown }) =>
        tell(`notifications/${each}`, notification.params),
      );
    await modern.connect(new ModernStdio(stdioOf(vault)));
    const lists = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    const listen = async (uri: string): Promise<void> => {
      await modern.listen({ ...lists, resourceSubscriptions: [uri] });
    };
    return { client: opened(modern as unknown as AnyClient), news, listen };
  }
  const client = new Client({ name: 'official', version: '1' });
  client.fallbackNotificationHandler = ({ method, params }) => Promise.resolve(tell(method, params));
  await client.connect(new StdioClientTransport(stdioOf(vault)));
  const listen = async (uri: string): Promise<void> => {
    await client.subscribeResource({ uri });
  };
  return { client: opened(client as unknown as AnyClient), news, listen };
}

const TASKS = 'notedb://table/main.default.tasks';
const BOOK_COLUMNS = [{ name: 'name', type: 'string', description: 'Title' }];

const MODERN = { versionNegotiation: { mode: 'auto' as const } };

async function connectModernStdio(vault: string): Promise<AnyClient> {
  const client = new ModernClient({ name: 'official', version: '2' }, MODERN);
  await client.connect(new ModernStdio(stdioOf(vault)));
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  return opened(client as AnyClient);
}

async function connectModernHttp(address: string): Promise<AnyClient> {
  const client = new ModernClient({ name: 'official', version: '2' }, MODERN);
  await client.connect(new ModernHttp(new URL(`${address}/mcp`), { requestInit: { headers: bearer(TOKEN) } }));
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  return opened(client as AnyClient);
}

const call = async (client: AnyClient, name: string, args: Record<string, unknown> = {}): Promise<Answer> =>
  (await client.callTool({ name, arguments: args })) as Answer;

let serving: Serving;
beforeAll(async () => {
  serving = await scratch.serve([scratch.vault(taskVault(3)), '--port', '0', '--quiet']);
});

describe.each([
  ['2025 over HTTP', () => connectHttp(serving.address), 'official/1'],
  ['2026-07-28 over HTTP', () => connectModernHttp(serving.address), 'official/2'],
  ['2025 over standard input and output', () => connectStdio(scratch.vault(taskVault(3))), 'official/1'],
  ['2026-07-28 over standard input and output', () => connectModernStdio(scratch.vault(taskVault(3))), 'official/2'],
])('the official client of %s', (label, connect, harness) => {
  it('calls every tool, creates, fills, is refused, corrects itself by the hint, and undoes', async () => {
    const client = await connect();
    const { tools, nextCursor } = await client.listTools();
    expect([tools.length > 40, nextCursor]).toEqual([true, undefined]);
    // The client checks each answer by the schema that the tool declares.
    for (const { name } of tools)
      expect(await call(client, name, { nonsense: true }), name).toHaveProperty('isError', true);

    const table = `books_${label.replaceAll(/\W+/g, '_').toLowerCase()}`;
    const columns = [
      { name: 'name', type: 'string', description: 'Title', required: true },
      { name: 'state', type: 'enum', values: ['new', 'read'], description: 'How far' },
    ];
    const created = await call(client, 'create_table', { name: table, description: 'Books', columns });
    expect(created.structuredContent).toMatchObject({
      operation: 'create_table',
      changed: expect.any(Number) as unknown,
    });

    const wrong = await call(client, 'insert_row', { table, values: { name: 'Dune', state: 'reed' } });
    expect(wrong.isError).toBe(true);
    const { hint, violations } = wrong.structuredContent['error'] as { hint: string; violations: JsonObject[] };
    const said = `${hint} ${JSON.stringify(violations)}`;
    const state = ['new', 'read'].find((each) => said.includes(each)) ?? '';
    const inserted = await call(client, 'insert_row', { table, values: { name: 'Dune', state } });
    expect(inserted.structuredContent).toMatchObject({ changed: 1, row: { name: 'Dune', state } });

    const { structuredContent } = await call(client, 'list_migrations');
    const [last] = structuredContent['migrations'] as unknown as { migration_id: string; actor: JsonObject }[];
    expect(last?.actor).toEqual({ harness });
    await call(client, 'undo_migration', { migration_id: last?.migration_id });
    const after = await call(client, 'select_rows', { table });
    expect(after.structuredContent).toMatchObject({ total: 0 });

    for (const [name, args] of Object.entries(readsOf(table))) {
      expect((await call(client, name, args)).isError, name).toBeUndefined();
    }
  });
});

const readsOf = (table: string): Record<string, Record<string, unknown>> => ({
  list_tables: {},
  describe_table: { table },
  describe_database: {},
  select_rows: { table: 'tasks' },
  check_table: { table: 'tasks' },
  infer_table: { folder: 'notedb' },
  read_note: { path: 'notedb/main/default/tasks/Task number 1.md' },
  list_folder: {},
  list_migrations: {},
});

describe('notedb mcp', () => {
  it('hands calls to the server that owns the vault', async () => {
    const vault = scratch.vault(taskVault(1));
    const owner = await scratch.serve([vault, '--port', '0', '--quiet']);
    const client = await connectStdio(vault);
    await call(client, 'insert_row', { table: 'tasks', values: { name: 'Two' } });
    const http = await connectHttp(owner.address);
    const { structuredContent } = await call(http, 'list_migrations');
    expect(structuredContent['migrations']).toMatchObject([{ op: 'insert_row', actor: { harness: 'official/1' } }]);
    owner.child.kill('SIGTERM');
  });

  it('shares a vault that nobody serves with others, and leaves it when it is idle', async () => {
    const vault = scratch.vault(taskVault(1));
    const [first, second] = await Promise.all([connectStdio(vault), connectStdio(vault)]);
    const written = await Promise.all(
      [first, second, first, second].map((client, i) =>
        call(client, 'insert_row', { table: 'tasks', values: { name: `Row ${i}` } }),
      ),
    );
    expect(written.map(({ isError }) => isError)).toEqual([undefined, undefined, undefined, undefined]);
    const after = await scratch.serve([vault, '--port', '0', '--quiet']);
    expect((await call(first, 'select_rows', { table: 'tasks' })).structuredContent).toMatchObject({ total: 5 });
    after.child.kill('SIGTERM');
  });

  it('has the profile "core", and ends with its input', async () => {
    const vault = scratch.vault();
    const core = await connectStdio(vault, '--profile', 'core');
    expect((await core.listTools()).tools.length).toBeLessThan(16);
    expect((await scratch.run(['mcp', vault], { input: '' })).status).toBe(0);
  });

  it.each([
    ['the server that owns the vault', true],
    ['the program itself', false],
  ])('has the rights of the app whose token it is given, by %s', async (_by, isServed) => {
    const vault = scratch.vault(taskVault(1));
    const owner = isServed ? await scratch.serve([vault, '--port', '0', '--quiet']) : null;
    const name = `Bot ${String(isServed)}`;
    const tables = ['--tables', 'main.default.tasks', '--vault', vault];
    const create = ['token', 'create', '--name', name, '--permissions', 'read,write', ...tables];
    const client = await connectStdioAs((await scratch.run(create)).stdout.trim(), vault);
    const columns = [{ name: 'name', type: 'string', description: 'What.' }];
    const others = { name: 'others', description: 'Not for the bot.', columns };
    expect((await scratch.run(['call', 'create_table', JSON.stringify(others), '--vault', vault])).stderr).toBe('');

    expect(errorOf(await call(client, 'create_table', { ...others, name: 'mine' }))).toMatchObject({
      code: 'forbidden',
    });
    expect(errorOf(await call(client, 'select_rows', { table: 'main.default.others' }))).toMatchObject({
      code: 'forbidden',
    });
    expect(JSON.stringify((await call(client, 'list_tables')).structuredContent)).not.toContain('others');
    await call(client, 'insert_row', { table: 'tasks', values: { name: 'By the bot' } });
    const told = await call(client, 'list_migrations');
    expect(told.structuredContent['migrations']).toMatchObject([{ actor: { app: name, harness: 'official/1' } }]);

    expect((await scratch.run(['token', 'revoke', name])).status).toBe(0);
    const refused = await call(client, 'insert_row', { table: 'tasks', values: { name: 'Too late' } });
    expect(errorOf(refused)).toMatchObject({
      code: 'unauthorized',
      hint: expect.stringContaining('NOTEDB_TOKEN') as unknown,
    });
    owner?.child.kill('SIGTERM');
  });

  it.each([
    ['2025', false],
    ['2026-07-28', true],
  ])('shows the question of a write that asks first, and promises news: client of %s', async (label, isModern) => {
    const vault = scratch.vault(taskVault(1));
    const create = ['token', 'create', '--name', `Asker ${label}`, '--permissions', 'read,write', '--ask'];
    const token = (await scratch.run([...create, '--vault', vault])).stdout.trim();
    const asked: string[] = [];
    const replies = ['accept', 'decline'] as const;
    const answer = (message: string): Reply => {
      asked.push(message);
      const action = replies[asked.length - 1] ?? 'decline';
      return action === 'accept' ? { action, content: {} } : { action };
    };
    const client = await connectAsked(isModern, token, vault, answer);
    const insert = (name: string): Promise<Answer> => call(client, 'insert_row', { table: 'tasks', values: { name } });
    expect((await insert('Allowed')).structuredContent).toMatchObject({ changed: 1, row: { name: 'Allowed' } });
    expect(errorOf(await insert('Refused'))).toMatchObject({ code: 'forbidden' });
    expect(asked).toEqual([expect.stringContaining('Allowed'), expect.stringContaining('Refused')]);
    expect((await call(client, 'select_rows', { table: 'tasks' })).structuredContent).toMatchObject({ total: 2 });
    const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
    expect([tools, resources, prompts].map((each) => each?.listChanged)).toEqual([true, true, true]);
    expect(resources?.subscribe).toBe(true);
  });

  it.each([
    ['2025', 'by the client itself', false],
    ['2026-07-28', 'by the client itself', false],
    ['2025', 'at the program that has the vault', true],
    ['2026-07-28', 'at the program that has the vault', true],
  ])('tells a client of %s what changed %s', async (generation, _by, isServed) => {
    const vault = scratch.vault(taskVault(1));
    const owner = isServed ? await scratch.serve([vault, '--port', '0', '--quiet']) : null;
    const { client, news, listen } = await connectListening(generation === '2026-07-28', vault);
    await listen(TASKS);
    const change = async (operation: string, args: JsonObject): Promise<void> => {
      if (isServed) await scratch.run(['call', operation, JSON.stringify(args), '--vault', vault]);
      else await call(client, operation, args);
    };
    await change('insert_row', { table: 'tasks', values: { name: 'Seen' } });
    await eventually(() => expect(news).toEqual([`notifications/resources/updated ${TASKS}`]));
    await change('create_table', { name: 'books', description: 'Books', columns: BOOK_COLUMNS });
    await eventually(() => expect(news).toContain('notifications/resources/list_changed'));
    owner?.child.kill('SIGTERM');
  });

  it('keeps a vault closed that only its news would open', async () => {
    const vault = scratch.vault(taskVault(1));
    const { listen } = await connectListening(true, vault);
    await listen(TASKS);
    // Another program gets the vault, and keeps it.
    const owner = await scratch.serve([vault, '--port', '0', '--quiet']);
    expect(owner.address).toMatch(/^http/);
    owner.child.kill('SIGTERM');
  });

  it('does not start with a token that was not filled in', async () => {
    for (const token of ['', 'two words']) {
      const program = new Scratch({ NOTEDB_TOKEN: token });
      const { status, stderr } = await program.run(['mcp', program.vault()], { input: '' });
      expect([status, stderr]).toEqual([2, expect.stringContaining('the token in NOTEDB_TOKEN')]);
      await program.remove();
    }
  });
});

const errorOf = (answer: Answer): JsonObject => answer.structuredContent['error'] as JsonObject;
