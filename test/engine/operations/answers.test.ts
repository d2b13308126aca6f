/** What the operations say of their answers, to the compiler and as JSON Schema. */

import { expect, it } from 'vitest';
import { type Json, type JsonObject, openEngine, typedRun } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { isJsonObject } from '../../../src/engine/json';
import { PEOPLE, openVault } from '../open-vault';

it('runs operations with their types', async () => {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  const run = typedRun((name, args) => vault.run(name, args));
  const { row, migrationId } = await run('insert_row', { table: 'people', values: { name: 'Ada' } });
  expect(row?.path).toBe('notedb/main/default/people/Ada.md');
  const { rows, total, explain } = await run('select_rows', { table: 'people', explain: true });
  expect([total, rows.map(({ path, id, ['name']: name }) => [path, id, name])]).toEqual([
    1,
    [[row?.path, row?.id, 'Ada']],
  ]);
  expect(explain?.reads.tables).toEqual(['main.default.people']);
  const undo = await run('undo_migration', { migration_id: migrationId ?? '' });
  expect(undo.undoes).toBe(migrationId);
  // @ts-expect-error: there is no such operation.
  await expect(run('select_row', {})).rejects.toThrow('there is no operation');
  // @ts-expect-error: there is no such argument.
  await expect(run('select_rows', { tabel: 'people' })).rejects.toThrow('unknown argument');
  // @ts-expect-error: a read has no migration.
  expect((await run('list_tables', {})).migrationId).toBeUndefined();
  await vault.engine.close();
});

it('allows a key that is not declared only where keys are data', async () => {
  const { operations } = await openEngine(createMemoryHost());
  const open = operations.flatMap(({ name, resultSchema }) => [...openObjects(resultSchema, name)]);
  expect([...new Set(open)].sort()).toEqual(['LinkTarget', 'Row', 'RowChange']);
});

/** Objects with keys of their own that take any other, by the name of their shape or the way to them. */
function* openObjects(schema: Json, place: string): Generator<string> {
  if (!isJsonObject(schema)) return;
  const { properties, additionalProperties, items, anyOf = [], $defs = {} } = schema;
  const isObject = isJsonObject(properties) && Object.keys(properties).length > 0;
  if (isObject && additionalProperties !== false) yield place;
  for (const [key, each] of Object.entries((properties ?? {}) as JsonObject))
    yield* openObjects(each, `${place}.${key}`);
  for (const [key, each] of Object.entries($defs as JsonObject)) yield* openObjects(each, key);
  for (const each of [...(anyOf as readonly Json[]), items ?? null, additionalProperties ?? null])
    yield* openObjects(each, place);
}
