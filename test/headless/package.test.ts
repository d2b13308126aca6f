/** The npm package as someone installs it: the files in it, its size, and that its program works from there, offline. D1 */

import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Scratch } from './run-program';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const scratch = new Scratch();
const shell = process.platform === 'win32';
/** An own cache, and no network: each of these commands has all that it needs. */
const env = {
  ...process.env,
  HOME: scratch.folder,
  XDG_STATE_HOME: path.join(scratch.folder, 'state'),
  XDG_CACHE_HOME: path.join(scratch.folder, 'cache'),
  LOCALAPPDATA: scratch.folder,
  npm_config_cache: path.join(scratch.folder, 'npm'),
  npm_config_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

const MAX_BYTES = 4_000_000;

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

let packed: Packed;
const home = path.join(scratch.folder, 'installed');
let server: ChildProcess | undefined;

beforeAll(async () => {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch.folder];
  const [only] = JSON.parse((await run('npm', pack, { cwd: root, env, shell })).stdout) as [Packed];
  packed = only;
  fs.mkdirSync(home);
  await run('npm', ['install', path.join(scratch.folder, packed.filename)], { cwd: home, env, shell });
});
afterAll(async () => {
  stop(server);
  await scratch.remove();
});

it('has the program, its page, the demo vault and the pages of docs, without pictures, in 4 MB', () => {
  const files = packed.files.map((file) => file.path);
  expect([...new Set(files.map((file) => file.split('/')[0]))].sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'THIRD-PARTY-LICENSES.txt',
    'demo-vault',
    'dist',
    'docs',
    'package.json',
  ]);
  expect(files.filter((file) => file.startsWith('dist/'))).toEqual([
    ...['app.css', 'app.js', 'icon.svg', 'index.html', 'inter-latin-ext.woff2', 'inter-latin.woff2'].map(
      (name) => `dist/app/${name}`,
    ),
    'dist/embedding-worker.mjs',
    'dist/mirror.mjs',
    'dist/notedb.mjs',
    'dist/ort-wasm-simd.wasm.br',
  ]);
  expect(files.filter((file) => file.startsWith('docs/') && !file.endsWith('.md'))).toEqual([]);
  expect(packed.size).toBeLessThan(MAX_BYTES);
});

it('installs nothing beside itself', () => {
  const installed = fs.readdirSync(path.join(home, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['notedb']);
});

it('serves a folder with `npx notedb`: an answer with rows, and the page with its script', async () => {
  await run('npx', ['notedb', 'demo', 'vault'], { cwd: home, env, shell });
  const { address, said } = await serve(['vault', '--port', '0', '--token', 'ours']);
  expect(said).toContain('NoteDB');
  const answer = await fetch(`${address}/notedb/operations/select_rows/`, {
    method: 'POST',
    headers: { Authorization: 'Bearer ours', 'Content-Type': 'application/json' },
    body: JSON.stringify({ table: 'tasks', limit: 1 }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toHaveProperty('rows.length', 1);
  const page = await (await fetch(`${address}/app/`)).text();
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
  const answered = await fetch(new URL(script, `${address}/app/`));
  expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
});

/** Starts the installed program by `npx`, until it has printed its address. */
function serve(args: readonly string[]): Promise<{ address: string; said: string }> {
  const child = spawn('npx', ['notedb', 'serve', ...args], { cwd: home, env, shell, detached: !shell });
  server = child;
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [address] = /http:\/\/[^\s/]+:\d+/.exec(said) ?? [];
      if (address !== undefined) resolve({ address, said });
    });
    child.on('exit', (code) => reject(new Error(`npx notedb serve ended with ${String(code)}: ${said}`)));
  });
}

/** npx and the program below it: a group of processes, or on Windows a tree. */
function stop(child: ChildProcess | undefined): void {
  if (child?.pid === undefined || child.exitCode !== null) return;
  if (shell) execFileSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
  else process.kill(-child.pid, 'SIGKILL');
}
