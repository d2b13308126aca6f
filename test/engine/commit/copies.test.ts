/** Of several notes with one id the same one is the row, in whatever order they come. docs/copies.md#which-note-is-the-row */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { PEOPLE, type TestVault, onHost, openVault } from '../open-vault';
import { settle } from './before-call';

const FOLDER = 'notedb/main/default/people';
const ID = '11111111-1111-4111-8111-111111111111';
const note = (name: string): string => `---\ntable: main.default.people\nid: ${ID}\nname: ${name}\n---\n`;

/** The definitions of the people, as a clone of the vault has them. */
const METASTORE = 'notedb/metastore.yaml';
const definitions = async (): Promise<string> => {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  return vault.text(METASTORE) ?? '';
};

const rowsOf = async (vault: TestVault): Promise<readonly JsonObject[]> =>
  (await vault.run('select_rows', { table: 'people', columns: ['path', 'name'] }))['rows'] as readonly JsonObject[];

const rowPath = async (vault: TestVault): Promise<unknown> => (await rowsOf(vault))[0]?.['path'];

async function hinted(vault: TestVault): Promise<void> {
  await settle(10);
  vault.host.advance(50);
  await settle(2000);
}

/** The notes, in the order in which they were made: the first is the oldest. */
async function clone(notes: readonly (readonly [path: string, text: string])[]): Promise<TestVault> {
  const host = createMemoryHost({ files: { [METASTORE]: await definitions() } });
  for (const [path, text] of notes) {
    host.advance(1000);
    host.external.write(path, text);
  }
  return onHost(host);
}

const PLAIN = `${FOLDER}/Scratch.md`;
const COPIES = [
  `${FOLDER}/Scratch 2.md`,
  `${FOLDER}/Scratch (1).md`,
  `${FOLDER}/Scratch copy.md`,
  `${FOLDER}/Copy of Scratch.md`,
  `${FOLDER}/Scratch (Ann's conflicted copy 2026-01-01).md`,
  `${FOLDER}/Scratch.sync-conflict-20260101-120000-ABCDEFG.md`,
  `Elsewhere/Scratch (Conflicted copy iPhone 202601011200).md`,
  'notedb 2/main/default/people/Scratch.md',
];

describe('a copy by its name', () => {
  it.each(COPIES)('is no row of a clone, though it is older: %s', async (copy) => {
    const vault = await clone([
      [copy, note('Stale')],
      [PLAIN, note('Fresh')],
    ]);
    expect(await rowsOf(vault)).toMatchObject([{ path: PLAIN, name: 'Fresh' }]);
    const { violations } = await vault.run('check_table', { table: 'people' });
    expect(violations).toMatchObject([{ code: 'duplicate_id', path: copy }]);
  });

  it.each(COPIES)('gives the row to the note when that comes later: %s', async (copy) => {
    const vault = await clone([[copy, note('Stale')]]);
    expect(await rowPath(vault)).toBe(copy);
    const { last } = (await vault.run('list_changes', { since: 0, limit: 0 })) as { last: number };
    vault.host.external.write(PLAIN, note('Fresh'));
    await hinted(vault);
    expect(await rowsOf(vault)).toMatchObject([{ path: PLAIN, name: 'Fresh' }]);
    const { changes } = await vault.run('list_changes', { since: last });
    expect(changes).toMatchObject([{ op: 'update', path: PLAIN, changes: { path: { before: copy, after: PLAIN } } }]);
    expect(await rowPath(await vault.restart())).toBe(PLAIN);
  });

  it.each(COPIES)('gives it when the note comes while nothing runs: %s', async (copy) => {
    const before = await clone([[copy, note('Stale')]]);
    await before.engine.close();
    const host = before.host.reboot();
    host.advance(1000);
    host.external.write(PLAIN, note('Fresh'));
    const vault = await onHost(host);
    expect(await rowsOf(vault)).toMatchObject([{ path: PLAIN, name: 'Fresh' }]);
    const { changes } = await vault.run('list_changes', { since: 0 });
    expect((changes as readonly JsonObject[]).at(-1)).toMatchObject({ path: PLAIN, id: ID });
  });

  it.each(COPIES)('is the row once the note is gone: %s', async (copy) => {
    const vault = await clone([
      [PLAIN, note('Fresh')],
      [copy, note('Stale')],
    ]);
    vault.host.external.remove(PLAIN);
    await hinted(vault);
    vault.host.advance(500);
    await settle(2000);
    expect(await rowPath(vault)).toBe(copy);
  });
});

describe('of two plain names', () => {
  const [one, other] = [`${FOLDER}/A.md`, `${FOLDER}/B.md`];

  it('the one that links mean is the row of a clone', async () => {
    const vault = await clone([
      [one, note('A')],
      [other, note('B')],
      ['Reader.md', 'See [[B]].\n'],
    ]);
    expect(await rowPath(vault)).toBe(other);
  });

  it('links of the copies themselves do not count', async () => {
    const vault = await clone([
      [one, `${note('A')}[[B]]`],
      [other, note('B')],
    ]);
    expect(await rowPath(vault)).toBe(one);
  });

  it('else the older note', async () => {
    const notes = [
      [one, note('A')],
      [other, note('B')],
    ] as const;
    expect(await rowPath(await clone(notes))).toBe(one);
    expect(await rowPath(await clone([...notes].reverse()))).toBe(other);
  });

  it('the one that was the row stays while both are there', async () => {
    const vault = await clone([[other, note('B')]]);
    vault.host.external.write(one, note('A'), { ctime: 0 });
    vault.host.external.write('Reader.md', 'See [[A]].\n');
    await hinted(vault);
    expect(await rowPath(vault)).toBe(other);
  });
});

describe('a copy of an archived note', () => {
  it.each([
    'notedb 2/main/default/people/_archive/Scratch.md',
    'notedb/main/default/people copy/_archive/Scratch.md',
    'notedb/main/default/people/_archive 2/Scratch.md',
    'notedb/main/default/people/_archive/Scratch 2.md',
  ])('stays archived: %s', async (copy) => {
    const vault = await clone([
      [`${FOLDER}/_archive/Scratch.md`, note('Archived')],
      [copy, note('Archived')],
    ]);
    expect(await rowsOf(vault)).toEqual([]);
    vault.host.external.write(copy.replace('Scratch', 'Later'), note('Later'));
    await hinted(vault);
    expect(await rowsOf(vault)).toEqual([]);
  });

  it('is a row in a folder that is only named alike', async () => {
    const place = 'Old/_archive/Scratch.md';
    const vault = await clone([[place, note('Fresh')]]);
    expect(await rowPath(vault)).toBe(place);
  });
});
