/** One bad path never stops the others: every fault of a path, at every call of the vault, while it is opened, watched, rescanned, written and searched. D7 */

import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { FaultCode, PortCall } from '../../memory-host/planned-faults';
import type { MemoryHost } from '../../memory-host/memory-host';
import { isDeep } from '../../deep';
import { type TestVault, onHost } from '../open-vault';
import { ADA, ALL_CALLS, CALLS, FOLDER, GRACE, people, quiet } from './ada-and-grace';
import { settle } from './before-call';

const CODES: readonly FaultCode[] = ['EACCES', 'EIO', 'ELOOP', 'ENAMETOOLONG'];

const CASES = CODES.flatMap((code, i) => {
  const calls: readonly (readonly string[])[] = isDeep || i === 0 ? [...CALLS, ALL_CALLS] : [ALL_CALLS];
  return calls.map((methods) => ({ code, methods, label: methods === ALL_CALLS ? 'every call' : methods.join(', ') }));
});

type Call = readonly [name: string, args: JsonObject];

interface SetWrite {
  readonly call: Call;
  /** The calls of the vault that it can't do without, the first of them first. */
  readonly needs: readonly string[];
  /** Of the note, or of `gone`. */
  readonly after: RegExp;
}

const DAY = '2020-01-01';
const ALL_ROWS = { table: 'people', where: {} };
const SET_BORN = { ...ALL_ROWS, set_values: { born: '2026-01-01' } };
const INSERT_JOAN = { op: 'insert_row', table: 'people', values: { name: 'Joan' } };

const SET_WRITES: readonly (readonly [string, SetWrite])[] = [
  ['an update', { call: ['update_rows', SET_BORN], needs: ['read', 'replace'], after: /born: 2026/ }],
  ['archiving', { call: ['delete_rows', { ...ALL_ROWS, mode: 'archive' }], needs: ['read', 'move'], after: /^gone$/ }],
  ['a deletion', { call: ['delete_rows', { ...ALL_ROWS, mode: 'delete' }], needs: ['read', 'trash'], after: /^gone$/ }],
  [
    'a batch',
    {
      call: ['batch', { operations: [INSERT_JOAN, { op: 'update_rows', ...SET_BORN }] }],
      needs: ['read', 'replace'],
      after: /born: 2026/,
    },
  ],
  ['an undo', { call: ['undo_migration', {}], needs: ['read', 'replace'], after: /^(?!.*born)/s }],
];
const NEEDED = new Set(SET_WRITES.flatMap(([, { needs }]) => needs));
/** Notes are read together, and one by one where that gave none: a write goes without a note that fails both. */
const ALL_READS = 'read,readMany,readBytes';

let vault: TestVault;
afterEach(() => vault.engine.close());

async function emails(): Promise<JsonObject> {
  const { rows } = await vault.run('select_rows', { table: 'people', order_by: 'path', limit: 100 });
  return Object.fromEntries((rows as JsonObject[]).map(({ name, email }) => [name as string, email ?? null]));
}

const isAda = ({ path }: PortCall): boolean => path === ADA;

const edited = (host: MemoryHost, path: string, email: string): string =>
  (host.external.text(path) ?? '').replace(/^email: .*$/m, `email: ${email}`);

const head = async (): Promise<number> => (await vault.run('list_changes', {}))['head'] as number;

async function changesOf(path: string, since: number): Promise<readonly unknown[]> {
  const { changes } = await vault.run('list_changes', { since, limit: 1000 });
  return (changes as JsonObject[]).filter((change) => change['path'] === path).map(({ op }) => op);
}

const UNHURT = { Ada: 'Ada@x', Grace: 'Grace@x' };

/** Ada's row is kept, or as somebody edited it, and she is no row less for a moment. */
function expectRows(found: JsonObject, others: JsonObject): void {
  expect(['Ada@x', 'new@x']).toContain(found['Ada']);
  expect(found).toEqual({ ...others, Ada: found['Ada'] });
}

describe.each(CASES)('$code at $label', ({ code, methods }) => {
  const fail = (host: MemoryHost): void =>
    host.faults.failWhile((call) => call.port === 'vault' && methods.includes(call.method) && isAda(call), code);

  /** When the path is well again, what is on the disk is what is known, and Ada can be written. */
  async function expectHealed(since: number): Promise<void> {
    vault.host.faults.clear();
    await vault.engine.rescan();
    await quiet(vault);
    expect(await changesOf(ADA, since)).not.toContain('delete');
    expect((await vault.run('check_table', { table: 'people' }))['violations']).toEqual([]);
    await vault.run('update_row', { table: 'people', path: ADA, set_values: { email: 'last@x' } });
    expect(vault.text(ADA)).toContain('email: last@x');
    expect(await emails()).toMatchObject({ Ada: 'last@x' });
  }

  /** What a write says that needs these calls for Ada's note; null: none of them fails. */
  const reasonOf = (needed: readonly string[]): string | null => {
    const [first] = needed.filter((method) => methods.includes(method));
    if (first === undefined) return null;
    return `${ADA} ${first === 'read' ? "can't be read" : 'could not be written'} (${code})`;
  };

  async function expectRefused([name, args]: Call, reason: string): Promise<void> {
    const before = vault.tree();
    const error = await vault.refused(name, args);
    expect(error.code).toBe('unavailable');
    expect(error.message).toContain(reason);
    expect(vault.tree()).toBe(before);
  }

  // Each of them has the good note, too, and a batch has a good step before.
  const isTried = isDeep || NEEDED.has(methods.join()) || methods.join() === ALL_READS || methods === ALL_CALLS;
  const setWrites = isTried && methods.join() !== 'read' ? SET_WRITES : [];
  it.each(setWrites)('%s of several rows', async (_what, { call, needs, after }) => {
    vault = await people();
    const { migrationId } = await vault.run('update_rows', { table: 'people', where: {}, set_values: { born: DAY } });
    fail(vault.host);
    await vault.engine.rescan();
    const [name, args] = call;
    const given = name === 'undo_migration' ? { migration_id: migrationId as string } : args;
    const reason = reasonOf(needs);
    if (reason !== null) return expectRefused([name, given], reason);
    expect((await vault.run(name, given))['changed']).toBe(name === 'batch' ? 3 : 2);
    for (const path of [ADA, GRACE]) expect(vault.text(path) ?? 'gone').toMatch(after);
  });

  it('opening', async () => {
    const first = await people();
    const { head: since } = (await first.run('list_changes', {})) as { head: number };
    await first.engine.close();
    const host = first.host.reboot();
    host.external.write(GRACE, edited(host, GRACE, 'changed@x'));
    host.external.write(ADA, edited(host, ADA, 'new@x'));
    fail(host);
    vault = await onHost(host);
    expectRows(await emails(), { Grace: 'changed@x' });
    // Once more: what is known of an unreadable note outlives a restart.
    await vault.engine.close();
    const again = host.reboot();
    fail(again);
    vault = await onHost(again);
    expectRows(await emails(), { Grace: 'changed@x' });
    await expectHealed(since);
  });

  it('watching', async () => {
    vault = await people();
    const since = await head();
    fail(vault.host);
    vault.host.external.write(ADA, edited(vault.host, ADA, 'new@x'));
    vault.host.external.write(GRACE, edited(vault.host, GRACE, 'changed@x'));
    await quiet(vault);
    expectRows(await emails(), { Grace: 'changed@x' });
    await expectHealed(since);
  });

  it('rescan', async () => {
    vault = await people();
    const since = await head();
    fail(vault.host);
    vault.host.external.withhold();
    vault.host.external.write(GRACE, edited(vault.host, GRACE, 'changed@x'));
    await vault.engine.rescan();
    expectRows(await emails(), { Grace: 'changed@x' });
    const told = vault.host.logger.entries.length;
    // The second one has nothing new to say, and the row stays.
    await vault.engine.rescan();
    expectRows(await emails(), { Grace: 'changed@x' });
    expect(vault.host.logger.entries.slice(told).filter(({ event }) => event === 'path_not_read')).toEqual([]);
    expect(await changesOf(ADA, since)).toEqual([]);
    await expectHealed(since);
  });

  it('write', async () => {
    vault = await people();
    const since = await head();
    fail(vault.host);
    await vault.engine.rescan();
    await vault.run('update_row', { table: 'people', path: GRACE, set_values: { email: 'changed@x' } });
    await vault.run('insert_row', { table: 'people', values: { name: 'Joan', email: 'Joan@x' } });
    const call = ['update_row', { table: 'people', path: ADA, set_values: { email: 'new@x' } }] as const;
    const reason = reasonOf(['read', 'replace']);
    if (reason === null) {
      await vault.run(...call);
      expect(vault.text(ADA)).toContain('email: new@x');
    } else await expectRefused(call, reason);
    expectRows(await emails(), { Grace: 'changed@x', Joan: 'Joan@x' });
    vault.host.advance(10_000);
    await settle(400);
    await vault.run('update_row', { table: 'people', path: GRACE, set_values: { email: 'again@x' } });
    await expectHealed(since);
  });

  it('search', async () => {
    vault = await people();
    fail(vault.host);
    const found = async (query: string): Promise<readonly unknown[]> =>
      ((await vault.run('search_notes', { query }))['results'] as JsonObject[]).map(({ path }) => path);
    expect(await found('grace')).toEqual([GRACE]);
    vault.host.faults.clear();
    await vault.engine.rescan();
    await quiet(vault);
    expect(await found('of ada')).toEqual([ADA]);
    expect(await emails()).toEqual(UNHURT);
  });
});

describe('a path that can not be read', () => {
  const failAt = (host: MemoryHost, place: string): void =>
    host.faults.failWhile(
      ({ port, path }) => port === 'vault' && (path === place || path.startsWith(`${place}/`)),
      'EACCES',
    );

  it('as the folder of a table: its rows stay with a warning, are listed, and are well again later', async () => {
    vault = await people();
    const since = await head();
    failAt(vault.host, FOLDER);
    await vault.engine.rescan();
    expect(await vault.run('select_rows', { table: 'people' })).toMatchObject({
      total: 2,
      warnings: ['2 rows have notes that can not be read for now, and show their last good values; call check_table'],
    });
    expect(await vault.run('check_table', { table: 'people' })).toMatchObject({
      violations: [ADA, GRACE].map((path) => ({ path, code: 'unparsable', message: `${path} can't be read: EACCES` })),
    });
    expect(vault.host.logger.entries).toContainEqual(
      expect.objectContaining({ event: 'path_not_read', data: { path: FOLDER, reason: 'EACCES' } }),
    );
    vault.host.faults.clear();
    await vault.engine.rescan();
    expect((await vault.run('select_rows', { table: 'people' }))['warnings']).toBeUndefined();
    expect((await vault.run('list_changes', { since }))['changes']).toEqual([]);
  });

  it.each([ADA, FOLDER])(
    'as %s when nothing was saved: no change is told, and the rows come when they can be read',
    async (place) => {
      const first = await people();
      const { head: since } = (await first.run('list_changes', {})) as { head: number };
      await first.engine.close();
      const host = first.host.reboot({ ...first.host.image(), cacheFiles: new Map() });
      failAt(host, place);
      vault = await onHost(host);
      expect((await vault.run('list_changes', { since }))['changes']).toEqual([]);
      host.faults.clear();
      await vault.engine.rescan();
      expect(await emails()).toEqual(UNHURT);
      expect(await changesOf(ADA, since)).not.toContain('delete');
    },
  );

  it.each(['notedb/metastore.yaml', 'notedb'])('as %s: the last good definitions stay', async (place) => {
    const first = await people();
    await first.engine.close();
    const host = first.host.reboot();
    failAt(host, place);
    vault = await onHost(host);
    expect(await emails()).toEqual(UNHURT);
    expect(await vault.refused('insert_row', { table: 'people', values: { name: 'Joan' } })).toMatchObject({
      code: 'metastore_invalid',
    });
    host.faults.clear();
    await vault.engine.rescan();
    await quiet(vault);
    await vault.run('insert_row', { table: 'people', values: { name: 'Joan' } });
    expect(await emails()).toEqual({ ...UNHURT, Joan: null });
  });
});
