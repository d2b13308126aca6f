/** `notedb semantic` in the built program: set up beside a running server, asked, and turned off. D21; docs/semantic.md#set-up */

import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { vectorOf } from '../engine/semantic/words-provider';
import { tinyStaticModel } from '../models/tiny-static-model';
import { Scratch, post } from './run-program';

const KEY = 'the-key-of-the-provider';
const scratch = new Scratch({ MY_KEY: KEY });
const keys: (string | undefined)[] = [];
let provider: http.Server;
let url = '';

beforeAll(async () => {
  provider = http.createServer((request, response) => {
    keys.push(request.headers.authorization);
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const { input } = JSON.parse(body) as { readonly input: readonly string[] };
      const data = input.map((text, index) => ({ index, embedding: vectorOf(text, 64) }));
      response.end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  provider.close();
  return scratch.remove();
});

const NOTES = { 'Boat.md': 'Sailing on the sea.\n', 'Bread.md': 'Flour and an oven.\n' };

it(
  'counts at once on a running server, keeps the key out of sight, and goes off again',
  { timeout: 60_000 },
  async () => {
    const vault = scratch.vault(NOTES);
    const server = await scratch.serve([vault]);
    const set = ['semantic', 'set', '--provider', 'http', '--url', url, '--model', 'words', '--key-env', 'MY_KEY'];
    const done = await scratch.run([...set, '--vault', vault]);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(done.stdout).toContain(`Semantic search is on: words at ${url}, with a key.`);
    const updated = await scratch.run(['call', 'sync_semantic_index', '{"action": "update"}', '--vault', vault]);
    expect(JSON.parse(updated.stdout)).toMatchObject({ enabled: true, files: 2, pending: 0, lastError: null });
    const found = await scratch.run(['call', 'semantic_search', '{"query": "sea sailing"}', '--vault', vault]);
    expect(JSON.parse(found.stdout)).toMatchObject({ results: [{ path: 'Boat.md' }, { path: 'Bread.md' }] });
    expect(new Set(keys)).toEqual(new Set([`Bearer ${KEY}`]));
    expect(JSON.stringify([done, updated, found, server.said])).not.toContain(KEY);
    const off = await scratch.run(['semantic', 'off', '--vault', vault]);
    expect([off.status, off.stdout]).toEqual([0, 'Semantic search is off.\n']);
    const refused = await scratch.run(['call', 'semantic_search', '{"query": "sea"}', '--vault', vault]);
    expect([refused.status, JSON.parse(refused.stderr)]).toMatchObject([1, { error: { code: 'refused' } }]);
  },
);

it(
  'finds notes by a static model from a folder, over HTTP, and names the known one by itself',
  { timeout: 60_000 },
  async () => {
    const vault = scratch.vault({ 'Voyage.md': 'A boat.\n', 'Kitchen.md': 'Flour for bread.\n' });
    const folder = path.join(scratch.folder, 'tiny-static');
    fs.mkdirSync(folder);
    for (const [name, bytes] of tinyStaticModel()) fs.writeFileSync(path.join(folder, name), bytes);
    const server = await scratch.serve([vault, '--token', 'ndb_owner_of_the_test']);
    const set = ['semantic', 'set', '--provider', 'static', '--from', folder, '--vault', vault];
    const done = await scratch.run([...set, '--model', 'test/tiny']);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(done.stdout).toContain('Semantic search is on: test/tiny on this computer.');
    const ask = (operation: string, args: JsonObject) =>
      post(server.port, operation, args, { authorization: 'Bearer ndb_owner_of_the_test' });
    expect((await ask('sync_semantic_index', { action: 'update' })).json).toMatchObject({
      provider: 'static',
      files: 2,
      pending: 0,
    });
    expect((await ask('semantic_search', { query: 'sailing ship on the sea' })).json).toMatchObject({
      results: [{ path: 'Voyage.md' }, {}],
    });
    // Its files are known, and these are others.
    const refused = await scratch.run(set);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining('not the file of minishlab/potion-base-8M'),
    ]);
    expect((await ask('semantic_search', { query: 'the oven' })).json).toMatchObject({
      results: [{ path: 'Kitchen.md' }, {}],
    });
  },
);

it('asks before texts leave this computer, with the numbers', { timeout: 60_000 }, async () => {
  const vault = scratch.vault(NOTES);
  const set = [
    'semantic',
    'set',
    '--provider',
    'http',
    '--url',
    'https://api.example.invalid/v1',
    '--model',
    'm',
    '--vault',
    vault,
  ];
  const asked = await scratch.run(set);
  expect(asked.status).toBe(1);
  expect(asked.stderr).toMatch(
    /2 notes \(2 passages, about \d+ tokens\) would be sent to api\.example\.invalid.*--yes/,
  );
  const agreed = await scratch.run([...set, '--yes']);
  // No address of this name is anywhere.
  expect([agreed.status, agreed.stdout]).toEqual([1, expect.stringContaining('2 wait')]);
  expect(agreed.stderr).toContain('api.example.invalid can not be reached');
});

it('asks the provider once, tells that it is not there, and keeps the settings', { timeout: 60_000 }, async () => {
  const vault = scratch.vault(NOTES);
  const nobody = http.createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  const dead = `http://127.0.0.1:${port}/v1`;
  const set = await scratch.run([
    'semantic',
    'set',
    '--provider',
    'http',
    '--url',
    dead,
    '--model',
    'm',
    '--vault',
    vault,
  ]);
  expect([set.status, set.stderr]).toEqual([1, expect.stringContaining(`127.0.0.1:${port} can not be reached`)]);
  const status = await scratch.run(['semantic', 'status', '--vault', vault]);
  expect([status.status, status.stdout]).toEqual([0, expect.stringContaining(dead)]);
});

it.each([
  [['semantic'], 'there is no command "semantic"'],
  [['semantic', 'set'], 'which --provider, static, local or http?'],
  [['semantic', 'set', '--provider', 'http', '--model', 'm'], '--url is missing'],
  [['semantic', 'set', '--provider', 'local', '--model', 'm', '--url', 'x'], '--url is not for the provider local'],
  [['semantic', 'set', '--provider', 'http', '--url', 'x', '--model', 'm', '--key-env', 'NONE'], 'no variable NONE'],
  [['semantic', 'set', '--provider', 'static', '--url', 'x'], '--url is not for the provider static'],
  [['semantic', 'set', '--provider', 'tables'], '--provider tables is neither static, local nor http'],
  [['semantic', 'off', '--model', 'm'], '--model is for "semantic set"'],
])('does not understand %j', async (args, message) => {
  const { status, stderr } = await scratch.run([...args]);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});
