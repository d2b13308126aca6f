/** A metastore file whose rules don't fit its columns, edited by hand or written by another version: reads go on, writes say what to mend. D2, D18 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, openVault } from '../open-vault';

const METASTORE = 'notedb/metastore.yaml';

const TIDY = 'notedb/main/default/tasks/Tidy.md';

async function withTasks(): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  await vault.run('insert_row', { table: 'tasks', values: { title: 'Tidy', owner: 'Ada' } });
  return vault;
}

/** What somebody writes into the entry of tasks, and what the error names: the table, the rule, what is wrong with it. */
const UNFIT: readonly (readonly [what: string, edit: (text: string) => string, names: readonly string[]])[] = [
  [
    'a CHECK of a column that there is not',
    (text) => `${text}    constraints:\n      in_time:\n        duue:\n          exists: true\n`,
    ['main.default.tasks', 'in_time', 'duue'],
  ],
  [
    'a CHECK with a value that its column can’t have',
    (text) => `${text}    constraints:\n      small:\n        estimate:\n          lt: few\n`,
    ['main.default.tasks', 'small', 'few'],
  ],
  [
    'a CHECK with an operator that there is not',
    (text) => `${text}    constraints:\n      small:\n        estimate:\n          less: 3\n`,
    ['main.default.tasks', 'small', 'less'],
  ],
  [
    'a ref_where of a column that its target has not',
    (text) =>
      text.replace('ref: main.default.people\n', 'ref: main.default.people\n        ref_where:\n          nmae: Ada\n'),
    ['main.default.tasks', 'owner', 'ref_where', 'nmae'],
  ],
  [
    'a ref_by of a column that there is not',
    (text) =>
      text.replace(
        'ref: main.default.people\n',
        'ref: main.default.people\n        ref_by:\n          column: knd\n          levels: [a, b]\n',
      ),
    ['main.default.tasks', 'owner', 'ref_by', 'knd'],
  ],
  [
    'an inverse that is not a column',
    (text) => text.replace('ref: main.default.people\n', 'ref: main.default.people\n        inverse: duties\n'),
    ['main.default.tasks', 'owner', 'main.default.people.duties'],
  ],
];

const READS: readonly (readonly [string, JsonObject])[] = [
  ['list_tables', {}],
  ['describe_table', { table: 'tasks' }],
  ['describe_database', {}],
  ['select_rows', { table: 'tasks', where: { 'owner.name': 'Ada' }, expand: ['owner'] }],
  ['select_rows', { table: 'system.information_schema.check_constraints' }],
  ['check_table', { table: 'tasks' }],
  ['list_link_targets', { table: 'tasks', column: 'owner' }],
  ['list_migrations', {}],
  ['read_note', { path: TIDY }],
];

const WRITES: readonly (readonly [string, JsonObject])[] = [
  ['insert_row', { table: 'people', values: { name: 'Bo' } }],
  ['update_row', { table: 'tasks', path: TIDY, set_values: { estimate: 1 } }],
  ['drop_constraint', { table: 'tasks', name: 'small' }],
  ['alter_table', { table: 'people', description: 'Others' }],
];

async function expectReadOnly(vault: TestVault, names: readonly string[]): Promise<void> {
  for (const [operation, args] of READS) expect(await vault.run(operation, args), operation).toBeTruthy();
  expect(await vault.run('select_rows', { table: 'tasks' })).toMatchObject({ total: 1, rows: [{ title: 'Tidy' }] });
  const tree = vault.tree();
  for (const [operation, args] of WRITES) {
    const error = await vault.refused(operation, args);
    expect(error.code, operation).toBe('metastore_invalid');
    expect(error.message).toMatch(/^notedb\/metastore\.yaml, line \d+: /);
    for (const name of names) expect(error.message, operation).toContain(name);
    expect(error.hint).toContain('mend the file by hand');
  }
  expect(vault.tree()).toBe(tree);
}

describe.each(UNFIT)('a metastore file with %s', (_what, edit, names) => {
  it('is read on with what held before, and names table, rule and line to whoever writes', async () => {
    const vault = await withTasks();
    const good = vault.text(METASTORE) as string;
    vault.host.external.write(METASTORE, edit(good));
    await vault.engine.rescan();
    await expectReadOnly(vault, names);
    const again = await vault.restart();
    await expectReadOnly(again, names);
    again.host.external.write(METASTORE, good);
    await again.engine.rescan();
    expect(await again.run('insert_row', { table: 'people', values: { name: 'Bo' } })).toMatchObject({ changed: 1 });
  });

  it('is read on where nothing held before: a vault that came from elsewhere', async () => {
    const there = await withTasks();
    const files = Object.fromEntries(
      [...there.host.image().files].flatMap(([path, { text }]) => (path.startsWith('.') ? [] : [[path, text]])),
    );
    files[METASTORE] = edit(files[METASTORE] as string);
    await expectReadOnly(await openVault({ files }), names);
  });
});
