/** `notedb connect`: what it prints works when it is pasted. D1, docs/mcp.md#connect */

import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { bundleManifest } from '../../src/headless/mcp-bundle';
import { runProgram } from '../../src/headless/program';
import { acquireOwnership } from '../../src/hosts/node/process/vault-ownership';
import { serverName } from '../../src/server/connection-text';
import { forwardedCalls } from '../../src/server/forwarded-calls';
import { ownerAuthentication, serverFixture } from '../server/server-fixture';
import { eventually } from '../eventually';
import { bearer, PROGRAM, Scratch, taskVault } from './run-program';

const scratch = new Scratch();
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: scratch.folder,
  XDG_STATE_HOME: path.join(scratch.folder, 'state'),
  XDG_CACHE_HOME: path.join(scratch.folder, 'cache'),
};
afterAll(() => scratch.remove());

const fixtures = path.resolve(import.meta.dirname, '../fixtures/mcpb');

/** That of `@anthropic-ai/mcpb` 2.1.2. Its references to other properties, which zod does not follow, are replaced by their targets. */
function publishedSchema(): unknown {
  const text = fs.readFileSync(path.join(fixtures, 'mcpb-manifest-v0.3.schema.json'), 'utf8');
  const whole: unknown = JSON.parse(text);
  const targetOf = (pointer: string): unknown =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((node, key) => (node as Readonly<Record<string, unknown>>)[key], whole);
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && '$ref' in value ? targetOf(String(value.$ref)) : value,
  );
}

/** As much of a manifest as Claude Desktop needs to start the server. */
const bundleShape = z.looseObject({
  server: z.looseObject({
    mcp_config: z.object({
      command: z.literal('node'),
      args: z.array(z.string()),
      env: z.object({ NOTEDB_TOKEN: z.string() }),
    }),
  }),
  user_config: z.record(z.string(), z.looseObject({})),
});

/** The folder with the files of a bundle. */
function unpack(file: string): string {
  const folder = fs.mkdtempSync(path.join(scratch.folder, 'bundle-'));
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(fs.readFileSync(file))))) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), bytes);
  }
  return folder;
}

interface Said {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('notedb connect', () => {
  beforeAll(() => {
    vi.stubEnv('XDG_STATE_HOME', environment.XDG_STATE_HOME);
    vi.stubEnv('HOME', environment.HOME);
  });
  afterAll(() => void vi.unstubAllEnvs());

  /** In this process: what it prints is what counts. */
  const connect = (...args: readonly string[]): Promise<Said> => connecting(args, () => undefined);

  async function connecting(args: readonly string[], printed: (text: string) => void): Promise<Said> {
    const said = { stdout: '', stderr: '' };
    const status = await runProgram(['connect', ...args], {
      environment: {},
      version: '1.2.3',
      packageFolder: path.resolve(import.meta.dirname, '../..'),
      print: (text) => {
        said.stdout += text;
        printed(text);
      },
      printError: (text) => void (said.stderr += text),
      readInput: () => Promise.resolve(''),
      untilEnded: () => Promise.resolve('asked'),
      input: Readable.from([]),
      output: new PassThrough(),
      command: [process.execPath, PROGRAM],
      isTerminal: false,
      isErrorTerminal: false,
      width: null,
    });
    return { status, ...said };
  }

  it('prints what works when it is pasted: Claude Desktop', async () => {
    const vault = scratch.vault(taskVault(2));
    const { stdout, stderr } = await connect('claude-desktop', vault);
    expect(stderr).toContain('claude_desktop_config.json');
    expect(stderr).toContain('Claude Desktop may read, notes, write, schema, history');
    const { mcpServers } = JSON.parse(stdout) as { mcpServers: Readonly<Record<string, StdioServerParameters>> };
    const notedb = mcpServers[serverName(vault)] as StdioServerParameters;
    const client = new Client({ name: 'desktop', version: '1' });
    await client.connect(new StdioClientTransport({ ...notedb, env: { ...environment, ...notedb.env } }));
    const answer = await client.callTool({ name: 'select_rows', arguments: { table: 'tasks' } });
    expect(answer.structuredContent).toMatchObject({ total: 2 });
    await client.callTool({ name: 'insert_row', arguments: { table: 'tasks', values: { name: 'By an agent' } } });
    const { structuredContent } = await client.callTool({ name: 'list_migrations', arguments: {} });
    expect(structuredContent).toMatchObject({
      migrations: [{ actor: { app: 'Claude Desktop', harness: 'desktop/1' } }],
    });
    await client.close();
  });

  it('writes a bundle for Claude Desktop that has the program and no token, and works once it is unpacked', async () => {
    const vault = scratch.vault(taskVault(2));
    const file = path.join(scratch.folder, 'tasks.mcpb');
    const { status, stdout, stderr } = await connect('claude-desktop', vault, '--bundle', file);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^ndb_\S+\n$/)]);
    expect(stderr).toContain(`Open ${file} with Claude Desktop`);
    const token = stdout.trim();

    const unpacked = unpack(file);
    const manifest = bundleShape.parse(JSON.parse(fs.readFileSync(path.join(unpacked, 'manifest.json'), 'utf8')));
    expect(manifest).toMatchObject({ version: '1.2.3', server: { type: 'node', entry_point: 'dist/notedb.mjs' } });
    expect(manifest.user_config).toMatchObject({
      vault: { type: 'directory', default: fs.realpathSync(vault) },
      token: { sensitive: true },
    });
    expect(JSON.stringify(manifest)).not.toContain(token);
    expect(fs.readdirSync(unpacked).sort()).toEqual(['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'dist', 'manifest.json']);
    expect(fs.readdirSync(path.join(unpacked, 'dist')).sort()).toEqual([
      'embedding-worker.mjs',
      'notedb.mjs',
      'ort-wasm-simd.wasm.br',
    ]);

    const { args, env } = manifest.server.mcp_config;
    const filled = (text: string): string =>
      text
        .replace('${__dirname}', unpacked)
        .replace('${user_config.vault}', vault)
        .replace('${user_config.token}', token);
    const client = new Client({ name: 'desktop', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: args.map(filled),
        env: { ...environment, NOTEDB_TOKEN: filled(env.NOTEDB_TOKEN) },
      }),
    );
    const { structuredContent } = await client.callTool({ name: 'select_rows', arguments: { table: 'tasks' } });
    expect(structuredContent).toMatchObject({ total: 2 });
    expect((await client.listTools()).tools.length).toBeGreaterThan(40);
    await client.close();
  });

  it('writes no bundle for other clients, under another name, or where it can not; the token before still works', async () => {
    const vault = scratch.vault(taskVault(1));
    const file = path.join(scratch.folder, 'no.mcpb');
    expect(await connect('cursor', vault, '--bundle', file)).toMatchObject({ status: 2, stdout: '' });
    expect(await connect('claude-desktop', vault, '--bundle', `${file}.zip`)).toMatchObject({ status: 2, stdout: '' });
    await connect('claude-desktop', vault);
    const tokens = (await scratch.run(['token', 'list', '--json'])).stdout;
    const nowhere = path.join(scratch.folder, 'no such folder', 'a.mcpb');
    expect(await connect('claude-desktop', vault, '--bundle', nowhere)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('no such folder') as string,
    });
    expect((await scratch.run(['token', 'list', '--json'])).stdout).toBe(tokens);
  });

  it('writes a manifest that fits the published schema of bundles', () => {
    const published = z.fromJSONSchema(publishedSchema() as Parameters<typeof z.fromJSONSchema>[0]);
    const manifest = bundleManifest({ version: '1.2.3', vault: '/home/me/Notes' });
    expect(published.safeParse(manifest).error).toBeUndefined();
    expect(published.safeParse({ ...manifest, server: { type: 'node' } }).success).toBe(false);
    expect(published.safeParse({ ...manifest, unknown: true }).success).toBe(false);
  });

  it('gives each client a token of its own, that works at the running server: Claude Code, Cursor, VS Code, curl', async () => {
    const vault = scratch.vault(taskVault(2));
    const running = await scratch.serve([vault, '--port', '0', '--quiet']);
    const url = `${running.address}/mcp`;
    const code = await connect('claude-code', vault);
    expect(code.stderr).toContain('Claude Code may read, notes, write, schema, history');
    const [, endpoint = '', token = ''] =
      /^claude mcp add --transport http notedb-vault-\S+ (\S+) --header "Authorization: Bearer (ndb_\S+)"\n$/.exec(
        code.stdout,
      ) ?? [];
    expect(endpoint).toBe(url);
    const client = new Client({ name: 'claude', version: '1' });
    const requestInit = { headers: bearer(token) };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    await client.callTool({ name: 'insert_row', arguments: { table: 'tasks', values: { name: 'By an agent' } } });
    const { structuredContent } = await client.callTool({ name: 'list_migrations', arguments: {} });
    expect(structuredContent).toMatchObject({ migrations: [{ actor: { app: 'Claude Code', harness: 'claude/1' } }] });
    await client.close();

    const anyBearer = { Authorization: expect.stringMatching(/^Bearer ndb_\S+$/) as unknown };
    const cursor = JSON.parse((await connect('cursor', vault)).stdout) as unknown;
    expect(cursor).toEqual({ mcpServers: { [serverName(vault)]: { url, headers: anyBearer } } });
    const vscode = await connect('vscode', vault, '--token', 'given', '--permissions', 'read');
    expect(JSON.parse(vscode.stdout)).toEqual({
      servers: { [serverName(vault)]: { type: 'http', url, headers: { Authorization: 'Bearer given' } } },
    });
    const { stdout } = await connect('curl', vault, '--permissions', 'read');
    const { stdout: said } = await promisify(execFile)('sh', ['-c', stdout]);
    expect(JSON.parse(said)).toMatchObject({ tables: [{ name: 'tasks' }] });

    const again = await connect('curl', vault);
    expect(again.stderr).toContain('curl may read in all tables');
    expect(again.stderr).toContain('The one before does not work any more');
    const { stdout: refused } = await promisify(execFile)('sh', ['-c', stdout]);
    expect(JSON.parse(refused)).toMatchObject({ error: { code: 'unauthorized' } });
    running.child.kill('SIGTERM');
  });

  it('gives two vaults two names in one client, also where both folders are called alike', async () => {
    const [one, other] = [scratch.vault({ 'Notes/a.md': 'a' }), scratch.vault({ 'Notes/a.md': 'a' })];
    const bundleName = (vault: string): unknown =>
      (bundleManifest({ version: '1.2.3', vault }) as { name: string }).name;
    const names = [one, other].map((vault) => path.join(vault, 'Notes')).map(serverName);
    expect(names).toEqual([1, 2].map(() => expect.stringMatching(/^notedb-notes-[a-z\d]{5}$/) as unknown));
    for (const [at, vault] of [one, other].entries()) {
      const folder = path.join(vault, 'Notes');
      const printed = await Promise.all(
        (['claude-code', 'claude-desktop', 'cursor', 'vscode'] as const).map((client) =>
          connect(client, folder, '--token', 'given'),
        ),
      );
      for (const { stdout } of printed) {
        expect(stdout).toContain(names[at]);
        expect(stdout).not.toContain(names[1 - at]);
      }
      expect(bundleName(folder)).toBe(names[at]);
    }
    expect(names[0]).not.toBe(names[1]);
    expect(serverName('/home/me/Zähler & Söhne')).toMatch(/^notedb-zahler-sohne-[a-z\d]{5}$/);
    expect(serverName('C:\\筆記')).toMatch(/^notedb-[a-z\d]{5}$/);
  });

  it('says when the client is heard of, and that it was not', async () => {
    const vault = scratch.vault(taskVault(1));
    const running = await scratch.serve([vault, '--port', '0', '--quiet']);
    expect((await connect('cursor', vault)).stderr).toContain('was not heard of yet');
    expect(await connect('cursor', vault, '--wait', '1')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('was not heard of within 1 s') as string,
    });
    let pasted = '';
    const waiting = connecting(['curl', vault, '--wait', '30'], (text) => (pasted = text));
    await eventually(() => expect(pasted).toContain('curl '));
    await promisify(execFile)('sh', ['-c', pasted]);
    const { status, stderr } = await waiting;
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining('was heard of: it is connected') as string,
    });
    running.child.kill('SIGTERM');
    for (const wait of ['x', '-1', '3601', '1.5']) {
      expect(await connect('curl', vault, '--wait', wait)).toMatchObject({ status: 2, stdout: '' });
    }
  });

  it('makes no token that the owner of the vault does not know, as that of Obsidian', async () => {
    const vault = scratch.vault(taskVault(1));
    const taken = await acquireOwnership(vault);
    if (!('owned' in taken)) throw new Error('somebody has the vault');
    const { engine, host } = await serverFixture();
    const auth = ownerAuthentication(() => null);
    taken.owned.serveOwner(forwardedCalls({ engine, auth, logger: host.logger, newId: () => 'id' }));
    const { status, stdout, stderr } = await connect('claude-desktop', vault);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('copy what to paste from the settings');
    expect((await scratch.run(['token', 'list'])).stdout).not.toContain(vault);
    await taken.owned.release();
  });

  it('says what is missing or wrong: server, permission', async () => {
    const vault = scratch.vault();
    const { stdout, stderr } = await connect('cursor', vault);
    expect(stdout).toContain('http://127.0.0.1:27390/mcp');
    expect(stderr).toContain('Nothing serves this vault yet: notedb serve');
    expect(await connect('curl', vault, '--permissions', 'fly')).toMatchObject({ status: 1, stdout: '' });
  });
});
