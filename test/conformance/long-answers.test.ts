/** The texts of an answer stay within 10 MB, and the answer says how to go on. Source: docs/http.md#long-answers */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { SUBJECTS } from './subjects';

const MEGABYTE = 1 << 20;
const MOST = 10 * MEGABYTE;

const COLUMNS = [
  { name: 'name', type: 'string', identity: 'filename', description: 'What it is called.' },
  { name: 'note', type: 'string', description: 'Anything.' },
];
const FOLDER = 'notedb/main/default/books';
/** Three bytes of UTF-8 in one UTF-16 unit. */
const textOf = (bytes: number): string => '字'.repeat(bytes / 3);

type Rows = readonly (JsonObject & { path: string; body: string | null })[];
type Call = (operation: string, args: JsonObject) => Promise<JsonObject>;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const bodiesOf = (rows: unknown): number => (rows as Rows).reduce((sum, { body }) => sum + bytesOf(body ?? ''), 0);

describe.each(SUBJECTS)('%s', (_, makeSubject) => {
  async function library(
    bodies: readonly string[],
    table: JsonObject = {},
  ): Promise<{ call: Call; close: () => Promise<void> }> {
    const subject = await makeSubject({});
    const call: Call = async (operation, args) => {
      const answer = await subject.call(operation, args);
      if (!('result' in answer)) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
      return answer.result;
    };
    const definition = { name: 'books', description: 'Books.', columns: COLUMNS, ...table };
    await call('create_table', definition);
    const notes = bodies.map((body, i): [path: string, text: string] => [
      `${FOLDER}/B${i}.md`,
      `---\nid: 00000000-0000-4000-8000-00000000000${i}\ntable: main.default.books\n---\n${body}`,
    ]);
    await subject.edit(Object.fromEntries(notes));
    return { call, close: () => subject.close() };
  }

  const withBodies = { table: 'books', include_body: true, order_by: 'path' };

  it('cuts rows with bodies at whole rows, and next goes on to the last one', async () => {
    const bodies = Array.from({ length: 6 }, () => textOf(3 * MEGABYTE));
    const { call, close } = await library(bodies);
    const seen: string[] = [];
    for (let next: JsonObject | undefined = {}; next !== undefined;) {
      const page: JsonObject = await call('select_rows', { ...withBodies, ...next });
      expect(page['total']).toBe(6);
      expect(bodiesOf(page['rows'])).toBeLessThanOrEqual(MOST);
      seen.push(...(page['rows'] as Rows).map(({ path }) => path));
      next = page['next'] as JsonObject | undefined;
      expect(page['truncated']).toBe(next === undefined ? undefined : true);
    }
    expect(seen).toEqual(bodies.map((__, i) => `${FOLDER}/B${i}.md`));
    await close();
  });

  it('goes on from the offset and the limit of the call', async () => {
    const { call, close } = await library(Array.from({ length: 6 }, () => textOf(4.5 * MEGABYTE)));
    const page = await call('select_rows', { ...withBodies, offset: 1, limit: 4 });
    expect(page).toMatchObject({ total: 6, truncated: true, next: { offset: 3 } });
    expect(page['rows']).toHaveLength(2);
    const whole = await call('select_rows', { ...withBodies, offset: 1, limit: 2 });
    expect(whole).not.toHaveProperty('truncated');
    await close();
  });

  it('leaves out a body that is longer by itself, and read_note reads it in parts', async () => {
    const long = textOf(12 * MEGABYTE);
    const { call, close } = await library(['short', long, 'short']);
    const page = await call('select_rows', { ...withBodies, offset: 1 });
    expect(page).toMatchObject({
      rows: [{ path: `${FOLDER}/B1.md`, body: null }],
      truncated: true,
      next: { offset: 2 },
    });
    expect(page['warnings']).toEqual([expect.stringMatching(/B1\.md.*10 MB.*read_note.*offset/)]);
    let [text, offset] = ['', 0];
    for (;;) {
      const part = await call('read_note', { path: `${FOLDER}/B1.md`, offset });
      expect(bytesOf(part['content'] as string)).toBeLessThanOrEqual(MOST);
      text += part['content'] as string;
      if (part['next'] === undefined) break;
      expect(part).toMatchObject({ truncated: true, total: expect.any(Number) as number });
      offset = (part['next'] as { offset: number }).offset;
    }
    expect(text.endsWith(`---\n${long}`)).toBe(true);
    await close();
  });

  it('keeps to it for the past of a table', async () => {
    const { call, close } = await library(
      Array.from({ length: 4 }, () => textOf(3 * MEGABYTE)),
      { history: true },
    );
    const { history } = await call('describe_history', { table: 'books' });
    const [{ version }] = history as [{ version: number }];
    await call('update_rows', { table: 'books', set_values: { note: 'x' } });
    const page = await call('select_rows', { ...withBodies, version });
    expect(page).toMatchObject({ total: 4, truncated: true, next: { offset: 3 } });
    expect(bodiesOf(page['rows'])).toBe(9 * MEGABYTE);
    await close();
  });

  it('cuts the changes of a table, within a version too', async () => {
    const { call, close } = await library(
      Array.from({ length: 9 }, () => ''),
      { history: true },
    );
    const note = textOf(240_000);
    for (let i = 0; i < 6; i++) await call('update_rows', { table: 'books', set_values: { note: `${i}${note}` } });
    const changes: JsonObject[] = [];
    let pages = 0;
    for (let next: JsonObject | undefined = {}; next !== undefined; pages++) {
      const page: JsonObject = await call('table_changes', { table: 'books', start_version: 0, ...next });
      const entries = page['changes'] as JsonObject[];
      expect(bytesOf(JSON.stringify(entries))).toBeLessThanOrEqual(MOST + entries.length * 400);
      changes.push(...entries);
      next = page['next'] as JsonObject | undefined;
      expect(page['truncated']).toBe(next === undefined ? undefined : true);
    }
    expect(pages).toBeGreaterThan(2);
    const postimages = changes.filter((change) => change['_change_type'] === 'update_postimage');
    expect(postimages.map(({ path, note: value }) => [path, (value as string)[0]])).toEqual(
      Array.from({ length: 54 }, (__, at) => [`${FOLDER}/B${at % 9}.md`, String(Math.floor(at / 9))]),
    );
    await close();
  });

  it('cuts the events of the feed, and last goes on', async () => {
    const { call, close } = await library(Array.from({ length: 9 }, () => ''));
    const { head } = await call('list_changes', { limit: 0 });
    const note = textOf(240_000);
    for (let i = 0; i < 4; i++) await call('update_rows', { table: 'books', set_values: { note: `${i}${note}` } });
    const page = await call('list_changes', { since: head as number, limit: 5000 });
    const { length } = page['changes'] as JsonObject[];
    expect(page).toMatchObject({ truncated: true, last: (head as number) + length });
    const rest = await call('list_changes', { since: page['last'] as number, limit: 5000 });
    expect(rest).not.toHaveProperty('truncated');
    expect(length + (rest['changes'] as JsonObject[]).length).toBe(36);
    await close();
  });

  it('cuts the places that search_notes shows, and a shorter context shows more', async () => {
    const place = `${'字'.repeat(1000)} needle ${'字'.repeat(1000)}`;
    const subject = await makeSubject({
      files: Object.fromEntries(Array.from({ length: 120 }, (__, i) => [`N${i}.md`, `${place}\n`.repeat(20)])),
    });
    const call = async (length: number): Promise<JsonObject> => {
      const answer = await subject.call('search_notes', { query: 'needle', context_length: length });
      return 'result' in answer ? answer.result : {};
    };
    const long = await call(1000);
    expect(long).toMatchObject({ total: 120, truncated: true });
    expect(bytesOf(JSON.stringify(long['results']))).toBeLessThanOrEqual(MOST + 120 * 2000);
    const short = await call(100);
    expect(short).not.toHaveProperty('truncated');
    expect(short['results']).toHaveLength(120);
    await subject.close();
  });
});
