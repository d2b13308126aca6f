/** A link in a filter or a default that leads to no row is a warning of the answer, with near names. docs/links.md#definitions-that-follow; D26 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { MemoryNetwork } from '../../memory-host/memory-network';
import { type TestVault, column, openVault } from '../open-vault';

const REASON = 'project with "[[Alpah]]", which leads to no row of main.default.projects; did you mean Alpha?';
const WHERE = { project: '[[Alpah]]' };

async function openProjects(): Promise<TestVault> {
  const vault = await openVault({ network: new MemoryNetwork() });
  const named = { description: 'x', filename: '{name}', columns: [column('name', 'string')] };
  for (const name of ['projects', 'tasks']) await vault.run('create_table', { name, ...named });
  await vault.run('add_column', { table: 'tasks', column: column('project', 'link', { ref: 'projects' }) });
  await vault.run('insert_row', { table: 'projects', values: { name: 'Alpha' } });
  return vault;
}

const CASES: readonly (readonly [string, JsonObject, string])[] = [
  ['select_rows', { table: 'tasks', where: WHERE }, 'the filter compares '],
  ['update_rows', { table: 'tasks', where: WHERE, set_values: { name: 'x' } }, 'the filter compares '],
  ['delete_rows', { table: 'tasks', where: WHERE }, 'the filter compares '],
  ['list_changes', { tables: ['tasks'], where: WHERE }, 'the filter compares '],
  ['create_view', { name: 'vw_x', query: { table: 'tasks', where: WHERE } }, 'the view main.default.vw_x compares '],
  [
    'add_constraint',
    { table: 'tasks', name: 'c', check: { not: WHERE } },
    'the CHECK c of main.default.tasks compares ',
  ],
];

describe('a link that leads to no row', () => {
  it.each(CASES)('is told by %s', async (name, args, start) => {
    const vault = await openProjects();
    expect((await vault.run(name, args))['warnings']).toEqual([start + REASON]);
    const right = JSON.parse(JSON.stringify(args).replaceAll('Alpah', 'Alpha')) as JsonObject;
    const { warnings = [] } = await vault.run(name, {
      ...right,
      ...('query' in args ? { replace: true } : {}),
      ...('check' in args ? { name: 'd' } : {}),
    });
    expect(warnings).toEqual([]);
  });

  it('is told by create_webhook', async () => {
    const vault = await openProjects();
    const args = { url: 'https://hooks.test/in', tables: ['tasks'] };
    expect((await vault.run('create_webhook', { ...args, where: WHERE }))['warning']).toBe(
      `the filter compares ${REASON}`,
    );
    expect((await vault.run('create_webhook', { ...args, where: { project: '[[Alpha]]' } }))['warning']).toBeNull();
  });
});

describe('a filter on a link to nothing', () => {
  async function openPeople(): Promise<TestVault> {
    const vault = await openVault();
    const person = { name: 'people', description: 'x', columns: [column('name', 'string')] };
    await vault.run('create_table', person);
    const columns = [
      column('owner', 'link', { ref: 'people' }),
      column('many', 'list', { items: { type: 'link', ref: 'people' } }),
      column('see', 'link'),
    ];
    await vault.run('create_table', { name: 'tasks', description: 'x', columns });
    await vault.run('insert_row', { table: 'people', values: { name: 'Ann Lee', aliases: ['AL', 'Annie'] } });
    return vault;
  }

  const ALIAS = 'leads to no row of main.default.people: AL is an alias of Ann Lee';

  it.each<readonly [JsonObject, string, string]>([
    [{ owner: 'AL' }, 'owner with "AL"', ALIAS],
    [{ owner: { eq: '[[al]]' } }, 'owner with "[[al]]"', ALIAS.replace('AL', 'al')],
    [{ owner: { ne: '![[AL]]' } }, 'owner with "![[AL]]"', ALIAS],
    [{ owner: { in: ['[[Ann Lee]]', '[x](AL.md)'] } }, 'owner with "[x](AL.md)"', ALIAS],
    [{ many: { contains: 'AL' } }, 'many with "AL"', ALIAS],
    [{ not: { or: [{ many: { contains: 'AL' } }] } }, 'many with "AL"', ALIAS],
    [{ 'owner.file_link': '[[AL]]' }, 'file_link with "[[AL]]"', 'leads to no note: AL is an alias of Ann Lee'],
    [{ file_link: '[[Ann Le]]' }, 'file_link with "[[Ann Le]]"', 'leads to no note; did you mean Ann Lee?'],
    [{ see: '[[AL]]' }, 'see with "[[AL]]"', 'leads to no note: AL is an alias of Ann Lee'],
    [{ see: { in: ['[[Nobody here]]'] } }, 'see with "[[Nobody here]]"', 'leads to no note'],
  ])('%j warns', async (where, compared, reason) => {
    const vault = await openPeople();
    const { warnings } = await vault.run('select_rows', { table: 'tasks', where });
    expect(warnings).toEqual([`the filter compares ${compared}, which ${reason}`]);
  });

  it.each<readonly [JsonObject, JsonObject]>([
    [{ owner: 'AL' }, { column: 'owner', value: 'AL', near: ['Ann Lee'], fix: '[[Ann Lee]]' }],
    [{ file_link: '[[Ann Le]]' }, { column: 'file_link', value: '[[Ann Le]]', near: ['Ann Lee'], fix: '[[Ann Lee]]' }],
    [{ see: '[[Nobody here]]' }, { column: 'see', value: '[[Nobody here]]' }],
  ])('%j has the right link as data', async (where, expected) => {
    const vault = await openPeople();
    const { warnings, dangling_links } = await vault.run('select_rows', { table: 'tasks', where });
    expect(dangling_links).toEqual([{ ...expected, message: (warnings as readonly string[])[0] }]);
  });

  it.each<JsonObject>([
    { owner: 'Ann Lee' },
    { see: 'anything' },
    { see: '[[Ann Lee]]' },
    { owner: { exists: false } },
  ])('%j does not', async (where) => {
    const vault = await openPeople();
    const answer = await vault.run('select_rows', { table: 'tasks', where });
    expect([answer['warnings'], answer['dangling_links']]).toEqual([undefined, undefined]);
  });

  it('is refused in a write, with the right link as data', async () => {
    const vault = await openPeople();
    const row = { table: 'tasks', values: { owner: '[[al]]', many: ['Ann Lee', 'Annie'] } };
    const { violations } = await vault.refused('insert_row', row);
    expect(violations).toMatchObject([
      { column: 'owner', code: 'broken_link', near: ['Ann Lee'], fix: '[[Ann Lee]]' },
      { column: 'many', code: 'broken_link', value: '[[Annie]]', near: ['Ann Lee'], fix: '[[Ann Lee]]' },
    ]);
    await vault.run('insert_row', { table: 'people', values: { name: 'Al Roe', aliases: ['AL'] } });
    const [two] = (await vault.refused('insert_row', row)).violations;
    expect(two).toMatchObject({ near: ['Al Roe', 'Ann Lee'] });
    expect(two).not.toHaveProperty('fix');
    expect(two?.message).toContain('al is an alias of Al Roe and Ann Lee');
  });
});
