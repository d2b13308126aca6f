/** Templates of new rows: which writes fill them, what becomes of a note that is gone, and what an app sees of them. docs/tables.md#new-rows */

import { beforeEach, expect, it } from 'vitest';
import type { App } from '../../../src/engine/history/caller';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const FOLDER = 'notedb/main/default/tasks';
let vault: TestVault;
beforeEach(async () => {
  vault = await openVault();
  vault.host.external.write('Templates/Bug.md', '---\nkind: x\n---\nSteps of {title}\n');
  vault.host.external.write('Templates/Rest.md', 'Notes\n');
  await vault.run('create_table', {
    name: 'tasks',
    description: 'What is to do',
    filename: '{title}',
    columns: [
      column('title', 'string', { required: true }),
      column('kind', 'enum', { values: ['bug', 'idea'], default: 'bug' }),
    ],
    templates: [{ path: 'Templates/Bug.md', where: { kind: 'bug' } }, { path: 'Templates/Rest.md' }],
  });
});

const bodyOf = (title: string): string => (vault.text(`${FOLDER}/${title}.md`) ?? '').split('---\n')[2] ?? '';

it('counts defaults as values of the new row, in each way of adding rows', async () => {
  await vault.run('insert_row', { table: 'tasks', values: { title: 'One' } });
  await vault.run('merge_rows', {
    table: 'tasks',
    on: ['title'],
    rows: [{ title: 'Two', kind: 'idea' }, { title: 'Three' }],
  });
  expect(['One', 'Two', 'Three'].map(bodyOf)).toEqual(['Steps of One\n', 'Notes\n', 'Steps of Three\n']);
});

it('adds a row without text, with a warning, when the note of the template is gone', async () => {
  vault.host.external.remove('Templates/Bug.md');
  const { warnings } = await vault.run('insert_row', { table: 'tasks', values: { title: 'One' } });
  expect(warnings).toEqual(["the template Templates/Bug.md can't be read, so that the row has no text of it"]);
  expect(bodyOf('One')).toBe('');
  await vault.run('alter_table', { table: 'tasks', description: 'Still to be altered' });
});

it('refuses to drop a column that chooses a template, and names it', async () => {
  await expect(vault.run('drop_column', { table: 'tasks', column: 'kind' })).rejects.toMatchObject({
    code: 'conflict',
    conflicts: [expect.objectContaining({ code: 'template', column: null }) as JsonObject],
  });
});

it('keeps templates through a restart, a clone and an undo', async () => {
  await vault.run('clone_table', { source: 'tasks', target: 'copies' });
  const { migrationId } = await vault.run('alter_table', { table: 'copies', templates: [] });
  await vault.run('undo_migration', { migration_id: migrationId ?? '' });
  await vault.run('insert_row', { table: 'copies', values: { title: 'One', kind: 'idea' } });
  expect(vault.text('notedb/main/default/copies/One.md')).toContain('Notes\n');
  expect(vault.text('notedb/metastore.yaml')).toContain('path: Templates/Rest.md');
});

it('lets no app take the text of a note that it may not see, but fills what the owner chose', async () => {
  const bot: App = {
    ...{ kind: 'app', id: 'bot', name: 'Bot', tables: ['main.default.tasks'], ask: false, actor: null },
    permissions: new Set(['read', 'write', 'schema']),
  };
  const templates = [{ path: 'Templates/Rest.md' }];
  await expect(vault.engine.run('alter_table', { table: 'tasks', templates }, bot)).rejects.toMatchObject({
    code: 'refused',
  });
  await vault.engine.run('insert_row', { table: 'tasks', values: { title: 'One' } }, bot);
  expect(bodyOf('One')).toBe('Steps of One\n');
});
