/** What a body may be. D12 */

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readArguments, nestsDeeperThan } from '../../src/server/json-body';
import { times } from '../deep';
import { type ServerFixture, type TestRequest, errorOf, rawRequest, serverFixture } from './server-fixture';

const read = (request: Partial<TestRequest>): Promise<unknown> => readArguments(rawRequest(request));
const nested = (levels: number): string => `{"a":`.repeat(levels) + '1' + '}'.repeat(levels);
const MOST_BYTES = 10 * 1024 * 1024;

describe('arguments', () => {
  it.each([
    ['an empty body', '', {}],
    ['an object', '{"table":"tasks"}', { table: 'tasks' }],
    ['white space around it', ' \r\n{"a": [1, "ü"]}\n', { a: [1, 'ü'] }],
    ['a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
    ['64 levels', nested(64), JSON.parse(nested(64))],
    [
      'brackets in strings',
      `{"a":"${'['.repeat(100)}\\"${'{'.repeat(100)}"}`,
      { a: `${'['.repeat(100)}"${'{'.repeat(100)}` },
    ],
  ])('may be %s', async (_, body, expected) => {
    expect(await read({ body })).toEqual(expected);
  });

  it.each([
    ['white space alone', '  '],
    ['half an object', '{"a":'],
    ['two objects', '{}{}'],
    ['a comment', '{} // no'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a string', '"{}"'],
    ['a number', '7'],
    ['65 levels', nested(65)],
    ['65 levels of lists', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['what never closes', '['.repeat(1_000_000)],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xe9, 0x22)],
    ['an UTF-8 surrogate', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
  ])('may not be %s', async (_, body) => {
    await expect(read({ body })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('may be 10 MiB long, and not a byte more', async () => {
    const frame = '{"a":""}';
    const longest = `{"a":"${'x'.repeat(MOST_BYTES - frame.length)}"}`;
    expect(await read({ body: longest })).toHaveProperty('a.length', MOST_BYTES - frame.length);
    await expect(read({ body: `${longest} ` })).rejects.toMatchObject({ code: 'too_large' });
    await expect(read({ body: `${longest} `, headers: { 'Content-Length': null } })).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('are not read at all when their length is told and too much', async () => {
    const request = {
      ...rawRequest({ headers: { 'Content-Length': String(MOST_BYTES + 1) } }),
      readBody: () => Promise.reject(new Error('the body was read')),
    };
    await expect(readArguments(request)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('may not be compressed', async () => {
    const body = '{}';
    await expect(read({ body, headers: { 'Content-Encoding': 'gzip' } })).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
    expect(await read({ body, headers: { 'Content-Encoding': 'identity' } })).toEqual({});
  });

  it('that break off are a bad request', async () => {
    const request = { ...rawRequest({}), readBody: () => Promise.reject(new Error('gone')) };
    await expect(readArguments(request)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('are not quoted when they can not be read', async () => {
    const error: unknown = await read({ body: '{"a": canary}' }).catch((each: unknown) => each);
    expect(error).toHaveProperty('message', expect.stringMatching(/^the body is not valid JSON/));
    expect(JSON.stringify(error) + String(error)).not.toContain('canary');
  });
});

describe('depth', () => {
  const depthOf = (value: unknown): number =>
    typeof value !== 'object' || value === null
      ? 0
      : 1 + Object.values(value).reduce<number>((most, each) => Math.max(most, depthOf(each)), 0);

  it('is what the parsed value has', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(7), fc.nat(2), (value, limit, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(nestsDeeperThan(limit, text)).toBe(depthOf(JSON.parse(text)) > limit);
      }),
      { numRuns: times(500, 50_000) },
    );
  });
});

describe('over the server', () => {
  let fixture: ServerFixture;
  beforeAll(async () => {
    fixture = await serverFixture();
    await fixture.engine.run('create_table', {
      name: 'notes',
      description: 'Notes.',
      columns: [
        { name: 'name', type: 'string', description: 'Its name.' },
        { name: 'data', type: 'json', description: 'Anything.' },
      ],
    });
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s wherever it stands', async (key) => {
    for (const values of [{ [key]: 1 }, { name: 'x', data: { deep: [{ [key]: 1 }] } }]) {
      // A computed `__proto__` is an own key, as it is after JSON.parse.
      const response = await fixture.call('insert_row', { table: 'notes', values });
      expect([response.status, errorOf(response).code]).toEqual([400, 'bad_request']);
    }
    const where = await fixture.send({
      url: '/notedb/operations/select_rows/',
      body: `{"table":"notes","where":{"${key}":{"eq":1}}}`,
    });
    expect(where.status).toBe(400);
    expect(({} as Record<string, unknown>)['eq']).toBeUndefined();
    expect((await fixture.call('select_rows', { table: 'notes' })).json).toMatchObject({ total: 0 });
  });

  it('answers any body with an error that is complete, or with a result', async () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.uint8Array(),
      fc.record({ table: fc.anything(), where: fc.anything() }).map((value) => JSON.stringify(value) ?? ''),
    );
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom('select_rows', 'insert_row', 'create_table'), async (body, name) => {
        const response = await fixture.send({ url: `/notedb/operations/${name}`, body });
        expect([200, 400, 404, 422]).toContain(response.status);
        if (response.status === 200) return;
        expect(Object.keys(errorOf(response))).toEqual([
          'code',
          'message',
          'operation',
          'violations',
          'conflicts',
          'hint',
        ]);
      }),
      { numRuns: times(500, 20_000) },
    );
    expect(fixture.host.logger.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
