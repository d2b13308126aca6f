/** A dry run shows the front matter of each note before and after the write. docs/http.md#planned-notes */

import { describe, expect, it } from 'vitest';
import type { App, JsonObject } from '../../../src/engine/index';
import { PEOPLE, type TestVault, column, openVault } from '../open-vault';

const PLACE = 'notedb/main/default/people';

/** As an answer lists them, without ids, which are new each time, and without their whole front matter. */
function notesOf({ notes }: JsonObject): unknown {
  const plain = JSON.stringify(notes, (key, value: unknown) => (key === 'front_matter' ? undefined : value));
  return JSON.parse(plain.replace(/"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"ID"'));
}

async function people(files: Readonly<Record<string, string>> = {}): Promise<TestVault> {
  const vault = await openVault({ files });
  await vault.run('create_table', { ...PEOPLE, filename: '{name}' });
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada', email: 'ada@example.org' } });
  return vault;
}

describe('the notes of a dry run', () => {
  it('are the keys that differ: changed, added and emptied ones', async () => {
    const vault = await people();
    const set = { set_values: { born: '1815-12-10' }, unset: ['email'], dry_run: true };
    const path = `${PLACE}/Ada.md`;
    expect(notesOf(await vault.run('update_row', { table: 'people', path, ...set }))).toEqual([
      { path, before: { email: 'ada@example.org' }, after: { born: '1815-12-10' } },
    ]);
  });

  it('have a new place, and none before or after where there is no note', async () => {
    const vault = await people();
    const path = `${PLACE}/Ada.md`;
    const insert = { table: 'people', values: { name: 'Bo' }, dry_run: true };
    expect(notesOf(await vault.run('insert_row', insert))).toEqual([
      { path: `${PLACE}/Bo.md`, before: null, after: { table: 'main.default.people', id: 'ID', name: 'Bo' } },
    ]);
    const rename = { table: 'people', path, set_values: { name: 'Ada Byron' }, dry_run: true };
    expect(notesOf(await vault.run('update_row', rename))).toEqual([
      { path, moved_to: `${PLACE}/Ada Byron.md`, before: { name: 'Ada' }, after: { name: 'Ada Byron' } },
    ]);
    const drop = { table: 'people', where: { name: 'Ada' }, mode: 'delete', dry_run: true };
    const before = { table: 'main.default.people', id: 'ID', name: 'Ada', email: 'ada@example.org' };
    expect(notesOf(await vault.run('delete_rows', drop))).toEqual([{ path, before, after: null }]);
  });

  it('show what adopting writes: dense columns, mended links, the name of the note', async () => {
    const vault = await people({ 'Books/Dune.md': '---\nby: "[[Ada|A.]]"\npages: 412\nold: x\n---\n' });
    const columns = [
      column('title', 'string', { identity: 'filename' }),
      column('author', 'link', { ref: 'people' }),
      column('pages', 'integer'),
      column('rating', 'integer', { dense: true }),
    ];
    const operations = [
      { op: 'create_table', name: 'books', description: 'Books', columns },
      {
        op: 'adopt_rows',
        table: 'books',
        paths: ['Books/Dune.md'],
        relocate: false,
        rename: { by: 'author' },
        drop: ['old'],
      },
    ];
    const planned = await vault.run('batch', { operations, dry_run: true });
    expect(notesOf(planned)).toEqual([
      {
        path: 'Books/Dune.md',
        before: { by: '[[Ada|A.]]', old: 'x' },
        after: { table: 'main.default.books', id: 'ID', title: 'Dune', author: '[[Ada|A.]]', rating: null },
      },
    ]);
    expect((planned['steps'] as readonly JsonObject[]).filter((step) => 'notes' in step)).toEqual([]);
    expect('notes' in (await vault.run('batch', { operations }))).toBe(false);
  });

  it('are at most 100, and the result says that there are more', async () => {
    const note = (n: number): readonly [string, string] => [
      `${PLACE}/P${n}.md`,
      `---\ntable: main.default.people\nid: 11111111-1111-4111-8111-${String(n).padStart(12, '0')}\nname: P${n}\n---\n`,
    ];
    const vault = await people(Object.fromEntries(Array.from({ length: 150 }, (_, n) => note(n))));
    const all = { table: 'people', set_values: { born: '2000-01-01' }, dry_run: true };
    const planned = await vault.run('update_rows', all);
    expect((planned['notes'] as readonly JsonObject[]).length).toBe(100);
    expect(planned).toMatchObject({ changed: 151, truncated: true });
  });

  it('have a megabyte of their own: the other lists are as long as in the real write', async () => {
    const long = 'x'.repeat(150_000);
    const note = (n: number): readonly [string, string] => [
      `${PLACE}/P${n}.md`,
      `---\ntable: main.default.people\nid: 11111111-1111-4111-8111-${String(n).padStart(12, '0')}\nname: P${n}\nemail: ${n}${long}\n---\n`,
    ];
    const vault = await people(Object.fromEntries(Array.from({ length: 12 }, (_, n) => note(n))));
    const planned = await vault.run('update_rows', { table: 'people', unset: ['email'], dry_run: true });
    expect((planned['notes'] as readonly JsonObject[]).length).toBe(7);
    expect((planned['plannedUpdates'] as readonly JsonObject[]).length).toBe(13);
    expect(planned['truncated']).toBe(true);
  });
});

describe('an app', () => {
  const app = (...permissions: readonly ('read' | 'notes' | 'write')[]): App => ({
    kind: 'app',
    id: 'bot',
    name: 'Bot',
    permissions: new Set(permissions),
    tables: ['main.default.people'],
    ask: false,
    actor: null,
  });

  it.each([
    ['that reads rows and notes', app('read', 'notes', 'write'), { email: 'ada@example.org' }, { email: 'a@b.org' }],
    ['without notes', app('read', 'write'), {}, {}],
    ['without read', app('notes', 'write'), {}, {}],
  ])('%s gets the values that it may read', async (_, caller, before, after) => {
    const { engine } = await people();
    const set = { table: 'people', path: `${PLACE}/Ada.md`, set_values: { email: 'a@b.org' } };
    const planned = await engine.run('update_row', { ...set, dry_run: true }, caller);
    const text = 'email' in after ? (expect.stringContaining('email: a@b.org\n') as unknown) : null;
    expect(planned['notes']).toEqual([{ path: `${PLACE}/Ada.md`, before, after, front_matter: text }]);
    const inBatch = { operations: [{ op: 'update_row', ...set }], dry_run: true };
    expect((await engine.run('batch', inBatch, caller))['notes']).toEqual(planned['notes']);
  });

  it('without notes sees no undeclared property of its own row', async () => {
    const { engine } = await people({
      [`${PLACE}/Eve.md`]: `---\ntable: main.default.people\nname: Eve\nsecret: x\n---\n`,
    });
    const drop = { table: 'people', where: { name: 'Eve' }, mode: 'delete', dry_run: true };
    expect((await engine.run('delete_rows', drop, app('read', 'write')))['notes']).toEqual([
      { path: `${PLACE}/Eve.md`, before: {}, after: null, front_matter: null },
    ]);
  });

  it('sees nothing of a hidden row whose link follows a move', async () => {
    const vault = await people();
    const columns = [column('who', 'link', { ref: 'people' }), column('secret', 'string')];
    await vault.run('create_table', { name: 'hidden', description: 'Hidden', filename: '{secret}', columns });
    await vault.run('insert_row', { table: 'hidden', values: { who: '[[Ada]]', secret: 'x' } });
    const rename = { table: 'people', path: `${PLACE}/Ada.md`, set_values: { name: 'Eve' }, dry_run: true };
    const { notes } = await vault.engine.run('update_row', rename, app('read', 'notes', 'write'));
    expect(JSON.stringify(notes)).toContain('name: Eve');
    expect(JSON.stringify(notes)).not.toMatch(/secret|who/);
  });
});
