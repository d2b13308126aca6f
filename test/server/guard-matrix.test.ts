/** Every kind of Host with every kind of Origin, content type and token: who gets in, and who is told what. D12 */

import { beforeAll, describe, expect, it } from 'vitest';
import type { ServerFixture } from './server-fixture';
import { errorOf, PORT, serverFixture, TOKEN } from './server-fixture';

/** A value of a header and whether it should pass. */
type Sample = readonly [value: string | readonly string[] | null, passes: boolean];

const HOSTS: readonly Sample[] = [
  [`127.0.0.1:${PORT}`, true],
  [`localhost:${PORT}`, true],
  [`LocalHost:${PORT}`, true],
  [`[::1]:${PORT}`, true],
  [null, false],
  ['', false],
  ['127.0.0.1', false],
  ['localhost:80', false],
  [`127.0.0.1:${PORT + 1}`, false],
  [`127.0.0.1:0${PORT}0`, false],
  [`127.0.0.1:${PORT}:80`, false],
  [`evil.example:${PORT}`, false],
  ['evil.example', false],
  [`localhost.:${PORT}`, false],
  [`localhost.evil.example:${PORT}`, false],
  [`127.0.0.1.nip.io:${PORT}`, false],
  [`0.0.0.0:${PORT}`, false],
  [`2130706433:${PORT}`, false],
  [`[::ffff:127.0.0.1]:${PORT}`, false],
  [`::1:${PORT}`, false],
  [`user@127.0.0.1:${PORT}`, false],
  [`127.0.0.1:${PORT} `, false],
  [[`127.0.0.1:${PORT}`, `127.0.0.1:${PORT}`], false],
  [[`127.0.0.1:${PORT}`, 'evil.example'], false],
];

const ORIGINS: readonly Sample[] = [
  [null, true],
  [`http://127.0.0.1:${PORT}`, true],
  [`http://localhost:${PORT}`, true],
  ['app://obsidian.md', true],
  ['', false],
  ['null', false],
  ['*', false],
  ['https://evil.example', false],
  [`https://127.0.0.1:${PORT}`, false],
  [`http://127.0.0.1:${PORT + 1}`, false],
  [`http://127.0.0.1:${PORT}/`, false],
  ['app://obsidian.md.evil.example', false],
  [[`http://127.0.0.1:${PORT}`, `http://127.0.0.1:${PORT}`], false],
];

const TYPES: readonly Sample[] = [
  ['application/json', true],
  ['Application/JSON; charset=UTF-8', true],
  [null, false],
  ['text/plain', false],
  ['application/x-www-form-urlencoded', false],
  ['application/json, text/plain', false],
  ['application/json; charset=utf-16', false],
  [['application/json', 'application/json'], false],
];

const TOKENS: readonly Sample[] = [
  [`Bearer ${TOKEN}`, true],
  [`bearer  ${TOKEN}`, true],
  [null, false],
  ['', false],
  ['Bearer', false],
  ['Bearer ', false],
  ['Bearer wrong', false],
  [`Bearer ${TOKEN}x`, false],
  [`Bearer ${TOKEN.slice(1)}`, false],
  [`Bearer ${TOKEN.toUpperCase()}`, false],
  [`Bearer ${TOKEN} ${TOKEN}`, false],
  [`Bearer ${TOKEN}, Bearer ${TOKEN}`, false],
  [`Basic ${TOKEN}`, false],
  [TOKEN, false],
  ['Bearer \u0000', false],
  [[`Bearer ${TOKEN}`, `Bearer ${TOKEN}`], false],
  [[`Bearer wrong`, `Bearer ${TOKEN}`], false],
];

/** What the four say together: the first that objects decides. */
function expectedOf(host: Sample, origin: Sample, token: Sample, type: Sample): [number, string | null] {
  if (!host[1] || !origin[1]) return [403, 'forbidden'];
  if (!token[1]) return [401, 'unauthorized'];
  return type[1] ? [200, null] : [415, 'unsupported_media_type'];
}

let fixture: ServerFixture;
let cases = 0;
beforeAll(async () => {
  fixture = await serverFixture({ allowedOrigins: ['app://obsidian.md'] });
});

const pairs = HOSTS.flatMap((host) =>
  ORIGINS.map((origin) => [String(host[0]), String(origin[0]), host, origin] as const),
);

describe('the guard', () => {
  it.each(pairs)('judges Host %j with Origin %j before token and content type', async (_, __, host, origin) => {
    for (const token of TOKENS) {
      for (const type of TYPES) {
        cases += 1;
        const headers = { Host: host[0], Origin: origin[0], Authorization: token[0], 'Content-Type': type[0] };
        const response = await fixture.send({ headers, body: '{}' });
        const [status, code] = expectedOf(host, origin, token, type);
        expect([
          response.status,
          (response.json['error'] as { code: string } | undefined)?.code ?? null,
          headers,
        ]).toEqual([status, code, headers]);
        expect(response.header('Access-Control-Allow-Origin')).not.toBe('*');
        expect(response.header('WWW-Authenticate')).toBe(status === 401 ? 'Bearer realm="notedb"' : undefined);
      }
    }
  });

  it('went through more than thirty thousand cases', () => {
    expect(cases).toBe(HOSTS.length * ORIGINS.length * TOKENS.length * TYPES.length);
    expect(cases).toBeGreaterThan(30_000);
  });

  it('judges Host and Origin alike for every method, before address, token and body', async () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
    let judged = 0;
    for (const [, , host, origin] of pairs) {
      for (const method of methods) {
        for (const url of ['/notedb/operations/list_tables/', '/vault/', '/openapi.json', '/nowhere']) {
          const headers = { Host: host[0], Origin: origin[0], Authorization: null, 'Content-Type': 'text/plain' };
          const { status } = await fixture.send({ method, url, headers, body: 'x' });
          if (!host[1] || !origin[1]) expect([method, url, headers, status]).toEqual([method, url, headers, 403]);
          else expect([200, 204, 401, 404, 405]).toContain(status);
          judged += 1;
        }
      }
    }
    expect(judged).toBeGreaterThan(10_000);
  });

  it('lets an empty body pass whatever its type is', async () => {
    for (const [type] of TYPES) {
      expect(await fixture.send({ headers: { 'Content-Type': type } })).toHaveProperty('status', 200);
    }
  });

  it('turns away a page of another origin even with the right token, and says nothing of the vault', async () => {
    const response = await fixture.send({ headers: { Origin: 'https://evil.example' } });
    expect(errorOf(response)).toEqual({
      code: 'forbidden',
      message: 'web pages of another origin may not use this server',
      operation: null,
      violations: [],
      conflicts: [],
      hint: 'add the origin to the allowed ones in the settings',
    });
    expect(response.header('Access-Control-Allow-Origin')).toBeUndefined();
  });

  it('names itself to who calls it by a wrong name', async () => {
    const response = await fixture.send({ headers: { Host: 'evil.example' } });
    expect(errorOf(response).hint).toBe(`address the server as 127.0.0.1:${PORT} or localhost:${PORT}`);
  });

  it('does not even let the open route answer to a wrong Host', async () => {
    const headers = { Host: 'evil.example', Authorization: null };
    expect(await fixture.send({ method: 'GET', url: '/', headers })).toHaveProperty('status', 403);
  });

  it('needs no token that is kept: without one nobody gets in', async () => {
    const { send } = await serverFixture({ auth: { holderOf: () => null, sha256: () => '' } });
    expect(await send({})).toHaveProperty('status', 401);
    expect(await send({ headers: { Authorization: 'Bearer ' } })).toHaveProperty('status', 401);
  });

  it('follows a token that is replaced while it runs', async () => {
    let stored = 'one';
    const hash = (text: string): string => `hash of ${text}`;
    const { send } = await serverFixture({
      auth: { holderOf: (given) => (given === hash(stored) ? { kind: 'owner' } : null), sha256: hash },
    });
    const status = async (token: string): Promise<number> =>
      (await send({ headers: { Authorization: `Bearer ${token}` } })).status;
    expect([await status('one'), await status('two')]).toEqual([200, 401]);
    stored = 'two';
    expect([await status('one'), await status('two')]).toEqual([401, 200]);
  });
});
