/** Pairs of vaults that differ in what an app may not see alone. docs/rights.md#what-an-app-sees; D22 */

import * as fc from 'fast-check';
import { type App, type Engine, type JsonObject, NotedbError, openEngine } from '../../../src/engine/index';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';

/** A row of the hidden table, or a note that is no row. Every vault of a pair has as many. */
export interface HiddenNote {
  readonly salary: number;
  readonly words: readonly string[];
  /** Names in its body that are linked. */
  readonly links: readonly string[];
  readonly friend: string | null;
}

export interface HiddenSide {
  /** File names of the hidden rows. */
  readonly names: readonly string[];
  readonly first: readonly HiddenNote[];
  /** As they are later. */
  readonly later: readonly HiddenNote[];
  /** The note that is no row, then and later. Absent: as the first row. */
  readonly plain?: readonly [first: HiddenNote, later: HiddenNote];
}

export interface OpenRow {
  readonly num: number;
  readonly words: readonly string[];
  readonly links: readonly string[];
  /** Of what may be a hidden row. */
  readonly owner: string | null;
  readonly parent: number | null;
}

const WORDS = ['alpha', 'beta', 'gamma', 'delta'];
const OPEN_NAMES = ['First', 'Second', 'Third', 'Fourth'];
/** The last one is the name of an open row too. */
const HIDDEN_NAMES = ['Anna', 'Ben', 'Cleo', 'Dora', 'First'];
const HIDDEN_COUNT = 3;

const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 });
const linkNames = fc.array(fc.constantFrom(...OPEN_NAMES, 'Plain', 'Anna', 'Nobody'), { maxLength: 3 });

const hiddenNote: fc.Arbitrary<HiddenNote> = fc.record({
  salary: fc.integer({ min: 0, max: 9 }),
  words,
  links: linkNames,
  friend: fc.option(fc.constantFrom('Second', 'Third'), { nil: null }),
});

/** `isOfReads`: which rows there are differs too, and one may have the name of an open one. Rules that writes are held to rest on that. */
export const hiddenSide = (isOfReads: boolean): fc.Arbitrary<HiddenSide> =>
  fc.record({
    names: isOfReads
      ? fc.shuffledSubarray(HIDDEN_NAMES, { minLength: HIDDEN_COUNT, maxLength: HIDDEN_COUNT })
      : fc.constant(HIDDEN_NAMES.slice(0, HIDDEN_COUNT)),
    first: fc.array(hiddenNote, { minLength: HIDDEN_COUNT, maxLength: HIDDEN_COUNT }),
    later: fc.array(hiddenNote, { minLength: HIDDEN_COUNT, maxLength: HIDDEN_COUNT }),
  });

export const openRows: fc.Arbitrary<readonly OpenRow[]> = fc.array(
  fc.record({
    num: fc.integer({ min: 0, max: 3 }),
    words,
    links: linkNames,
    owner: fc.option(fc.constantFrom(...HIDDEN_NAMES.slice(0, HIDDEN_COUNT)), { nil: null }),
    parent: fc.option(fc.integer({ min: 0, max: 2 }), { nil: null }),
  }),
  { minLength: OPEN_NAMES.length, maxLength: OPEN_NAMES.length },
);

const HIDDEN_FOLDER = 'notedb/main/closed/people';
const OPEN_FOLDER = 'notedb/main/open/tasks';

const body = ({ words: said, links }: Pick<HiddenNote, 'words' | 'links'>): string =>
  `${said.join(' ')}\n${links.map((name) => `[[${name}]]`).join(' ')}\n`;

/** `count`: makes each text another one, so that each edit is one. */
function hiddenText(id: number, name: string, note: HiddenNote, count: number): string {
  const friend = note.friend === null ? '' : `friend: "[[${note.friend}]]"\n`;
  return `---\ntable: main.closed.people\nid: p${id}\nname: ${name}\nsalary: ${10 * count + note.salary}\n${friend}---\n${body(note)}`;
}

function openText(i: number, row: OpenRow): string {
  // Whether an owner is there differs: what the owner of the vault writes to must not depend on it.
  const owner = row.owner === null || i >= 2 ? '' : `owner: "[[${row.owner}]]"\n`;
  // A row before it, so that none is its own parent.
  const parent =
    row.parent === null || row.parent >= i ? '' : `parent: "[[${OPEN_FOLDER}/${OPEN_NAMES[row.parent]}]]"\n`;
  return `---\ntable: main.open.tasks\nid: t${i}\nname: ${OPEN_NAMES[i]}\nnum: ${row.num}\n${owner}${parent}---\n${body(row)}`;
}

const plainText = (note: HiddenNote, count: number): string => `Plain ${count} ${note.salary}\n${body(note)}`;

export const LOOSE = {
  archived: `${HIDDEN_FOLDER}/_archive/Old.md`,
  broken: 'Loose/Broken.md',
  dropped: 'Loose/Former.md',
} as const;

/** Notes of hidden tables that are no rows: archived, with front matter that does not parse, and of a table that was dropped. */
function looseNotes([one, two, three]: readonly HiddenNote[], count: number): Record<string, string> {
  const text = (note: HiddenNote | undefined, head: string): string =>
    `---\n${head}---\nLoose ${count} ${note?.salary ?? 0}\n${note === undefined ? '' : body(note)}- on [[Second]] and [[Renamed]]: ${note?.words.join(' ') ?? ''}\n`;
  return {
    [LOOSE.archived]: text(one, `table: main.closed.people\nid: a1\nname: Old\nsalary: ${one?.salary ?? 0}\n`),
    [LOOSE.broken]: text(two, `table: main.closed.people\nid: [\n`),
    [LOOSE.dropped]: text(three, `table: main.closed.former\nid: f1\nname: Former\n`),
  };
}

const METASTORE = `format: 1
tables:
  main.closed.people:
    description: People.
    filename: "{name}"
    history: true
    columns:
      - {name: name, type: string, description: name, required: true}
      - {name: salary, type: integer, description: salary}
      - {name: friend, type: link, ref: main.open.tasks, description: friend}
  main.open.tasks:
    description: Tasks.
    filename: "{name}"
    history: true
    columns:
      - {name: name, type: string, description: name, required: true}
      - {name: num, type: integer, description: num}
      - {name: owner, type: link, ref: main.closed.people, description: owner}
      - {name: parent, type: link, ref: self, description: parent}
    constraints:
      paid: {or: [{"owner": null}, {"owner.salary": {gte: 0}}]}
views:
  main.open.vw_all:
    query: {table: main.open.tasks, columns: [name, num, parent.name]}
  main.open.vw_paid:
    query: {table: main.open.tasks, columns: [name, owner.salary]}
`;

const SEEN_NOTE: HiddenNote = { salary: 0, words: ['alpha'], links: ['Second'], friend: null };

export interface BuiltVault {
  readonly host: MemoryHost;
  readonly engine: Engine;
}

/** The vault with its history: the same calls of the owner in each vault of a pair, but for what is hidden. */
export async function builtVault(
  side: HiddenSide,
  open: readonly OpenRow[],
  { isPlainHidden, areRowsHidden }: { readonly isPlainHidden: boolean; readonly areRowsHidden: boolean },
): Promise<BuiltVault> {
  const files: Record<string, string> = { 'notedb/metastore.yaml': METASTORE };
  side.first.forEach((note, i) => {
    const name = side.names[i] ?? '';
    files[`${HIDDEN_FOLDER}/${name}.md`] = hiddenText(i, name, note, 1);
  });
  open.forEach((row, i) => (files[`${OPEN_FOLDER}/${OPEN_NAMES[i]}.md`] = openText(i, row)));
  const [plain = SEEN_NOTE, plainLater = SEEN_NOTE] = isPlainHidden
    ? (side.plain ?? [side.first[0], side.later[0]])
    : [];
  files['Plain.md'] = plainText(plain, 1);
  if (areRowsHidden) Object.assign(files, looseNotes(side.first, 1));
  const host = createMemoryHost({ files });
  const engine = await openEngine(host);
  await engine.run('update_rows', { table: 'tasks', where: { name: 'Fourth' }, set_values: { num: 8 } });
  await engine.run('update_rows', { table: 'people', set_values: { salary: 100 } });
  await engine.run('batch', {
    operations: [
      { op: 'update_rows', table: 'tasks', where: { name: 'Fourth' }, set_values: { num: 7 } },
      { op: 'update_rows', table: 'people', set_values: { salary: 101 } },
    ],
  });
  // Links in hidden notes follow, however many there are.
  await engine.run('update_row', { table: 'tasks', id: 't2', set_values: { name: 'Renamed' } });
  for (const [i, note] of side.later.entries()) {
    const name = side.names[i] ?? '';
    host.external.write(`${HIDDEN_FOLDER}/${name}.md`, hiddenText(i, name, note, 30));
    await engine.rescan();
  }
  host.external.write('Plain.md', plainText(plainLater, 2));
  const loose = areRowsHidden ? looseNotes(side.later, 2) : {};
  for (const [path, text] of Object.entries(loose)) host.external.write(path, text);
  await engine.rescan();
  await engine.run('insert_row', {
    table: 'tasks',
    values: { name: 'Last', num: 9 },
    body: 'alpha [[Anna]] [[Second]]',
  });
  return { host, engine };
}

export const app = (more: Partial<App>): App => ({
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  permissions: new Set(['read', 'notes', 'write', 'schema', 'history', 'webhooks', 'admin']),
  tables: ['main.open.*'],
  ask: false,
  actor: null,
  ...more,
});

/** Everything that the app is told, as JSON, but for the numbers of the feed, which count hidden changes too. */
export async function answerOf(engine: Engine, operation: string, args: JsonObject, caller: App): Promise<string> {
  try {
    const answer = JSON.stringify(await engine.run(operation, args, caller));
    return operation === 'list_changes' ? answer.replace(/"(seq|last|head)":\d+/g, '"$1":"#"') : answer;
  } catch (error) {
    if (!(error instanceof NotedbError)) throw error;
    const { code, message, hint, violations, conflicts, step } = error;
    return JSON.stringify({ code, message, hint, violations, conflicts, step });
  }
}

const tasks = { table: 'tasks' };
const at = (name: string): string => `${OPEN_FOLDER}/${name}.md`;
const nodes = { paths: [at('Second')] };

/** Every operation that reads, in several ways; what is asked for may be there, hidden, or nowhere. */
export const READS: readonly (readonly [operation: string, args: JsonObject])[] = [
  ['list_tables', {}],
  ['describe_table', tasks],
  ['describe_table', { table: 'vw_all' }],
  ['describe_table', { table: 'vw_paid' }],
  ['describe_table', { table: 'people' }],
  ['describe_table', { table: 'peopl' }],
  ['describe_database', {}],
  ['select_rows', tasks],
  ['select_rows', { ...tasks, columns: ['name', 'owner', 'parent', 'file_backlink_count', 'file_link'] }],
  ['select_rows', { ...tasks, expand: ['parent'] }],
  ['select_rows', { ...tasks, expand: ['owner'] }],
  ['select_rows', { ...tasks, columns: ['name', 'parent.num', 'parent.parent.name'] }],
  ['select_rows', { ...tasks, where: { owner: 'Anna' } }],
  ['select_rows', { ...tasks, where: { owner: null } }],
  ['select_rows', { ...tasks, where: { owner: { contains: 'nn' } } }],
  ['select_rows', { ...tasks, columns: ['name', 'file_tags', 'parent.file_tags'] }],
  ['select_rows', { ...tasks, where: { file_backlink_count: { gt: 0 } } }],
  ['select_rows', { ...tasks, order_by: ['owner', 'name'] }],
  ['select_rows', { ...tasks, order_by: ['-file_backlink_count'] }],
  ['select_rows', { ...tasks, group_by: 'owner', aggregates: { n: 'count' } }],
  ['select_rows', { ...tasks, group_by: 'owner.name', aggregates: { n: 'count' } }],
  ['select_rows', { ...tasks, version: 0 }],
  ['select_rows', { ...tasks, version: 2 }],
  ['select_rows', { ...tasks, explain: true }],
  ['select_rows', { table: 'vw_all' }],
  ['select_rows', { table: 'vw_paid' }],
  ['select_rows', { table: 'system.information_schema.tables' }],
  ['select_rows', { table: 'system.information_schema.columns' }],
  ['select_rows', { table: 'system.information_schema.enum_values' }],
  ['select_rows', { table: 'system.information_schema.views' }],
  ['check_table', tasks],
  ['check_table', { table: 'people' }],
  ['list_link_targets', { ...tasks, column: 'parent' }],
  ['list_link_targets', { ...tasks, column: 'owner' }],
  ['infer_table', { folder: '' }],
  ['infer_table', { folder: 'notedb' }],
  ['infer_table', { rows: [{ owner: '[[Anna]]' }, { owner: '[[First]]' }] }],
  ['list_folder', { folder: '' }],
  ['list_folder', { folder: 'notedb/main' }],
  ['list_folder', { folder: HIDDEN_FOLDER }],
  ['list_folder', { folder: OPEN_FOLDER }],
  ['read_note', { path: 'Plain.md' }],
  ['read_note', { path: at('First') }],
  ['read_note', { path: `${HIDDEN_FOLDER}/Anna.md` }],
  ['read_note', { path: 'notedb/metastore.yaml' }],
  ...['alpha', 'beta gamma', 'anna', 'first', 'salary', 'plain'].map((query) => ['search_notes', { query }] as const),
  ['search_notes', { query: 'alpha', tables: ['tasks'] }],
  ['search_notes', { query: 'alpha', folder: 'notedb' }],
  ['semantic_search', { query: 'alpha' }],
  ['sync_semantic_index', {}],
  ['graph_neighbors', { from_nodes: nodes }],
  ['graph_neighbors', { from_nodes: { table: 'main.open.tasks' } }],
  ['graph_neighbors', { from_nodes: { table: 'main.open.tasks' }, edges: ['friend'] }],
  ['graph_neighbors', { from_nodes: { paths: [`${HIDDEN_FOLDER}/Anna.md`, 'Plain.md'] } }],
  ['graph_traverse', { from_nodes: nodes, max_depth: 3 }],
  ['graph_traverse', { from_nodes: nodes, max_depth: 5, direction: 'out' }],
  ['graph_path', { from_nodes: { paths: [at('First')] }, to_nodes: nodes }],
  ['graph_path', { from_nodes: { paths: ['Plain.md'] }, to_nodes: nodes, max_depth: 6 }],
  ['list_migrations', {}],
  ['list_migrations', { table: 'people' }],
  ['describe_history', tasks],
  ['describe_history', { table: 'main.closed.people' }],
  ['table_changes', { ...tasks, start_version: 0 }],
  ['list_changes', {}],
  ['list_changes', { tables: ['tasks'] }],
  ['list_changes', { where: { num: { gt: 2 } } }],
  ['list_changes', { ops: ['insert', 'update', 'delete', 'move', 'schema', 'tool_call'] }],
  ['list_webhooks', {}],
];

const insert = (name: string, more: JsonObject = {}): JsonObject => ({ ...tasks, values: { name, ...more } });

/** Writes of an app with rows that no hidden rule stands against, in their order, with what is refused; `undo` stands for its last migration. */
export const WRITES: readonly (readonly [operation: string, args: JsonObject])[] = [
  ['insert_row', insert('New')],
  ['insert_row', insert('New')],
  ['insert_row', insert('Child', { parent: 'Second' })],
  ['insert_row', insert('Owned', { owner: 'Anna' })],
  ['insert_row', insert('Lost', { parent: 'Anna' })],
  ['insert_row', insert('Lost', { parent: 'Scond' })],
  ['insert_row', { table: 'people', values: { name: 'x' } }],
  ['update_row', { ...tasks, path: at('First'), set_values: { num: 4 } }],
  ['update_rows', { ...tasks, where: { owner: 'Anna' }, set_values: { num: 3 } }],
  ['update_rows', { ...tasks, where: { name: 'First' }, set_values: { owner: null } }],
  ['update_rows', { ...tasks, where: { name: 'Second' }, set_values: { name: 'Moved' }, dry_run: true }],
  ['update_rows', { ...tasks, where: { name: 'Second' }, set_values: { name: 'Moved' } }],
  ['undo_migration', { migration_id: 'undo' }],
  ['update_rows', { ...tasks, where: { name: 'Renamed' }, set_values: { name: 'Again' }, dry_run: true }],
  ['update_rows', { ...tasks, where: { name: 'Renamed' }, set_values: { name: 'Again' } }],
  ['list_migrations', {}],
  ['alter_table', { ...tasks, filename: 'x {name}', dry_run: true }],
  // What the caller says may be the name of something hidden.
  ...['people', 'main.closed.people', 'closed', 'Anna', `${HIDDEN_FOLDER}/Anna.md`, ...Object.values(LOOSE)].flatMap(
    (word) =>
      [
        ['insert_row', { ...insert('Quoted', { num: word }), dry_run: true }],
        ['insert_row', { ...insert('Quoted', { [word]: word }), dry_run: true }],
        ['update_rows', { ...tasks, where: { name: word }, set_values: { num: word }, dry_run: true }],
        ['insert_row', { ...insert('Quoted'), body_sections: { [word]: word }, dry_run: true }],
        ['adopt_rows', { ...tasks, paths: [word], dry_run: true }],
        [
          'batch',
          {
            operations: [
              { op: 'insert_row', ...insert('Quoted', { num: word }) },
              { op: 'adopt_rows', ...tasks, paths: [word] },
            ],
          },
        ],
      ] as const,
  ),
  ['update_row', { ...tasks, path: at('First'), set_values: { name: 'Plain' } }],
  ['merge_rows', { ...tasks, on: ['name'], rows: [{ name: 'Last', num: 1 }, { name: 'Merged' }] }],
  ['recompute_columns', tasks],
  ['align_relations', tasks],
  ['delete_rows', { ...tasks, where: { name: 'New' } }],
  ['delete_rows', { ...tasks, where: { name: 'Fourth' }, on_referenced: 'ignore' }],
  ['delete_rows', { ...tasks, where: { name: 'Merged' }, mode: 'delete' }],
  [
    'batch',
    {
      operations: [
        { op: 'insert_row', ...insert('B1') },
        { op: 'update_rows', ...tasks, where: { name: 'B1' }, set_values: { name: 'B2' } },
      ],
    },
  ],
  [
    'batch',
    {
      operations: [
        { op: 'insert_row', ...insert('B3') },
        { op: 'insert_row', ...insert('B4', { parent: 'Anna' }) },
      ],
    },
  ],
  ['add_column', { ...tasks, column: { name: 'more', type: 'string', description: 'more' } }],
  ['rename_column', { ...tasks, from_column: 'num', to_column: 'number' }],
  ['alter_column', { ...tasks, column: 'name', changes: { unique: true } }],
  ['create_table', { schema: 'open', name: 'notes', description: 'notes', columns: [] }],
  ['clone_table', { source: 'tasks', target: 'main.open.copy' }],
  ['drop_table', { table: 'copy' }],
  [
    'create_view',
    { schema: 'open', name: 'vw_more', query: { table: 'main.open.tasks', where: { number: { gt: 1 } } } },
  ],
  ['restore_table', { ...tasks, version: 3 }],
  ['adopt_rows', { ...tasks, paths: ['Plain.md'] }],
];

/** What takes away what the reads ask for. */
export const LAST_WRITES: readonly (readonly [operation: string, args: JsonObject])[] = [
  ['vacuum_table', { ...tasks, dry_run: true }],
  ['vacuum_table', { ...tasks, dry_run: false }],
  ['drop_table', { ...tasks, mode: 'archive' }],
];
