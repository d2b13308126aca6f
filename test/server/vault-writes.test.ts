/** Writes of notes that are refused: a complete answer, and nothing changes. Source: docs/http.md#writing-notes */

import { beforeAll, describe, expect, it } from 'vitest';
import { treeOf } from '../engine/commit/crash-loop';
import { PEOPLE } from '../engine/open-vault';
import { type ServerFixture, type TestRequest, errorOf, serverFixture } from './server-fixture';

const FILES = {
  'Log.md': '# Day\none ^x\n# Day\ntwo\n',
  'Other.md': 'other\n',
  'photo.png': 'bytes',
  '.obsidian/app.json': '{}',
};
const ROW = '/vault/notedb/main/default/people/Ada.md';
const TEXT = { 'Content-Type': 'text/markdown' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const HEADING = { ...TEXT, Operation: 'append', 'Target-Type': 'heading', Target: 'Day' };
const instruction = (more: object): string =>
  JSON.stringify({ targetType: 'heading', target: ['Day[1]'], operation: 'append', content: 'x', ...more });

let fixture: ServerFixture;
let row = '';
beforeAll(async () => {
  fixture = await serverFixture({}, { files: FILES });
  await fixture.engine.run('create_table', PEOPLE);
  await fixture.engine.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  row = (await fixture.send({ method: 'GET', url: ROW })).text;
});

const REFUSED: readonly (readonly [what: string, request: Partial<TestRequest>, status: number, says: string])[] = [
  ['no token', { method: 'PUT', url: '/vault/New.md', headers: { Authorization: null }, body: 'x' }, 401, ''],
  [
    'a body of another type',
    { method: 'PUT', url: '/vault/New.md', headers: { 'Content-Type': 'image/png' }, body: 'x' },
    415,
    'text/markdown',
  ],
  [
    'another charset',
    { method: 'PUT', url: '/vault/New.md', headers: { 'Content-Type': 'text/markdown; charset=latin1' }, body: 'x' },
    415,
    '',
  ],
  [
    'a packed body',
    { method: 'PUT', url: '/vault/New.md', headers: { ...TEXT, 'Content-Encoding': 'gzip' }, body: 'x' },
    415,
    '',
  ],
  ['JSON as a note', { method: 'PUT', url: '/vault/New.md', headers: JSON_TYPE, body: '{}' }, 415, ''],
  [
    'other bytes than UTF-8',
    { method: 'PUT', url: '/vault/New.md', headers: TEXT, body: Uint8Array.of(0xff) },
    400,
    'UTF-8',
  ],
  [
    'too long a body',
    { method: 'PUT', url: '/vault/New.md', headers: TEXT, body: 'x'.repeat(10 * 1024 * 1024 + 1) },
    413,
    'several',
  ],
  ['a file that is not a note', { method: 'PUT', url: '/vault/photo.png', headers: TEXT, body: 'x' }, 400, '.md'],
  ['a file that is not a note, deleted', { method: 'DELETE', url: '/vault/photo.png' }, 400, '.md'],
  ['a hidden folder', { method: 'PUT', url: '/vault/.obsidian/plugins.md', headers: TEXT, body: 'x' }, 400, 'dot'],
  ['the private state', { method: 'PUT', url: '/vault/.notedb/x.md', headers: TEXT, body: 'x' }, 400, 'dot'],
  ['a path that leaves the vault', { method: 'PUT', url: '/vault/%2e%2e/x.md', headers: TEXT, body: 'x' }, 400, '..'],
  ['an encoded slash', { method: 'PUT', url: '/vault/a%2fx.md', headers: TEXT, body: 'x' }, 400, 'slash'],
  [
    'broken front matter',
    { method: 'PUT', url: '/vault/New.md', headers: TEXT, body: '---\na: [\n---\n' },
    422,
    'front matter',
  ],
  ['a missing note', { method: 'PATCH', url: '/vault/None.md', headers: HEADING, body: 'x' }, 404, 'None.md'],
  [
    'a heading that is there twice',
    { method: 'PATCH', url: '/vault/Log.md', headers: HEADING, body: 'x' },
    422,
    'Day[1] (line 1), Day[2] (line 3)',
  ],
  [
    'a missing heading',
    { method: 'PATCH', url: '/vault/Log.md', headers: { ...HEADING, Target: 'Night' }, body: 'x' },
    422,
    'Day[1], Day[2]',
  ],
  [
    'a missing block',
    { method: 'PATCH', url: '/vault/Log.md', headers: { ...HEADING, 'Target-Type': 'block', Target: 'y' }, body: 'x' },
    422,
    '^x',
  ],
  [
    'a part by address and headers',
    { method: 'PATCH', url: '/vault/Log.md/heading/Day', headers: HEADING, body: 'x' },
    400,
    'address',
  ],
  [
    'an unknown operation',
    { method: 'PATCH', url: '/vault/Log.md', headers: { ...HEADING, Operation: 'swap' }, body: 'x' },
    400,
    'operation',
  ],
  [
    'no operation',
    { method: 'PATCH', url: '/vault/Log.md', headers: { ...TEXT, 'Target-Type': 'heading', Target: 'Day' }, body: 'x' },
    400,
    'Operation',
  ],
  [
    'another scope',
    { method: 'PATCH', url: '/vault/Log.md', headers: { ...HEADING, 'Target-Scope': 'marker' }, body: 'x' },
    400,
    'marker',
  ],
  [
    'JSON below a heading',
    { method: 'PATCH', url: '/vault/Log.md', headers: { ...HEADING, ...JSON_TYPE, Target: 'Day[1]' }, body: '[1]' },
    400,
    'JSON',
  ],
  [
    'an instruction with an unknown key',
    { method: 'PATCH', url: '/vault/Log.md', headers: JSON_TYPE, body: instruction({ within: 1 }) },
    400,
    'within',
  ],
  [
    'content that is there',
    {
      method: 'PATCH',
      url: '/vault/Log.md',
      headers: JSON_TYPE,
      body: instruction({ content: 'one', rejectIfContentPreexists: true }),
    },
    422,
    'already',
  ],
  [
    'an older revision',
    { method: 'PATCH', url: '/vault/Log.md', headers: JSON_TYPE, body: instruction({ ifMatch: 'old' }) },
    412,
    'read the note again',
  ],
  [
    'an unreadable If-Match',
    { method: 'PUT', url: '/vault/Log.md', headers: { ...TEXT, 'If-Match': '"a' }, body: 'x' },
    400,
    'If-Match',
  ],
  [
    'a note that is there',
    { method: 'PUT', url: '/vault/Log.md', headers: { ...TEXT, 'If-None-Match': '*' }, body: 'x' },
    412,
    'Log.md',
  ],
  ['no destination', { method: 'MOVE', url: '/vault/Log.md' }, 400, 'Destination'],
  [
    'a destination that is there',
    { method: 'MOVE', url: '/vault/Log.md', headers: { Destination: 'Other.md' } },
    409,
    'Other.md',
  ],
  [
    'an absolute destination',
    { method: 'MOVE', url: '/vault/Log.md', headers: { Destination: '/New.md' } },
    400,
    'absolute',
  ],
  ['a destination outside', { method: 'MOVE', url: '/vault/Log.md', headers: { Destination: '../New.md' } }, 400, '..'],
  [
    'a destination that is hidden',
    { method: 'MOVE', url: '/vault/Log.md', headers: { Destination: '.trash/New.md' } },
    400,
    'dot',
  ],
  [
    'a destination of another kind',
    { method: 'MOVE', url: '/vault/Log.md', headers: { Destination: 'New.txt' } },
    400,
    '.md',
  ],
  [
    'an overwritten note',
    { method: 'MOVE', url: '/vault/Log.md', headers: { Destination: 'New.md', 'Allow-Overwrite': 'true' } },
    400,
    'Allow-Overwrite',
  ],
  ['a deletion for good', { method: 'DELETE', url: '/vault/Log.md?permanent=true' }, 400, 'trash'],
  ['a deletion of nothing', { method: 'DELETE', url: '/vault/None.md' }, 404, 'None.md'],
  ['a part to delete', { method: 'DELETE', url: '/vault/Log.md/heading/Day' }, 400, 'PATCH'],
];

describe('a write of a note', () => {
  it.each(REFUSED)('with %s is refused', async (_what, request, status, says) => {
    const before = treeOf(fixture.host.image());
    const response = await fixture.send(request);
    const error = errorOf(response);
    expect([response.status, Object.keys(error).slice(0, 6)]).toEqual([
      status,
      ['code', 'message', 'operation', 'violations', 'conflicts', 'hint'],
    ]);
    expect(`${error.message} ${error.hint ?? ''}`).toContain(says);
    expect(treeOf(fixture.host.image())).toBe(before);
  });

  it('that is a row is refused with its violations', async () => {
    const before = treeOf(fixture.host.image());
    const born = {
      ...JSON_TYPE,
      Operation: 'replace',
      'Target-Type': 'frontmatter',
      Target: 'born',
      'Create-Target-If-Missing': 'true',
    };
    const patched = await fixture.send({ method: 'PATCH', url: ROW, headers: born, body: '"last year"' });
    expect([patched.status, errorOf(patched).violations]).toMatchObject([422, [{ column: 'born', code: 'type' }]]);
    const body = row.replace('name: Ada', 'name: Ada\nborn: soon');
    const put = await fixture.send({ method: 'PUT', url: ROW, headers: TEXT, body });
    expect([put.status, errorOf(put).violations]).toMatchObject([422, [{ column: 'born', code: 'type' }]]);
    const plain = await fixture.send({ method: 'PUT', url: ROW, headers: TEXT, body: 'plain' });
    expect([plain.status, errorOf(plain).conflicts]).toMatchObject([422, [{ column: 'table', code: 'row' }]]);
    expect(treeOf(fixture.host.image())).toBe(before);
  });

  it('in a vault for reading only is a 403', async () => {
    const readOnly = await serverFixture({}, { files: FILES, readOnly: true });
    const response = await readOnly.send({ method: 'PUT', url: '/vault/New.md', headers: TEXT, body: 'x' });
    expect([response.status, errorOf(response).code]).toEqual([403, 'forbidden']);
  });
});
