/** A renamed or moved row is followed by every definition that names it. docs/links.md#definitions-that-follow; D26 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const FOLDER = 'notedb/main/default';
const NAMED = { description: 'x', filename: '{name}' };

/** Tasks of projects, with rules and views about the project Alpha. */
async function openProjects(): Promise<TestVault> {
  const vault = await openVault();
  const { run } = vault;
  await run('create_table', { name: 'projects', ...NAMED, columns: [column('name', 'string')] });
  await run('create_table', {
    name: 'tasks',
    ...NAMED,
    columns: [column('name', 'string'), column('project', 'link', { ref: 'projects' }), column('points', 'integer')],
  });
  for (const name of ['Alpha', 'Beta']) await run('insert_row', { table: 'projects', values: { name } });
  for (const [name, project] of [
    ['One', 'Alpha'],
    ['Two', 'Beta'],
  ])
    await run('insert_row', {
      table: 'tasks',
      values: { name: name ?? '', project: `[[${project ?? ''}]]`, points: 1 },
    });
  return vault;
}

const rename = (vault: TestVault, from: string, to: string, table = 'projects'): Promise<JsonObject> =>
  vault.run('update_row', { table, path: `${FOLDER}/${table}/${from}.md`, set_values: { name: to } });

const queryOf = async ({ run }: TestVault, table: string): Promise<JsonObject> =>
  (await run('describe_table', { table }))['query'] as JsonObject;

const pathsIn = async ({ run }: TestVault, table: string): Promise<readonly string[]> =>
  ((await run('select_rows', { table }))['rows'] as readonly { path: string }[]).map(({ path }) => path);

/** Every spelling of a link, each with what it becomes when Alpha is called Omega. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['[[Alpha]]', '[[Omega]]'],
  ['Alpha', 'Omega'],
  ['[[Alpha|the first]]', '[[Omega|the first]]'],
  ['[[Alpha#Part]]', '[[Omega#Part]]'],
  ['[[notedb/main/default/projects/Alpha]]', '[[notedb/main/default/projects/Omega]]'],
  ['notedb/main/default/projects/Alpha.md', 'notedb/main/default/projects/Omega.md'],
];

describe('a view follows a renamed row', () => {
  it.each(SPELLINGS)('that it names as %s', async (before, after) => {
    const vault = await openProjects();
    await vault.run('create_view', { name: 'vw_alpha', query: { table: 'tasks', where: { project: before } } });
    const answer = await pathsIn(vault, 'vw_alpha');
    expect(answer).toHaveLength(1);
    const { warnings } = await rename(vault, 'Alpha', 'Omega');
    expect(warnings).toEqual([]);
    expect((await queryOf(vault, 'vw_alpha'))['where']).toEqual({ project: after });
    expect(await pathsIn(vault, 'vw_alpha')).toEqual(answer);
  });

  it('wherever a query compares: operators, lists, groups of conditions, joins, stacked tables, paths', async () => {
    const vault = await openProjects();
    const where = (name: string): JsonObject => ({
      or: [
        { project: { in: [`[[${name}]]`, '[[Beta]]'] } },
        { not: { project: { ne: `[[${name}]]` } } },
        { 'project.path': `${FOLDER}/projects/${name}.md` },
        { project: { within: `[[${name}]]` } },
      ].slice(0, 3),
    });
    const join = (name: string): JsonObject => ({
      table: 'main.default.projects',
      on: { project: 'path' },
      where: { file_link: `[[${name}]]` },
    });
    await vault.run('create_view', {
      name: 'vw_join',
      query: { table: 'tasks', where: where('Alpha'), join: join('Alpha') },
    });
    const union = (name: string): JsonObject => ({
      union: [{ table: 'main.default.tasks', where: { project: `[[${name}]]` } }, { table: 'main.default.projects' }],
      where: { or: [{ project: `[[${name}]]` }, { path: `${FOLDER}/projects/${name}.md` }] },
    });
    await vault.run('create_view', { name: 'vw_union', query: union('Alpha') });
    await rename(vault, 'Alpha', 'Omega');
    expect(await queryOf(vault, 'vw_join')).toEqual({
      table: 'main.default.tasks',
      where: where('Omega'),
      join: join('Omega'),
    });
    expect(await queryOf(vault, 'vw_union')).toEqual(union('Omega'));
  });

  it('names the row by its path where another note takes its name', async () => {
    const vault = await openProjects();
    await vault.run('create_view', { name: 'vw_alpha', query: { table: 'tasks', where: { project: '[[Alpha]]' } } });
    await vault.run('insert_row', { table: 'tasks', values: { name: 'Alpha' } });
    expect((await queryOf(vault, 'vw_alpha'))['where']).toEqual({ project: `[[${FOLDER}/projects/Alpha]]` });
    expect(await pathsIn(vault, 'vw_alpha')).toEqual([`${FOLDER}/tasks/One.md`]);
  });

  it('follows a row whose old name another one takes, and gives both back', async () => {
    const vault = await openProjects();
    await vault.run('create_view', {
      name: 'vw_a',
      query: { table: 'tasks', where: { project: { in: ['[[Alpha]]'] } } },
    });
    await vault.run('add_column', { table: 'projects', column: column('code', 'string') });
    for (const [name, code] of [
      ['Alpha', 'a'],
      ['Beta', 'b'],
    ])
      await vault.run('update_rows', {
        table: 'projects',
        where: { name: name ?? '' },
        set_values: { code: code ?? '' },
      });
    const before = vault.tree();
    const { migrationId } = await vault.run('merge_rows', {
      table: 'projects',
      on: ['code'],
      rows: [
        { code: 'a', name: 'Beta' },
        { code: 'b', name: 'Alpha' },
      ],
    });
    expect((await queryOf(vault, 'vw_a'))['where']).toEqual({ project: { in: ['[[Beta 2]]'] } });
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect(vault.tree()).toBe(before);
  });
});

describe('rules follow a renamed row', () => {
  it('a CHECK', async () => {
    const vault = await openProjects();
    const check = (name: string): JsonObject => ({ or: [{ project: { ne: `[[${name}]]` } }, { points: { gte: 1 } }] });
    await vault.run('add_constraint', { table: 'tasks', name: 'alpha_counts', check: check('Alpha') });
    await rename(vault, 'Alpha', 'Omega');
    expect((await vault.run('describe_table', { table: 'tasks' }))['constraints']).toEqual([
      { name: 'alpha_counts', check: check('Omega') },
    ]);
    const refused = await vault.refused('insert_row', {
      table: 'tasks',
      values: { name: 'Three', project: '[[Omega]]', points: 0 },
    });
    expect(refused.violations).toMatchObject([{ code: 'check' }]);
  });

  it('a ref_where, and a default, also those of a base', async () => {
    const vault = await openProjects();
    await vault.run('create_table', { name: 'owners', ...NAMED, columns: [column('name', 'string')] });
    await vault.run('insert_row', { table: 'owners', values: { name: 'Ann' } });
    await vault.run('add_column', { table: 'projects', column: column('owner', 'link', { ref: 'owners' }) });
    await vault.run('update_rows', { table: 'projects', set_values: { owner: '[[Ann]]' } });
    const owned = column('led', 'link', { ref: 'projects', ref_where: { owner: '[[Ann]]' }, default: '[[Alpha]]' });
    await vault.run('define_base', { name: 'owned', description: 'x', columns: [owned] });
    await vault.run('set_table_bases', { table: 'tasks', bases: ['owned'] });
    const before = vault.text('notedb/metastore.yaml');
    const first = await rename(vault, 'Ann', 'Anna', 'owners');
    const second = await rename(vault, 'Alpha', 'Omega');
    expect([first['warnings'], second['warnings']]).toEqual([[], []]);
    const { row } = await vault.run('insert_row', { table: 'tasks', values: { name: 'Three' } });
    expect(row).toMatchObject({ led: '[[Omega]]' });
    expect(await vault.run('check_table', { table: 'tasks' })).toMatchObject({ violations: [], warnings: [] });
    await vault.run('undo_migration', { migration_id: second['migrationId'] as string });
    await vault.run('undo_migration', { migration_id: first['migrationId'] as string });
    expect(vault.text('notedb/metastore.yaml')).toBe(before);
  });

  it('a default of words, and filters that compare words', async () => {
    const vault = await openProjects();
    const kind = column('kind', 'string', { vocabulary: 'projects', default: 'Alpha' });
    await vault.run('add_column', { table: 'tasks', column: kind });
    await vault.run('update_rows', { table: 'tasks', set_values: { kind: 'Alpha' } });
    await vault.run('create_view', {
      name: 'vw_kind',
      query: { table: 'tasks', where: { kind: { in: ['Alpha', 'Beta'] } } },
    });
    await rename(vault, 'Alpha', 'Omega');
    expect((await queryOf(vault, 'vw_kind'))['where']).toEqual({ kind: { in: ['Omega', 'Beta'] } });
    expect(await pathsIn(vault, 'vw_kind')).toHaveLength(2);
    const { row } = await vault.run('insert_row', { table: 'tasks', values: { name: 'Three' } });
    expect(row).toMatchObject({ kind: 'Omega' });
  });

  it('a template of new rows, whose row is renamed', async () => {
    const vault = await openProjects();
    const path = (name: string): string => `${FOLDER}/projects/${name}.md`;
    await vault.run('alter_table', {
      table: 'tasks',
      templates: [{ path: path('Alpha'), where: { project: '[[Alpha]]' } }],
    });
    await rename(vault, 'Alpha', 'Omega');
    const { options } = await vault.run('describe_table', { table: 'tasks' });
    expect(options).toMatchObject({ templates: [{ path: path('Omega'), where: { project: '[[Omega]]' } }] });
  });

  it('a row template, a default of an untyped field, a generated link', async () => {
    const vault = await openProjects();
    await vault.run('alter_table', {
      table: 'tasks',
      row_template: 'See [[Alpha]] and [it](Alpha.md).',
      fields: { home: '[[Alpha]]' },
    });
    await rename(vault, 'Alpha', 'Omega');
    const { options, fields } = await vault.run('describe_table', { table: 'tasks' });
    expect(options).toMatchObject({ row_template: 'See [[Omega]] and [it](Omega.md).' });
    expect(fields).toMatchObject({ home: '[[Omega]]' });
  });
});

describe('every way of renaming counts', () => {
  it('a table that moves, a new root, move_rows, rename_value and batch', async () => {
    const vault = await openProjects();
    const query = { table: 'tasks', where: { project: `[[${FOLDER}/projects/Alpha]]` } };
    await vault.run('create_view', { name: 'vw_alpha', query });
    const followed = async (): Promise<unknown> =>
      ((await queryOf(vault, 'vw_alpha'))['where'] as JsonObject)['project'];
    await vault.run('alter_table', { table: 'projects', name: 'plans' });
    expect(await followed()).toBe(`[[${FOLDER}/plans/Alpha]]`);
    await vault.run('configure_database', { root: 'data' });
    expect(await followed()).toBe('[[data/main/default/plans/Alpha]]');
    await vault.run('batch', {
      operations: [
        { op: 'update_row', table: 'plans', path: 'data/main/default/plans/Alpha.md', set_values: { name: 'Gamma' } },
        { op: 'update_row', table: 'plans', path: 'data/main/default/plans/Gamma.md', set_values: { name: 'Delta' } },
      ],
    });
    expect(await followed()).toBe('[[data/main/default/plans/Delta]]');
    expect(await pathsIn(vault, 'vw_alpha')).toEqual(['data/main/default/tasks/One.md']);
  });
});

describe('what can’t follow is a warning', () => {
  it('a name that several notes have', async () => {
    const vault = await openProjects();
    vault.host.external.write('other/Alpha.md', 'x');
    await vault.engine.rescan();
    await vault.run('create_view', { name: 'vw_alpha', query: { table: 'tasks', where: { project: '[[Alpha]]' } } });
    const { warnings } = await rename(vault, 'Alpha', 'Omega');
    expect(warnings).toEqual([
      expect.stringMatching(/the view main\.default\.vw_alpha .*\[\[Alpha\]\].*several notes/),
    ]);
  });

  it('a name that leads to no note until a row takes it', async () => {
    const vault = await openProjects();
    await vault.run('create_view', { name: 'vw_gamma', query: { table: 'tasks', where: { project: '[[Gamma]]' } } });
    const { warnings } = await rename(vault, 'Alpha', 'Gamma');
    expect(warnings).toEqual([
      expect.stringMatching(/the view main\.default\.vw_gamma .*\[\[Gamma\]\].*led to no note/),
    ]);
  });
});
