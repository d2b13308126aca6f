/** A CHECK that follows a link which leads to no row is false, and is listed beside the link. Source: docs/decisions.md#check-constraints; D6. */

import { describe, expect, it } from 'vitest';
import type { JsonObject, Violation } from '../../../src/engine/index';
import { PEOPLE, type TestVault, column, openVault } from '../open-vault';

const vaultWith = async (check: JsonObject): Promise<TestVault> => {
  const vault = await openVault({ files: { 'Plain.md': 'no row\n' } });
  await vault.run('create_table', PEOPLE);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada', email: 'a@x' } });
  await vault.run('create_table', {
    name: 'tasks',
    description: 'Something to do',
    filename: '{title}',
    columns: [
      column('title', 'string', { required: true }),
      column('kind', 'enum', { values: ['own', 'shared'] }),
      column('owner', 'link', { ref: 'people' }),
      column('helpers', 'list', { items: { type: 'link', ref: 'people' } }),
    ],
  });
  await vault.run('add_constraint', { table: 'tasks', name: 'reachable', check });
  return vault;
};

const named = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ code, column: name }) => `${code} ${name ?? '-'}`);

const REACHABLE = { 'owner.email': { exists: true } };

/** [what, the CHECK, values, what is listed] */
const LINES: readonly (readonly [string, JsonObject, JsonObject, readonly string[]])[] = [
  ['a link to no note', REACHABLE, { owner: '[[Nobody]]' }, ['broken_link owner', 'check owner']],
  ['a link to a note that is not a row', REACHABLE, { owner: '[[Plain]]' }, ['ref owner', 'check owner']],
  [
    'one link of a list',
    { 'helpers.email': { exists: true } },
    { helpers: ['[[Ada]]', '[[Nobody]]'] },
    ['broken_link helpers', 'check helpers'],
  ],
  [
    'a CHECK that reads another column, which is wrong too',
    { and: [REACHABLE, { kind: 'own' }] },
    { owner: '[[Nobody]]', kind: 'none' },
    ['enum kind', 'broken_link owner', 'check -'],
  ],
  ['a CHECK that the missing target keeps', { not: REACHABLE }, { owner: '[[Nobody]]' }, ['broken_link owner']],
  ['a CHECK about the link itself', { owner: { eq: '[[Ada]]' } }, { owner: '[[Nobody]]' }, ['broken_link owner']],
];

describe('a CHECK through a broken link', () => {
  for (const [what, check, values, listed] of LINES) {
    it(`is listed by a refusal: ${what}`, async () => {
      const vault = await vaultWith(check);
      const error = await vault.refused('insert_row', { table: 'tasks', values: { title: 'T', ...values } });
      expect([...named(error.violations)].sort()).toEqual([...listed].sort());
    });

    it(`is listed by check_table: ${what}`, async () => {
      const vault = await vaultWith(check);
      const lines = Object.entries(values).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
      const keys = ['table: main.default.tasks', 'id: 00000000-0000-4000-8000-00000000ffff', 'title: T', ...lines];
      vault.host.external.write('T.md', `---\n${keys.join('\n')}\n---\n`);
      const { violations } = await (await vault.restart()).run('check_table', { table: 'tasks' });
      expect([...named(violations as unknown as Violation[])].sort()).toEqual([...listed].sort());
    });
  }
});
