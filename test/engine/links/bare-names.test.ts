/** A name without brackets in a link column: a link to queries, text to Obsidian. docs/links.md */

import { expect, it } from 'vitest';
import { openVault } from '../open-vault';

const name = { name: 'name', type: 'string', required: true, description: 'What it is called' };
const who = { name: 'who', type: 'link', ref: 'people', description: 'Whose it is' };
const NOTE = 'A/a.md';
const ADA = 'notedb/main/default/people/Ada.md';

it('is kept and not followed, until a write sets it', async () => {
  const vault = await openVault({ files: { [NOTE]: '---\nname: a\nwho: Ada\n---\n' } });
  await vault.run('create_table', { name: 'people', description: 'Who there is', columns: [name] });
  await vault.run('create_table', { name: 'tasks', description: 'What is to do', columns: [name, who] });
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  await vault.run('adopt_rows', { table: 'tasks', paths: [NOTE], relocate: false });
  const ofAda = { table: 'tasks', where: { who: '[[Ada]]' } };
  expect(await vault.run('select_rows', ofAda)).toMatchObject({ total: 1 });
  await vault.run('update_row', { table: 'people', path: ADA, set_values: { name: 'Eve' } });
  expect(vault.text(NOTE)).toContain('who: Ada\n');
  await vault.run('update_row', { table: 'tasks', path: NOTE, set_values: { who: 'Eve' } });
  expect(vault.text(NOTE)).toContain('who: "[[Eve]]"\n');
  await vault.engine.close();
});
