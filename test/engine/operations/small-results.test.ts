/** The result of a write stays small, whatever the notes hold. D4, D25. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { size } from '../../deep';
import { PEOPLE, type TestVault, column, openVault } from '../open-vault';

const MEGABYTE = 1 << 20;
/** The front matter of a note has at most 256 KiB. */
const LONG = 200_000;

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

interface Update {
  readonly path: string;
  readonly changes: Readonly<Record<string, JsonObject>>;
}

const updatesOf = (result: JsonObject): readonly Update[] => result['plannedUpdates'] as unknown as Update[];

async function peopleWith(files: Readonly<Record<string, string>> = {}): Promise<TestVault> {
  const vault = await openVault({ files });
  await vault.run('create_table', PEOPLE);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  return vault;
}

const rename = (vault: TestVault, more: JsonObject = {}): Promise<JsonObject> =>
  vault.run('update_row', {
    table: 'people',
    path: 'notedb/main/default/people/Ada.md',
    set_values: { name: 'Ada Byron' },
    ...more,
  });

describe('a changed body', () => {
  it('is told by its sizes, in bytes, and the lines that differ', async () => {
    const vault = await peopleWith();
    const path = 'notedb/main/default/people/Ada.md';
    await vault.run('update_row', { table: 'people', path, body: 'Grüße\nvon [[Ada]]\n' });
    const result = await vault.run('update_row', { table: 'people', path, body: 'Grüße\nan [[Ada]] 😀\n' });
    expect(updatesOf(result)).toEqual([
      {
        path,
        changes: {
          body: {
            before: { size: 20 },
            after: { size: 24 },
            diff: '@@ -2,1 +2,1 @@\n-von [[Ada]]\n+an [[Ada]] 😀\n',
          },
        },
      },
    ]);
  });

  it('of many large notes that link to a renamed one takes 2 KB a note', async () => {
    const count = size(500, 5000);
    const paragraph = `${'word '.repeat(20)}\n`.repeat(count);
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`Large ${i}.md`, `${paragraph}See [[Ada]], note ${i}.\n${paragraph}`]),
    );
    const vault = await peopleWith(files);
    const result = await rename(vault);
    expect(result).toMatchObject({ changed: 41 });
    const linked = updatesOf(result).filter(({ path }) => path.startsWith('Large'));
    expect(linked).toHaveLength(40);
    for (const { changes } of linked) {
      expect(changes['body']?.['diff']).toMatch(
        /^@@ -\d+,1 \+\d+,1 @@\n-See \[\[Ada\]\], note \d+.\n\+See \[\[Ada Byron/,
      );
      expect(bytesOf(changes)).toBeLessThan(2200);
    }
    expect(bytesOf(result)).toBeLessThan(40_000);
  });

  it('of 57 notes with long lines is told by what differs in them', async () => {
    const line = 'A long paragraph. '.repeat(150);
    const files = Object.fromEntries(
      Array.from({ length: 57 }, (_, i) => [`N${i}.md`, `${line}See [[Ada]]. ${line}\n`]),
    );
    const result = await rename(await peopleWith(files));
    expect(result).toMatchObject({ changed: 58 });
    expect(bytesOf(result)).toBeLessThan(60_000);
  });
});

describe('a long value in front matter', () => {
  it('is told as a body is; what is short beside it stays as it is', async () => {
    const vault = await openVault();
    await vault.run('create_table', {
      name: 'books',
      description: 'Something to read',
      filename: '{title}',
      columns: [
        column('title', 'string', { required: true }),
        column('text', 'string'),
        column('words', 'list', { items: { type: 'string' } }),
        column('data', 'json'),
        column('pages', 'integer'),
      ],
    });
    const long = 'x'.repeat(LONG);
    const words = Array.from({ length: 1000 }, (_, i) => `word ${i}`);
    const path = 'notedb/main/default/books/A.md';
    await vault.run('insert_row', { table: 'books', values: { title: 'A', text: long, words, pages: 1 } });
    const set_values = {
      text: `${long}y`,
      words: words.map((word) => (word === 'word 7' ? 'seven' : word)),
      data: { list: words },
      pages: 2,
    };
    const result = await vault.run('update_row', { table: 'books', path, set_values });
    const { changes } = updatesOf(result)[0] as Update;
    expect(changes['pages']).toEqual({ before: 1, after: 2 });
    expect(changes['text']).toMatchObject({ before: { size: LONG }, after: { size: LONG + 1 } });
    expect(changes['text']?.['diff']).toContain('xxxy');
    expect(changes['words']?.['diff']).toBe('@@ -9,1 +9,1 @@\n- "word 7",\n+ "seven",\n');
    expect(changes['data']).toMatchObject({ before: null, after: { size: JSON.stringify({ list: words }).length } });
    expect(bytesOf(changes)).toBeLessThan(6000);
  });

  it('in many columns of many rows is cut with the list, which says so', async () => {
    const columns = Array.from({ length: 120 }, (_, i) => column(`c${i}`, 'string'));
    const vault = await openVault();
    await vault.run('create_table', {
      name: 'wide',
      description: 'Many columns',
      columns: [column('name', 'string'), ...columns],
    });
    const rows = Array.from({ length: 6 }, (_, i) => ({ name: `N${i}` }));
    await vault.run('merge_rows', { table: 'wide', on: ['name'], rows });
    const set_values = Object.fromEntries(columns.map(({ name }) => [name as string, 'x'.repeat(1900)]));
    const result = await vault.run('update_rows', { table: 'wide', set_values });
    expect(result).toMatchObject({ changed: 6, truncated: true });
    expect(updatesOf(result)).toHaveLength(4);
    expect(bytesOf(result)).toBeLessThan(MEGABYTE + 2000);
  });
});

describe('a batch', () => {
  it('has room for the lists of all its steps together, and of itself', async () => {
    const vault = await openVault();
    await vault.run('create_table', {
      name: 'texts',
      description: 'Texts',
      columns: [column('name', 'string'), column('text', 'string')],
    });
    const rows = Array.from({ length: 100 }, (_, i) => ({ name: `N${i}` }));
    await vault.run('merge_rows', { table: 'texts', on: ['name'], rows });
    const edits = Array.from({ length: 8 }, (_, i) => ({
      op: 'update_rows',
      table: 'texts',
      set_values: { text: String(i).repeat(1000) },
    }));
    const result = await vault.run('batch', { operations: edits });
    const steps = result['steps'] as unknown as readonly JsonObject[];
    expect(steps[0]).toMatchObject({ changed: 100 });
    expect(steps[0]?.['truncated']).toBeUndefined();
    expect(updatesOf(steps[0] ?? {})).toHaveLength(100);
    expect(steps.at(-1)).toMatchObject({ changed: 100, plannedUpdates: [], truncated: true });
    expect(updatesOf(result)).toHaveLength(100);
    expect(bytesOf(result)).toBeLessThan(2 * MEGABYTE);
  });

  it('whose result nobody could be given is refused, and nothing is written', async () => {
    const vault = await openVault();
    await vault.run('create_table', {
      name: 'long',
      description: 'Long',
      columns: [column('name', 'string'), column('text', 'string')],
    });
    await vault.run('insert_row', { table: 'long', values: { name: 'A', text: 'x'.repeat(LONG) } });
    const tree = vault.tree();
    const step = { op: 'update_row', table: 'long', path: 'notedb/main/default/long/A.md' };
    const operations = Array.from({ length: 85 }, (_, i) => ({ ...step, body: `${i}\n` }));
    const error = await vault.refused('batch', { operations });
    expect(error).toMatchObject({ code: 'refused', hint: expect.stringContaining('several calls') as unknown });
    expect(error.message).toContain('nothing was written');
    expect(vault.tree()).toBe(tree);
    await expect(vault.run('batch', { operations: operations.slice(0, 2) })).resolves.toMatchObject({ changed: 1 });
  });
});
