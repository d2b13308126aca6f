/** The npm package as someone installs it: what is in it, and that its program works from there. D1 */

import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { Scratch } from './run-program';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const scratch = new Scratch();
afterAll(() => scratch.remove());

it('holds the program and the demo vault, and little else, and they find each other', async () => {
  const env = {
    ...process.env,
    npm_config_cache: path.join(scratch.folder, 'npm'),
    npm_config_update_notifier: 'false',
  };
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch.folder];
  const { stdout } = await run('npm', pack, { cwd: root, env, shell: process.platform === 'win32' });
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  const folders = new Set(packed?.files.map((file) => file.path.split('/')[0]));
  expect([...folders].sort()).toEqual(
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'demo-vault', 'dist', 'docs', 'package.json'].filter((name) =>
      fs.existsSync(path.join(root, name)),
    ),
  );
  const built = packed?.files.filter((file) => file.path.startsWith('dist/')).map((file) => file.path);
  const page = ['app.css', 'app.js', 'icon.svg', 'index.html'].map((name) => `dist/app/${name}`);
  expect(built).toEqual([...page, 'dist/embedding-worker.mjs', 'dist/notedb.mjs', 'dist/ort-wasm-simd.wasm']);

  await run('tar', ['-xzf', packed?.filename ?? ''], { cwd: scratch.folder });
  const program = path.join(scratch.folder, 'package/dist/notedb.mjs');
  expect(fs.readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  const demo = path.join(scratch.folder, 'my vault');
  await run(process.execPath, [program, 'demo', demo]);
  const result = await run(process.execPath, [program, 'call', 'list_tables', '--vault', demo], {
    env: { ...process.env, XDG_STATE_HOME: scratch.folder, XDG_CACHE_HOME: scratch.folder },
  });
  expect((JSON.parse(result.stdout) as { tables: unknown[] }).tables.length).toBeGreaterThanOrEqual(4);
}, 60_000);
