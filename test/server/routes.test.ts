/** Which address leads where. D3, D12, docs/http.md */

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../src/server/route-table';
import { type HttpRoute, findRoute } from '../../src/server/routes';
import { RunningCalls } from '../../src/server/running-calls';
import { times } from '../deep';
import type { ServerFixture } from './server-fixture';
import { TEST_PAGE, errorOf, serverFixture } from './server-fixture';

const ROUTES: readonly HttpRoute<string>[] = [
  { pattern: '/', isOpen: true, methods: { GET: 'about' } },
  { pattern: '/notedb/operations/:operation', methods: { POST: 'run' } },
];

/** Pattern and parameters of the route that an address leads to, or why it leads nowhere. */
function found(url: string): readonly unknown[] {
  const match = findRoute(ROUTES, url);
  return match.kind === 'route' ? [match.route.pattern, match.parameters] : [match.kind];
}

const OPERATIONS_HINT = 'POST /notedb/operations/<name>/';
const ABOUT = ['/', {}];
const operation = (name: string): readonly unknown[] => ['/notedb/operations/:operation', { operation: name }];
const UNKNOWN = ['unknown'];
const MALFORMED = ['malformed'];

it.each<[string, readonly unknown[]]>([
  ['/', ABOUT],
  ['/?x=1', ABOUT],
  ['/notedb/operations/select_rows/', operation('select_rows')],
  ['/notedb/operations/select_rows', operation('select_rows')],
  ['/notedb/operations/select_rows/?token=x', operation('select_rows')],
  ['/notedb/operations/select%5Frows/', operation('select_rows')],
  ['/notedb/operations/select%255Frows/', operation('select%5Frows')],
  ['/notedb/operations/..%2Fx/', operation('../x')],
  ['/notedb/operations/../', operation('..')],
  ['/notedb/operations/', UNKNOWN],
  ['/notedb/operations//', UNKNOWN],
  ['/notedb/operations/a/b', UNKNOWN],
  ['/notedb/operations/a//', UNKNOWN],
  ['//notedb/operations/a/', UNKNOWN],
  ['/notedb//operations/a/', UNKNOWN],
  ['/x/../notedb/operations/a/', UNKNOWN],
  ['/NoteDB/operations/a/', UNKNOWN],
  ['/notedb', UNKNOWN],
  ['/notedb/tables/', UNKNOWN],
  ['/mcp', UNKNOWN],
  ['/vault/', UNKNOWN],
  ['/openapi.json', UNKNOWN],
  ['/guide.md', UNKNOWN],
  ['/app/', UNKNOWN],
  ['/favicon.ico', UNKNOWN],
  ['//', UNKNOWN],
  ['/\\', UNKNOWN],
  ['/%', MALFORMED],
  ['/notedb/operations/%zz/', MALFORMED],
  ['/notedb/operations/%ff/', MALFORMED],
  ['http://127.0.0.1:27390/', MALFORMED],
  ['*', MALFORMED],
  ['', MALFORMED],
])('%j', (url, route) => {
  expect(found(url)).toEqual(route);
});

describe('over the server', () => {
  let fixture: ServerFixture;
  beforeAll(async () => {
    fixture = await serverFixture({ page: TEST_PAGE });
  });

  it.each(['GET', 'HEAD'])(
    'tells its name and versions to %s, without a token and nothing of the vault',
    async (method) => {
      const response = await fixture.send({ method, url: '/', headers: { Authorization: null } });
      expect([response.status, response.json]).toEqual([200, { name: 'NoteDB', version: '0.1.0', api: '1.4.0' }]);
    },
  );

  it.each([
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/', 'GET, HEAD'],
    ['GET', '/notedb/operations/list_tables/', 'POST'],
    ['PUT', '/notedb/operations/list_tables/', 'POST'],
    ['PATCH', '/notedb/operations/no_such_operation/', 'POST'],
    ['OPTIONS', '/notedb/operations/list_tables/', 'POST'],
    ['QUERY', '/notedb/operations/list_tables/', 'POST'],
  ])('refuses %s %s and says what it takes', async (method, url, allowed) => {
    const response = await fixture.send({ method, url });
    expect([response.status, errorOf(response).code, response.header('Allow')]).toEqual([
      405,
      'method_not_allowed',
      allowed,
    ]);
    const stranger = await fixture.send({ method, url, headers: { Authorization: null } });
    // A browser asks for OPTIONS without a token. D19
    expect(stranger.status).toBe(method === 'OPTIONS' ? 405 : 401);
  });

  it('has these addresses without a token, and no others', async () => {
    const { engine, host } = fixture;
    const report = { logger: host.logger, newId: () => '' };
    const services = {
      ...{ ...report, engine, version: '', calls: new RunningCalls(), page: TEST_PAGE },
      ...{ sha256: String, now: () => 0 },
    };
    const routes = allRoutes(services);
    expect(routes.filter(({ isOpen }) => isOpen === true).map(({ pattern }) => pattern)).toEqual([
      '/',
      '/openapi.json',
      '/guide.md',
      '/app',
      '/app/app.js',
      '/app/app.css',
      '/app/icon.svg',
      '/app/inter-latin.woff2',
      '/app/inter-latin-ext.woff2',
    ]);
    for (const { pattern, isOpen = false, methods } of routes) {
      for (const method of Object.keys(methods)) {
        const url = pattern.replace(':operation', 'list_tables').replace('*', 'x.md');
        const response = await fixture.send({ method, url, headers: { Authorization: null } });
        expect([url, method, response.status]).toEqual([url, method, isOpen ? 200 : 401]);
      }
    }
  });

  it.each([
    '/nowhere',
    '/.well-known/oauth-protected-resource/mcp',
    '/register',
    '/notedb/operations/',
    '/notedb/select/',
    '/vault',
    '/openapi.yaml',
  ])('knows nothing at %s, with the token and without', async (url) => {
    const response = await fixture.send({ url });
    expect([response.status, errorOf(response).code]).toEqual([404, 'not_found']);
    const isVault = url === '/vault';
    expect(errorOf(response).hint).toBe(isVault ? 'GET /vault/ lists the root of the vault' : OPERATIONS_HINT);
    expect(await fixture.send({ url, headers: { Authorization: null } })).toHaveProperty('status', 404);
    expect(await fixture.send({ url, headers: { Authorization: 'Bearer wrong' } })).toHaveProperty('status', 401);
  });

  it('names the near operation for one that there is not', async () => {
    const response = await fixture.call('select_row');
    expect([response.status, errorOf(response).code, errorOf(response).operation]).toEqual([
      404,
      'not_found',
      'select_row',
    ]);
    expect(errorOf(response).hint).toContain('select_rows');
  });

  it('refuses an address that can not be read', async () => {
    for (const url of ['/notedb/operations/%zz/', '*', 'http://127.0.0.1:27390/notedb/operations/list_tables/']) {
      const response = await fixture.send({ url });
      expect([response.status, errorOf(response).code]).toEqual([400, 'bad_request']);
    }
  });

  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '',
      '%2e%2e',
      '%2f',
      '%5c',
      '%00',
      '%',
      '%ff',
      '\\',
      'C:',
      'notedb',
      'operations',
      '~',
      '?',
      '#',
    ),
    fc.constantFrom('list_tables', '__proto__', 'constructor', 'toString', 'hasOwnProperty'),
    fc.string({ maxLength: 6 }),
  );

  it('answers any address with an error that is complete, or with a result', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 6 }),
        fc.constantFrom('/', '', '/notedb/operations/'),
        fc.constantFrom('GET', 'POST', 'DELETE'),
        async (pieces, start, method) => {
          const response = await fixture.send({ method, url: start + pieces.join('/') });
          expect([200, 400, 404, 405]).toContain(response.status);
          if (response.status === 200) return;
          expect(Object.keys(errorOf(response))).toEqual([
            'code',
            'message',
            'operation',
            'violations',
            'conflicts',
            'hint',
          ]);
          expect(response.text).not.toMatch(/\n +at |\.ts\b|node_modules/);
        },
      ),
      { numRuns: times(500, 50_000) },
    );
    expect(fixture.host.logger.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
