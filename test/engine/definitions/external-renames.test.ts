/** A row that is renamed outside is followed by definitions when the notes follow, and at the next opening. docs/external-edits.md#renames; D26 */

import { describe, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import { type TestVault, column, openVault } from '../open-vault';

const FOLDER = 'notedb/main/default';

/** Tasks of projects, and a view of those of Alpha. */
async function openProjects(): Promise<TestVault> {
  const vault = await openVault();
  const { run } = vault;
  const named = { description: 'x', filename: '{name}', columns: [column('name', 'string')] };
  await run('create_table', { name: 'projects', ...named });
  await run('create_table', { name: 'tasks', ...named });
  const project = column('project', 'link', { ref: 'projects', default: '[[Alpha]]' });
  await run('add_column', { table: 'tasks', column: project });
  for (const name of ['Alpha', 'Beta']) await run('insert_row', { table: 'projects', values: { name } });
  for (const name of ['One', 'Two']) await run('insert_row', { table: 'tasks', values: { name } });
  await run('create_view', { name: 'vw_alpha', query: { table: 'tasks', where: { project: '[[Alpha]]' } } });
  return vault;
}

const literal = async ({ run }: TestVault): Promise<unknown> =>
  ((await run('describe_table', { table: 'vw_alpha' }))['query'] as { where: { project: unknown } }).where.project;

const total = async ({ run }: TestVault): Promise<unknown> =>
  (await run('select_rows', { table: 'vw_alpha' }))['total'];

const path = (name: string, table = 'projects'): string => `${FOLDER}/${table}/${name}.md`;

/** As Obsidian does after a rename, note by note. */
async function relink(vault: TestVault, task: string): Promise<void> {
  vault.host.external.write(
    path(task, 'tasks'),
    (vault.text(path(task, 'tasks')) ?? '').replace('[[Alpha]]', '[[Omega]]'),
  );
  await vault.engine.rescan();
}

describe('a row that is renamed outside', () => {
  it('is followed when the notes that link to it are rewritten, as a migration that can be undone', async () => {
    const vault = await openProjects();
    vault.host.external.rename(path('Alpha'), path('Omega'));
    await vault.engine.rescan();
    await vault.run('update_row', { table: 'projects', path: path('Beta'), set_values: { name: 'Beta' } });
    // The links dangle, and the filter means them as before.
    expect([await literal(vault), await total(vault)]).toEqual(['[[Alpha]]', 2]);
    await relink(vault, 'One');
    await eventually(async () => expect(await literal(vault)).toBe('[[Omega]]'));
    await relink(vault, 'Two');
    expect(await total(vault)).toBe(2);
    const { row } = await vault.run('insert_row', { table: 'tasks', values: { name: 'Three' } });
    expect(row).toMatchObject({ project: '[[Omega]]' });
    const { migrations } = await vault.run('list_migrations', { op: 'external_rename' });
    expect(migrations).toMatchObject([{ summary: expect.stringContaining('Omega') as unknown, undone: false }]);
  });

  it('is followed at once where no link dangles', async () => {
    const vault = await openProjects();
    await vault.run('update_rows', { table: 'tasks', set_values: { project: '[[Beta]]' } });
    vault.host.external.move(path('Alpha'), path('Omega'));
    await vault.engine.rescan();
    await eventually(async () => expect(await literal(vault)).toBe('[[Omega]]'));
  });

  it('is followed when it was renamed while the vault was closed', async () => {
    const vault = await openProjects();
    await vault.run('update_rows', { table: 'tasks', set_values: { project: '[[Beta]]' } });
    await vault.engine.close();
    const host = vault.host.reboot();
    host.external.move(path('Alpha'), path('Omega'));
    const { onHost } = await import('../open-vault');
    const again = await onHost(host);
    await eventually(async () => expect(await literal(again)).toBe('[[Omega]]'));
  });

  it('is named by check_table and by the answer while the filter leads to no row', async () => {
    const vault = await openProjects();
    vault.host.external.rename(path('Alpha'), path('Alphas'));
    await vault.engine.rescan();
    const text =
      /the view main\.default\.vw_alpha compares project with "\[\[Alpha\]\]", which leads to no row of main\.default\.projects; did you mean Alphas\?/;
    for (const [call, table] of [
      ['check_table', 'tasks'],
      ['select_rows', 'vw_alpha'],
    ] as const)
      expect((await vault.run(call, { table }))['warnings']).toContainEqual(expect.stringMatching(text));
    const { warnings } = await vault.run('check_table', { table: 'tasks' });
    expect(warnings).toContainEqual(
      expect.stringMatching(/the default of main\.default\.tasks\.project is "\[\[Alpha\]\]", which leads to no row/),
    );
  });
});
