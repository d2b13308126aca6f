/** "Did you mean" of refused links and words, by the names that quick find knows. docs/quick-find.md#in-refusals */

import { describe, expect, it } from 'vitest';
import type { App, JsonObject, NotedbError } from '../../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, openVault } from '../../open-vault';

/** More rows than a refusal lists, of which one has aliases that its name has no word of. */
async function vault(): Promise<TestVault> {
  const opened = await openVault({});
  await opened.run('create_table', PEOPLE);
  const aliases = { name: 'aliases', type: 'list', items: { type: 'string' }, description: 'Other names' };
  await opened.run('add_column', { table: 'people', column: aliases });
  await opened.run('create_table', TASKS);
  const rows = Array.from({ length: 12 }, (_, n) => ({ name: `Person ${'abcdefghijkl'[n]}` }));
  await opened.run('merge_rows', { table: 'people', on: ['name'], rows });
  const ada = { name: 'Augusta Ada King', aliases: ['Countess of Lovelace'] };
  await opened.run('insert_row', { table: 'people', values: ada });
  return opened;
}

const hintFor = async (opened: TestVault, owner: string, caller?: App): Promise<string | null> =>
  opened.engine.run('insert_row', { table: 'tasks', values: { title: 'Call', owner } }, caller).then(
    () => null,
    (error: unknown) => (error as NotedbError).hint,
  );

const app = (more: Partial<App>): App => ({
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  permissions: new Set(['read', 'notes', 'write']),
  tables: null,
  ask: false,
  actor: null,
  ...more,
});

describe('a link to no row', () => {
  it.each([
    ['an alias', 'Countess of Lovelace'],
    ['an alias with a slip', '[[Countess of Lovelase]]'],
    ['the beginning of words of an alias', '[[count love]]'],
  ])('is answered with the row that has %s', async (_, owner) => {
    expect(await hintFor(await vault(), owner)).toMatch(
      /^did you mean Augusta Ada King \(alias Countess of Lovelace\)\?/,
    );
  });

  it('is answered as before where no row is called like it', async () => {
    expect(await hintFor(await vault(), '[[Grace Hopper]]')).toBe(
      'write the link of a row that exists, or insert that row first',
    );
  });

  it('names the row in a batch, a dry run and a merge too', async () => {
    const opened = await vault();
    const values = { title: 'Call', owner: '[[Countess of Lovelace]]' };
    const calls: readonly [string, JsonObject][] = [
      ['insert_row', { table: 'tasks', values, dry_run: true }],
      ['batch', { operations: [{ op: 'insert_row', table: 'tasks', values }] }],
      ['merge_rows', { table: 'tasks', on: ['title'], rows: [values] }],
    ];
    for (const [operation, args] of calls) {
      const error = await opened.engine.run(operation, args).then(
        () => null,
        (thrown: unknown) => thrown as NotedbError,
      );
      expect([operation, error?.hint]).toEqual([operation, expect.stringContaining('did you mean Augusta Ada King')]);
    }
  });

  it('names no row that ref_where does not allow', async () => {
    const opened = await vault();
    const column = {
      name: 'boss',
      type: 'link',
      ref: 'people',
      description: 'x',
      ref_where: { born: { exists: true } },
    };
    await opened.run('add_column', { table: 'tasks', column });
    const values = { title: 'Call', boss: '[[Countess of Lovelace]]' };
    await expect(opened.engine.run('insert_row', { table: 'tasks', values })).rejects.toMatchObject({
      hint: expect.not.stringContaining('Augusta') as string,
    });
  });

  it('names nothing to an app that may not read the row', async () => {
    const opened = await vault();
    for (const more of [{ permissions: new Set(['write'] as const) }, { tables: ['main.default.tasks'] }])
      expect((await hintFor(opened, '[[Countess of Lovelace]]', app(more))) ?? '').not.toContain('Augusta');
    expect(await hintFor(opened, '[[Countess of Lovelace]]', app({}))).toContain('Augusta');
    const args = { table: 'tasks', values: { title: 'Call', owner: '[[Countess of Lovelace]]' } };
    const error = await opened.engine
      .run('insert_row', args, app({ tables: ['main.default.tasks'] }))
      .catch((refusal: unknown) => refusal);
    const { message, violations } = error as NotedbError;
    expect(JSON.stringify([message, violations])).not.toContain('Augusta');
  });
});
