/** Calls of each operation that work on the demo vault, one after the other. GET /openapi.json shows them; a test makes them. */

import type { JsonObject, Operations } from '../../engine/index';

export interface CallExample {
  readonly summary: string;
  readonly args: JsonObject;
}

const example = (summary: string, args: JsonObject = {}): readonly CallExample[] => [{ summary, args }];

/** In place of the id of a write that was made just before. */
export const EXAMPLE_MIGRATION = '00000000-0000-4000-8000-000000000000';

/** In place of the id of a webhook that was made just before. */
export const EXAMPLE_WEBHOOK = '00000000-0000-4000-8000-000000000001';

const PLANTS = 'notedb/main/default/plants';

/** In an order in which each finds what it needs. */
export const EXAMPLES: Readonly<Record<keyof Operations, readonly CallExample[]>> = {
  list_tables: example('Which tables there are'),
  describe_table: example('The columns of a table, and what they mean', { table: 'tasks' }),
  describe_database: example('Everything there is'),
  select_rows: [
    {
      summary: 'Open tasks, the most urgent first',
      args: {
        table: 'tasks',
        columns: ['title', 'priority', 'due', 'project.lead'],
        where: { status: { in: ['todo', 'doing'] }, due: { lte: '{today+14d}' } },
        order_by: ['priority', 'due'],
        limit: 20,
      },
    },
    {
      summary: 'How many tasks have which status',
      args: { table: 'tasks', group_by: 'status', aggregates: { n: 'count', hours: 'sum:estimate' } },
    },
    {
      summary: 'Projects with their open tasks',
      args: {
        table: 'projects',
        columns: ['name'],
        join: { table: 'tasks', on: { path: 'project' }, as: 'tasks', type: 'left', columns: ['title'] },
        limit: 5,
      },
    },
  ],
  check_table: example('What does not fit', { table: 'tasks' }),
  list_link_targets: example('What a link may point to', { table: 'tasks', column: 'project', search: 'kitchen' }),
  read_note: example('A note, whole', { path: 'Recipes/Quince jelly.md' }),
  list_folder: example('What lies in a folder', { folder: 'Reading' }),
  search_notes: example('The notes that hold two words', { query: 'quince jelly', context_length: 40 }),
  semantic_search: example('The notes that mean something like a question', {
    query: 'What keeps over the winter?',
    limit: 5,
  }),
  sync_semantic_index: example('How the index of semantic search is', { action: 'status' }),
  graph_neighbors: example('What a note links to, and what links to it', {
    from_nodes: { paths: ['Recipes/Quince jelly.md'] },
  }),
  graph_traverse: example('Notes within two steps of the open tasks', {
    from_nodes: { table: 'tasks', where: { status: 'todo' } },
    max_depth: 2,
    limit: 20,
  }),
  graph_path: example('How two notes are linked', {
    from_nodes: { table: 'tasks', where: { status: 'todo' } },
    to_nodes: { table: 'people' },
  }),
  list_changes: example('The first changes, and the cursor to go on from', { since: 0, limit: 20 }),
  infer_table: example('Which table would fit notes that are there', { folder: 'Reading', name: 'articles' }),
  create_table: example('A table of plants that keeps its versions', {
    name: 'plants',
    description: 'A plant in the garden.',
    columns: [
      { name: 'name', type: 'string', required: true, unique: true, description: 'What it is called.' },
      { name: 'kind', type: 'enum', values: ['herb', 'shrub', 'tree'], description: 'How it grows.' },
      { name: 'height', type: 'number', min: 0, description: 'Centimetres.' },
      { name: 'parent', type: 'link', ref: 'self', description: 'The plant that it was grown from.' },
    ],
    filename: '{name}',
    history: true,
  }),
  insert_row: example('A row, with text', {
    table: 'plants',
    values: { name: 'Sage', kind: 'herb', height: 40 },
    body: 'By the wall.\n',
  }),
  merge_rows: example('Rows that may be there already', {
    table: 'plants',
    on: ['name'],
    rows: [
      { name: 'Sage', height: 45 },
      { name: 'Quince', kind: 'tree', height: 320 },
      { name: 'Currant', kind: 'shrub' },
    ],
  }),
  update_row: example('One row, if it still is as expected', {
    table: 'plants',
    path: `${PLANTS}/Sage.md`,
    set_values: { height: 50 },
    expect: { height: 45 },
    body_sections: { Care: 'Cut in March.' },
  }),
  update_rows: example('Every row that matches', {
    table: 'plants',
    where: { height: { exists: false } },
    set_values: { height: 0 },
    expect_rows: 1,
  }),
  batch: example('Several writes that happen all or not at all', {
    operations: [
      { op: 'insert_row', table: 'plants', values: { name: 'Sage cutting', parent: 'Sage' } },
      { op: 'update_row', table: 'plants', path: `${PLANTS}/Quince.md`, set_values: { height: 330 } },
    ],
    summary: 'A walk through the garden',
  }),
  adopt_rows: example('A note that becomes a row', {
    table: 'plants',
    paths: ['Garden/Bed plan 2027.md'],
    set_values: { name: 'Bed 2027' },
    relocate: false,
    dry_run: true,
  }),
  add_column: example('A column that no row has yet', {
    table: 'plants',
    column: { name: 'planted', type: 'date', description: 'When it came into the ground.' },
  }),
  alter_column: example('Another label', { table: 'plants', column: 'height', changes: { label: 'Height (cm)' } }),
  rename_column: example('Another name, in every row too', {
    table: 'plants',
    from_column: 'height',
    to_column: 'height_cm',
  }),
  rename_value: example('Another name of an enum value', {
    table: 'plants',
    column: 'kind',
    from_value: 'shrub',
    to_value: 'bush',
  }),
  add_constraint: example('A rule that every row must match', {
    table: 'plants',
    name: 'below_the_roof',
    check: { height_cm: { lte: 800 } },
  }),
  drop_constraint: example('The rule goes', { table: 'plants', name: 'below_the_roof' }),
  define_base: example('Columns that tables inherit', {
    name: 'placed',
    description: 'What has a place.',
    columns: [{ name: 'place', type: 'string', description: 'Where it is.' }],
  }),
  set_table_bases: example('A table inherits them', { table: 'plants', bases: ['placed'] }),
  alter_table: example('Other words for what it records', { table: 'plants', aliases: ['garden', 'herbs'] }),
  comment_on: example('What a schema is for', { catalog: 'main', schema: 'default', description: 'Our house.' }),
  create_view: example('A query with a name', {
    name: 'vw_tall_plants',
    query: { table: 'plants', where: { height_cm: { gt: 100 } }, order_by: '-height_cm' },
    description: 'What needs a ladder.',
  }),
  drop_view: example('The name goes', { view: 'vw_tall_plants' }),
  clone_table: example('A copy as of a version', { source: 'plants', target: 'plants_before', version: 1 }),
  recompute_columns: example('Computed columns anew', { table: 'plants' }),
  align_relations: example('Both sides of links', { table: 'plants' }),
  delete_rows: example('Rows go to the archive', { table: 'plants', where: { name: 'Currant' } }),
  move_rows: example('Rows of one table become rows of another', {
    table: 'plants_before',
    to_table: 'plants',
    where: { name: 'Nothing' },
    dry_run: true,
  }),
  drop_column: example('A column and its values', { table: 'plants', column: 'planted' }),
  create_webhook: example('Every change of a table, sent to a program on this computer', {
    url: 'http://127.0.0.1:9/notedb',
    tables: ['plants'],
  }),
  list_webhooks: example('Where changes are sent, and how that went'),
  delete_webhook: example('Nothing more is sent there', { id: EXAMPLE_WEBHOOK }),
  list_migrations: example('The last writes', { limit: 10, table: 'plants' }),
  undo_migration: example('A write taken back', { migration_id: EXAMPLE_MIGRATION }),
  describe_history: example('The versions of a table', { table: 'plants' }),
  table_changes: example('What changed from version to version', { table: 'plants', start_version: 1, end_version: 2 }),
  restore_table: example('A table as it was', { table: 'plants', version: 2, dry_run: true }),
  vacuum_table: example('Which old versions would go', { table: 'plants', retain_from_version: 3 }),
  drop_table: example('A table goes, its rows to the archive', { table: 'plants_before', mode: 'archive' }),
  configure_database: example('The time zone of dates', { timezone: 'Europe/Zurich' }),
};

/** The same for the older interface, by operation. */
export const OLDER_EXAMPLES: Readonly<Record<string, readonly CallExample[]>> = {
  list_tables: example('Which tables there are'),
  describe_table: example('The columns of a table', { table: 'tasks' }),
  describe_database: example('Everything there is'),
  create_table: example('A table, its options in an object', {
    name: 'plants',
    columns: [
      { name: 'name', type: 'string', required: true },
      { name: 'kind', type: 'enum', values: ['herb', 'tree'] },
    ],
    options: { description: 'A plant in the garden.', filename: '{name}' },
    body: 'How it looks.\n',
  }),
  insert_row: example('A row', { table: 'plants', values: { name: 'Sage', kind: 'herb' } }),
  update_rows: example('Every row that matches', { table: 'plants', where: { kind: 'herb' }, set: { name: 'Sage 1' } }),
  update_row: example('One row', { table: 'plants', path: `${PLANTS}/Sage 1.md`, set: { kind: 'tree' } }),
  add_column: example('A column in every row', {
    table: 'plants',
    column: { name: 'height', type: 'number' },
    dense: true,
  }),
  alter_column: example('Another label', { table: 'plants', name: 'height', changes: { label: 'cm' } }),
  rename_column: example('Another name', { table: 'plants', from: 'height', to: 'height_cm' }),
  rename_value: example('Another name of an enum value', {
    table: 'plants',
    column: 'kind',
    from: 'tree',
    to: 'wood',
  }),
  alter_table: example('Keep versions, and no text of new rows', {
    table: 'plants',
    history: 'on',
    clear_row_template: true,
  }),
  add_constraint: example('A rule', { table: 'plants', name: 'named', check: { name: { ne: 'x' } } }),
  drop_constraint: example('The rule goes', { table: 'plants', name: 'named' }),
  define_base: example('Columns that tables inherit', {
    name: 'placed',
    columns: [{ name: 'place', type: 'string' }],
    comment: 'What has a place.',
  }),
  set_table_bases: example('A table inherits them', { table: 'plants', bases: ['placed'] }),
  create_view: example('A query with a name', { name: 'vw_plants', query: { table: 'plants' }, comment: 'All.' }),
  drop_view: example('The name goes', { view: 'vw_plants' }),
  clone_table: example('The definition alone', { source: 'plants', target: 'plants_2', shallow: true }),
  move_rows: example('Rows of another table', { table: 'plants', to_table: 'plants_2', set: { kind: 'herb' } }),
  delete_rows: example('Rows go to the archive', { table: 'plants_2', where: { kind: 'herb' } }),
  drop_column: example('A column and its values', { table: 'plants', name: 'height_cm' }),
  drop_table: example('A table goes', { table: 'plants', cascade: 'archive' }),
  configure_database: example('The time zone of dates', { timezone: 'Europe/Zurich' }),
};
