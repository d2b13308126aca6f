/** check_table lists every violation of the vault by its cause. docs/problems.md */

import { beforeEach, describe, expect, it } from 'vitest';
import type { App, JsonObject } from '../../../src/engine/index';
import { at, handRow } from '../../conformance/tables';
import { hear } from '../commit/answers';
import { PEOPLE, TASKS, type TestVault, openVault } from '../open-vault';

const task = (n: number, lines: readonly string[]): string =>
  handRow('tasks', n, [`title: T${n}`, ...lines, 'owner: "[[Ada]]"']);

/** Tasks with one right status, two wrong ones, and two wrong links. */
async function brokenVault(): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  const { external } = vault.host;
  external.write(at('tasks', 'T1'), task(1, ['status: todo']));
  external.write(at('tasks', 'T2'), task(2, ['status: dnoe']));
  external.write(at('tasks', 'T3'), handRow('tasks', 3, ['title: T3', 'status: later', 'owner: "[[Adaa]]"']));
  external.write(at('people', 'Bo'), handRow('people', 904, ['born: 2020-01-01']));
  external.write(at('people', 'Plain'), 'no row\n');
  await hear(vault, 300);
  return vault;
}

let vault: TestVault;
beforeEach(async () => {
  vault = await brokenVault();
});

const readNotes = (): readonly string[] =>
  vault.host.calls.log
    .filter(({ port, method }) => port === 'vault' && (method === 'readMany' || method === 'read'))
    .map(({ method, path }) => `${method} ${path}`);

const CAUSES = [
  { table: 'main.default.people', cause: 'required:name', code: 'required', column: 'name', severity: 'error', count: 1 },
  { table: 'main.default.tasks', cause: 'enum:status', code: 'enum', column: 'status', severity: 'error', count: 2 },
  { table: 'main.default.tasks', cause: 'broken_link:owner', code: 'broken_link', column: 'owner', severity: 'error', count: 1 },
  { table: 'main.default.people', cause: 'not_a_row', code: 'not_a_row', column: null, severity: 'warning', count: 1 },
]; // prettier-ignore

describe('check_table without a table', () => {
  it('counts the causes in all tables, errors first', async () => {
    const { causes, rows, ok, table, counts } = await vault.run('check_table');
    expect(causes).toEqual(CAUSES);
    expect({ rows, ok, table }).toEqual({ rows: 5, ok: false, table: null });
    expect(counts).toEqual({ required: 1, enum: 2, broken_link: 1, not_a_row: 1 });
  });

  it('leaves the answer about one table as it was', async () => {
    const answer = await vault.run('check_table', { table: 'people' });
    expect(Object.keys(answer)).toEqual(['table', 'rows', 'ok', 'violations', 'counts', 'warnings']);
    const [violation] = answer['violations'] as readonly JsonObject[];
    expect(violation).not.toHaveProperty('table');
  });

  it('lists one cause, as many as asked for, with the table and the fix of each', async () => {
    const page = { table: 'tasks', cause: 'enum:status' };
    const { violations: first } = await vault.run('check_table', { ...page, limit: 1 });
    const { violations: second } = await vault.run('check_table', page);
    expect(first).toMatchObject([{ path: at('tasks', 'T2'), value: 'dnoe', fix: 'done' }]);
    expect(second).toMatchObject([{ path: at('tasks', 'T2') }, { path: at('tasks', 'T3'), value: 'later' }]);
    const { violations } = await vault.run('check_table', { cause: 'broken_link:owner' });
    expect(violations).toMatchObject([{ table: 'main.default.tasks', path: at('tasks', 'T3'), fix: '[[Ada]]' }]);
  });

  it('lists nothing, and counts all, with limit 0', async () => {
    expect(await vault.run('check_table', { limit: 0 })).toMatchObject({ violations: [], causes: CAUSES });
  });
});

describe('after the first question', () => {
  beforeEach(async () => {
    await vault.run('check_table');
    vault.host.calls.reset();
  });

  it('no note is read again', async () => {
    await vault.run('check_table');
    await vault.run('check_table', { table: 'tasks' });
    expect(readNotes()).toEqual([]);
  });

  it('a link that leads to a row again is found without reading the note that has it', async () => {
    await vault.run('insert_row', { table: 'people', values: { name: 'Adaa' } });
    vault.host.calls.reset();
    const { counts } = await vault.run('check_table');
    expect(counts).toEqual({ required: 1, enum: 2, not_a_row: 1 });
    expect(readNotes()).toEqual([`readMany ${at('people', 'Adaa')}`]);
  });

  it('a note that could not be read is tried again', async () => {
    vault.host.faults.failWhile(({ path }) => path === at('tasks', 'T1'), 'EIO');
    vault.host.external.write(at('tasks', 'T1'), task(1, ['status: doing']));
    await hear(vault, 300);
    expect(await vault.run('check_table')).toMatchObject({ counts: { enum: 2, unparsable: 1 } });
    vault.host.faults.clear();
    await hear(vault, 300);
    expect((await vault.run('check_table'))['counts']).toEqual({ required: 1, enum: 2, broken_link: 1, not_a_row: 1 });
  });

  it('a group over its limit is found with every row of it, until one leaves', async () => {
    const limit = { name: 'few', check: { status: 'todo' }, at_most: 1 };
    await vault.run('add_constraint', { table: 'tasks', ...limit });
    const crowded = async (): Promise<readonly unknown[]> => {
      const { violations } = await vault.run('check_table', { cause: 'limit:status' });
      return (violations as readonly JsonObject[]).map(({ path }) => path);
    };
    expect(await crowded()).toEqual([]);
    vault.host.external.write(at('tasks', 'T4'), task(77, ['status: todo']));
    await hear(vault, 300);
    expect(await crowded()).toEqual([at('tasks', 'T1'), at('tasks', 'T4')]);
    vault.host.external.remove(at('tasks', 'T1'));
    await hear(vault, 300);
    vault.host.advance(60_000);
    await hear(vault, 300);
    expect(await crowded()).toEqual([]);
  });

  it('the rules of a day hold on the next day without a change', async () => {
    await vault.run('add_column', {
      table: 'people',
      column: { name: 'until', type: 'date', description: 'until when' },
    });
    await vault.run('add_constraint', { table: 'people', name: 'valid', check: { until: { gte: '{today}' } } });
    await vault.run('insert_row', { table: 'people', values: { name: 'Cy', until: '2026-03-05' } });
    expect((await vault.run('check_table'))['counts']).not.toHaveProperty('check');
    vault.host.advance(86_400_000);
    expect((await vault.run('check_table'))['counts']).toHaveProperty('check', 1);
  });
});

describe('an app', () => {
  const app: App = {
    kind: 'app',
    id: 'bot',
    name: 'Bot',
    permissions: new Set(['read']),
    tables: ['main.default.tasks'],
    ask: false,
    actor: null,
  };

  it('gets the causes of its tables alone, by what it sees', async () => {
    await vault.run('check_table');
    const answer: JsonObject = await vault.engine.run('check_table', {}, app);
    expect(answer['causes']).toEqual(CAUSES.filter(({ cause }) => cause === 'enum:status'));
    expect(JSON.stringify(answer)).not.toMatch(/people|Ada/);
  });
});
