/** Rows that may be lost are kept, whatever is written meanwhile, until somebody says that they are gone, or they return. D7 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { ALL_GONE, MANY, handRow } from '../../conformance/tables';
import { PEOPLE, TASKS, type TestVault, onHost, openVault } from '../open-vault';

const LOST = Object.keys(ALL_GONE);
const TABLE = 'main.default.people';

async function vaultOfMany(more: JsonObject = {}): Promise<TestVault> {
  const vault = await openVault({ files: MANY });
  await vault.run('create_table', { ...PEOPLE, ...more });
  return vault;
}

function removeFrom(vault: TestVault, paths: readonly string[] = LOST): void {
  for (const path of paths) vault.host.external.remove(path);
}

async function vaultWithLostRows(more: JsonObject = {}): Promise<TestVault> {
  const vault = await vaultOfMany(more);
  removeFrom(vault);
  await vault.engine.rescan();
  return vault;
}

/** Closed, changed from outside while nothing ran, opened again. */
async function reopened(vault: TestVault, meanwhile: () => void): Promise<TestVault> {
  vault.host.advance(60_000);
  await vault.engine.close();
  meanwhile();
  return onHost(vault.host.reboot());
}

const total = async (vault: TestVault): Promise<unknown> =>
  (await vault.run('select_rows', { table: 'people', limit: 0 }))['total'];

const suspects = async (vault: TestVault): Promise<unknown> =>
  ((await vault.run('check_table', { table: 'people' }))['counts'] as JsonObject)['suspect'] ?? 0;

const DESCRIBE = { table: 'people', description: 'People' };

describe('rows that may be lost', () => {
  it('are still there after their table was described anew', async () => {
    const vault = await vaultWithLostRows();
    await vault.run('alter_table', DESCRIBE);
    expect(await vault.run('select_rows', { table: 'people' })).toMatchObject({ total: 60 });
    expect(await vault.run('check_table', { table: 'people' })).toMatchObject({ counts: { suspect: 60 } });
  });

  it('are still there after a batch that described their table was refused', async () => {
    const vault = await vaultWithLostRows();
    await vault.refused('batch', {
      operations: [
        { op: 'alter_table', ...DESCRIBE },
        { op: 'drop_table', table: 'people' },
      ],
    });
    expect(await vault.run('select_rows', { table: 'people' })).toMatchObject({ total: 60 });
  });

  it('are what they were when their notes return as they were, with the time stamps of then', async () => {
    const vault = await vaultOfMany();
    const before = new Map(vault.host.image().files);
    removeFrom(vault);
    await vault.engine.rescan();
    for (const path of LOST) {
      const { text = '', mtime, ctime } = before.get(path) ?? { mtime: 0, ctime: 0 };
      vault.host.external.write(path, text, { mtime, ctime });
    }
    await vault.engine.rescan();
    expect([await total(vault), await suspects(vault)]).toEqual([60, 0]);
    expect(vault.engine.unconfirmedDeletions()).toEqual(new Map());
  });
});

describe('rows that vanish while nothing runs', () => {
  it('are no more believed to be gone than others', async () => {
    const vault = await reopened(await vaultOfMany({ history: true }), () => undefined);
    const again = await reopened(vault, () => removeFrom(vault));
    expect([await total(again), await suspects(again)]).toEqual([60, 60]);
    expect(again.engine.unconfirmedDeletions()).toEqual(new Map([[TABLE, [...LOST].sort()]]));
    expect(await again.run('describe_history', { table: 'people' })).toMatchObject({ history: [{ version: 0 }] });
    const error = await again.refused('update_row', {
      table: 'people',
      path: LOST[0] ?? '',
      set_values: { name: 'X' },
    });
    expect(error).toMatchObject({ code: 'conflict', hint: expect.stringContaining('--accept-deletions') as string });
  });

  it('and stay so after the next opening too, the few that have not returned by then', async () => {
    const vault = await vaultWithLostRows();
    const back = Object.entries(MANY).slice(0, 30);
    const again = await reopened(vault, () => back.forEach(([path, text]) => vault.host.external.write(path, text)));
    expect([await total(again), await suspects(again)]).toEqual([60, 30]);
    const restarted = await reopened(again, () => undefined);
    expect([await total(restarted), await suspects(restarted)]).toEqual([60, 30]);
  });

  it('are rows elsewhere when they were moved', async () => {
    const vault = await vaultOfMany();
    const again = await reopened(vault, () => {
      for (const path of LOST) vault.host.external.rename(path, path.replace('Many/', 'Moved/'));
    });
    expect([await total(again), await suspects(again)]).toEqual([60, 0]);
    const { rows } = await again.run('select_rows', { table: 'people', columns: ['path'] });
    expect((rows as { path: string }[]).filter(({ path }) => path.startsWith('Moved/'))).toHaveLength(60);
  });

  it('are gone when there are few of them', async () => {
    const vault = await vaultOfMany();
    const again = await reopened(vault, () => removeFrom(vault, LOST.slice(0, 50)));
    expect([await total(again), await suspects(again)]).toEqual([10, 0]);
  });

  it('few as they are, are doubted when the sentinel is gone too', async () => {
    const vault = await vaultOfMany();
    await vault.host.privateStore.remove('vault-id');
    const again = await reopened(vault, () => removeFrom(vault, LOST.slice(0, 3)));
    expect([await total(again), await suspects(again)]).toEqual([60, 3]);
  });

  it.each(['archive', 'delete'])(
    'because the engine took them away (%s) and was killed then are gone',
    async (mode) => {
      const vault = await reopened(await vaultOfMany(), () => undefined);
      await vault.run('delete_rows', { table: 'people', mode });
      const again = await onHost(vault.host.reboot());
      expect([await total(again), await suspects(again)]).toEqual([0, 0]);
    },
  );
});

describe('accepting that lost rows are gone', () => {
  it('takes them as any other deletion by hand: a version, a change, no migration', async () => {
    const vault = await vaultWithLostRows({ history: true });
    const changes: unknown[] = [];
    vault.engine.onChange((change) => changes.push(change));
    const { migrations: before } = await vault.run('list_migrations');
    expect(await vault.engine.acceptDeletions()).toEqual({ tables: [{ table: TABLE, rows: 60 }], returned: 0 });
    expect([await total(vault), await suspects(vault)]).toEqual([0, 0]);
    expect(await vault.run('select_rows', { table: 'people' })).not.toHaveProperty('warnings.0');
    expect(changes).toMatchObject([{ source: 'external', tables: [TABLE], migrationId: null }]);
    expect((await vault.run('list_migrations'))['migrations']).toEqual(before);
    const { history } = await vault.run('describe_history', { table: 'people' });
    expect((history as JsonObject[])[0]).toMatchObject({
      operation: 'EXTERNAL_EDIT',
      operationMetrics: { numDeletedRows: 60 },
    });
  });

  it('lasts over the next opening', async () => {
    const vault = await vaultWithLostRows();
    await vault.engine.acceptDeletions();
    const again = await reopened(vault, () => undefined);
    expect([await total(again), await suspects(again)]).toEqual([0, 0]);
  });

  it('leaves the notes that link to them as they are: check_table finds the links', async () => {
    const vault = await vaultOfMany();
    await vault.run('create_table', TASKS);
    const text = handRow('tasks', 99, ['title: Call', 'owner: "[[Many/0]]"']);
    vault.host.external.write('Call.md', text);
    removeFrom(vault);
    await vault.engine.rescan();
    expect(await vault.run('check_table', { table: 'tasks' })).toMatchObject({ ok: true });
    await vault.engine.acceptDeletions();
    expect(vault.text('Call.md')).toBe(text);
    expect(await vault.run('check_table', { table: 'tasks' })).toMatchObject({ ok: false, counts: { broken_link: 1 } });
  });

  it('keeps those whose notes are there again, though nobody looked since', async () => {
    const vault = await vaultWithLostRows();
    for (const [path, text] of Object.entries(MANY).slice(0, 10)) vault.host.external.write(path, text);
    expect(await vault.engine.acceptDeletions()).toEqual({ tables: [{ table: TABLE, rows: 50 }], returned: 10 });
    expect([await total(vault), await suspects(vault)]).toEqual([10, 0]);
  });

  it('keeps those that can not be looked at', async () => {
    const vault = await vaultWithLostRows();
    vault.host.faults.failWhile((call) => call.method === 'stat' && call.path === LOST[0], 'EIO');
    expect(await vault.engine.acceptDeletions()).toMatchObject({ tables: [{ rows: 59 }] });
    expect([await total(vault), await suspects(vault)]).toEqual([1, 1]);
  });

  it('of some leaves the others suspect, few as they are', async () => {
    const vault = await vaultWithLostRows();
    const some = LOST.slice(0, 40);
    expect(await vault.engine.acceptDeletions(some)).toEqual({ tables: [{ table: TABLE, rows: 40 }], returned: 0 });
    expect([await total(vault), await suspects(vault)]).toEqual([20, 20]);
    await vault.engine.rescan();
    expect(vault.engine.unconfirmedDeletions().get(TABLE)).toHaveLength(20);
  });

  it('does nothing to rows that are not suspect, also when their notes are gone', async () => {
    const vault = await vaultOfMany();
    vault.host.external.remove(LOST[0] ?? '');
    expect(await vault.engine.acceptDeletions(LOST)).toEqual({ tables: [], returned: 0 });
    expect(await total(vault)).toBe(60);
  });

  it('is refused where nothing may be written', async () => {
    const vault = await vaultOfMany();
    await vault.engine.close();
    removeFrom(vault);
    const readOnly = await onHost(Object.assign(vault.host.reboot(), { readOnly: true }));
    expect(await suspects(readOnly)).toBe(60);
    await expect(readOnly.engine.acceptDeletions()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await suspects(readOnly)).toBe(60);
    await readOnly.engine.close();
    await expect(readOnly.engine.acceptDeletions()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
