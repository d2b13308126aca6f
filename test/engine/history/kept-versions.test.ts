/** Versions keep their contents for as long as they are there, and no longer. Source: docs/history.md#what-is-kept, docs/operations.md#vacuum_table; D7, D8, D18 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { NotedbError } from '../../../src/engine/index';
import { decodePack } from '../../../src/engine/history/journal/contents';
import { FRAME, scanFrames } from '../../../src/engine/history/journal/frame';
import { Journal } from '../../../src/engine/history/journal/journal';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import { PEOPLE, type TestVault, onHost } from '../open-vault';

const DAY = 24 * 60 * 60 * 1000;

const ADA = 'notedb/main/default/people/Ada.md';

/** Versions alone hold contents: no change is kept for those who follow the feed. */
const NO_CHANGES_KEPT = { weakness: { keptChanges: 0 } };

/** Ada comes at 1, is born at 2, gets a text at 3, and Bo comes at 4. */
async function aVault(): Promise<TestVault> {
  const vault = await onHost(createMemoryHost(), NO_CHANGES_KEPT);
  await vault.run('create_table', { ...PEOPLE, history: true });
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' }, body: 'The first text.\n' });
  await vault.run('update_row', { table: 'people', path: ADA, set_values: { born: '1815-12-10' } });
  await vault.run('update_row', { table: 'people', path: ADA, body: 'The second text.\n' });
  await vault.run('insert_row', { table: 'people', values: { name: 'Bo' } });
  return vault;
}

/** Everything that can be asked of the versions from `first` on. */
async function past(vault: TestVault, first = 0): Promise<readonly JsonObject[]> {
  const answers: JsonObject[] = [];
  for (let version = first; version <= 4; version++)
    answers.push(await vault.run('select_rows', { table: 'people', version, include_body: true }));
  answers.push(await vault.run('table_changes', { table: 'people', start_version: first }));
  answers.push(await vault.run('describe_history', { table: 'people' }));
  return answers;
}

/** Of each version; `oldest` must be the oldest one that is kept. */
async function rowsSince(vault: TestVault, oldest: number): Promise<readonly JsonObject[]> {
  const { earliest_version: earliest } = await vault.run('describe_table', { table: 'people' });
  expect(earliest).toBe(oldest);
  return (await past(vault, oldest)).slice(0, -2);
}

/** The same vault that many days later, after the journal let old history go. */
async function later(vault: TestVault, days: number): Promise<TestVault> {
  await vault.engine.close();
  const host = vault.host.reboot();
  host.clock.set(host.clock.now() + days * DAY);
  const again = await onHost(host, NO_CHANGES_KEPT);
  host.advance(2 * 60_000);
  await again.engine.rescan();
  return again;
}

const segments = ({ host }: TestVault): readonly string[] =>
  [...host.image().privateFiles.keys()].filter((name) => /^journal\/\d+\.log$/.test(name)).sort();

/** True when some text of the journal holds this. */
const isStored = (host: MemoryHost, part: string): boolean =>
  [...host.image().privateFiles].some(
    ([name, bytes]) => /^journal\/\d+\.log$/.test(name) && textsIn(host, bytes, part),
  );

const textsIn = (host: MemoryHost, bytes: Uint8Array, part: string): boolean =>
  scanFrames(bytes).frames.some(
    ({ kind, payload }) =>
      kind === FRAME.contents &&
      [...decodePack(payload, host.compression).values()].some((text) => text.includes(part)),
  );

describe('after 90 days', () => {
  it('the segments go, and every version reads as before, also after a restart', async () => {
    const vault = await aVault();
    const before = await past(vault);
    const old = segments(vault);
    const aged = await later(vault, 91);
    expect(segments(aged).filter((name) => old.includes(name))).toEqual([]);
    expect((await aged.run('list_migrations'))['migrations']).toEqual([]);
    expect(await past(aged)).toEqual(before);
    const again = await aged.restart();
    expect(await past(again)).toEqual(before);
  });

  it('a version can be restored, and the restore undone to the byte', async () => {
    const vault = await later(await aVault(), 91);
    const before = vault.tree();
    const { migrationId } = await vault.run('restore_table', { table: 'people', version: 1 });
    expect(vault.text(ADA)).toContain('The first text.');
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect(vault.tree()).toBe(before);
  });

  it('what versions need is written again once, not each day', async () => {
    const vault = await later(await aVault(), 91);
    const once = segments(vault);
    expect(once).toHaveLength(1);
    const second = await vault.restart();
    await second.run('insert_row', { table: 'people', values: { name: 'Cy' } });
    const again = await later(second, 1);
    expect(segments(again)).toEqual(expect.arrayContaining([...once]));
    expect(isStored(again.host, 'The first text.')).toBe(true);
  });

  it('a vacuum takes the contents along that nothing needs any more', async () => {
    const vault = await later(await aVault(), 91);
    expect(isStored(vault.host, 'The first text.')).toBe(true);
    const { files, stillNeeded } = await vault.run('vacuum_table', { table: 'people', dry_run: false });
    expect(stillNeeded).toEqual([]);
    expect((files as string[]).map((file) => file.replace(/[0-9a-f-]{36}/, 'LOG'))).toEqual([
      '.notedb/memory/tables/LOG/00000000.log',
      expect.stringMatching(/journal\/\d+\.log$/),
    ]);
    expect(isStored(vault.host, 'The first text.')).toBe(false);
    expect(isStored(vault.host, 'The second text.')).toBe(true);
    const again = await vault.restart();
    expect((await past(again, 4)).length).toBe(3);
  });
});

describe('within 90 days', () => {
  it('a vacuum leaves what undo needs, and they go together afterwards', async () => {
    const vault = await aVault();
    const before = vault.tree();
    const { migrations } = await vault.run('list_migrations');
    const ids = (migrations as JsonObject[]).map((each) => each['migration_id'] as string);
    await vault.run('vacuum_table', { table: 'people', dry_run: false });
    expect(isStored(vault.host, 'The first text.')).toBe(true);
    const again = await vault.restart();
    for (const id of ids.slice(0, 2)) await again.run('undo_migration', { migration_id: id });
    expect(again.text(ADA)).toContain('The first text.');
    const { migrations: undone } = await again.run('list_migrations', { limit: 2 });
    for (const each of undone as JsonObject[])
      await again.run('undo_migration', { migration_id: each['migration_id'] as string });
    expect(again.tree()).toBe(before);
    const oldest = (await again.run('describe_table', { table: 'people' }))['version'] as number;
    await again.run('vacuum_table', { table: 'people', retain_from_version: oldest, dry_run: false });
    const aged = await later(again, 91);
    expect(isStored(aged.host, 'The second text.')).toBe(true);
    const { changes } = await aged.run('table_changes', { table: 'people', start_version: oldest });
    expect(changes).not.toEqual([]);
  });

  it('a hand edit’s text goes with its version, for nobody can undo it', async () => {
    const vault = await aVault();
    const text = vault.text(ADA) as string;
    vault.host.external.write(ADA, text.replace('The second text.', 'By hand.'));
    await vault.engine.rescan();
    const edited = await vault.restart();
    edited.host.external.write(ADA, text);
    await edited.engine.rescan();
    const again = await edited.restart();
    expect(isStored(again.host, 'By hand.')).toBe(true);
    const plan = await again.run('vacuum_table', { table: 'people' });
    const done = await again.run('vacuum_table', { table: 'people', dry_run: false });
    expect(done['files']).toEqual(plan['files']);
    // What the oldest version changed can still be asked for.
    expect(isStored(again.host, 'By hand.')).toBe(true);
    await again.run('insert_row', { table: 'people', values: { name: 'Cy' } });
    await again.run('vacuum_table', { table: 'people', dry_run: false });
    expect(isStored(again.host, 'By hand.')).toBe(false);
  });
});

describe('a log that is cut', () => {
  it('leaves files that the next opening or day removes, when they could not be removed at once', async () => {
    const vault = await aVault();
    vault.host.faults.failWhile(({ port, method }) => port === 'privateStore' && method === 'remove', 'EIO');
    const done = await vault.run('vacuum_table', { table: 'people', dry_run: false });
    expect(done['warnings']).toEqual([expect.stringContaining('tries again each day')]);
    vault.host.faults.clear();
    expect((await vault.refused('select_rows', { table: 'people', version: 3 })).message).toContain('only version 4');
    const logs = (host: MemoryHost): readonly string[] =>
      [...host.image().privateFiles.keys()].filter((name) => name.startsWith('tables/'));
    expect(logs(vault.host).some((name) => name.endsWith('00000000.log'))).toBe(true);
    const again = await later(vault, 1);
    expect(logs(again.host).filter((name) => name.endsWith('00000000.log'))).toEqual([]);
    expect((await again.run('select_rows', { table: 'people', version: 4 }))['total']).toBe(2);
  });

  it('is whole or cut, whichever call of the disk fails', async () => {
    const aged = await later(await aVault(), 91);
    await aged.engine.close();
    const image = aged.host.image();
    const rows = await rowsSince(await onHost(aged.host.reboot(image)), 0);
    const outcomes = new Set<string>();
    for (let call = 1; call <= 40; call++) {
      const vault = await onHost(aged.host.reboot(image));
      vault.host.calls.reset();
      vault.host.faults.failAt(call, 'ENOSPC', {});
      const error = await vault
        .run('vacuum_table', { table: 'people', retain_from_version: 2, dry_run: false })
        .then(() => null)
        .catch((thrown: unknown) => thrown as NotedbError);
      vault.host.faults.clear();
      if (error !== null) expect([error.code, error.hint === null]).toEqual(['unavailable', false]);
      const oldest = error === null ? 2 : 0;
      expect(await rowsSince(vault, oldest)).toEqual(rows.slice(oldest));
      expect(await rowsSince(await vault.restart(), oldest)).toEqual(rows.slice(oldest));
      outcomes.add(error === null ? 'cut' : 'whole');
    }
    expect([...outcomes].sort()).toEqual(['cut', 'whole']);
  });
});

describe('where nothing may be written', () => {
  it('a vault for reading only says what would go, and takes nothing away', async () => {
    const vault = await aVault();
    await vault.engine.close();
    const host = Object.assign(vault.host.reboot(), { readOnly: true });
    const reading = await onHost(host);
    const files = [...host.image().privateFiles.keys()];
    const plan = await reading.run('vacuum_table', { table: 'people' });
    expect(plan).toMatchObject({ dryRun: true, removedVersions: 4, earliest_version: 4 });
    expect((await reading.refused('vacuum_table', { table: 'people', dry_run: false })).code).toBe('forbidden');
    expect([...host.image().privateFiles.keys()]).toEqual(files);
    expect((await reading.run('select_rows', { table: 'people', version: 0 }))['total']).toBe(0);
  });

  it('a broken definitions file leaves the plan, and refuses the rest', async () => {
    const vault = await aVault();
    vault.host.external.write('notedb/metastore.yaml', 'format: [');
    await vault.engine.rescan();
    expect((await vault.run('vacuum_table', { table: 'people' }))['removedVersions']).toBe(4);
    expect((await vault.refused('vacuum_table', { table: 'people', dry_run: false })).code).toBe('metastore_invalid');
  });

  it('a plan writes nothing, not even what is due', async () => {
    const vault = await aVault();
    const before = vault.host.image().privateFiles;
    await vault.run('vacuum_table', { table: 'people' });
    expect([...vault.host.image().privateFiles]).toEqual([...before]);
  });
});

describe('who reads while a vacuum is under way', () => {
  const read = async (vault: TestVault, name: string, args: JsonObject): Promise<JsonObject | string> => {
    try {
      return await vault.run(name, args);
    } catch (error) {
      if (error instanceof NotedbError && error.code === 'refused') return 'refused';
      throw error;
    }
  };

  it('has the right answer or a refusal', async () => {
    const aged = await later(await aVault(), 91);
    await aged.engine.close();
    const image = aged.host.image();
    const reads: readonly (readonly [string, JsonObject])[] = [
      ['select_rows', { table: 'people', version: 1, include_body: true }],
      ['select_rows', { table: 'people', version: 3, include_body: true }],
      ['select_rows', { table: 'people', version: 4, include_body: true }],
      ['table_changes', { table: 'people', start_version: 0 }],
    ];
    const reference = await onHost(aged.host.reboot(image));
    const right: JsonObject[] = [];
    for (const [name, args] of reads) right.push(await reference.run(name, args));
    const found = new Set<string>();
    for (let call = 1; call <= 40; call++) {
      const vault = await onHost(aged.host.reboot(image));
      const started: Promise<readonly (JsonObject | string)[]>[] = [];
      vault.host.calls.actAt(vault.host.calls.count() + call, () => {
        started.push(Promise.all(reads.map(([name, args]) => read(vault, name, args))));
      });
      await vault.run('vacuum_table', { table: 'people', retain_from_version: 3, dry_run: false });
      for (const [i, answer] of (await Promise.all(started)).flat().entries()) {
        found.add(answer === 'refused' ? `${i} refused` : `${i} read`);
        if (answer !== 'refused') expect(answer, `call ${call}, read ${i}`).toEqual(right[i]);
        else expect(i === 0 || i === 3, `call ${call}, read ${i}`).toBe(true);
      }
    }
    expect([...found].sort()).toEqual(['0 read', '0 refused', '1 read', '2 read', '3 read', '3 refused']);
  });
});

describe('the journal', () => {
  it('lists each migration once, whoever asks at the same time', async () => {
    const vault = await (await aVault()).restart();
    const lists = await Promise.all([1, 2, 3].map(() => vault.run('list_migrations')));
    for (const { migrations } of lists) expect(migrations).toHaveLength(5);
  });

  it('keeps the abort of a migration for as long as the migration', async () => {
    const host = createMemoryHost();
    const migration = {
      ...{ seq: 1, id: 'id-1', time: host.clock.now(), op: 'insert_row', summary: '', tables: [], actor: null },
      ...{ changes: [], foldersMade: [], foldersLeft: [], undoes: null },
    };
    await (await Journal.open(host)).record([migration], []);
    // As a recovery does: it appends to no segment that another process wrote.
    const journal = await Journal.open(host.reboot());
    await journal.abort([{ seq: 1, reason: 'edited' }]);
    await journal.cut();
    expect(await journal.retire()).toEqual([]);
    const states: boolean[] = [];
    for await (const { failed } of journal.newestFirst()) states.push(failed);
    expect(states).toEqual([true]);
  });
});
