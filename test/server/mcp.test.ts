/** /mcp: both generations of the protocol, tools, refusals, who is calling. D12, D19, docs/mcp.md */

import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { answerOf, callTool, message, modern, MODERN, postMessage } from './mcp-messages';
import { type ServerFixture, errorOf, serverFixture } from './server-fixture';

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await serverFixture();
  await fixture.call('create_table', {
    name: 'tasks',
    description: 'Things to do',
    columns: [
      { name: 'name', type: 'string', description: 'What', required: true },
      { name: 'status', type: 'enum', values: ['todo', 'done'], description: 'How far' },
      { name: 'extra', type: 'json', description: 'Anything' },
    ],
  });
});

const post = (body: unknown, more = {}) => postMessage(fixture, body, more);
const migrations = async (): Promise<JsonObject[]> =>
  (await fixture.call('list_migrations')).json['migrations'] as unknown as JsonObject[];
const lastActor = async (): Promise<unknown> => (await migrations())[0]?.['actor'];
const insertion = (name: string): JsonObject => ({
  name: 'insert_row',
  arguments: { table: 'tasks', values: { name } },
});

describe('the revisions of 2025', () => {
  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])('begin with initialize: %s', async (protocolVersion) => {
    const clientInfo = { name: 'c', version: '1' };
    const { json, status, headers } = await post(
      message('initialize', { protocolVersion, capabilities: {}, clientInfo }),
    );
    expect(status).toBe(200);
    expect(headers).toContainEqual(['Content-Type', 'application/json; charset=utf-8']);
    expect(json['result']).toMatchObject({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'NoteDB', version: '0.1.0' },
      instructions: expect.stringContaining('list_tables') as unknown,
    });
  });

  it('answer a notification with 202, and GET and DELETE with 405', async () => {
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await post(initialized)).toMatchObject({ status: 202, text: '' });
    for (const method of ['GET', 'DELETE']) {
      const response = await fixture.send({ url: '/mcp', method });
      expect([response.status, response.header('Allow')]).toEqual([405, method === 'GET' ? 'POST' : 'POST, GET']);
    }
  });

  it('may be asked without the beginning, and may send several messages at once', async () => {
    const { json } = await post([message('ping'), message('tools/list', {}, 2)]);
    expect(json).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: { tools: expect.any(Array) as unknown } },
    ]);
  });
});

describe('the revision of 2026-07-28', () => {
  it('tells of itself without a beginning', async () => {
    const { json, status, headers } = await post(modern('server/discover'));
    expect(status).toBe(200);
    expect(JSON.stringify(headers).toLowerCase()).not.toContain('session');
    expect(json['result']).toMatchObject({ supportedVersions: [MODERN], resultType: 'complete', ttlMs: 3_600_000 });
  });

  it('needs the headers to say what the body says', async () => {
    const wrong = { headers: { 'Mcp-Name': 'delete_rows' } };
    const { json, status } = await post(modern('tools/call', { name: 'list_tables', arguments: {} }), wrong);
    expect([status, json]).toMatchObject([400, { id: 1, error: { code: -32_020 } }]);
  });
});

describe('the tools', () => {
  const names = async (url: string): Promise<string[]> => {
    const { json } = await post(message('tools/list'), { url });
    return (json['result'] as unknown as { tools: { name: string }[] }).tools.map(({ name }) => name);
  };

  it('are the operations, in their order, all on one page', async () => {
    const operations = fixture.engine.operations.map(({ name }) => name);
    expect(await names('/mcp')).toEqual(operations);
    expect(await names('/mcp/?profile=all')).toEqual(operations);
    const { json } = await post(modern('tools/list'));
    expect(json['result']).toMatchObject({ cacheScope: 'private', tools: operations.map((name) => ({ name })) });
    expect(json['result']).not.toHaveProperty('nextCursor');
  });

  it('are few in the profile "core", and no others can be called there', async () => {
    const core = await names('/mcp?profile=core');
    expect(core).toEqual(expect.arrayContaining(['list_tables', 'select_rows', 'insert_row', 'undo_migration']));
    expect(core.length).toBeLessThan(16);
    const url = '/mcp?profile=core';
    const { json } = await post(message('tools/call', { name: 'drop_table', arguments: { table: 'tasks' } }), { url });
    expect(json['error']).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('not in the profile') as unknown,
    });
  });

  it('write notes in the profile "notes", alone or beside others', async () => {
    const writes = ['write_note', 'patch_note', 'move_note'];
    const notes = await names('/mcp?profile=notes');
    expect(notes).toEqual([
      ...['read_note', 'list_folder', 'search_notes', 'list_migrations', 'undo_migration'],
      ...writes,
    ]);
    expect(await names('/mcp?profile=core,notes')).toEqual(expect.arrayContaining(['insert_row', ...writes]));
    const call = async (name: string, args: JsonObject): Promise<JsonObject> => {
      const { json } = await post(message('tools/call', { name, arguments: args }), { url: '/mcp?profile=notes' });
      return (json['result'] as JsonObject)['structuredContent'] as JsonObject;
    };
    await call('write_note', { path: 'Ideas.md', content: '# Now\n' });
    const patched = await call('patch_note', { path: 'Ideas.md', heading: 'Now', operation: 'append', content: 'one' });
    expect(patched).toMatchObject({ operation: 'patch_note', note: { path: 'Ideas.md' } });
    await call('move_note', { path: 'Ideas.md', to: 'Plans/Ideas.md' });
    expect(await call('read_note', { path: 'Plans/Ideas.md', section: 'Now' })).toMatchObject({ content: 'one\n' });
    for (const { migration_id } of (await call('list_migrations', { limit: 3 }))['migrations'] as readonly JsonObject[])
      await call('undo_migration', { migration_id: migration_id as string });
    expect(await call('read_note', { path: 'Ideas.md' })).toMatchObject({ error: { code: 'not_found' } });
  });

  it('answer as data and as text, without empty fields', async () => {
    const { content, structuredContent, isError } = await callTool(fixture, 'insert_row', {
      table: 'tasks',
      values: { name: 'One', extra: { kept: null, list: [] } },
    });
    expect(isError).toBeUndefined();
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
    expect(structuredContent).toMatchObject({ operation: 'insert_row', changed: 1, dryRun: false });
    expect(structuredContent).not.toHaveProperty('warnings');
    expect(structuredContent).not.toHaveProperty('plannedDeletes');
    expect(structuredContent).not.toHaveProperty('version');
    expect(structuredContent['row']).toMatchObject({ name: 'One', extra: { kept: null, list: [] } });
    expect(structuredContent['row']).not.toHaveProperty('status');
  });

  it('take an object or a list that arrives as a text, and coerce nothing else', async () => {
    const told = { table: 'tasks', where: '{"name": {"eq": "One"}}', columns: '["name"]', limit: 1 };
    const { structuredContent } = await callTool(fixture, 'select_rows', told);
    expect(structuredContent).toMatchObject({ total: 1, rows: [{ name: 'One' }] });
    for (const wrong of [{ limit: '1' }, { where: 'name = One' }, { where: '[1]' }, { include_body: 'true' }]) {
      const refused = await callTool(fixture, 'select_rows', { table: 'tasks', ...wrong });
      expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'bad_request' } } });
    }
    const named = await callTool(fixture, 'insert_row', { table: 'tasks', values: { name: '{"a": 1}' } });
    expect(named.structuredContent['row']).toMatchObject({ name: '{"a": 1}' });
  });
});

describe('what goes wrong', () => {
  it('has the names that were probably meant as data, as over HTTP', async () => {
    const args = { table: 'taks' };
    const near = ['main.default.tasks'];
    const { structuredContent } = await callTool(fixture, 'select_rows', args);
    expect(structuredContent['error']).toMatchObject({ code: 'not_found', near });
    expect(errorOf(await fixture.call('select_rows', args))).toMatchObject({ code: 'not_found', near });
  });

  it('in an operation is a result with the error', async () => {
    const { content, structuredContent, isError } = await callTool(fixture, 'insert_row', {
      table: 'tasks',
      values: { name: 'Two', status: 'doing' },
    });
    expect(isError).toBe(true);
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
    expect(structuredContent).toMatchObject({
      error: {
        code: 'refused',
        operation: 'insert_row',
        violations: [{ column: 'status', code: 'enum', value: 'doing' }],
        hint: expect.any(String) as unknown,
      },
    });
    expect(structuredContent['error']).not.toHaveProperty('conflicts');
  });

  it.each([
    ['no such tool', message('tools/call', { name: 'nothing', arguments: {} }), 200, -32_602],
    ['no such method', message('rows/list'), 200, -32_601],
    ['no such method of 2026-07-28', modern('rows/list'), 404, -32_601],
    ['a text that is not JSON', '{"jsonrpc"', 400, -32_700],
    ['no body', '', 400, -32_700],
    ['no message', { hello: 1 }, 400, -32_600],
  ])('in the protocol is an error of JSON-RPC: %s', async (_, body, status, code) => {
    const response = await post(body);
    expect([response.status, response.json]).toMatchObject([status, { jsonrpc: '2.0', error: { code } }]);
  });

  it('before the protocol: depth, length, type, profile', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(64)}${']'.repeat(64)}}`;
    expect(await post(deep)).toMatchObject({ status: 400, json: { error: { code: -32_700 } } });
    const long = { headers: { 'Content-Length': String(11 * 2 ** 20) } };
    expect(await post(message('ping'), long)).toMatchObject({ status: 413, json: { error: { code: -32_000 } } });
    const text = { headers: { 'Content-Type': 'text/plain' } };
    expect(await post(message('ping'), text)).toMatchObject({ status: 415, json: { error: { code: -32_000 } } });
    const { status, json } = await post(message('ping'), { url: '/mcp?profile=tiny' });
    expect([status, json]).toMatchObject([
      400,
      { error: { code: -32_602, data: { hint: 'profiles: all, core, notes, rules' } } },
    ]);
  });

  it('at the door is the error of every route', async () => {
    const without = await post(message('ping'), { headers: { Authorization: null } });
    expect([without.status, without.json]).toMatchObject([401, { error: { code: 'unauthorized' } }]);
    const foreign = await post(message('ping'), { headers: { Origin: 'http://evil.example' } });
    expect([foreign.status, foreign.json]).toMatchObject([403, { error: { code: 'forbidden' } }]);
  });

  it('never lets a key of the language through', async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"insert_row","arguments":
      {"table":"tasks","values":{"__proto__":"x","name":"Bad"}}}}`;
    expect(answerOf(await post(body))).toMatchObject({ isError: true });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('who is calling', () => {
  it('is told by a request of 2026-07-28 itself', async () => {
    await post(modern('tools/call', insertion('By modern'), 'modern-agent'));
    expect(await lastActor()).toEqual({ app: null, harness: 'modern-agent/2', model: null, session: null });
  });

  it('is carried by a client of 2025 as the id of its session', async () => {
    const clientInfo = { name: 'Größe 1', version: '1.2' };
    const begun = await post(message('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }));
    const session = begun.header('Mcp-Session-Id') ?? '';
    expect(session).toMatch(/^[\x21-\x7e]+$/);
    await post(message('tools/call', insertion('By legacy')), { headers: { 'Mcp-Session-Id': session } });
    expect(await lastActor()).toMatchObject({ harness: 'Größe 1/1.2' });
    for (const odd of ['', 'other', 'client-', 'client-zz', 'client-7b7d', 'client-ff']) {
      const { isError } = answerOf(
        await post(message('tools/call', insertion(`Odd ${odd}`)), { headers: { 'Mcp-Session-Id': odd } }),
      );
      expect([isError, await lastActor()]).toEqual([
        undefined,
        { app: null, harness: null, model: null, session: null },
      ]);
    }
  });

  it('is what X-Service-Actor says, where it says something', async () => {
    const headers = { 'X-Service-Actor': '{"harness": "desk", "model": "m-1"}' };
    await post(modern('tools/call', insertion('By header')), { headers });
    expect(await lastActor()).toMatchObject({ harness: 'desk', model: 'm-1' });
    await post(modern('tools/call', insertion('By both')), { headers: { 'X-Service-Actor': '{"session": "7"}' } });
    expect(await lastActor()).toMatchObject({ harness: 'tester/2', session: '7' });
  });
});

it('answers 503 once the server is told to stop', async () => {
  const stopping = await serverFixture();
  await stopping.server.stop();
  const { status, json } = await postMessage(stopping, message('ping'));
  expect([status, json]).toMatchObject([503, { error: { code: -32_000, message: 'the server is shutting down' } }]);
});
