/** Bases that no table inherits: what they read follows and holds as in a table, so that one can inherit them later. Source: docs/operations.md#rename_column, docs/operations.md#rename_value, docs/operations.md#drop_column, docs/operations.md#define_base; D17. */

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { column, openVault } from '../open-vault';

const LEVELS = ['top', 'leaf'];

/** People of two kinds, and a base of what belongs to one of them. */
async function withOwned() {
  const vault = await openVault();
  const columns = [column('name', 'string'), column('kind', 'enum', { values: ['a', 'b'] })];
  await vault.run('create_table', { name: 'people', description: 'A person', columns });
  const owner = column('owner', 'link', { ref: 'people', ref_where: { kind: 'a' } });
  await vault.run('define_base', { name: 'owned', description: 'What is owned', columns: [owner] });
  await vault.run('create_table', { name: 'things', description: 'A thing', columns: [column('name', 'string')] });
  return vault;
}

/** `levelled` says the level, `placed` inherits it and reads it twice. */
async function withLevels() {
  const vault = await openVault();
  const level = column('level', 'enum', { values: LEVELS });
  await vault.run('define_base', { name: 'levelled', description: 'What has a level', columns: [level] });
  const columns = [
    column('up', 'link', { ref: 'self', ref_by: { column: 'level', levels: LEVELS } }),
    column('label', 'string', { generated: '{level}!' }),
  ];
  await vault.run('define_base', { name: 'placed', description: 'A place', bases: ['levelled'], columns });
  await vault.run('create_table', { name: 'places', description: 'A place', columns: [column('name', 'string')] });
  return vault;
}

type Vault = Awaited<ReturnType<typeof openVault>>;

async function columnOf(vault: Vault, table: string, name: string): Promise<JsonObject | undefined> {
  const { columns } = await vault.run('describe_table', { table });
  return (columns as JsonObject[]).find((each) => each['name'] === name);
}

describe('a base that no table inherits', () => {
  test('follows the new name of a column and of a value', async () => {
    const vault = await withOwned();

    await vault.run('rename_column', { table: 'people', from_column: 'kind', to_column: 'sort' });
    await vault.run('rename_value', { table: 'people', column: 'sort', from_value: 'a', to_value: 'z' });
    await vault.run('set_table_bases', { table: 'things', bases: ['owned'] });

    expect(await columnOf(vault, 'things', 'owner')).toMatchObject({ ref_where: { sort: 'z' } });
  });

  test('holds a column and a value that it reads', async () => {
    const vault = await withOwned();

    const dropped = await vault.refused('drop_column', { table: 'people', column: 'kind' });
    const changes = { values: ['b'] };
    const without = await vault.refused('alter_column', { table: 'people', column: 'kind', changes });

    const message = 'the ref_where of owned.owner reads kind';
    expect(dropped).toMatchObject({ code: 'conflict', conflicts: [{ code: 'ref_where', message }] });
    expect(dropped.hint).toContain('define_base');
    expect(without).toMatchObject({ code: 'conflict', conflicts: [{ message }] });
  });

  test('is named when the table goes that it links to', async () => {
    const vault = await withOwned();

    const { warnings } = await vault.run('drop_table', { table: 'people' });

    expect(warnings).toEqual(['the base owned.owner links to main.default.people']);
  });

  test('follows a column of the base that it inherits', async () => {
    const vault = await withLevels();

    const columns = [column('rank', 'enum', { values: LEVELS })];
    await vault.run('define_base', { name: 'levelled', columns, rename_columns: { level: 'rank' } });
    await vault.run('set_table_bases', { table: 'places', bases: ['placed'] });

    expect(await columnOf(vault, 'places', 'up')).toMatchObject({ ref_by: { column: 'rank', levels: LEVELS } });
    expect(await columnOf(vault, 'places', 'label')).toMatchObject({ generated: '{rank}!' });
  });

  test('follows a value of the base that it inherits', async () => {
    const vault = await withLevels();
    await vault.run('set_table_bases', { table: 'places', bases: ['levelled'] });

    await vault.run('rename_value', { table: 'places', column: 'level', from_value: 'leaf', to_value: 'twig' });
    await vault.run('set_table_bases', { table: 'places', bases: ['placed'] });

    expect(await columnOf(vault, 'places', 'up')).toMatchObject({ ref_by: { levels: ['top', 'twig'] } });
  });

  test('holds a column of the base that it inherits', async () => {
    const vault = await withLevels();

    const error = await vault.refused('define_base', { name: 'levelled', columns: [], drop_columns: ['level'] });

    expect(error.conflicts.map(({ message }) => message)).toEqual([
      'the ref_by of placed.up reads level',
      'the generated of placed.label reads level',
    ]);
  });
});
