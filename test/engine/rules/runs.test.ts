/** Rules run for the changes that they are for, once each, as migrations of their own. docs/rules.md#runs */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { TestVault } from '../open-vault';
import { FINISHED, finish, insert, listedRule, openTasks, openWatched, pathOf, rowsOf, settle } from './watched-tasks';

const lines = async (vault: TestVault): Promise<readonly unknown[]> =>
  (await rowsOf(vault, 'log', ['line'])).map(({ line }) => line);

/** A rule that adds a row to the same table, or to the log. */
const adding = (name: string, from: string, to: string): JsonObject => ({
  name,
  table: from,
  ops: ['insert'],
  steps: [{ op: 'insert_row', table: to, values: to === 'log' ? { line: name } : { title: { $row: 'line' } } }],
});

describe('a run', () => {
  it('writes the values of the row, with the rule as the actor', async () => {
    const vault = await openWatched();
    await insert(vault, 'Write', { points: 2 });
    await settle();
    expect(await lines(vault)).toEqual([]);
    await finish(vault, 'Write');
    await settle();
    expect((await listedRule(vault)).runs).toMatchObject([{ outcome: 'done', path: pathOf('Write'), depth: 1 }]);
    expect(await rowsOf(vault, 'log', ['line', 'was', 'task'])).toMatchObject([{ line: 'Write', was: 'todo' }]);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
    expect(await rowsOf(vault, 'tasks', ['finished'])).toEqual([{ finished: day }]);
    const { migrations } = await vault.run('list_migrations', { limit: 1 });
    expect(migrations).toMatchObject([{ op: 'batch', summary: 'rule finished', actor: { app: 'rule:finished' } }]);
  });

  it('follows each change in order, also by hand, and of a deleted row has its last values', async () => {
    const vault = await openTasks();
    const values = { line: { $row: 'title' }, was: { $before: 'status' } };
    await vault.run('create_rule', {
      ...{ name: 'gone', table: 'tasks', ops: ['insert', 'delete'] },
      steps: [{ op: 'insert_row', table: 'log', values }],
    });
    await vault.run('switch_rule', { rule: 'gone', on: true });
    const row =
      '---\ntable: main.default.tasks\nid: 80000000-0000-4000-8000-000000000001\ntitle: Hand\nstatus: done\n---\n';
    vault.host.external.write(pathOf('Hand'), row);
    await vault.engine.rescan();
    for (const title of ['A', 'B']) await insert(vault, title);
    await vault.run('delete_rows', { table: 'tasks', where: { title: 'Hand' }, mode: 'delete' });
    await settle();
    const { runs } = await listedRule(vault, 'gone');
    expect(runs.map(({ outcome, path }) => [outcome, path])).toEqual([
      ['done', pathOf('Hand')],
      ['done', pathOf('B')],
      ['done', pathOf('A')],
      ['done', pathOf('Hand')],
    ]);
    const rows = await rowsOf(vault, 'log', ['line', 'was']);
    expect(rows.map(({ line, was }) => [line, was].map((each) => JSON.stringify(each)).join(' ')).sort()).toEqual([
      '"A" null',
      '"B" null',
      '"Hand" "done"',
      '"Hand" null',
    ]);
  });

  it('that is refused is listed with its reason, writes nothing and is not repeated', async () => {
    const vault = await openWatched();
    await insert(vault, 'Write');
    await vault.run('add_constraint', { table: 'log', name: 'no_write', check: { line: { ne: 'Write' } } });
    await finish(vault, 'Write');
    await settle();
    const [run, ...others] = (await listedRule(vault)).runs;
    expect(run).toMatchObject({ outcome: 'refused', migration: null });
    expect(run?.reason).toContain('no_write');
    expect(others).toEqual([]);
    expect(await rowsOf(vault, 'tasks', ['finished'])).toEqual([{ finished: null }]);
    vault.host.advance(60 * 60 * 1000);
    await settle();
    expect((await listedRule(vault)).runs.length).toBe(1);
    // The next change goes on.
    await insert(vault, 'Read');
    await finish(vault, 'Read');
    await settle();
    expect(await lines(vault)).toEqual(['Read']);
  });
});

describe('a chain', () => {
  it('does not begin with the own writes of the rule', async () => {
    const vault = await openWatched(adding('again', 'log', 'log'));
    await vault.run('insert_row', { table: 'log', values: { line: 'first' } });
    await settle();
    expect(await lines(vault)).toHaveLength(2);
    expect((await listedRule(vault, 'again')).runs.length).toBe(1);
  });

  it('of two rules that wake each other ends after 8 runs, and says so', async () => {
    const vault = await openTasks();
    for (const [name, other] of [
      ['ping', 'pong'],
      ['pong', 'ping'],
    ] as const) {
      const steps = [{ op: 'insert_row', table: 'log', values: { line: name } }];
      await vault.run('create_rule', { name, table: 'log', ops: ['insert'], where: { line: other }, steps });
      await vault.run('switch_rule', { rule: name, on: true });
    }
    await vault.run('insert_row', { table: 'log', values: { line: 'ping' } });
    for (let turn = 0; turn < 6; turn += 1) await settle();
    expect(await lines(vault)).toHaveLength(9);
    const runs = [...(await listedRule(vault, 'ping')).runs, ...(await listedRule(vault, 'pong')).runs];
    expect(
      runs
        .filter(({ outcome }) => outcome === 'done')
        .map(({ depth }) => depth)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(runs.filter(({ outcome }) => outcome === 'ended')).toMatchObject([{ depth: 9, reason: /8 rules ran/ }]);
  });
});

describe('undo', () => {
  it('of a run wakes no rule', async () => {
    const vault = await openWatched();
    await insert(vault, 'Write');
    await finish(vault, 'Write');
    await settle();
    const [run] = (await listedRule(vault)).runs;
    await vault.run('undo_migration', { migration_id: run?.migration as string });
    await settle();
    expect(await lines(vault)).toEqual([]);
    expect((await listedRule(vault)).runs.length).toBe(1);
  });

  it('of all runs takes them back, the newest first', async () => {
    const vault = await openWatched();
    for (const title of ['A', 'B', 'C']) {
      await insert(vault, title);
      await finish(vault, title);
      await settle();
    }
    const runs = (await listedRule(vault)).runs.map(({ migration }) => migration);
    expect(await vault.run('undo_rule', { rule: 'finished', dry_run: true })).toEqual({ runs, refused: null });
    expect(await lines(vault)).toEqual(['A', 'B', 'C']);
    expect(await vault.run('undo_rule', { rule: 'finished' })).toEqual({ runs, refused: null });
    expect(await lines(vault)).toEqual([]);
    expect(await rowsOf(vault, 'tasks', ['status'])).toEqual(Array(3).fill({ status: 'done' }));
    expect(await vault.run('undo_rule', { rule: 'finished' })).toEqual({ runs: [], refused: null });
  });
});

describe('a rule', () => {
  it('that is switched off runs no more, and on again from the next change', async () => {
    const vault = await openWatched();
    for (const title of ['A', 'B', 'C']) await insert(vault, title);
    await vault.run('switch_rule', { rule: 'finished', on: false });
    await finish(vault, 'A');
    await settle();
    await vault.run('switch_rule', { rule: 'finished', on: true });
    await finish(vault, 'B');
    await settle();
    expect(await lines(vault)).toEqual(['B']);
    const again = await vault.restart();
    expect(await listedRule(again)).toMatchObject({ status: 'on', runs: [{ outcome: 'done' }] });
    await finish(again, 'C');
    await settle();
    expect(await lines(again)).toEqual(['B', 'C']);
  });

  it('is stored in the vault and switched off there; another definition stops it', async () => {
    const vault = await openWatched();
    expect(vault.text('notedb/metastore.yaml')).toContain('rules:\n  finished:\n');
    await vault.run('create_rule', { ...FINISHED, where: { points: 3 }, replace: true });
    await settle();
    expect((await listedRule(vault)).status).toBe('outdated');
    await insert(vault, 'Write', { points: 3, status: 'done' });
    await settle();
    expect(await lines(vault)).toEqual([]);
    await vault.run('drop_rule', { rule: 'finished' });
    expect(await vault.run('list_rules')).toEqual({ rules: [] });
    const { migrations } = (await vault.run('list_migrations', { op: 'drop_rule' })) as { migrations: JsonObject[] };
    await vault.run('undo_migration', { migration_id: migrations[0]?.['migration_id'] as string });
    expect(await listedRule(vault)).toMatchObject({ status: 'outdated', where: { points: 3 } });
  });

  it('runs by hand on a row that its filter leaves out', async () => {
    const vault = await openTasks();
    await vault.run('create_rule', { ...FINISHED, button: 'Finish' });
    await insert(vault, 'Write');
    const { notes } = await vault.run('run_rule', { rule: 'finished', path: pathOf('Write'), dry_run: true });
    expect(notes).toHaveLength(2);
    expect(await lines(vault)).toEqual([]);
    const run = await vault.run('run_rule', { rule: 'finished', path: pathOf('Write') });
    expect(run['summary']).toBe(`ran rule finished on ${pathOf('Write')}`);
    expect(await lines(vault)).toEqual(['Write']);
    expect(await vault.run('undo_rule', { rule: 'finished' })).toEqual({ runs: [run['migrationId']], refused: null });
    expect(await lines(vault)).toEqual([]);
  });
});

describe('a trial', () => {
  it('counts the changes of the last 30 days, shows them, and plans the newest', async () => {
    const vault = await openTasks();
    await insert(vault, 'Old');
    await finish(vault, 'Old');
    vault.host.advance(31 * 24 * 60 * 60 * 1000);
    for (const title of ['A', 'B', 'C', 'D']) {
      await insert(vault, title);
      await finish(vault, title);
    }
    await vault.run('delete_rows', { table: 'tasks', where: { title: 'C' }, mode: 'delete' });
    const before = vault.tree();
    const trial = await vault.run('try_rule', { definition: FINISHED });
    expect(trial).toMatchObject({ count: 4, gap: false });
    expect((trial['changes'] as readonly JsonObject[]).map(({ path }) => path)).toEqual(
      ['D', 'C', 'B', 'A'].map(pathOf),
    );
    const [first, second] = trial['runs'] as readonly JsonObject[];
    expect(first).toMatchObject({ path: pathOf('D'), refused: null, plan: { dryRun: true } });
    expect((first?.['plan'] as JsonObject)['notes']).toHaveLength(2);
    expect(second).toMatchObject({ path: pathOf('C'), plan: null });
    expect(second?.['refused']).toContain('step 0 (update_row)');
    expect(vault.tree()).toBe(before);
  });
});
