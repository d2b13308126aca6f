/** A list of which a write changes some items: the others stay as somebody wrote them. D2 */

import { expect, it } from 'vitest';
import type { Json } from '../../../src/engine/index';
import { column, openVault } from '../open-vault';

const NOTE = 'notedb/main/default/things/a.md';

const COLUMNS = [
  column('name', 'string'),
  column('sizes', 'list', { items: { type: 'number' } }),
  column('times', 'list', { items: { type: 'datetime' } }),
  column('words', 'list', { items: { type: 'string' } }),
  column('people', 'list', { items: { type: 'link' } }),
];

it.each<readonly [what: string, before: string, set: Record<string, Json>, after: string]>([
  [
    'a number behind others',
    'sizes:\n- 1.50 # long\n- 0x1f\n',
    { sizes: [1.5, 31, 4] },
    'sizes:\n- 1.50 # long\n- 0x1f\n- 4\n',
  ],
  ['a number that goes', 'sizes: [1.50, 2, 3e0]\n', { sizes: [1.5, 3] }, 'sizes: [1.50, 3e0]\n'],
  ['a number in the place of one', 'sizes: [1.50, 2, 3e0]\n', { sizes: [1.5, 5, 3] }, 'sizes: [1.50, 5, 3e0]\n'],
  ['equal numbers, each as it stands', 'sizes: [1.5, 1.50, 2]\n', { sizes: [1.5, 1.5, 3] }, 'sizes: [1.5, 1.50, 3]\n'],
  ['one more of what is there', 'sizes: [1.50]\n', { sizes: [1.5, 1.5] }, 'sizes: [1.50, 1.5]\n'],
  ['another order', 'sizes: [1.50, 2]\n', { sizes: [2, 1.5] }, 'sizes: [2, 1.50]\n'],
  [
    'a time behind others',
    'times:\n  - 2026-03-05 09:00\n  - 2026-03-06T10:00+09:00\n',
    { times: ['2026-03-05 09:00', '2026-03-06T10:00+09:00', '2026-04-01T10:00:00+00:00'] },
    'times:\n  - 2026-03-05 09:00\n  - 2026-03-06T10:00+09:00\n  - 2026-04-01T10:00:00+00:00\n',
  ],
  ['a word behind others', `words: ["a", 'b', c]\n`, { words: ['a', 'b', 'c', 'd'] }, `words: ["a", 'b', c, d]\n`],
  [
    'a link behind others',
    `people: ["[[x]]", '[[y|Z]]']\n`,
    { people: ['[[x]]', '[[y|Z]]', '[[q]]'] },
    `people: ["[[x]]", '[[y|Z]]', "[[q]]"]\n`,
  ],
  [
    'links that are given by their names',
    `people: # all\n- "[[Ann]]" # the first\n-  '[[Bea]]'\n`,
    { people: ['Ann', 'Bea.md', '[[q]]'] },
    `people: # all\n- "[[Ann]]" # the first\n-  '[[Bea]]'\n- "[[q]]"\n`,
  ],
  [
    'links that are written by their paths',
    `people: ['[[/Ann]]', "[[Bea|B]]"]\n`,
    { people: ['[[Ann]]', '[[Bea]]', '[[Bea|B]]'] },
    `people: ['[[/Ann]]', "[[Bea]]", "[[Bea|B]]"]\n`,
  ],
  ['an untyped list', 'marks: [1.50, "x"]\n', { marks: [1.5, 'x', 2] }, 'marks: [1.50, "x", 2]\n'],
  [
    'an untyped list of mappings',
    'marks:\n- a:   0x1 # one\n- {b: 2}\n',
    { marks: [{ a: 1 }, { b: 2 }, { c: 3 }] },
    'marks:\n- a:   0x1 # one\n- {b: 2}\n- c: 3\n',
  ],
  // A number in quotes does not fit: the list is written anew.
  ['a list that does not fit', 'sizes: ["1.50", 2.0]\n', { sizes: [1.5, 2] }, 'sizes:\n  - 1.5\n  - 2\n'],
])('%s', async (_what, before, set, after) => {
  const vault = await openVault({ files: { 'Ann.md': '', 'Bea.md': '' } });
  const fields = { marks: '' };
  await vault.run('create_table', { name: 'things', description: 'Things', columns: COLUMNS, fields });
  await vault.run('insert_row', { table: 'things', values: { name: 'a' } });
  const text = vault.text(NOTE) as string;
  const withList = text.replace(/^marks:.*\n/m, '').replace(/---\n$/, `${before}---\n`);
  vault.host.external.write(NOTE, withList);
  await vault.engine.rescan();
  const { migrationId } = await vault.run('update_row', { table: 'things', path: NOTE, set_values: set });
  expect(vault.text(NOTE)).toBe(withList.replace(before, after));
  await vault.run('undo_migration', { migration_id: migrationId as string });
  expect(vault.text(NOTE)).toBe(withList);
  await vault.engine.close();
});
