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
