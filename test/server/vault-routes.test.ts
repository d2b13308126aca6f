/** GET /vault/…: files, notes as JSON, folders. Source: docs/http.md#vault; D3, D12, D19 */

import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { errorOf, rawRequest, serverFixture } from './server-fixture';
import type { ServerFixture, TestResponse } from './server-fixture';

const NOTE = '---\r\ntags: [Garden]\r\nplanted: 2026-11-21\r\n# kept\r\n---\r\nSee #quince and `#code`.\r\n';

const FILES = {
  'Welcome.md': 'Hello.\n',
  'Garden/Bed plan.md': NOTE,
  'Garden/Bäume/Quitte 🍐.md': 'x',
  'Garden/plan.canvas': '{"nodes": []}',
  'Garden/Zeta.md': '',
  'Garden/alpha.md': '',
  'Garden/\u{1F350}.md': '',
  'Garden/\uFF5E.md': '',
  'Two: one.md': 'colon',
  'a%2fb.md': 'percent',
  'a?b#c.md': 'marks',
  '.obsidian/app.json': '{}',
  'Garden/.hidden.md': 'canary',
};

let fixture: ServerFixture;
const get = (url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<TestResponse> =>
  fixture.send({ method, url, headers });

beforeAll(async () => {
  fixture = await serverFixture({}, { files: FILES });
  fixture.host.external.writeBytes('Garden/photo.png', Uint8Array.of(0x89, 0x50, 0xff, 0x00));
  fixture.host.external.writeBytes('Garden/latin.md', Uint8Array.of(0x66, 0xfc, 0x72));
});

describe('a file', () => {
  it.each([
    ['/vault/Welcome.md', 'Hello.\n', 'text/markdown; charset=utf-8'],
    ['/vault/Garden/Bed%20plan.md', NOTE, 'text/markdown; charset=utf-8'],
    ['/vault/Garden/B%C3%A4ume/Quitte%20%F0%9F%8D%90.md', 'x', 'text/markdown; charset=utf-8'],
    // The same name in another Unicode form.
    ['/vault/Garden/Ba%CC%88ume/Quitte%20%F0%9F%8D%90.md', 'x', 'text/markdown; charset=utf-8'],
    ['/vault/Garden/plan.canvas', '{"nodes": []}', 'application/json; charset=utf-8'],
    ['/vault/Two%3A%20one.md', 'colon', 'text/markdown; charset=utf-8'],
    ['/vault/a%252fb.md', 'percent', 'text/markdown; charset=utf-8'],
    ['/vault/a%3Fb%23c.md', 'marks', 'text/markdown; charset=utf-8'],
    ['/vault/Welcome.md?as_json=false', 'Hello.\n', 'text/markdown; charset=utf-8'],
    ['/vault/Welcome.md?other=1', 'Hello.\n', 'text/markdown; charset=utf-8'],
  ])('%s comes as it is', async (url, text, type) => {
    const response = await get(url);
    expect([response.status, response.text, response.header('Content-Type')]).toEqual([200, text, type]);
    expect([response.header('X-Content-Type-Options'), response.header('Cache-Control')]).toEqual([
      'nosniff',
      'no-store',
    ]);
    expect(await get(url, {}, 'HEAD')).toHaveProperty('status', 200);
  });

  it('that is no note comes as its bytes', async () => {
    const { status, headers, body } = await fixture.server.handle(
      rawRequest({ method: 'GET', url: '/vault/Garden/photo.png' }),
    );
    expect([status, body, headers[0]]).toEqual([
      200,
      Uint8Array.of(0x89, 0x50, 0xff, 0x00),
      ['Content-Type', 'image/png'],
    ]);
  });

  it('that is no UTF-8 comes as its bytes too, and has no JSON form', async () => {
    const { body } = await fixture.server.handle(rawRequest({ method: 'GET', url: '/vault/Garden/latin.md' }));
    expect(body).toEqual(Uint8Array.of(0x66, 0xfc, 0x72));
    const response = await get('/vault/Garden/latin.md?as_json=true');
    expect([response.status, errorOf(response).code, errorOf(response).violations[0]]).toMatchObject([
      422,
      'refused',
      { code: 'unparsable' },
    ]);
  });

  it('above 50 MB is refused', async () => {
    const big = await serverFixture({}, { files: { 'big.bin': 'x'.repeat(50 * 1024 * 1024 + 1) } });
    const response = await big.send({ method: 'GET', url: '/vault/big.bin' });
    expect([response.status, errorOf(response).violations[0]]).toMatchObject([422, { code: 'path' }]);
  });
});

describe('the JSON form', () => {
  const expected = {
    content: NOTE,
    frontmatter: { tags: ['Garden'], planted: '2026-11-21' },
    tags: ['Garden', 'quince'],
    path: 'Garden/Bed plan.md',
    stat: { ctime: expect.any(Number) as number, mtime: expect.any(Number) as number, size: NOTE.length },
  };

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['?as_json=true', {}, 'application/json'],
    ['?as_json=True', { Accept: 'text/markdown' }, 'application/json'],
    ['', { Accept: 'application/json' }, 'application/json'],
    ['', { Accept: 'application/json; charset=utf-8' }, 'application/json'],
    ['', { Accept: 'application/json, text/plain;q=0.5, */*;q=0.1' }, 'application/json'],
    ['', { Accept: 'application/vnd.olrapi.note+json' }, 'application/vnd.olrapi.note+json'],
  ])('comes for %j with %j', async (query, headers, type) => {
    const response = await get(`/vault/Garden/Bed%20plan.md${query}`, headers);
    expect([response.status, response.json]).toEqual([200, expected]);
    expect(response.header('Content-Type')).toBe(`${type}; charset=utf-8`);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['', {}],
    ['', { Accept: '*/*' }],
    ['', { Accept: 'application/json, text/plain, */*' }],
    ['', { Accept: 'text/markdown, application/json;q=0.9' }],
    ['', { Accept: 'application/json;q=0' }],
    ['?as_json=false', { Accept: 'application/json' }],
  ])('does not come for %j with %j', async (query, headers) => {
    expect((await get(`/vault/Garden/Bed%20plan.md${query}`, headers)).text).toBe(NOTE);
  });

  it.each<Readonly<Record<string, string>>>([
    { 'Target-Type': 'chapter', Target: 'Beds' },
    { 'Target-Type': 'heading' },
    { Target: 'Beds' },
    { 'target-delimiter': '::' },
    { Accept: 'application/vnd.olrapi.other+json' },
    { Accept: 'application/vnd.olrapi.other+json, */*;q=0.1' },
  ])('of a part that is not served is refused, not answered with the whole: %j', async (headers) => {
    for (const url of ['/vault/Garden/Bed%20plan.md', '/vault/Garden/Bed%20plan.md?as_json=true', '/vault/']) {
      const response = await get(url, headers);
      expect([response.status, errorOf(response).code]).toEqual([400, 'bad_request']);
    }
  });

  it.each<Readonly<Record<string, string>>>([
    { 'Target-Type': 'heading', Target: 'Beds' },
    { 'Target-Type': 'block', Target: 'beds' },
    { 'Target-Type': 'frontmatter', Target: 'beds' },
  ])('of a part that is not there is a 404, not the whole: %j', async (headers) => {
    const response = await get('/vault/Garden/Bed%20plan.md', headers);
    expect([response.status, errorOf(response).code]).toEqual([404, 'not_found']);
    expect((await get('/vault/Garden/', headers)).status).toBe(400);
    expect((await get('/vault/Garden/plan.canvas', headers)).status).toBe(400);
  });

  it('comes where a part is wanted less than the whole', async () => {
    const Accept = 'text/markdown, application/vnd.olrapi.document-map+json;q=0.5';
    expect((await get('/vault/Garden/Bed%20plan.md', { Accept })).text).toBe(NOTE);
  });

  it.each(['?as_json', '?as_json=1', '?as_json=yes', '?as_json=true&as_json=true'])(
    'is refused for %s',
    async (query) => {
      const response = await get(`/vault/Welcome.md${query}`);
      expect([response.status, errorOf(response).hint]).toEqual([400, '?as_json=true']);
    },
  );

  it('of a text that is no note has neither front matter nor tags', async () => {
    const { json } = await get('/vault/Garden/plan.canvas?as_json=true');
    expect(json).toMatchObject({ content: '{"nodes": []}', frontmatter: {}, tags: [], path: 'Garden/plan.canvas' });
  });
});

describe('a folder', () => {
  it.each<[string, readonly string[]]>([
    ['/vault/', ['Garden/', 'Two: one.md', 'Welcome.md', 'a%2fb.md', 'a?b#c.md']],
    [
      '/vault/Garden/',
      [
        'Bed plan.md',
        'Bäume/',
        'Zeta.md',
        'alpha.md',
        'latin.md',
        'photo.png',
        'plan.canvas',
        '\uFF5E.md',
        '\u{1F350}.md',
      ],
    ],
    ['/vault/Garden/B%C3%A4ume/', ['Quitte 🍐.md']],
  ])('%s lists bare names in code-point order, hidden ones left out', async (url, files) => {
    const response = await get(url);
    expect([response.status, response.json]).toEqual([200, { files }]);
    expect(response.header('Content-Type')).toBe('application/json; charset=utf-8');
  });

  it.each<[string, string]>([
    ['/vault', 'GET /vault/ lists the root of the vault'],
    ['/vault/Garden', 'Garden is a folder: its address ends with /'],
    ['/vault/Garden/B%C3%A4ume', 'Garden/Bäume is a folder: its address ends with /'],
  ])('%s without its slash is a 404 with a hint', async (url, hint) => {
    const response = await get(url);
    expect([response.status, errorOf(response).code, errorOf(response).hint]).toEqual([404, 'not_found', hint]);
  });
});

describe('what can not be read', () => {
  it.each([
    ['/vault/Nothing.md', 404],
    ['/vault/Welcome', 404],
    ['/vault/Welcome.md/', 404],
    ['/vault/welcome.MD', 404],
    ['/vault/Nothing/', 404],
    ['/vault/.obsidian/app.json', 404],
    ['/vault/.obsidian/', 404],
    ['/vault/.notedb/', 404],
    ['/vault/Garden/.hidden.md', 404],
    ['/vault/Garden/%2ehidden.md', 404],
    ['/vault//', 400],
    ['/vault//Welcome.md', 400],
    ['/vault/Garden//alpha.md', 400],
    ['/vault/Garden%2falpha.md', 400],
    ['/vault/Garden%5calpha.md', 400],
    ['/vault/Garden\\alpha.md', 400],
    ['/vault/../x.md', 400],
    ['/vault/%2e%2e/x.md', 400],
    ['/vault/./Welcome.md', 400],
    ['/vault/C:/x.md', 400],
    ['/vault/x%00.md', 400],
    ['/vault/%zz.md', 400],
    ['/vault/%ff.md', 400],
    [`/vault/${'x'.repeat(256)}.md`, 400],
  ])('%s is a complete answer', async (url, status) => {
    const response = await get(url);
    expect([response.status, Object.keys(errorOf(response))]).toEqual([
      status,
      ['code', 'message', 'operation', 'violations', 'conflicts', 'hint'],
    ]);
    expect(response.text).not.toContain('canary');
  });

  it('is quoted in part', async () => {
    const response = await get(`/vault/${'a/'.repeat(7_000)}`);
    expect([response.status, response.text.length < 6_000]).toEqual([404, true]);
  });

  it('by other methods is refused', async () => {
    for (const method of ['COPY', 'LOCK', 'OPTIONS']) {
      const response = await get('/vault/Welcome.md', {}, method);
      expect([response.status, response.header('Allow')]).toEqual([405, 'GET, HEAD, PUT, POST, PATCH, DELETE, MOVE']);
    }
    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE', 'MOVE']) {
      const response = await get('/vault/Garden/', {}, method);
      expect([response.status, response.header('Allow')]).toEqual([405, 'GET, HEAD']);
    }
    expect(await fixture.host.vault.read('Welcome.md')).toBe('Hello.\n');
  });
});

describe('POST /search/simple/', () => {
  const asked: unknown[] = [];
  const results = [{ path: 'Welcome.md', score: 2.5, matches: [{ start: 0, end: 5, context: 'Hello.' }] }];
  let searching: ServerFixture;
  beforeAll(async () => {
    const run = (name: string, args: unknown): Promise<JsonObject> => {
      asked.push([name, args]);
      return Promise.resolve({ query: 'x', results, total: 1 });
    };
    searching = await serverFixture({ engine: { run } });
  });

  it.each<[string, JsonObject | null, JsonObject]>([
    ['', { query: 'hello', context_length: 20 }, { query: 'hello', context_length: 20 }],
    // As clients of Obsidian Local REST API ask.
    ['?query=two%20words&contextLength=50', null, { query: 'two words', context_length: 50 }],
    ['?query=a+b', null, { query: 'a b' }],
    ['?query=address', { query: 'body' }, { query: 'body' }],
    ['?query=x&contextLength=many', null, { query: 'x', context_length: 'many' }],
    ['', null, {}],
  ])('%s with %j asks search_notes, and answers in its own shape', async (query, body, args) => {
    asked.length = 0;
    const response = await searching.send({
      url: `/search/simple/${query}`,
      body: body === null ? '' : JSON.stringify(body),
    });
    expect([response.status, asked]).toEqual([200, [['search_notes', args]]]);
    expect(response.json).toEqual([
      { filename: 'Welcome.md', score: 2.5, matches: [{ match: { start: 0, end: 5 }, context: 'Hello.' }] },
    ]);
  });

  it('refuses other arguments', async () => {
    const other = await searching.send({ url: '/search/simple/', body: '{"query": "x", "folder": "y"}' });
    expect([other.status, errorOf(other).hint]).toEqual([400, 'arguments: query, context_length']);
  });

  it('finds what search_notes finds, and refuses what it refuses', async () => {
    const found = await fixture.send({ url: '/search/simple/?query=QUINCE&contextLength=4' });
    const { json } = await fixture.call('search_notes', { query: 'QUINCE', context_length: 4 });
    const [result] = json['results'] as readonly JsonObject[];
    expect(found.json).toMatchObject([
      {
        filename: 'Garden/Bed plan.md',
        score: result?.['score'],
        matches: [{ match: { end: expect.any(Number) as number } }],
      },
    ]);
    for (const query of ['', '?query=%20', '?query=x&contextLength=1001', '?query=x&contextLength=many']) {
      const response = await fixture.send({ url: `/search/simple/${query}` });
      expect([query, response.status, errorOf(response).operation]).toEqual([query, 400, 'search_notes']);
    }
  });
});

describe('a write under way', () => {
  it('is seen whole or not at all', async () => {
    const { engine, send } = await serverFixture();
    const column = { name: 'name', type: 'string', description: 'x' };
    await engine.run('create_table', { name: 'tasks', description: 'x', columns: [column] });
    await engine.run('insert_row', { table: 'tasks', values: { name: 'One' }, body: 'first' });
    const url = '/vault/notedb/main/default/tasks/One.md';
    const write = engine.run('update_rows', { table: 'tasks', set_values: {}, body: 'second' });
    const texts = [];
    for (let i = 0; i < 20; i++) texts.push((await send({ method: 'GET', url })).text);
    await write;
    texts.push((await send({ method: 'GET', url })).text);
    expect(texts.every((text) => /---\n(first|second)$/.test(text.trimEnd()))).toBe(true);
    expect(texts.at(-1)).toContain('second');
  });
});
