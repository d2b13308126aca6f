/** Where the definitions of a vault are found, and what happens when they are not as they should be. D2, D18 */

import { describe, expect, it } from 'vitest';
import { type JsonObject, openEngine } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { PEOPLE, TASKS, type TestVault, onHost, openVault } from '../open-vault';

/** The text of a metastore file that defines people. */
async function definitions(): Promise<string> {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  return vault.text('notedb/metastore.yaml') as string;
}

const tables = async (vault: TestVault): Promise<readonly unknown[]> =>
  ((await vault.run('list_tables'))['tables'] as JsonObject[]).map(({ name }) => name);

const root = async (vault: TestVault): Promise<unknown> => (await vault.run('describe_database'))['root'];

describe('the metastore file', () => {
  it.each([
    ['the usual folder', 'notedb/metastore.yaml', 'notedb'],
    ['another folder', 'data/metastore.yaml', 'data'],
    ['a folder in a folder', 'data/base/metastore.yaml', 'data/base'],
    ['an older name', 'notedb/database.yaml', 'notedb'],
  ])('is found in %s', async (_what, path, folder) => {
    const vault = await openVault({ files: { [path]: await definitions() } });
    expect(await tables(vault)).toEqual(['people']);
    expect(await root(vault)).toBe(folder);
    await vault.run('create_table', TASKS);
    expect(vault.text(`${folder}/metastore.yaml`)).toContain('tasks');
    expect(vault.text('notedb/database.yaml')).toBeUndefined();
    expect(await tables(await vault.restart())).toEqual(['people', 'tasks']);
  });

  it('three folders deep is none of ours', async () => {
    const vault = await openVault({ files: { 'a/b/c/metastore.yaml': await definitions() } });
    expect(await tables(vault)).toEqual([]);
  });

  it('in the usual folder counts before any other', async () => {
    const text = await definitions();
    const vault = await openVault({ files: { 'a/metastore.yaml': 'format: 1\n', 'notedb/metastore.yaml': text } });
    expect(await tables(vault)).toEqual(['people']);
  });

  it('in several folders, none of them the usual one, is refused with their names', async () => {
    const text = await definitions();
    const host = createMemoryHost({ files: { 'a/metastore.yaml': text, 'b/metastore.yaml': text } });
    await expect(openEngine(host)).rejects.toMatchObject({
      code: 'metastore_invalid',
      message: expect.stringMatching(/a\/metastore\.yaml.*b\/metastore\.yaml/) as string,
    });
  });

  it('in the folder that was in use counts, when others turn up', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('configure_database', { root: 'data/base' });
    vault.host.external.write('notedb/metastore.yaml', 'format: 1\n');
    const again = await vault.restart();
    expect(await root(again)).toBe('data/base');
    expect(await tables(again)).toEqual(['people']);
  });

  it('of a newer format is read-only and says so', async () => {
    const vault = await openVault({ files: { 'notedb/metastore.yaml': 'format: 99\ntables: {}\n' } });
    const error = await vault.refused('create_table', PEOPLE);
    expect(error.code).toBe('forbidden');
    expect(error.message).toContain('format 99');
    expect(vault.text('notedb/metastore.yaml')).toBe('format: 99\ntables: {}\n');
  });

  it('that is broken before the first good one serves nothing, and names the line', async () => {
    const vault = await openVault({ files: { 'notedb/metastore.yaml': 'format: 1\ntables: [\n' } });
    expect(await tables(vault)).toEqual([]);
    expect((await vault.refused('create_table', PEOPLE)).message).toMatch(/notedb\/metastore\.yaml, line \d/);
  });

  it('that broke while nothing ran: the last good definitions serve, and warm notes stay warm', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    vault.host.advance(60_000);
    await vault.engine.close();
    vault.host.external.write('notedb/metastore.yaml', 'tables: [\n');
    const rebooted = vault.host.reboot();
    const again = await onHost(rebooted);
    expect(await again.run('select_rows', { table: 'people' })).toMatchObject({ total: 1 });
    expect(rebooted.calls.count('vault.readMany')).toBe(0);
    expect((await again.refused('insert_row', { table: 'people', values: { name: 'Bo' } })).code).toBe(
      'metastore_invalid',
    );
  });

  it.each([
    [
      'a CHECK of an unknown column',
      ['    constraints:', '      named: {nmae: x}'],
      7,
      'named: nmae: people has no column',
    ],
    [
      'a ref_where that the target does not know',
      ['      - {name: boss, type: link, ref: main.default.people, ref_where: {kine: x}}'],
      6,
      'ref_where of boss: kine: people has no column',
    ],
    [
      'a ref_by that the target does not know',
      [
        '      - name: boss',
        '        type: link',
        '        ref: main.default.people',
        '        ref_by:',
        '          column: name',
        '          levels: [a, b]',
        '          target_column: level',
      ],
      12,
      'ref_by of boss: people has no column level',
    ],
    [
      'an inverse that is not a column',
      ['      - {name: boss, type: link, ref: main.default.people, inverse: staff}'],
      6,
      'boss: the inverse main.default.people.staff is not a column',
    ],
  ])('with %s is not used', async (_what, lines, line, reason) => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    const columns = [
      'format: 1',
      'tables:',
      '  main.default.people:',
      '    columns:',
      '      - {name: name, type: string}',
    ];
    vault.host.external.write('notedb/metastore.yaml', [...columns, ...lines, ''].join('\n'));
    await vault.engine.rescan();
    const { code, message, hint } = await vault.refused('create_table', TASKS);
    expect({ code, hint }).toEqual({
      code: 'metastore_invalid',
      hint: expect.stringContaining('mend the file') as string,
    });
    expect(message).toContain(`notedb/metastore.yaml, line ${line}: `);
    expect(message).toContain(reason);
    expect(await tables(vault)).toEqual(['people']);
  });

  it('that is gone while nothing ran is missed: the last good definitions serve, nothing takes its place', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    const good = vault.text('notedb/metastore.yaml') as string;
    await vault.engine.close();
    vault.host.external.remove('notedb/metastore.yaml');
    const again = await onHost(vault.host.reboot());
    const message = "notedb/metastore.yaml is gone or can't be read";
    expect(await again.run('select_rows', { table: 'people' })).toMatchObject({
      total: 1,
      warnings: [`the last good definitions are in force: ${message}`],
    });
    const error = await again.refused('create_table', TASKS);
    expect([error.code, error.message]).toEqual(['metastore_invalid', message]);
    expect(error.hint).toContain('definitions/metastore.yaml');
    expect(again.text('notedb/metastore.yaml')).toBeUndefined();
    again.host.external.write('notedb/metastore.yaml', good);
    await again.engine.rescan();
    expect(await again.run('create_table', TASKS)).toMatchObject({ table: 'main.default.tasks' });
    expect(await tables(again)).toEqual(['people', 'tasks']);
  });

  it('that is gone gives way to one without definitions, which somebody puts there', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.engine.close();
    vault.host.external.remove('notedb/metastore.yaml');
    const again = await onHost(vault.host.reboot());
    again.host.external.write('notedb/metastore.yaml', 'format: 1\n');
    await again.engine.rescan();
    await again.run('create_table', { ...PEOPLE, name: 'guests' });
    expect(await tables(await again.restart())).toEqual(['guests']);
  });

  it('that an undo took away is not missed, not even by a program that was killed at it', async () => {
    const vault = await openVault();
    const { migrationId } = await vault.run('create_table', PEOPLE);
    const remembered = await vault.host.privateStore.read('definitions/metastore.yaml');
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect(vault.text('notedb/metastore.yaml')).toBeUndefined();
    await vault.host.privateStore.write('definitions/metastore.yaml', remembered as Uint8Array);
    const again = await vault.restart();
    await again.run('create_table', { ...PEOPLE, name: 'guests' });
    expect(await tables(again)).toEqual(['guests']);
  });

  it('that is broken is told to every reader', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    expect(await vault.run('describe_database')).not.toHaveProperty('warnings');
    vault.host.external.write('notedb/metastore.yaml', 'tables: [\n');
    await vault.engine.rescan();
    const warnings = [
      expect.stringMatching(/^the last good definitions are in force: notedb\/metastore\.yaml, line \d/),
    ];
    for (const [operation, args] of [
      ['describe_database', {}],
      ['check_table', { table: 'people' }],
      ['select_rows', { table: 'people' }],
      ['select_rows', { table: 'people', join: { table: 'people', on: { id: 'id' }, as: 'same' } }],
    ] as const) {
      expect(await vault.run(operation, args)).toMatchObject({ warnings });
    }
  });

  it('that can’t be read is as bad as a broken one', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.engine.close();
    vault.host.external.spoil('notedb/metastore.yaml', 'io');
    const again = await onHost(vault.host.reboot());
    expect(await tables(again)).toEqual(['people']);
    expect((await again.refused('create_table', TASKS)).code).toBe('metastore_invalid');
  });
});
