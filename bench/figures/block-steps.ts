/** What B1 does with a vault that was just opened. */

import fs from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../src/engine/index';
import type { OpenVault } from '../engine-on-disk';
import { newTasks } from '../vault/notes';

interface VaultInFolder extends OpenVault {
  readonly folder: string;
}

export interface Step {
  readonly label: string;
  /** What is done before, unwatched. */
  readonly before?: (vault: VaultInFolder) => Promise<unknown>;
  readonly run: (vault: VaultInFolder) => Promise<unknown>;
}

/** A fifth of the tasks. */
const FIFTH = { area: { in: ['area-01', 'area-02', 'area-03', 'area-04', 'area-05'] } };

/** Rows of merge_rows, and notes that another program touches at once. */
const MANY = 10_000;
const EDITED = 2000;
/** A checkout, a sync tool that was offline: as many as the vault has, of a kind. */
const BURST = 10_000;

const call = (label: string, operation: string, args: JsonObject): Step => ({
  label,
  run: ({ engine }) => engine.run(operation, args),
});

/** A write and, in another process that was just started, its undo. */
function withUndo(write: Step): readonly Step[] {
  let migration = '';
  const undo: Step = {
    label: `undo: ${write.label}`,
    before: async ({ engine }) => void (migration = await lastMigration(engine)),
    run: ({ engine }) => engine.run('undo_migration', { migration_id: migration }),
  };
  return [write, undo];
}

async function lastMigration(engine: OpenVault['engine']): Promise<string> {
  const { migrations } = await engine.run('list_migrations', { limit: 1 });
  return (migrations as { migration_id: string }[])[0]?.migration_id ?? '';
}

const READS: readonly Step[] = [
  call('select: filter, order', 'select_rows', { table: 'tasks', where: { priority: { gt: 3 } }, order_by: ['title'] }),
  call('select: groups by a link', 'select_rows', {
    table: 'tasks',
    group_by: ['project'],
    aggregates: { rows: 'count' },
  }),
  call('select: backlink counts', 'select_rows', {
    table: 'projects',
    columns: ['name', 'file_backlink_count'],
    order_by: ['-file_backlink_count'],
  }),
  call('select: one row with its backlink count', 'select_rows', {
    table: 'people',
    where: { name: 'person 3' },
    columns: ['name', 'file_backlink_count'],
  }),
  call('list_link_targets', 'list_link_targets', { table: 'tasks', column: 'project', search: 'proj' }),
  call('check_table', 'check_table', { table: 'tasks' }),
  call('infer_table: the whole vault', 'infer_table', {}),
  call('infer_table: a table', 'infer_table', { table: 'logs' }),
  call('list_folder', 'list_folder', { folder: 'notedb/main/default/logs' }),
  call('read_note', 'read_note', { path: 'notedb/main/default/people/person 3.md' }),
  call('describe_table', 'describe_table', { table: 'tasks' }),
  call('list_migrations', 'list_migrations', {}),
];

const UPKEEP: readonly Step[] = [
  {
    label: 'retirement',
    run: ({ retire }) => retire(),
  },
  {
    label: 'rescan',
    run: ({ engine }) => engine.rescan(),
  },
];

const WRITES: readonly Step[] = [
  call('insert_row', 'insert_row', { table: 'projects', values: { name: 'A new project' } }),
  ...withUndo(
    call('update_row: a rename with backlinks', 'update_row', {
      table: 'people',
      path: 'notedb/main/default/people/person 3.md',
      set_values: { name: 'Person three' },
    }),
  ),
  ...withUndo(call('update_rows', 'update_rows', { table: 'tasks', where: FIFTH, set_values: { estimate: 77 } })),
  ...withUndo(
    call('update_rows that moves', 'update_rows', { table: 'tasks', where: FIFTH, set_values: { area: 'area-06' } }),
  ),
  ...withUndo(call('delete_rows', 'delete_rows', { table: 'tasks', where: FIFTH, on_referenced: 'set_null' })),
  ...withUndo({
    label: 'merge_rows',
    run: ({ engine }) => {
      const rows = newTasks(MANY, Date.now() % 1000).map(({ values }) => values as JsonObject);
      return engine.run('merge_rows', { table: 'tasks', on: ['title'], rows });
    },
  }),
  ...withUndo(call('rename_column', 'rename_column', { table: 'logs', from_column: 'remark', to_column: 'note' })),
  ...withUndo(call('drop_column', 'drop_column', { table: 'logs', column: 'remark' })),
  ...withUndo(call('alter_table: a new name', 'alter_table', { table: 'days', name: 'diary' })),
  ...withUndo(call('drop_table', 'drop_table', { table: 'days', mode: 'archive' })),
  ...withUndo({
    label: 'create_table, adopt_rows',
    run: async ({ engine }) => {
      const { proposal, adopt } = await engine.run('infer_table', { folder: 'Notes', name: 'loose' });
      await engine.run('create_table', proposal);
      await engine.run('adopt_rows', adopt);
    },
  }),
];

/** Somebody else's edits are in when the engine has said so of the last one. */
const BY_OTHERS: readonly Step[] = [
  {
    label: 'others edit notes',
    run: (vault) => othersEdit(vault, (place) => fs.appendFileSync(place, '\nMore.\n')),
  },
  {
    label: 'others edit 10,000 notes at once',
    run: (vault) => othersEdit(vault, (place) => fs.appendFileSync(place, '\nAt once.\n'), BURST),
  },
  {
    label: 'others delete notes',
    run: (vault) => othersEdit(vault, (place) => fs.unlinkSync(place)),
  },
  {
    label: 'others edit the definitions',
    run: async ({ engine, folder }) => {
      const file = path.join(folder, 'notedb/metastore.yaml');
      const text = fs.readFileSync(file, 'utf8');
      fs.writeFileSync(file, text.replace('description: what town says', 'description: where they live'));
      await engine.rescan();
    },
  },
];

async function othersEdit(
  { engine, folder }: VaultInFolder,
  edit: (place: string) => void,
  count = EDITED,
): Promise<void> {
  const logs = path.join(folder, 'notedb/main/default/logs');
  for (const name of fs.readdirSync(logs).slice(0, count)) {
    edit(path.join(logs, name));
    // The other program has a processor of its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await engine.rescan();
}

const HISTORY: readonly Step[] = [
  call('alter_table: history', 'alter_table', { table: 'tasks', history: true }),
  call('update_rows with history', 'update_rows', { table: 'tasks', where: FIFTH, set_values: { estimate: 78 } }),
  call('select: an old version', 'select_rows', { table: 'tasks', version: 1, where: { priority: 5 } }),
  call('table_changes', 'table_changes', { table: 'tasks', start_version: 1 }),
  call('restore_table', 'restore_table', { table: 'tasks', version: 1 }),
  call('vacuum_table', 'vacuum_table', { table: 'tasks', dry_run: true }),
];

export const STEPS: readonly Step[] = [...READS, ...UPKEEP, ...WRITES, ...BY_OTHERS, ...HISTORY];
