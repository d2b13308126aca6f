/** A note or a folder that goes right before a call of the vault: its rows are deleted, nothing else is late, and it may come back. D7 */

import { afterEach, describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import type { MemoryHost } from '../../memory-host/memory-host';
import { isDeep } from '../../deep';
import { type TestVault, column, onHost } from '../open-vault';
import { ADA, ALL_CALLS, FOLDER, GRACE, people, quiet } from './ada-and-grace';

const OTHER_FOLDER = 'notedb/main/default/pets';
const REX = `${OTHER_FOLDER}/Rex.md`;
const PETS: JsonObject = {
  name: 'pets',
  description: 'An animal',
  columns: [column('name', 'string'), column('age', 'integer')],
};

let vault: TestVault;
afterEach(() => vault.engine.close());

async function peopleAndPets(): Promise<TestVault> {
  const opened = await people();
  await opened.run('create_table', PETS);
  await opened.run('insert_row', { table: 'pets', values: { name: 'Rex', age: 3 } });
  await quiet(opened);
  return opened;
}

/** A thing that goes: the notes of its rows, and whether a call is about it. */
const VANISHING = [
  { what: 'a note', notes: [ADA], isOfIt: (path: string): boolean => path === ADA },
  {
    what: 'a folder',
    notes: [ADA, GRACE],
    isOfIt: (path: string): boolean => path === FOLDER || path.startsWith(`${FOLDER}/`),
  },
];

/** Calls that look for a note or change one. The deep run tries each. */
const USUAL: readonly string[] = ['list', 'stat', 'read', 'readMany', 'replace', 'sync'];

const CASES = VANISHING.flatMap((vanishing) =>
  ALL_CALLS.filter((method) => isDeep || USUAL.includes(method)).map((method) => ({ ...vanishing, method })),
);

async function rows(table: string): Promise<Readonly<Record<string, JsonObject>>> {
  const { rows: found } = await vault.run('select_rows', { table, limit: 100 });
  return Object.fromEntries((found as JsonObject[]).map((row) => [row['path'] as string, row]));
}

const head = async ({ run }: TestVault): Promise<number> => (await run('list_changes', {}))['head'] as number;

async function opsOf(path: string, since: number): Promise<readonly unknown[]> {
  const { changes } = await vault.run('list_changes', { since, limit: 1000 });
  return (changes as JsonObject[]).filter((change) => change['path'] === path).map(({ op }) => op);
}

const older = (host: MemoryHost): void =>
  host.external.write(REX, (host.external.text(REX) ?? '').replace('age: 3', 'age: 4'));

describe.each(CASES)('$what before $method', ({ notes, isOfIt, method }) => {
  /** The texts of the notes, which are gone after the first such call, at the latest when `gone` is called. */
  function vanish(host: MemoryHost): { readonly gone: () => ReadonlyMap<string, string> } {
    const texts = new Map(notes.map((path) => [path, host.external.text(path) ?? '']));
    let isGone = false;
    const remove = (): void => {
      if (isGone) return;
      isGone = true;
      for (const path of notes) if (host.external.text(path) !== null) host.external.remove(path);
    };
    host.faults.failWhile((call) => {
      if (call.port === 'vault' && call.method === method && isOfIt(call.path)) remove();
      return false;
    }, 'EIO');
    return {
      gone: () => {
        remove();
        host.faults.clear();
        return texts;
      },
    };
  }

  /** Exactly these rows are deleted, once; they are the same rows when their notes come back. */
  async function expectDeleted(
    since: number,
    texts: ReadonlyMap<string, string>,
    ids: ReadonlyMap<string, unknown>,
  ): Promise<void> {
    await quiet(vault);
    await vault.engine.rescan();
    await quiet(vault);
    const others = [ADA, GRACE].filter((path) => !texts.has(path));
    expect(Object.keys(await rows('people'))).toEqual(others);
    for (const path of texts.keys()) {
      expect(vault.text(path)).toBeUndefined();
      expect((await opsOf(path, since)).filter((op) => op === 'delete')).toEqual(['delete']);
    }
    for (const [path, text] of texts) vault.host.external.write(path, text);
    await vault.engine.rescan();
    await quiet(vault);
    expect(Object.entries(await rows('people')).map(([path, { id }]) => [path, id])).toEqual([...ids]);
    for (const path of texts.keys()) expect((await opsOf(path, since)).at(-1)).toBe('insert');
    expect((await vault.run('check_table', { table: 'people' }))['violations']).toEqual([]);
    await vault.run('update_rows', { table: 'people', where: {}, set_values: { email: null } });
    expect(vault.host.logger.entries.map(({ event }) => event)).not.toContain('edits_not_taken_in');
  }

  async function idsOf(opened: TestVault): Promise<ReadonlyMap<string, unknown>> {
    vault = opened;
    return new Map(Object.entries(await rows('people')).map(([path, { id }]) => [path, id]));
  }

  const ageOfRex = async (): Promise<unknown> => (await rows('pets'))[REX]?.['age'];

  it('opening', async () => {
    const first = await peopleAndPets();
    const ids = await idsOf(first);
    const since = await head(first);
    await first.engine.close();
    // Nothing but the notes tells what is in them.
    const host = first.host.reboot({ ...first.host.image(), cacheFiles: new Map() });
    older(host);
    const { gone } = vanish(host);
    vault = await onHost(host);
    expect(await ageOfRex()).toBe(4);
    await expectDeleted(since, gone(), ids);
  });

  it('watching', async () => {
    vault = await peopleAndPets();
    const ids = await idsOf(vault);
    const since = await head(vault);
    const { gone } = vanish(vault.host);
    for (const path of notes) vault.host.external.write(path, `${vault.text(path) ?? ''}More.\n`);
    older(vault.host);
    await quiet(vault);
    expect(await ageOfRex()).toBe(4);
    await expectDeleted(since, gone(), ids);
  });

  it('rescan', async () => {
    vault = await peopleAndPets();
    const ids = await idsOf(vault);
    const since = await head(vault);
    vault.host.external.withhold();
    for (const path of notes) vault.host.external.write(path, `${vault.text(path) ?? ''}More.\n`);
    older(vault.host);
    const { gone } = vanish(vault.host);
    await vault.engine.rescan();
    expect(await ageOfRex()).toBe(4);
    const texts = gone();
    await vault.engine.rescan();
    await expectDeleted(since, texts, ids);
  });

  it.each([
    ['an update', 'update_rows', { table: 'people', where: {}, set_values: { born: '2020-01-01' } }],
    ['archiving', 'delete_rows', { table: 'people', where: { name: 'Ada' } }],
    ['a deletion', 'delete_rows', { table: 'people', where: { name: 'Ada' }, mode: 'delete' }],
  ] as const)('%s', async (_what, name, args) => {
    vault = await peopleAndPets();
    const ids = await idsOf(vault);
    const since = await head(vault);
    const before = notes.map((path) => [path, vault.text(path) ?? ''] as const);
    const { gone } = vanish(vault.host);
    try {
      await vault.run(name, args);
    } catch (error) {
      expect(error).toBeInstanceOf(NotedbError);
      expect(error).toMatchObject({ code: 'conflict', message: expect.stringMatching(/(Ada|Grace)\.md/) as unknown });
    }
    await vault.run('update_rows', { table: 'pets', where: {}, set_values: { age: 5 } });
    expect(await ageOfRex()).toBe(5);
    gone();
    for (const path of vault.host.external.paths())
      if (path.startsWith(`${FOLDER}/_archive/`)) vault.host.external.remove(path);
    await expectDeleted(since, new Map(before), ids);
  });

  it('search', async () => {
    vault = await peopleAndPets();
    const ids = await idsOf(vault);
    const since = await head(vault);
    const { gone } = vanish(vault.host);
    const { results } = await vault.run('search_notes', { query: 'rex' });
    expect((results as JsonObject[]).map(({ path }) => path)).toEqual([REX]);
    await expectDeleted(since, gone(), ids);
  });
});
