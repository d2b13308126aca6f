/** The page at `/app/`: who gets its files, how they are protected, and what it may ask besides operations. docs/page.md, D12 */

import { LARGEST_PICTURE } from '../../src/kernel/largest-picture';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TokenAuthentication } from '../../src/server/bearer-token';
import { type ServerFixture, PORT, TEST_PAGE, TOKEN, errorOf, serverFixture, sha256 } from './server-fixture';

const FILES = {
  '/app/': ['the file index.html', 'text/html; charset=utf-8'],
  '/app': ['the file index.html', 'text/html; charset=utf-8'],
  '/app/app.js': ['the file app.js', 'text/javascript; charset=utf-8'],
  '/app/app.css': ['the file app.css', 'text/css; charset=utf-8'],
  '/app/icon.svg': ['the file icon.svg', 'image/svg+xml; charset=utf-8'],
  '/app/inter-latin.woff2': ['the file inter-latin.woff2', 'font/woff2'],
  '/app/inter-latin-ext.woff2': ['the file inter-latin-ext.woff2', 'font/woff2'],
};

const APP_TOKEN = 'the-token-of-an-app';
const auth: TokenAuthentication = {
  holderOf: (hash) => {
    if (hash === sha256(TOKEN)) return { kind: 'owner' };
    if (hash !== sha256(APP_TOKEN)) return null;
    const token = { id: 'a1', name: 'Shelf', permissions: ['read'] as const, tables: null, ask: false, expires: null };
    return { kind: 'app', token } as unknown as ReturnType<TokenAuthentication['holderOf']>;
  },
  sha256,
};

let fixture: ServerFixture;
beforeAll(async () => {
  const files = {
    'Pictures/a b.png': 'the bytes',
    'Pictures/c.svg': '<svg/>',
    'Pictures/d.md': 'Text',
    '.hidden/e.png': 'x',
    'Pictures/huge.png': 'x'.repeat(LARGEST_PICTURE + 1),
  };
  fixture = await serverFixture({ page: TEST_PAGE, auth }, { files });
  await fixture.call('create_table', {
    name: 'beds',
    description: 'Beds of the garden',
    filename: '{name}',
    columns: [{ name: 'name', type: 'string', description: 'Its name' }],
  });
  await fixture.call('insert_row', { table: 'beds', values: { name: 'Runner beans' } });
});

const get = (url: string, headers = {}) =>
  fixture.send({ method: 'GET', url, headers: { Authorization: null, ...headers } });
const post = (url: string, args: object, token = TOKEN) =>
  fixture.send({ url, body: JSON.stringify(args), headers: { Authorization: `Bearer ${token}` } });

describe('the files', () => {
  it.each(Object.entries(FILES))('are at %s for everybody on this machine', async (url, [text, type]) => {
    const response = await get(url);
    expect([response.status, response.text, response.header('Content-Type')]).toEqual([200, text, type]);
    expect((await fixture.send({ method: 'HEAD', url, headers: { Authorization: null } })).status).toBe(200);
  });

  it.each(Object.keys(FILES))('come from %s with a policy that lets nothing in and nothing out', async (url) => {
    const response = await get(url);
    const policy = response.header('Content-Security-Policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        `default-src 'none'`,
        `script-src 'self'`,
        `style-src 'self'`,
        `connect-src 'self'`,
        `font-src 'self'`,
        `frame-ancestors 'none'`,
        `base-uri 'none'`,
        `form-action 'none'`,
      ]),
    );
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect([
      response.header('X-Content-Type-Options'),
      response.header('Cache-Control'),
      response.header('Referrer-Policy'),
      response.header('Cross-Origin-Opener-Policy'),
      response.header('Cross-Origin-Resource-Policy'),
    ]).toEqual(['nosniff', 'no-store', 'no-referrer', 'same-origin', 'same-origin']);
  });

  it.each([
    ['a foreign host', { Host: `evil.example:${PORT}` }],
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['the origin of a file', { Origin: 'null' }],
  ])('are not for %s', async (_, headers) => {
    const response = await get('/app/', headers);
    expect([response.status, errorOf(response).code]).toEqual([403, 'forbidden']);
  });

  it.each(['/app/../app.js', '/app/%2e%2e/guide.md', '/app/nothing.js', '/app//app.js', '/app/app.js/x'])(
    'are no others: %s',
    async (url) => {
      expect((await get(url)).status).toBe(404);
      expect((await fixture.send({ method: 'GET', url })).status).toBe(404);
    },
  );

  it('are refused to another method with what is allowed', async () => {
    const response = await fixture.send({ method: 'POST', url: '/app/app.js' });
    expect([response.status, response.header('Allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('are missed in words where nobody has built them', async () => {
    const files = { read: () => Promise.reject(new Error('ENOENT: /somewhere/private/app.js')) };
    const { send } = await serverFixture({ page: { ...TEST_PAGE, files } });
    const response = await send({ method: 'GET', url: '/app/', headers: { Authorization: null } });
    expect([response.status, errorOf(response).hint]).toEqual([404, '"npm run build" makes it']);
    expect(response.text).not.toContain('private');
  });

  it('are nowhere in a program without a page', async () => {
    const { send } = await serverFixture();
    expect((await send({ method: 'GET', url: '/app/' })).status).toBe(404);
    expect((await send({ method: 'GET', url: '/app/', headers: { Authorization: null } })).status).toBe(404);
  });
});

describe('the session', () => {
  it('tells the owner which vault it is', async () => {
    const { status, json } = await post('/app/session', {});
    expect([status, json]).toEqual([200, { vault: 'Demo', read_only: false, app: null }]);
  });

  it('tells an app what its token permits', async () => {
    const { json } = await post('/app/session', {}, APP_TOKEN);
    expect(json).toEqual({ vault: 'Demo', read_only: false, app: { name: 'Shelf', permissions: ['read'] } });
  });

  it('tells that nothing can be written', async () => {
    const { send } = await serverFixture({ page: { ...TEST_PAGE, vault: { name: 'Demo', isReadOnly: true } } });
    expect((await send({ url: '/app/session', body: '{}' })).json).toMatchObject({ read_only: true });
  });

  it.each([['wrong'], ['']])('says nothing to the token %j', async (token) => {
    const response = await post('/app/session', {}, token);
    expect([response.status, response.text.includes('Demo')]).toEqual([401, false]);
  });
});

describe('quick find', () => {
  it('finds names for the owner', async () => {
    const { status, json } = await post('/app/find-names', { query: 'bean', limit: 5, table: 'main.default.beds' });
    expect([status, json]).toMatchObject([200, { names: [{ kind: 'note', name: 'Runner beans' }] }]);
  });

  it('is not for an app, which may not see every name', async () => {
    const response = await post('/app/find-names', { query: 'bean' }, APP_TOKEN);
    expect([response.status, errorOf(response).hint]).toEqual([403, 'search_notes finds notes by words']);
  });

  it.each<[object, string]>([
    [{}, 'query is not a string'],
    [{ query: 3 }, 'query is not a string'],
    [{ query: 'a', limit: 0 }, 'limit is not a number from 1 to 1000'],
    [{ query: 'a', limit: 1001 }, 'limit is not a number from 1 to 1000'],
    [{ query: 'a', limit: '3' }, 'limit is not a number from 1 to 1000'],
    [{ query: 'a', table: 3 }, 'table is not a string'],
    [{ query: 'a', folder: 'x' }, 'unknown argument "folder"'],
  ])('refuses %j', async (args, message) => {
    const response = await post('/app/find-names', args);
    expect([response.status, errorOf(response).message]).toEqual([400, message]);
  });
});

describe('a picture', () => {
  const SOURCE = 'notedb/main/default/beds/Runner beans.md';

  it.each(['a b.png', 'Pictures/a b.png', '../../../../Pictures/a b.png'])(
    'is given by its link: %s',
    async (target) => {
      const response = await post('/app/picture', { target, source: SOURCE });
      expect([response.status, response.text, response.header('Content-Type')]).toEqual([
        200,
        'the bytes',
        'image/png',
      ]);
      expect([response.header('X-Content-Type-Options'), response.header('Content-Security-Policy')]).toEqual([
        'nosniff',
        "default-src 'none'; sandbox",
      ]);
    },
  );

  it.each(['c.svg', 'd', 'Pictures/d.md', 'nothing.png', '', '.hidden/e.png', '../../../../../a b.png/..'])(
    'is nothing else: %s',
    async (target) => {
      const response = await post('/app/picture', { target, source: SOURCE });
      expect([response.status, errorOf(response).code]).toEqual([404, 'not_found']);
    },
  );

  it('is not given where it is too large', async () => {
    const response = await post('/app/picture', { target: 'huge.png', source: SOURCE });
    expect([response.status, errorOf(response).code]).toEqual([413, 'too_large']);
  });

  it('is not for an app that may read no files', async () => {
    const response = await post('/app/picture', { target: 'a b.png', source: SOURCE }, APP_TOKEN);
    expect([response.status, response.text.includes('bytes')]).toEqual([403, false]);
  });

  it.each([{}, { target: 'a b.png' }, { target: 1, source: SOURCE }])(
    'is refused with wrong arguments: %j',
    async (args) => {
      expect((await post('/app/picture', args)).status).toBe(400);
    },
  );

  it('needs a token', async () => {
    expect((await post('/app/picture', { target: 'a b.png', source: SOURCE }, 'wrong')).status).toBe(401);
  });
});
