/** On whose behalf a call is made. Source: docs/http.md#a-request; D12 */

import { describe, expect, it } from 'vitest';
import { readActor } from '../../src/server/actor-header';
import { errorOf, rawRequest, serverFixture } from './server-fixture';

const read = (value: string | readonly string[] | null): unknown =>
  readActor(rawRequest({ headers: { 'X-Service-Actor': value } }));
/** As Node hands over the bytes of a header. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const long = (length: number): string => 'x'.repeat(length);

it.each([
  ['nothing', null, null],
  ['all three', '{"harness":"desk","model":"m-1","session":"s"}', { harness: 'desk', model: 'm-1', session: 's' }],
  ['one of them', '{"model":"m-1"}', { model: 'm-1' }],
  ['a key without a value', '{"model":"m-1","session":null}', { model: 'm-1' }],
  ['none of them', '{}', null],
  ['other keys', '{"model":"m-1","user":"u","toString":1}', { model: 'm-1' }],
  ['UTF-8', asBytes('{"harness":"Bürö – 机"}'), { harness: 'Bürö – 机' }],
  ['Latin-1', '{"harness":"Bürö"}', { harness: 'Bürö' }],
  ['escapes', '{"harness":"\\u673a"}', { harness: '机' }],
  ['the longest value', `{"harness":"${long(200)}"}`, { harness: long(200) }],
  ['__proto__', '{"__proto__":{"model":"evil"}}', null],
])('reads %s', (_, value, expected) => {
  expect(read(value)).toEqual(expected);
});

it.each([
  ['an empty value', ''],
  ['no JSON', 'desk'],
  ['a list', '["desk"]'],
  ['a string', '"desk"'],
  ['null', 'null'],
  ['a number for a string', '{"model":1}'],
  ['an object for a string', '{"model":{}}'],
  ['a value that is too long', `{"harness":"${long(201)}"}`],
  ['a header that is too long', `{"other":"${long(2048)}"}`],
  ['two headers', ['{"model":"a"}', '{"model":"b"}']],
  ['two headers that a proxy joined', '{"model":"a"}, {"model":"b"}'],
])('refuses %s', (_, value) => {
  expect(() => read(value)).toThrow(expect.objectContaining({ code: 'bad_request' }));
});

describe('over the server', () => {
  const table = {
    name: 'notes',
    description: 'Notes.',
    columns: [{ name: 'name', type: 'string', description: 'Its name.' }],
  };

  it('is kept with the write', async () => {
    const { send, call } = await serverFixture();
    const headers = { 'X-Service-Actor': asBytes('{"harness":"Bürö","model":"m-1","session":"7"}') };
    await send({ url: '/notedb/operations/create_table/', headers, body: JSON.stringify(table) });
    await call('insert_row', { table: 'notes', values: { name: 'One' } });
    const { json } = await call('list_migrations');
    const actors = (json['migrations'] as { op: string; actor: unknown }[]).map(({ op, actor }) => [op, actor]);
    expect(actors).toContainEqual(['create_table', { app: null, harness: 'Bürö', model: 'm-1', session: '7' }]);
    expect(actors).toContainEqual(['insert_row', { app: null, harness: null, model: null, session: null }]);
  });

  it('stops the call when it can not be read, before anything is written', async () => {
    const { send, call } = await serverFixture();
    const headers = { 'X-Service-Actor': '{' };
    const response = await send({ url: '/notedb/operations/create_table/', headers, body: JSON.stringify(table) });
    expect([response.status, errorOf(response).code, errorOf(response).operation]).toEqual([
      400,
      'bad_request',
      'create_table',
    ]);
    expect((await call('list_tables')).json).toMatchObject({ tables: [] });
  });
});
