/** The answer of a rename says how many notedb blocks name the old thing. docs/links.md#definitions-that-follow; D26 */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const block = (text: string): string => `Text\n\n\`\`\`notedb\n${text}\n\`\`\`\n`;

const NOTES: Readonly<Record<string, string>> = {
  'One.md': block('table: tasks\nwhere: {status: waiting, project: "[[Alpha]]"}'),
  'Two.md': `${block('view: vw_open\ncolumns: [title, status]')}${block('table: main.default.tasks')}`,
  'Other.md': block('table: projects\nwhere: {status: waiting, substatus: 1}'),
  'Plain.md': 'status of tasks: waiting, [[Alpha]]\n\n```yaml\ntable: tasks\nwhere: {status: waiting}\n```\n',
};

async function openBlocks(): Promise<TestVault> {
  const vault = await openVault();
  const { run } = vault;
  for (const name of ['projects', 'tasks'])
    await run('create_table', {
      name,
      description: 'x',
      filename: '{title}',
      columns: [column('title', 'string'), column('status', 'enum', { values: ['waiting', 'done'] })],
    });
  await run('insert_row', { table: 'projects', values: { title: 'Alpha' } });
  await run('create_view', { name: 'vw_open', query: { table: 'tasks' } });
  for (const [path, text] of Object.entries(NOTES)) vault.host.external.write(path, text);
  await vault.engine.rescan();
  // The text index reads the notes two seconds after opening.
  vault.host.advance(3000);
  await vault.run('search_notes', { query: 'x' });
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return vault;
}

const CASES: readonly (readonly [string, JsonObject, string])[] = [
  [
    'rename_column',
    { table: 'tasks', from_column: 'status', to_column: 'state' },
    '2 notedb blocks name status, and no write changes a block: ',
  ],
  [
    'rename_value',
    { table: 'tasks', column: 'status', from_value: 'waiting', to_value: 'blocked' },
    '1 notedb block names waiting, and no write changes a block: One.md',
  ],
  [
    'alter_table',
    { table: 'tasks', name: 'jobs' },
    '2 notedb blocks name main.default.tasks, and no write changes a block: ',
  ],
  [
    'update_row',
    { table: 'projects', path: 'notedb/main/default/projects/Alpha.md', set_values: { title: 'Omega' } },
    '1 notedb block names [[Alpha]], and no write changes a block: One.md',
  ],
];

it.each(CASES)('%s counts them, when it is planned too', async (name, args, text) => {
  const vault = await openBlocks();
  const planned = await vault.run(name, { ...args, dry_run: true });
  expect(planned['warnings']).toEqual([expect.stringContaining(text)]);
  expect((await vault.run(name, args))['warnings']).toEqual(planned['warnings']);
});

it('an app is told of the notes that it sees', async () => {
  const vault = await openBlocks();
  const app = {
    ...{ kind: 'app' as const, id: 'a', name: 'Bot', tables: null, ask: false, actor: null },
    permissions: new Set(['read', 'write', 'schema'] as const),
  };
  const { warnings } = await vault.engine.run('alter_table', { table: 'tasks', name: 'jobs' }, app);
  expect(warnings).toEqual([]);
});
