/** A plain client of Obsidian Local REST API, written after its public description, over a real socket. docs/http.md#writing-notes */

import http from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { type RunningHttpServer, startHttpServer } from '../../src/hosts/node/process/http-server';
import { treeOf } from '../engine/commit/crash-loop';
import { type ServerFixture, TOKEN, serverFixture } from '../server/server-fixture';

const DAILY =
  '---\r\nmood: calm\r\ntags: [daily]\r\n---\r\n# Log\r\n\r\n- woke up\r\n\r\n# Späteres\r\n\r\n| City | People |\r\n| --- | --- |\r\n| Rome | 3 |\r\n\r\n^cities\r\n';
const FILES = { 'Daily/Today.md': DAILY, 'Index.md': 'Today is [[Today]].\n', 'photo.png': 'bytes' };

let fixture: ServerFixture;
let socket: RunningHttpServer;
beforeEach(async () => {
  fixture = await serverFixture({}, { files: FILES });
});
beforeAll(async () => {
  const handler = {
    handle: (request: Parameters<ServerFixture['server']['handle']>[0]) => fixture.server.handle(request),
    refuse: (reason: Parameters<ServerFixture['server']['refuse']>[0]) => fixture.server.refuse(reason),
  };
  const logger = { log: () => undefined };
  socket = await startHttpServer({ http, handler, port: 0, logger });
});
afterAll(() => socket.close());

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${socket.port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const MARKDOWN = { 'Content-Type': 'text/markdown' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const TODAY = '/vault/Daily/Today.md';

it('reads a note whole, in parts, and as a list of its parts', async () => {
  expect(await send('GET', TODAY)).toMatchObject({ status: 200, text: DAILY });
  const target = { 'Target-Type': 'heading', Target: encodeURIComponent('Späteres') };
  expect((await send('GET', TODAY, target)).text).toContain('Rome');
  expect((await send('GET', `${TODAY}/heading/Log`)).text).toBe('\r\n- woke up\r\n\r\n');
  expect((await send('GET', `${TODAY}/block/cities`)).text).toContain('| Rome | 3 |');
  const tags = await send('GET', `${TODAY}/frontmatter/tags`);
  expect([JSON.parse(tags.text), tags.headers.get('content-type')]).toEqual([
    ['daily'],
    'application/json; charset=utf-8',
  ]);
  const map = await send('GET', TODAY, { Accept: 'application/vnd.olrapi.document-map+json' });
  expect(JSON.parse(map.text)).toMatchObject({
    headings: ['Log', 'Späteres'],
    blocks: ['^cities'],
    frontmatterFields: ['mood', 'tags'],
  });
  expect((JSON.parse(map.text) as { readonly version: string }).version).toBe(map.headers.get('etag')?.slice(1, -1));
});

/** Each request of the client, and the text that the note has afterwards. */
const WRITES: readonly (readonly [
  what: string,
  request: Parameters<typeof send>,
  status: number,
  path: string,
  after: string | null,
])[] = [
  ['a new note', ['PUT', '/vault/Inbox/Neu.md', MARKDOWN, '# Neu\n'], 204, 'Inbox/Neu.md', '# Neu\n'],
  ['a note', ['PUT', TODAY, MARKDOWN, 'x'], 204, 'Daily/Today.md', 'x'],
  ['the end of a note', ['POST', TODAY, MARKDOWN, '- later'], 204, 'Daily/Today.md', `${DAILY}- later\r\n`],
  ['the end of a note that is new', ['POST', '/vault/New.md', {}, 'a'], 204, 'New.md', 'a'],
  [
    'a section by headers',
    ['PATCH', TODAY, { ...MARKDOWN, Operation: 'append', 'Target-Type': 'heading', Target: 'Log' }, '- ate'],
    200,
    'Daily/Today.md',
    DAILY.replace('- woke up\r\n', '- woke up\r\n- ate\r\n'),
  ],
  [
    'a missing section',
    [
      'PATCH',
      TODAY,
      {
        ...MARKDOWN,
        Operation: 'append',
        'Target-Type': 'heading',
        Target: 'Log>Evening',
        'Target-Delimiter': '>',
        'Create-Target-If-Missing': 'true',
      },
      'slept',
    ],
    200,
    'Daily/Today.md',
    DAILY.replace('- woke up\r\n', '- woke up\r\n\r\n## Evening\r\n\r\nslept\r\n'),
  ],
  [
    'a section without blank lines',
    [
      'PATCH',
      TODAY,
      { ...MARKDOWN, Operation: 'prepend', 'Target-Type': 'heading', Target: 'Log', 'Trim-Target-Whitespace': 'true' },
      '- up',
    ],
    200,
    'Daily/Today.md',
    DAILY.replace('\r\n\r\n- woke up\r\n\r\n', '\r\n- up\r\n- woke up\r\n'),
  ],
  [
    'rows of a table',
    ['PATCH', TODAY, { ...JSON_TYPE, Operation: 'append', 'Target-Type': 'block', Target: 'cities' }, '[["Bern", 1]]'],
    200,
    'Daily/Today.md',
    DAILY.replace('| Rome | 3 |', '| Rome | 3 |\r\n| Bern | 1 |'),
  ],
  [
    'a property by headers',
    [
      'PATCH',
      TODAY,
      {
        ...JSON_TYPE,
        Operation: 'replace',
        'Target-Type': 'frontmatter',
        Target: 'rating',
        'Create-Target-If-Missing': 'true',
      },
      '4',
    ],
    200,
    'Daily/Today.md',
    DAILY.replace('tags: [daily]\r\n', 'tags: [daily]\r\nrating: 4\r\n'),
  ],
  [
    'a property by an instruction',
    [
      'PATCH',
      TODAY,
      JSON_TYPE,
      '{"targetType": "frontmatter", "target": "tags", "operation": "append", "value": ["good"]}',
    ],
    200,
    'Daily/Today.md',
    DAILY.replace('[daily]', '[daily, good]'),
  ],
  [
    'a section by an instruction, its headings below',
    [
      'PATCH',
      TODAY,
      JSON_TYPE,
      '{"targetType": "heading", "target": ["Log"], "operation": "append", "content": "\\n# Lunch\\nsoup"}',
    ],
    200,
    'Daily/Today.md',
    DAILY.replace('- woke up\r\n', '- woke up\r\n\r\n## Lunch\r\nsoup\r\n'),
  ],
  [
    'no section any more',
    [
      'PATCH',
      TODAY,
      JSON_TYPE,
      '{"targetType": "heading", "target": ["Log"], "operation": "delete", "scope": "markerAndContent"}',
    ],
    200,
    'Daily/Today.md',
    DAILY.replace('# Log\r\n\r\n- woke up\r\n\r\n', ''),
  ],
  [
    'a section by its address',
    ['PUT', `${TODAY}/heading/Log`, MARKDOWN, '- nothing'],
    200,
    'Daily/Today.md',
    DAILY.replace('woke up', 'nothing'),
  ],
  [
    'the end of a section by its address',
    ['POST', `${TODAY}/heading/Log`, MARKDOWN, '- ate'],
    200,
    'Daily/Today.md',
    DAILY.replace('- woke up\r\n', '- woke up\r\n- ate\r\n'),
  ],
  [
    'a property by its address',
    ['PUT', `${TODAY}/frontmatter/mood`, JSON_TYPE, '"glad"'],
    200,
    'Daily/Today.md',
    DAILY.replace('calm', 'glad'),
  ],
  ['no note any more', ['DELETE', TODAY], 204, 'Daily/Today.md', null],
  ['another path', ['MOVE', TODAY, { Destination: 'Archive/' }], 201, 'Archive/Today.md', DAILY],
];

it.each(WRITES)('writes %s, and undo restores every byte', async (_what, request, status, path, after) => {
  const before = treeOf(fixture.host.image());
  const answer = await send(...request);
  expect([answer.text, answer.status]).toEqual([answer.status === 200 ? after : expect.anything(), status]);
  expect(await fixture.host.vault.read(path)).toBe(after);
  const migration_id = answer.headers.get('x-notedb-migration') ?? '';
  expect(treeOf(fixture.host.image())).not.toBe(before);
  await fixture.call('undo_migration', { migration_id });
  expect(treeOf(fixture.host.image())).toBe(before);
});

it('moves a note, and the links to it follow', async () => {
  const moved = await send('MOVE', TODAY, { Destination: encodeURIComponent('Journal/Früher.md') });
  expect(JSON.parse(moved.text)).toEqual({
    message: 'File successfully moved',
    oldPath: 'Daily/Today.md',
    newPath: 'Journal/Früher.md',
  });
  expect(moved.headers.get('content-location')).toBe('Journal/Fr%C3%BCher.md');
  expect((await send('GET', '/vault/Index.md')).text).toBe('Today is [[Früher]].\n');
});

it('writes only what it has read', async () => {
  const { headers } = await send('GET', TODAY);
  const ETag = headers.get('etag') ?? '';
  const first = await send('POST', TODAY, { ...MARKDOWN, 'If-Match': `"other", ${ETag}` }, 'mine');
  expect(first.status).toBe(204);
  for (const [method, more] of [
    ['PUT', {}],
    ['DELETE', {}],
    ['MOVE', { Destination: 'x.md' }],
  ] as const) {
    const late = await send(method, TODAY, { ...more, 'If-Match': ETag }, method === 'PUT' ? 'x' : undefined);
    expect([method, late.status, (JSON.parse(late.text) as { error: JsonObject }).error['code']]).toEqual([
      method,
      412,
      'conflict',
    ]);
  }
  const instruction = { targetType: 'heading', target: null, operation: 'append', content: 'x', ifMatch: ETag };
  expect((await send('PATCH', TODAY, JSON_TYPE, JSON.stringify(instruction))).status).toBe(412);
  expect((await send('PUT', TODAY, { ...MARKDOWN, 'If-None-Match': '*' }, 'x')).status).toBe(412);
  expect((await send('PUT', '/vault/New.md', { ...MARKDOWN, 'If-None-Match': '*' }, 'x')).status).toBe(204);
  const next = first.headers.get('etag') ?? '';
  expect((await send('PUT', TODAY, { ...MARKDOWN, 'If-Match': next }, 'x')).status).toBe(204);
});
