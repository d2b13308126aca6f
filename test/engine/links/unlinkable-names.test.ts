/** Names that no wiki link can hold: such rows are not offered, and a link to one is refused with the reason. docs/links.md */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const at = (name: string): string => `notedb/main/default/people/${name}.md`;

const NAMES = ['C', 'C#', 'A|B', 'a[[b', 'a]]b', '[begin', 'end]', 'x^y', 'back`tick', '100%', 'plain'];
const UNLINKABLE = ['C#', 'A|B', 'a[[b', 'a]]b'];

/** People with all those names, and tasks that link to them. */
async function people(): Promise<TestVault> {
  const row = (i: number): string => `---\ntable: main.default.people\nid: ${ID}${String(i).padStart(2, '0')}\n---\n`;
  const vault = await openVault({ files: Object.fromEntries(NAMES.map((name, i) => [at(name), row(i)])) });
  const age = column('age', 'integer');
  await vault.run('create_table', { name: 'people', description: 'Somebody', columns: [age] });
  await vault.run('create_table', {
    name: 'tasks',
    description: 'Something to do',
    filename: '{title}',
    columns: [
      column('title', 'string'),
      column('who', 'link', { ref: 'people' }),
      column('all', 'list', { items: { type: 'link', ref: 'people' } }),
      column('any', 'link'),
    ],
  });
  return vault;
}

const ID = 'aaaaaaaa-0000-4000-8000-0000000000';

const insert = (values: JsonObject): JsonObject => ({ table: 'tasks', values: { title: 't', ...values } });

describe('rows whose names no link can hold', () => {
  it('are not offered; every link, name and path that is offered can be set', async () => {
    const vault = await people();
    const { rows, total } = await vault.run('list_link_targets', { table: 'tasks', column: 'who' });
    const offered = rows as readonly JsonObject[];
    expect(total).toBe(NAMES.length - UNLINKABLE.length);
    expect(offered.map(({ name }) => name).sort()).toEqual(NAMES.filter((name) => !UNLINKABLE.includes(name)).sort());
    for (const { link, name, path } of offered) {
      for (const who of [link, name, path]) {
        const { row } = await vault.run('insert_row', insert({ who: who as string }));
        expect((row as JsonObject)['who']).toBe(link);
      }
      const merged = { table: 'tasks', on: ['title'], rows: [{ title: 'm', all: [link as string, path as string] }] };
      await vault.run('merge_rows', merged);
    }
    expect(await vault.run('check_table', { table: 'tasks' })).toMatchObject({ ok: true });
    const mentioned = await vault.run('select_rows', { table: 'people', where: { file_backlink_count: { gt: 0 } } });
    expect(mentioned['total']).toBe(offered.length);
  });

  it('are not among the names that a refusal lists', async () => {
    const vault = await people();
    const { message } = await vault.refused('insert_row', insert({ who: 'nobody' }));
    expect(message).toContain('Take one of');
    for (const name of UNLINKABLE)
      expect(message).not.toMatch(new RegExp(`(?:of|,) ${name.replace(/[[\]|]/g, '\\$&')}(?:,|$)`));
  });

  it.each(
    ['who', 'any', 'all'].flatMap((key) => [
      [key, 'C#', at('C#')],
      [key, 'A|B', at('A|B')],
    ]),
  )('are refused in %s by the path of %s, with the reason', async (key, name, path) => {
    const vault = await people();
    const before = vault.tree();
    const value = key === 'all' ? ['plain', path] : path;
    const { violations, message } = await vault.refused('insert_row', insert({ [key]: value }));
    expect(message).toBe(
      `${key}: no link can hold the name of "${at(name)}" (a link ends at #, |, [[ and ]]); rename that note first`,
    );
    expect(violations).toMatchObject([{ code: 'ref', column: key }]);
    expect(vault.tree()).toBe(before);
  });

  it.each([
    ['a bare name', 'C#', 'ref'],
    ['a link', '[[A|B]]', 'broken_link'],
  ])('are refused by %s, with the reason', async (_, who, code) => {
    const vault = await people();
    const { violations, message } = await vault.refused('insert_row', insert({ who }));
    expect(violations.map((each) => each.code)).toEqual([code]);
    expect(message).toContain('no link can hold the name of');
  });

  it.each(['a[[b', 'a]]b', at('a[[b'), '[[a]]b]]'])('with pairs of brackets are no value: %s', async (who) => {
    const vault = await people();
    const { violations } = await vault.refused('insert_row', insert({ who }));
    expect(violations).toMatchObject([
      { code: 'type', message: expect.stringContaining('no link can hold a name with [[ or ]] in it') as string },
    ]);
  });

  it('are refused by update_rows and merge_rows too', async () => {
    const vault = await people();
    await vault.run('insert_row', insert({ who: 'plain' }));
    const reason = 'no link can hold the name of';
    const set = await vault.refused('update_rows', { table: 'tasks', set_values: { who: at('C#') } });
    expect(set.message).toContain(reason);
    const rows = [{ title: 't', who: at('C#') }];
    expect((await vault.refused('merge_rows', { table: 'tasks', on: ['title'], rows })).message).toContain(reason);
    expect(vault.text('notedb/main/default/tasks/t.md')).toContain('who: "[[plain]]"');
  });

  it('can hold no link that wants one back', async () => {
    const vault = await people();
    const tasks = column('tasks', 'list', { items: { type: 'link', ref: 'tasks' }, inverse: 'who' });
    await vault.run('add_column', { table: 'people', column: tasks });
    await vault.run('insert_row', insert({}));
    const { message, violations } = await vault.refused('update_row', {
      table: 'people',
      path: at('C#'),
      set_values: { tasks: ['t'] },
    });
    expect(violations).toMatchObject([{ path: at('C#'), column: 'tasks', code: 'ref' }]);
    expect(message).toContain(`no link can hold the name of "${at('C#')}"`);
  });

  it('give their path as file_link, and {this.link} means them alone', async () => {
    const vault = await people();
    await vault.run('insert_row', insert({ who: 'C' }));
    const where = { path: at('C#') };
    const { rows } = await vault.run('select_rows', { table: 'people', columns: ['file_link'], where });
    expect(rows).toMatchObject([{ file_link: at('C#') }]);
    const own = { table: 'tasks', where: { who: '{this.link}' } };
    expect(await vault.run('select_rows', { ...own, this_note: at('C#') })).toMatchObject({ total: 0 });
    expect(await vault.run('select_rows', { ...own, this_note: at('C') })).toMatchObject({ total: 1 });
  });
});
