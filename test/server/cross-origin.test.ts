/** Pages of an allowed origin, as a browser asks for them. D12 */

import { expect, it } from 'vitest';
import { serverFixture } from './server-fixture';

const ALLOWED = 'app://obsidian.md';
const preflight = { 'Access-Control-Request-Method': 'POST', Authorization: null, 'Content-Type': null };

it('answers a preflight of an allowed origin without a token, for that origin alone', async () => {
  const { send } = await serverFixture({ allowedOrigins: [ALLOWED] });
  const response = await send({ method: 'OPTIONS', headers: { ...preflight, Origin: ALLOWED } });
  expect([response.status, response.text]).toEqual([204, '']);
  expect(response.header('Access-Control-Allow-Origin')).toBe(ALLOWED);
  expect(response.header('Vary')).toBe('Origin');
  expect(response.header('Access-Control-Allow-Headers')).toBe(
    'Authorization, Content-Type, X-Service-Actor, If-Match, If-None-Match, Operation, Target-Type, Target, Target-Delimiter, Target-Scope, Create-Target-If-Missing, Reject-If-Content-Preexists, Trim-Target-Whitespace, Destination, Last-Event-ID, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
  );
  expect(response.header('Access-Control-Allow-Credentials')).toBeUndefined();
  expect(response.header('Access-Control-Allow-Private-Network')).toBeUndefined();
});

it.each([
  ['a preflight of another origin', { ...preflight, Origin: 'https://evil.example' }, 403],
  ['a preflight of no origin', preflight, 405],
  ['a preflight of its own page', { ...preflight, Origin: 'http://localhost:27390' }, 405],
  ['an OPTIONS request with a token', {}, 405],
])('does not answer %s as one', async (_, headers, status) => {
  const { send } = await serverFixture({ allowedOrigins: [ALLOWED] });
  const response = await send({ method: 'OPTIONS', headers });
  expect(response.status).toBe(status);
  expect(response.header('Access-Control-Allow-Methods')).toBeUndefined();
});

it('lets an allowed page read results and refusals', async () => {
  const { send } = await serverFixture({ allowedOrigins: [ALLOWED] });
  const headers = { Origin: ALLOWED };
  for (const [url, status] of [
    ['/notedb/operations/list_tables/', 200],
    ['/nowhere', 404],
  ] as const) {
    const response = await send({ url, headers });
    expect([response.status, response.header('Access-Control-Allow-Origin')]).toEqual([status, ALLOWED]);
  }
});

it('lets an agent in a page speak the Model Context Protocol, and read the id of its session', async () => {
  const { send } = await serverFixture({ allowedOrigins: [ALLOWED] });
  const clientInfo = { name: 'page', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const response = await send({ url: '/mcp', headers: { Origin: ALLOWED }, body });
  expect([response.status, response.header('Access-Control-Allow-Origin')]).toEqual([200, ALLOWED]);
  expect(response.header('Mcp-Session-Id')).toMatch(/^client-/);
  expect(response.header('Access-Control-Expose-Headers')).toBe(
    'Mcp-Session-Id, WWW-Authenticate, Retry-After, Allow, ETag, Content-Location, X-NoteDB-Migration',
  );
  const asked = await send({ method: 'OPTIONS', url: '/mcp', headers: { ...preflight, Origin: ALLOWED } });
  expect(asked.status).toBe(204);
});

it('needs no permission for its own page', async () => {
  const { send } = await serverFixture();
  const response = await send({ headers: { Origin: 'http://localhost:27390' } });
  expect([response.status, response.header('Access-Control-Allow-Origin')]).toEqual([200, undefined]);
});
