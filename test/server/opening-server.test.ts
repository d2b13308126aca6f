/** What a server answers while its vault is still being read. docs/http.md#address-and-port */

import { expect, it } from 'vitest';
import { createMemoryHost } from '../memory-host/memory-host';
import { createOpeningServer } from '../../src/server/http-api';
import { PORT, TEST_PAGE, TOKEN, ask, errorOf } from './server-fixture';

const server = createOpeningServer({
  files: TEST_PAGE.files,
  allowedOrigins: ['app://obsidian.md'],
  logger: createMemoryHost({}).logger,
  newId: () => 'id',
});

it('has the page for everybody', async () => {
  const { status, text } = await ask(server, { method: 'GET', url: '/app/', headers: { Authorization: null } });
  expect([status, text]).toEqual([200, 'the file index.html']);
});

it.each([`/notedb/operations/list_tables/`, '/app/session', '/vault/', '/mcp', '/nowhere'])(
  'says at %s that the vault is still being read, and when to ask again',
  async (url) => {
    const response = await ask(server, { url });
    expect([response.status, response.header('Retry-After')]).toEqual([503, '1']);
    expect(errorOf(response)).toMatchObject({ code: 'unavailable', message: 'the vault is still being read' });
  },
);

it('turns away who has no token, and whoever comes from elsewhere', async () => {
  const url = '/notedb/operations/list_tables/';
  expect((await ask(server, { url, headers: { Authorization: null } })).status).toBe(401);
  expect((await ask(server, { url, headers: { Host: 'example.org' } })).status).toBe(403);
  expect((await ask(server, { url, headers: { Origin: 'https://example.org' } })).status).toBe(403);
  const Origin = 'app://obsidian.md';
  const answer = await ask(server, {
    url,
    headers: { Origin, Authorization: `Bearer ${TOKEN}`, Host: `localhost:${PORT}` },
  });
  expect([answer.status, answer.header('Access-Control-Allow-Origin')]).toEqual([503, Origin]);
});
