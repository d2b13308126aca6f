/** No path leads out of the vault: in an address, in an argument, over a socket. Canary files lie beside it. D12, D19 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { PORT, type TestResponse, ask } from '../server/server-fixture';
import { size } from '../deep';
import { CANARY, type RealServer, startRealServer } from './real-server';

const DOTS = [
  '..',
  '.',
  '...',
  '....',
  '.%2e',
  '%2e.',
  '%2e%2e',
  '%2E%2E',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%e0%80%ae',
  '%uff0e%uff0e',
  '\uFF0E\uFF0E',
  '\u2025',
  '..;',
  '..%00',
  '..%20',
  '~',
];
const SEPARATORS = ['/', '\\', '%2f', '%2F', '%5c', '%5C', '//', '/./', '%252f', '%c0%af', '\u2215'];
const STARTS = ['', 'Garden/', 'link/', '/', './'];
const TAILS = ['outside/canary.md', 'vault-beside/canary.md'];

/** What no separator is needed for. `$` is the folder that holds the vault. */
const ABSOLUTE = [
  '$/outside/canary.md',
  '/$/outside/canary.md',
  'file://$/outside/canary.md',
  'C:/outside/canary.md',
  'C:outside\\canary.md',
  'C:\\outside\\canary.md',
  '\\\\server\\share\\canary.md',
  '//server/share/canary.md',
  '\\\\?\\C:\\canary.md',
  '/etc/passwd',
  '/proc/self/environ',
  'canary.md:stream',
  'Welcome.md::$DATA',
  'link',
  'link/',
  'link/canary',
  'link/canary.md',
  'link.md',
  'LINK/canary.md',
  '.obsidian/app.json',
  '.OBSIDIAN/app.json',
  '.git/config',
  '.notedb/',
  'Garden/.hidden.md',
  'Garden/.Hidden.md',
  'CON',
  'NUL.md',
  'welcome.md ',
  'WELCOME.MD',
  'Ga\u0308rten/x.md',
  'G\u00e4rten/x.md',
  '\u0000',
  'Welcome.md\u0000.png',
  'a\nb.md',
  'a\rb.md',
  '__proto__',
  'constructor/prototype.md',
];

const VECTORS: readonly string[] = [
  ...ABSOLUTE,
  ...STARTS.flatMap((start) =>
    DOTS.flatMap((dots) =>
      SEPARATORS.flatMap((separator) =>
        TAILS.map((tail, i) => `${start}${`${dots}${separator}`.repeat(i + 1)}${tail.replaceAll('/', separator)}`),
      ),
    ),
  ),
];

let real: RealServer;
let before: Readonly<Record<string, string>>;
beforeAll(async () => {
  real = await startRealServer({
    'Welcome.md': 'Hello',
    'Garden/Bed.md': 'Bed',
    'Garden/.hidden.md': CANARY,
    '.obsidian/app.json': JSON.stringify({ secret: CANARY }),
  });
  const column = { name: 'name', type: 'string', description: 'x' };
  await real.engine.run('create_table', { name: 'tasks', description: 'x', columns: [column] });
  before = real.snapshot();
});
afterAll(async () => {
  await real.close();
});

const vectors = (): readonly string[] => VECTORS.map((each) => each.replaceAll('$', real.folder));

/** One part of the vectors a test, so that none takes long. */
const PARTS = [0, 1, 2, 3, 4, 5, 6, 7];

const partOfVectors = (part: number): readonly (readonly [number, string])[] =>
  [...vectors().entries()].filter(([i]) => i % PARTS.length === part);

/** Whether a vector is tried with the slower calls too: all that need no separator, and one of so many others. */
const isOneOf = (every: number, i: number): boolean =>
  i < ABSOLUTE.length || Math.floor(i / PARTS.length) % size(every, 1) === 0;

/** What a URL may not hold as it is; everything else stays as it was thought of. */
const asAddress = (vector: string): string => vector.replace(/[^\x21-\x7e]|[?#]/g, encodeURIComponent);

/** What the page says of an address, told without the server's own code. */
function expectedStatus(address: string): number {
  const segments = address.split('/');
  if (segments.at(-1) === '') segments.pop();
  let names: string[];
  try {
    names = segments.map(decodeURIComponent);
  } catch {
    return 400;
  }
  const isBad = names.some((name) => ['', '.', '..'].includes(name) || /[/\\\0:]/.test(name) || name.length > 255);
  return isBad ? 400 : 404;
}

const request = (url: string, method = 'GET', body = ''): Promise<TestResponse> =>
  ask(real.server, { method, url, body, headers: { Host: `127.0.0.1:${PORT}` } });

const call = (operation: string, args: JsonObject): Promise<TestResponse> =>
  request(`/notedb/operations/${operation}/`, 'POST', JSON.stringify(args));

function expectNothingRead(response: TestResponse): void {
  expect(response.text).not.toContain(CANARY);
  expect(response.text).not.toContain('root:');
}

it('are more than a thousand, each another', () => {
  expect(new Set(VECTORS).size).toBe(VECTORS.length);
  expect(VECTORS.length).toBeGreaterThan(1_000);
});

it.each(PARTS)('as an address have the status of the page (part %i)', async (part) => {
  for (const [i, vector] of partOfVectors(part)) {
    const address = asAddress(vector);
    for (const query of isOneOf(5, i) ? ['', '?as_json=true'] : ['']) {
      const response = await request(`/vault/${address}${query}`);
      expect([address, response.status]).toEqual([address, expectedStatus(address)]);
      expectNothingRead(response);
    }
  }
});

it.each(PARTS)('as an argument read nothing outside (part %i)', async (part) => {
  for (const [i, vector] of partOfVectors(part)) {
    const note = ['read_note', { path: vector }] as const;
    const others = [
      ['list_folder', { folder: vector }],
      ['list_directory', { path: vector }],
      ['infer_table', { folder: vector }],
      ['infer_table', { paths: [vector] }],
    ] as const;
    for (const [operation, args] of isOneOf(12, i) ? [note, ...others] : [note]) {
      const response = await call(operation, args);
      expect([vector, operation, [400, 404, 422].includes(response.status)]).toEqual([vector, operation, true]);
      expectNothingRead(response);
    }
  }
});

function expectInside({ json }: TestResponse): void {
  for (const path of json['plannedCreates'] as readonly string[]) {
    expect([path, path.split('/').some((name) => ['', '.', '..'].includes(name)), path.includes('\\')]).toEqual([
      path,
      false,
      false,
    ]);
  }
}

async function insertAndUndo(insert: JsonObject, planned: number): Promise<void> {
  const response = await call('insert_row', insert);
  expect([insert, response.status === planned || response.status >= 422]).toEqual([insert, true]);
  if (response.status !== 200) return;
  expectInside(response);
  expect(await call('undo_migration', { migration_id: response.json['migrationId'] ?? '' })).toHaveProperty(
    'status',
    200,
  );
}

it.each(PARTS)('as an argument of a write write nothing outside (part %i)', async (part) => {
  for (const [i, vector] of partOfVectors(part)) {
    if (!isOneOf(8, i)) continue;
    const insert = { table: 'tasks', values: { name: 'x' }, path: vector };
    const planned = await call('insert_row', { ...insert, dry_run: true });
    expect([vector, [200, 400, 422].includes(planned.status)]).toEqual([vector, true]);
    if (planned.status === 200) expectInside(planned);
    // A name with percent signs is a name like any other, and stays inside: a dry run of those is enough.
    if (planned.status !== 200 || !vector.includes('%')) await insertAndUndo(insert, planned.status);
    const adopted = await call('adopt_rows', { table: 'tasks', paths: [vector] });
    expect([vector, [400, 404, 422].includes(adopted.status)]).toEqual([vector, true]);
    const updated = await call('update_row', { table: 'tasks', path: vector, set_values: { name: 'y' } });
    expect([vector, [400, 404, 422].includes(updated.status)]).toEqual([vector, true]);
    for (const response of [planned, adopted, updated]) expectNothingRead(response);
  }
});

it('as the root of the database are refused', async () => {
  for (const root of ['../outside', '/tmp/x', 'C:\\x', '.hidden', 'link', 'link/x', 'a/../../outside']) {
    const response = await call('configure_database', { root });
    expect([root, [400, 422].includes(response.status)]).toEqual([root, true]);
  }
});

it('over a socket are taken as they are', async () => {
  for (const vector of vectors().filter((_, i) => isOneOf(25, i))) {
    const address = asAddress(vector);
    const head = `Host: 127.0.0.1:${real.port}\r\nAuthorization: Bearer the-owners-token\r\nConnection: close\r\n`;
    const answer = await real.exchange(`GET /vault/${address} HTTP/1.1\r\n${head}\r\n`);
    expect([address, answer.split(' ')[1]]).toEqual([address, String(expectedStatus(address))]);
    expect(answer).not.toContain(CANARY);
  }
});

it('leave every file as it was, and the server alive', async () => {
  expect(real.snapshot()).toEqual(before);
  expect((await request('/vault/Welcome.md')).text).toBe('Hello');
  expect(real.logger.entries.filter(({ level }) => level === 'error')).toEqual([]);
});
