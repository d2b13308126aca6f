/** Errors as callers see them: body, status, headers, and what never shows. D5, D12 */

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Caller,
  type Engine,
  type ErrorCode,
  type JsonObject,
  type Violation,
  NotedbError,
  VaultFailure,
} from '../../src/engine/index';
import { errorBody } from '../../src/server/caller-error';
import { errorOf, serverFixture } from './server-fixture';

const endWaits = (): void => undefined;

/** An engine whose every operation throws this. */
const failing = (thrown: unknown): Pick<Engine, 'endWaits' | 'run'> => ({
  endWaits,
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what a defect throws may be no error
  run: () => Promise.reject(thrown),
});

const STATUSES: readonly [ErrorCode, number][] = [
  ['bad_request', 400],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['too_large', 413],
  ['unsupported_media_type', 415],
  ['refused', 422],
  ['conflict', 422],
  ['metastore_invalid', 422],
  ['too_many_requests', 429],
  ['internal', 500],
  ['unavailable', 503],
];

describe('the status', () => {
  it.each(STATUSES)('of %s is %i', async (code, status) => {
    const { call } = await serverFixture({ engine: failing(new NotedbError(code, 'no')) });
    const response = await call('list_tables');
    expect([response.status, errorOf(response).code]).toEqual([status, code]);
    expect(response.header('Content-Type')).toBe('application/json; charset=utf-8');
    expect(response.header('X-Content-Type-Options')).toBe('nosniff');
    expect(response.header('Cache-Control')).toBe('no-store');
    expect(response.header('Retry-After')).toBe([429, 503].includes(status) ? '1' : undefined);
    expect(response.header('WWW-Authenticate')).toBe(status === 401 ? 'Bearer realm="notedb"' : undefined);
  });
});

it('is documented for every code', () => {
  const text = fs.readFileSync(path.join(import.meta.dirname, '../../docs/http.md'), 'utf8');
  const documented = [...text.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [
    code,
    Number(status),
  ]);
  // Requests that are too slow, and headers that are too long, have a status of their own.
  expect(documented.filter(([, status]) => status !== 408 && status !== 431)).toEqual(STATUSES);
  expect(documented).toContainEqual(['bad_request', 408]);
  expect(documented).toContainEqual(['too_large', 431]);
});

describe('the body', () => {
  const violation = (n: number): Violation => ({ path: `${n}.md`, column: 'status', code: 'enum', message: 'no' });

  it('has all of its keys, in all of its entries', () => {
    const error = new NotedbError('refused', 'status: "don" is not allowed', {
      violations: [
        { ...violation(1), value: 'don' },
        { ...violation(2), severity: 'warning' },
      ],
      conflicts: [
        { path: null, column: null, code: 'changed', message: 'changed' },
        { path: 'a.md', column: 'b', code: 'expect', message: 'differs', expected: 1, actual: 2 },
      ],
      hint: 'todo, doing, done',
    });
    expect(errorBody(error, 'update_row')).toEqual({
      error: {
        code: 'refused',
        message: 'status: "don" is not allowed',
        operation: 'update_row',
        violations: [
          { path: '1.md', column: 'status', code: 'enum', message: 'no', value: 'don' },
          { path: '2.md', column: 'status', code: 'enum', message: 'no', value: null, severity: 'warning' },
        ],
        conflicts: [
          { path: null, column: null, code: 'changed', message: 'changed', expected: null, actual: null },
          { path: 'a.md', column: 'b', code: 'expect', message: 'differs', expected: 1, actual: 2 },
        ],
        hint: 'todo, doing, done',
      },
    });
  });

  it('has nulls and empty lists where there is nothing to say', () => {
    expect(errorBody(new NotedbError('refused', 'no'), null)).toEqual({
      error: { code: 'refused', message: 'no', operation: null, violations: [], conflicts: [], hint: null },
    });
  });

  it.each([
    [0, 0, undefined],
    [100, 100, undefined],
    [101, 100, 101],
    [5000, 100, 5000],
  ])('of %i violations and conflicts lists %i and tells the total %s', (given, listed, total) => {
    const violations = Array.from({ length: given }, (_, n) => violation(n));
    const error = errorBody(new NotedbError('refused', 'no', { violations, conflicts: violations }), null)['error'];
    expect(error).toMatchObject({ violations: { length: listed }, conflicts: { length: listed } });
    expect([(error as JsonObject)['violations_total'], (error as JsonObject)['conflicts_total']]).toEqual([
      total,
      total,
    ]);
  });
});

describe('a defect', () => {
  const canary = 'canary-7f3a';
  const withStack = (error: Error): Error => {
    error.stack = `${error.name}: ${error.message}\n    at f (/home/${canary}/src/a.ts:1:2)\n    at file:///C:/${canary}/b.mjs:3:4`;
    return error;
  };

  it.each<[string, unknown, Readonly<Record<string, unknown>>]>([
    [
      'of the language',
      withStack(new TypeError('x is not a function')),
      { error: 'TypeError', message: 'x is not a function', at: ['f (a.ts:1:2)', 'b.mjs:3:4'] },
    ],
    [
      'of the system',
      withStack(Object.assign(new Error(`EACCES: permission denied, open '/home/${canary}'`), { code: 'EACCES' })),
      { error: 'Error', code: 'EACCES', at: ['f (a.ts:1:2)', 'b.mjs:3:4'] },
    ],
    ['of the vault', withStack(new VaultFailure('io', `${canary}.md`, 'EIO')), { error: 'VaultFailure', code: 'io' }],
    ['with data in its words', withStack(new Error(`bad value ${canary}`)), { error: 'Error' }],
    ['of reading JSON', withStack(new SyntaxError(`Unexpected token in "${canary}"`)), { error: 'SyntaxError' }],
    ['that was meant', withStack(new NotedbError('internal', canary)), { error: 'NotedbError', code: 'internal' }],
    ['that is not an error', canary, { thrown: 'string' }],
    ['that is nothing', undefined, { thrown: 'undefined' }],
  ])('%s: the caller gets an id, the log has it, and neither has data or folders', async (_, thrown, logged) => {
    const { call, host } = await serverFixture({ engine: failing(thrown) });
    const response = await call('select_rows', { table: canary });
    expect([response.status, errorOf(response).code, errorOf(response).operation]).toEqual([
      500,
      'internal',
      'select_rows',
    ]);
    expect(errorOf(response).message).toContain('id-1');
    const entries = host.logger.entries.filter(({ event }) => event === 'internal_error');
    expect(entries).toEqual([
      {
        level: 'error',
        event: 'internal_error',
        data: expect.objectContaining({ id: 'id-1', operation: 'select_rows', ...logged }) as unknown,
      },
    ]);
    expect(response.text + JSON.stringify(entries)).not.toContain(canary);
    expect(response.text).not.toMatch(/\n +at |\.ts\b|\.mjs/);
  });
});

describe('shutting down', () => {
  it('answers what runs, and lets nothing new begin', async () => {
    let finish = (): void => undefined;
    let callers: (Caller | undefined)[] = [];
    const engine = {
      endWaits,
      run: (_: string, __: unknown, caller?: Caller): Promise<JsonObject> => {
        callers = [...callers, caller];
        return new Promise((resolve) => (finish = () => resolve({ done: true })));
      },
    };
    const { server, call } = await serverFixture({ engine });
    const first = call('insert_row');
    await new Promise((resolve) => setImmediate(resolve));
    let isStopped = false;
    const stopped = server.stop().then(() => (isStopped = true));

    const second = await call('insert_row');
    expect([second.status, errorOf(second).code, second.header('Retry-After')]).toEqual([503, 'unavailable', '1']);
    expect([isStopped, callers]).toEqual([false, [{ kind: 'owner', actor: null }]]);
    finish();
    expect((await first).json).toEqual({ done: true });
    await stopped;
  });

  it('is at once when nothing runs, also after a failure', async () => {
    const { server, call } = await serverFixture({ engine: failing(new NotedbError('refused', 'no')) });
    await call('insert_row');
    await expect(server.stop()).resolves.toBeUndefined();
  });
});

describe('what is no request', () => {
  it.each([
    ['malformed', 400, 'bad_request'],
    ['headers_too_large', 431, 'too_large'],
    ['too_slow', 408, 'bad_request'],
    ['too_many_connections', 429, 'too_many_requests'],
  ] as const)('%s has a complete answer', async (reason, status, code) => {
    const { server } = await serverFixture();
    const response = server.refuse(reason);
    expect([response.status, JSON.parse(response.body)]).toMatchObject([status, { error: { code, operation: null } }]);
    expect(response.headers).toContainEqual(['Content-Type', 'application/json; charset=utf-8']);
  });
});
