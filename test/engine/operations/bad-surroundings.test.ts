/** What others do to the vault while it is open: a broken metastore, notes that vanish or change under a write, other bytes. D2, D7, D18 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, openVault } from '../open-vault';

const METASTORE = 'notedb/metastore.yaml';
const ADA = 'notedb/main/default/people/Ada.md';
/** Bytes that are no UTF-8. */
const NO_TEXT = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff);

const WRITES: readonly (readonly [string, JsonObject])[] = [
  ['create_table', TASKS],
  ['drop_table', { table: 'people', mode: 'archive' }],
  ['configure_database', { root: 'data' }],
  ['insert_row', { table: 'people', values: { name: 'Bo' } }],
  ['update_row', { table: 'people', path: ADA, set_values: { email: 'x' } }],
  ['update_rows', { table: 'people', set_values: { email: 'x' } }],
  ['delete_rows', { table: 'people' }],
  ['adopt_rows', { table: 'people', paths: ['Loose.md'] }],
  ['undo_migration', { migration_id: 'any' }],
];

async function withAda(files: Record<string, string> = {}): Promise<TestVault> {
  const vault = await openVault({ files: { 'Loose.md': '---\nname: Loose\n---\n', ...files } });
  await vault.run('create_table', PEOPLE);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  return vault;
}

async function edit(vault: TestVault, path: string, text: string | null): Promise<void> {
  if (text === null) vault.host.external.remove(path);
  else vault.host.external.write(path, text);
  await vault.engine.rescan();
}

const BROKEN: readonly (readonly [string, string])[] = [
  ['does not parse', 'format: 1\ntables: [\n'],
  [
    'does not validate',
    'format: 1\ntables:\n  main.default.people:\n    columns:\n      - name: id\n        type: text\n',
  ],
  ['is not an object', '- 1\n'],
  ['is empty of sense', '<<<<<<< ours\nformat: 1\n=======\nformat: 1\n>>>>>>> theirs\n'],
];

describe.each(BROKEN)('a metastore file that %s', (_what, text) => {
  it.each(WRITES)('lets %s not write, and stays as it is', async (operation, args) => {
    const vault = await withAda();
    await edit(vault, METASTORE, text);
    const before = vault.tree();
    const error = await vault.refused(operation, args);
    expect(error.code).toBe('metastore_invalid');
    expect(error.message).toMatch(/metastore\.yaml, line \d+: /);
    expect(error.hint).toContain('mend the file');
    expect(vault.tree()).toBe(before);
  });

  it('lets reads go on with the last good definitions, also after a restart, until it is mended', async () => {
    const vault = await withAda();
    const good = vault.text(METASTORE) as string;
    await edit(vault, METASTORE, text);
    expect(await vault.run('select_rows', { table: 'people' })).toMatchObject({ total: 1 });
    const again = await vault.restart();
    expect(await again.run('select_rows', { table: 'people' })).toMatchObject({ total: 1, rows: [{ name: 'Ada' }] });
    expect((await again.refused('insert_row', { table: 'people', values: { name: 'Bo' } })).code).toBe(
      'metastore_invalid',
    );
    expect(again.text(METASTORE)).toBe(text);
    await edit(again, METASTORE, good);
    expect(await again.run('insert_row', { table: 'people', values: { name: 'Bo' } })).toMatchObject({ changed: 1 });
  });
});

describe('a metastore file of a newer format', () => {
  it('is read-only, and says so', async () => {
    const vault = await withAda();
    const text = (vault.text(METASTORE) as string).replace('format: 1', 'format: 2');
    await edit(vault, METASTORE, text);
    for (const [operation, args] of WRITES) {
      const error = await vault.refused(operation, args);
      expect([error.code, error.message.includes('format 2'), error.hint]).toEqual([
        'forbidden',
        true,
        'update NoteDB',
      ]);
    }
    expect(await vault.run('select_rows', { table: 'people' })).toMatchObject({ total: 1 });
    expect(vault.text(METASTORE)).toBe(text);
  });
});

describe('a metastore file that somebody edited well', () => {
  it('holds at once', async () => {
    const vault = await withAda();
    await edit(vault, METASTORE, (vault.text(METASTORE) as string).replace('name: email', 'name: mail'));
    expect(
      (await vault.refused('insert_row', { table: 'people', values: { name: 'Bo', email: 'x' } })).violations,
    ).toMatchObject([{ code: 'unknown_column' }]);
    expect(await vault.run('insert_row', { table: 'people', values: { name: 'Bo', mail: 'x' } })).toMatchObject({
      changed: 1,
    });
  });
});

/** Does something just before the n-th call of the host in a write. */
async function interfered(
  vault: TestVault,
  call: number,
  act: () => void,
  [operation, args]: readonly [string, JsonObject],
): Promise<JsonObject | string> {
  vault.host.calls.reset();
  vault.host.calls.actAt(call, act);
  try {
    return await vault.run(operation, args);
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** The note where the edit came before the write: the write goes on from it. Null: it refuses. */
async function writtenAfter(
  meddle: (vault: TestVault) => void,
  operation: string,
  args: JsonObject,
): Promise<string | null> {
  const vault = await withAda();
  await vault.run('insert_row', { table: 'people', values: { name: 'Bo' } });
  meddle(vault);
  await vault.engine.rescan();
  await vault.run(operation, args).catch(() => null);
  return vault.text(ADA) ?? null;
}

const MEDDLERS: readonly (readonly [string, (vault: TestVault) => void])[] = [
  [
    'changes',
    (vault) => vault.host.external.write(ADA, '---\ntable: main.default.people\nname: Ada by hand\n---\nmine\n'),
  ],
  ['removes', (vault) => vault.host.external.remove(ADA)],
  ['breaks', (vault) => vault.host.external.write(ADA, '---\nname: [\n---\nmine\n')],
];

describe.each(MEDDLERS)('somebody who %s a note while it is written', (_what, meddle) => {
  it.each(WRITES.slice(4, 7))('%s: is never overwritten, and the rest is put back', async (operation, args) => {
    for (let call = 1; ; call++) {
      const vault = await withAda();
      await vault.run('insert_row', { table: 'people', values: { name: 'Bo' } });
      const untouched = await withAda();
      await untouched.run('insert_row', { table: 'people', values: { name: 'Bo' } });
      meddle(untouched);
      const all: JsonObject = operation === 'update_rows' ? { ...args, set_values: { born: '2000-01-01' } } : args;
      const both = await writtenAfter(meddle, operation, all);
      const answer = await interfered(vault, call, () => meddle(vault), [operation, all]);
      if (vault.host.calls.count() < call) return;
      const theirs = vault.text(ADA) ?? null;
      if (typeof answer === 'string') {
        expect(['conflict', 'refused']).toContain(answer);
        expect(vault.tree(), `call ${call}`).toBe(untouched.tree());
      } else expect([untouched.text(ADA) ?? null, both, null]).toContain(theirs);
      await vault.engine.rescan();
      expect(await vault.run('insert_row', { table: 'people', values: { name: 'Cy' } })).toMatchObject({ changed: 1 });
    }
  });
});

describe('files that are no text', () => {
  const PICTURES = ['notedb/pic.png', 'notedb/main/default/people/Scan of Ada.pdf', 'notedb/Old.md'];

  async function withPictures(): Promise<TestVault> {
    const vault = await withAda({ 'Gallery.md': '![[notedb/pic.png]] ![[Scan of Ada.pdf]]\n' });
    for (const path of PICTURES) vault.host.external.writeBytes(path, NO_TEXT);
    await vault.engine.rescan();
    return vault;
  }

  const bytesAt = (vault: TestVault, path: string): Uint8Array | null =>
    vault.host.image().files.get(path)?.bytes ?? null;

  it('go along with a new root, byte for byte and unread, and links to them follow', async () => {
    const vault = await withPictures();
    const before = vault.tree();
    await vault.run('configure_database', { root: 'data' });
    for (const path of PICTURES) {
      expect(bytesAt(vault, path)).toBeNull();
      expect(bytesAt(vault, path.replace('notedb/', 'data/'))).toEqual(NO_TEXT);
    }
    expect(vault.text('Gallery.md')).toBe('![[pic.png]] ![[Scan of Ada.pdf]]\n');
    expect(await vault.run('list_folder')).toMatchObject({ folders: ['data'] });
    const again = await vault.restart();
    await again.run('configure_database', { root: 'notedb' });
    for (const path of PICTURES) expect(bytesAt(again, path)).toEqual(NO_TEXT);
    expect(again.tree().replace('![[pic.png]]', '![[notedb/pic.png]]')).toBe(before);
  });

  it('stay with everything else when somebody takes one of them away meanwhile', async () => {
    for (let call = 1, clashes = 0; ; call++) {
      const vault = await withPictures();
      vault.host.calls.reset();
      vault.host.calls.actAt(call, () => vault.host.external.remove(PICTURES[0] as string));
      const done = await vault.run('configure_database', { root: 'data' }).catch(() => null);
      if (vault.host.calls.count() < call) return expect(clashes).toBeGreaterThan(0);
      const root = done === null ? 'notedb' : 'data';
      if (done === null) clashes += 1;
      for (const path of PICTURES.slice(1))
        expect(bytesAt(vault, path.replace('notedb/', `${root}/`)), `call ${call}`).toEqual(NO_TEXT);
      await vault.engine.rescan();
      expect(await vault.run('describe_database')).toMatchObject({ root });
      expect(await vault.run('select_rows', { table: 'people' })).toMatchObject({ total: 1 });
    }
  });

  it('go along with the archive of a table that is renamed, and come back', async () => {
    const vault = await withAda();
    const path = 'notedb/main/default/people/_archive/Scan.md';
    vault.host.external.writeBytes(path, NO_TEXT);
    await vault.engine.rescan();
    const { migrationId } = await vault.run('alter_table', { table: 'people', name: 'folk' });
    expect(bytesAt(vault, 'notedb/main/default/folk/_archive/Scan.md')).toEqual(NO_TEXT);
    const { migrationId: undo } = await vault.run('undo_migration', { migration_id: migrationId as string });
    expect(bytesAt(vault, path)).toEqual(NO_TEXT);
    await vault.run('undo_migration', { migration_id: undo as string });
    expect(bytesAt(vault, 'notedb/main/default/folk/_archive/Scan.md')).toEqual(NO_TEXT);
    vault.host.external.remove('notedb/main/default/folk/_archive/Scan.md');
    await vault.engine.rescan();
    const { migrations } = await vault.run('list_migrations', { limit: 1 });
    const [{ migration_id }] = migrations as [{ migration_id: string }];
    expect(await vault.refused('undo_migration', { migration_id })).toMatchObject({
      code: 'conflict',
      conflicts: [{ code: 'missing', path: 'notedb/main/default/folk/_archive/Scan.md' }],
    });
  });

  it('can be neither read as notes nor adopted', async () => {
    const vault = await withAda({ 'Bad.md': '' });
    vault.host.external.writeBytes('Bad.md', NO_TEXT);
    await vault.engine.rescan();
    expect(await vault.refused('read_note', { path: 'Bad' })).toMatchObject({
      code: 'refused',
      violations: [{ code: 'unparsable' }],
    });
    expect(await vault.refused('adopt_rows', { table: 'people', paths: ['Bad.md'] })).toMatchObject({
      code: 'refused',
      violations: [{ code: 'unparsable' }],
    });
  });

  it('are no reason for a stack when the disk can’t read them', async () => {
    const vault = await withAda({ 'Bad.md': '' });
    vault.host.external.spoil('Bad.md');
    await vault.engine.rescan();
    for (const [operation, args] of [
      ['read_note', { path: 'Bad' }],
      ['adopt_rows', { table: 'people', paths: ['Bad.md'] }],
    ] as const) {
      expect(await vault.refused(operation, args)).toMatchObject({ code: 'unavailable' });
    }
  });
});

describe('a new root', () => {
  it('takes every folder along, and leaves none that is empty', async () => {
    const vault = await withAda();
    vault.host.external.makeFolder('notedb/empty/inside');
    await vault.run('configure_database', { root: 'data' });
    expect(await vault.run('list_folder')).toMatchObject({ folders: ['data'] });
  });
});

describe('calls at the same time', () => {
  it('are done one after the other, and each sees those before', async () => {
    const vault = await withAda();
    const names = Array.from({ length: 40 }, (_, n) => `P${n % 20}`);
    const answers = await Promise.allSettled(
      names.map((name, n) => vault.run('insert_row', { table: 'people', values: { name, email: `${n % 20}@x` } })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await vault.run('select_rows', { table: 'people', limit: 0 })).toMatchObject({ total: 21 });
    expect(await vault.run('check_table', { table: 'people' })).toMatchObject({ ok: true });
  });

  it('read what was committed while a write is under way', async () => {
    const vault = await withAda();
    const write = vault.run('insert_row', { table: 'people', values: { name: 'Bo' } });
    const during = await vault.run('select_rows', { table: 'people' });
    expect(during['total']).toBe(1);
    await write;
    expect(await vault.run('select_rows', { table: 'people', limit: 0 })).toMatchObject({ total: 2 });
  });
});
