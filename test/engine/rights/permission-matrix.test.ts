/** Every operation with each permission alone: done, or forbidden. docs/rights.md#permissions; D13, D22 */

import { describe, expect, it } from 'vitest';
import { type App, type JsonObject, type NotedbError, type Permission, openEngine } from '../../../src/engine/index';
import { OPERATIONS } from '../../../src/engine/operations/registry';
import { createMemoryHost } from '../../memory-host/memory-host';
import { CASES } from '../../conformance/all-cases';
import type { ConformanceCase } from '../../conformance/case';
import { filled } from '../../conformance/run-case';

const PERMISSIONS: readonly Permission[] = ['read', 'notes', 'write', 'schema', 'history', 'webhooks', 'admin'];

/** What each operation needs, written down a second time on purpose: D22. A list: one of them is enough. */
const NEEDED: Readonly<Record<string, readonly Permission[]>> = {
  create_table: ['schema'],
  drop_table: ['schema'],
  alter_table: ['schema'],
  clone_table: ['schema'],
  add_column: ['schema'],
  rename_column: ['schema'],
  drop_column: ['schema'],
  alter_column: ['schema'],
  rename_value: ['schema'],
  comment_on: ['schema'],
  define_base: ['schema'],
  set_table_bases: ['schema'],
  add_constraint: ['schema'],
  drop_constraint: ['schema'],
  create_view: ['schema'],
  drop_view: ['schema'],
  list_tables: ['read'],
  describe_table: ['read'],
  describe_database: ['read'],
  configure_database: ['admin'],
  insert_row: ['write'],
  update_row: ['write'],
  update_rows: ['write'],
  delete_rows: ['write'],
  move_rows: ['write'],
  merge_rows: ['write'],
  recompute_columns: ['write'],
  align_relations: ['write'],
  select_rows: ['read'],
  check_table: ['read'],
  infer_table: ['notes'],
  list_link_targets: ['read'],
  read_note: ['notes'],
  list_folder: ['notes'],
  list_migrations: ['read'],
  undo_migration: ['history'],
  describe_history: ['read'],
  table_changes: ['read'],
  restore_table: ['history'],
  vacuum_table: ['admin'],
  list_webhooks: ['webhooks'],
};

/**
 * They need more than one, one of several, or what their steps need: hidden-tables.test.ts, searched-notes.test.ts, and the tests of
 * webhooks.
 */
const OWN_TESTS: readonly string[] = [
  'batch',
  'adopt_rows',
  'search_notes',
  'graph_neighbors',
  'graph_traverse',
  'graph_path',
  'semantic_search',
  'sync_semantic_index',
  'list_changes',
  'create_webhook',
  'delete_webhook',
];

/** The first case of the operation that is done. */
function caseOf(operation: string): ConformanceCase {
  const found = (CASES[operation] ?? []).find(
    ({ error, call: [name, args = {}] }) =>
      // A template is a note that the caller sees.
      error === undefined && name === operation && !('templates' in args),
  );
  if (found === undefined) throw new Error(`${operation} has no case that is done`);
  return found;
}

async function outcomeAs(caller: App, example: ConformanceCase): Promise<string> {
  const host = createMemoryHost({ files: example.files ?? {} });
  const engine = await openEngine(host);
  const answers: JsonObject[] = [];
  const edit = async (): Promise<void> => {
    for (const [path, text] of Object.entries(example.edits ?? {})) {
      if (text === null) host.external.remove(path);
      else host.external.write(path, text);
    }
    await engine.rescan();
  };
  for (const call of example.given ?? []) {
    const [operation, args = {}] = filled(call, answers);
    answers.push(await engine.run(operation, args));
  }
  if (example.edits !== undefined) await edit();
  const [operation, args = {}] = filled(example.call, answers);
  const outcome = await engine.run(operation, args, caller).then(
    () => 'done',
    (error: unknown) => (error as NotedbError).code,
  );
  await engine.close();
  return outcome;
}

const app = (permissions: readonly Permission[], tables: App['tables'] = null): App => ({
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  permissions: new Set(permissions),
  tables,
  ask: false,
  actor: null,
});

it('knows what each operation needs', () => {
  const listed = [...Object.keys(NEEDED), ...OWN_TESTS].sort();
  expect(listed).toEqual(OPERATIONS.map(({ name }) => name).sort());
});

describe.each(Object.entries(NEEDED))('%s', (operation, needed) => {
  it.each([...PERMISSIONS])('with %s alone', async (permission) => {
    const expected = needed.includes(permission) ? 'done' : 'forbidden';
    expect(await outcomeAs(app([permission]), caseOf(operation))).toBe(expected);
  });

  it('outside of the tables of the app is forbidden', async () => {
    const elsewhere = app(PERMISSIONS, ['main.nowhere.*']);
    const isAboutTables = ![
      'list_tables',
      'describe_database',
      'list_migrations',
      'list_webhooks',
      'read_note',
      'list_folder',
      'infer_table',
      'undo_migration',
    ].includes(operation);
    if (isAboutTables) expect(await outcomeAs(elsewhere, caseOf(operation))).toBe('forbidden');
    else expect(await outcomeAs(elsewhere, caseOf(operation))).toMatch(/^(done|not_found)$/);
  });
});
