/** Requests that no operation gets to see: each status of D5, one line each, and the vault is as it was. Source: docs/http.md#errors; D5, D12 */

import { expect, it } from 'vitest';
import { errorOf, serverFixture } from '../server/server-fixture';
import type { TestRequest } from '../server/server-fixture';
import { PEOPLE } from './tables';

const INSERT = '/notedb/operations/insert_row/';
const BODY = JSON.stringify({ table: 'people', values: { name: 'Ada' } });
const right: Partial<TestRequest> = { url: INSERT, body: BODY };

/** What is wrong with the request, the request, the status and code, part of the hint. */
const LINES: readonly (readonly [string, Partial<TestRequest>, string, string])[] = [
  ['no JSON', { ...right, body: '{"table": ' }, '400 bad_request', 'one JSON object'],
  ['a list for an object', { ...right, body: '[]' }, '400 bad_request', 'one JSON object'],
  ['bytes that are not text', { ...right, body: Uint8Array.of(0xff, 0xfe) }, '400 bad_request', 'one JSON object'],
  ['a body nested 65 levels', { ...right, body: `${'['.repeat(65)}${']'.repeat(65)}` }, '400 bad_request', 'one JSON'],
  [
    'an actor that is not an object',
    { ...right, headers: { 'X-Service-Actor': '7' } },
    '400 bad_request',
    'X-Service-Actor',
  ],
  ['no token', { ...right, headers: { Authorization: null } }, '401 unauthorized', 'Bearer'],
  ['a wrong token', { ...right, headers: { Authorization: 'Bearer wrong' } }, '401 unauthorized', 'Bearer'],
  ['a token twice', { ...right, headers: { Authorization: ['Bearer a', 'Bearer b'] } }, '401 unauthorized', 'Bearer'],
  ['another host', { ...right, headers: { Host: 'evil.example' } }, '403 forbidden', '127.0.0.1'],
  ['a foreign page', { ...right, headers: { Origin: 'https://evil.example' } }, '403 forbidden', 'settings'],
  ['no such route', { ...right, url: '/notedb/operation/insert_row/' }, '404 not_found', ''],
  ['no such operation', { ...right, url: '/notedb/operations/insert_rows/' }, '404 not_found', 'insert_row'],
  ['a wrong method', { ...right, method: 'GET' }, '405 method_not_allowed', ''],
  ['eleven megabytes', { ...right, body: `"${'x'.repeat(11 * 1024 * 1024)}"` }, '413 too_large', 'several calls'],
  ['a form', { ...right, headers: { 'Content-Type': 'text/plain' } }, '415 unsupported_media_type', 'application/json'],
];

it.each(LINES)('%s', async (_what, request, refused, hint) => {
  const { engine, host, send } = await serverFixture();
  await engine.run('create_table', PEOPLE[1]);
  const before = host.external.notes();
  const response = await send(request);
  const error = errorOf(response);
  expect(`${response.status} ${error.code}`).toBe(refused);
  expect(error.message).not.toBe('');
  expect(error.hint ?? '').toContain(hint);
  expect(host.external.notes()).toEqual(before);
});

it('a vault that is closing', async () => {
  const { engine, host, server, send } = await serverFixture();
  await engine.run('create_table', PEOPLE[1]);
  const before = host.external.notes();
  await server.stop();
  const response = await send(right);
  expect([response.status, errorOf(response).code, response.header('Retry-After')]).toEqual([503, 'unavailable', '1']);
  expect(host.external.notes()).toEqual(before);
});
