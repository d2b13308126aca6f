import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const script = path.join(root, 'scripts', 'start.mjs');

let started: ChildProcess | undefined;
let folder = '';
afterEach(async () => {
  started?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Those that the program keeps for apps, for a home of its own. */
async function tokensOf(home: string): Promise<unknown> {
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: '', LOCALAPPDATA: home };
  const program = path.join(root, 'dist', 'notedb.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'token', 'list', '--json'], { env });
  return (JSON.parse(stdout) as { apps: unknown }).apps;
}

/** Runs `npm start` with home and temporary files in a folder of its own, until it has printed the line to paste. */
async function start(): Promise<{ program: ChildProcess; temporary: string; said: string }> {
  folder = await mkdtemp(path.join(tmpdir(), 'notedb-start-'));
  const temporary = path.join(folder, 'tmp');
  const home = { HOME: folder, XDG_STATE_HOME: '', LOCALAPPDATA: folder };
  const env = { ...process.env, ...home, TMPDIR: temporary, TEMP: temporary };
  await mkdir(env.TMPDIR);
  const program = spawn(process.execPath, [script, '--port', '0'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started = program;
  let said = '';
  program.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve, reject) => {
    program.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ctrl-C stops it')) resolve({ program, temporary: env.TMPDIR, said });
    });
    program.on('exit', (code) => reject(new Error(`npm start ended with ${String(code)}:\n${said}`)));
  });
}

/** The README's curl commands, and what their answers hold. */
async function readmeCommands(): Promise<(readonly [string, string])[]> {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const commands = [...readme.matchAll(/```sh\n([^`]+)\n```/g)].map(([, command = '']) => command);
  expect(commands).toHaveLength(2);
  return [
    [commands[0] ?? '', '"total":'],
    [commands[1] ?? '', '"code":"enum"'],
  ];
}

/** What the shell prints for a command that was pasted into it in the project's folder. */
async function paste(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: root });
  return stdout;
}

it('serves a copy of the demo vault, prints a line to paste that works, and leaves nothing behind', async () => {
  const { program, temporary, said } = await start();

  const [, header = '', type = '', body = '', url = ''] =
    /curl -H '(.+?)' -H '(.+?)' -d '(.+?)' (http:\S+)/.exec(said) ?? [];
  const headers = [header, type].map((line) => line.split(': ') as [string, string]);
  const answer = await fetch(url, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  const { tables } = (await answer.json()) as { tables: unknown[] };
  expect(tables.length).toBeGreaterThanOrEqual(4);
  expect(await fetch(url, { method: 'POST', headers: headers.slice(1), body })).toHaveProperty('status', 401);

  const [, page = ''] = /^ {2}(http:\S+\/app\/)$/m.exec(said) ?? [];
  const shown = await fetch(page);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);

  const [, endpoint = '', agentHeader = ''] =
    /claude mcp add \S+ http notedb-\S+ (\S+) --header "(.+?)"/.exec(said) ?? [];
  const agent = new Client({ name: 'pasted', version: '1' });
  const [key = '', value = ''] = agentHeader.split(': ');
  const requestInit = { headers: { [key]: value } };
  await agent.connect(new StreamableHTTPClientTransport(new URL(endpoint), { requestInit }));
  const listed = await agent.callTool({ name: 'list_tables', arguments: {} });
  expect(listed.structuredContent).toHaveProperty('tables');
  const created = await agent.callTool({ name: 'comment_on', arguments: { catalog: 'main', description: 'Ours.' } });
  expect(created.isError, JSON.stringify(created)).toBeUndefined();
  const told = await agent.callTool({ name: 'list_migrations', arguments: { limit: 1 } });
  expect(told.structuredContent).toMatchObject({ migrations: [{ actor: { app: 'Claude Code' } }] });
  await agent.close();
  expect(await tokensOf(folder)).toMatchObject([{ name: 'Claude Code' }]);

  for (const [command, status] of await readmeCommands()) {
    expect(await paste(command.replaceAll('http://127.0.0.1:27390', new URL(url).origin)), command).toContain(status);
  }

  expect((await readdir(temporary)).filter((name) => name.startsWith('notedb-demo-'))).toHaveLength(1);
  program.kill('SIGTERM');
  expect(await once(program, 'exit')).toEqual([0, null]);
  expect((await readdir(temporary)).filter((name) => name.startsWith('notedb-demo-'))).toEqual([]);
  expect(await tokensOf(folder)).toEqual([]);
}, 60_000);
