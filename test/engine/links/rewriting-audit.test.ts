/** Whatever operation moves or renames notes: every link in the vault goes on meaning its note, and undo brings back each byte. D6 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { LinkSettings } from '../../../src/engine/ports/host';
import { checkPlannedNotes } from '../../planned-notes';
import { type TestVault, column, openVault } from '../open-vault';
import { type Notes, comparable, expectSameMeanings, indexOfNotes, meanings } from './link-judge';
import { LINKS, noteOf } from './link-sites';

const HOME = 'notedb/main/default/things';
const OLD = `${HOME}/a/Old one.md`;
const SIB = `${HOME}/a/Sib.md`;
const FAR = 'Elsewhere/Far.md';
const ARCHIVED = `${HOME}/_archive/Gone.md`;
const OTHER = 'notedb/main/default/others/Other.md';

const THINGS: JsonObject = {
  name: 'things',
  description: 'Things',
  filename: '{name}',
  partition: '{kind}',
  columns: [
    column('name', 'string', { required: true }),
    column('kind', 'enum', { values: ['a', 'b'], required: true }),
    column('code', 'string', { unique: true }),
    column('up', 'link', { ref: 'self' }),
    column('near', 'list', { items: { type: 'link', ref: 'self' } }),
  ],
  // What the front matter of a note with every link holds.
  fields: Object.fromEntries(
    ['scalar', 'alias', 'heading', 'whole', 'block', 'flow', 'words', 'folded'].map((name) => [name, null]),
  ),
};

const OTHERS: JsonObject = {
  ...THINGS,
  name: 'others',
  partition: '',
  columns: [
    column('name', 'string', { required: true }),
    column('kind', 'string'),
    column('code', 'string'),
    column('thing', 'link'),
    column('up', 'link'),
    column('near', 'list', { items: 'link' }),
  ],
};

const id = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;

const keys = (table: string, n: number, name: string, kind: string, more: readonly string[] = []): string[] => [
  `table: main.default.${table}`,
  `id: ${id(n)}`,
  `name: ${name}`,
  `kind: ${kind}`,
  `code: c${n}`,
  ...more,
];

const TARGET = { name: 'Old one', path: `${HOME}/a/Old one` };

/** Links from everywhere: no row, rows of this table and of another, below and beside, archived, and the note itself. */
const FILES: Notes = {
  'Outside.md': noteOf({ ...TARGET, relative: `./${TARGET.path}` }),
  'deep/er/Outside.md': noteOf({ ...TARGET, relative: `../../${TARGET.path}` }).replaceAll('\n', '\r\n'),
  [`${HOME}/a/Plain.md`]: noteOf({ ...TARGET, relative: './Old one' }),
  [OLD]: noteOf({ ...TARGET, relative: './Old one' }, keys('things', 1, 'Old one', 'a', ['up: "[[Sib]]"', 'near:\n  - "[[Far]]"'])) + '[[./Sib]] [s](Sib.md) [[Plain]] [o](../../others/Other.md) ![](../../../../pic.png)\n', // prettier-ignore
  [SIB]: noteOf({ ...TARGET, relative: './Old one' }, keys('things', 2, 'Sib', 'a', ['up: "[[Old one]]"', 'near: ["[[Old one]]", "[[Far]]"]'])), // prettier-ignore
  [FAR]: noteOf({ ...TARGET, relative: `../${TARGET.path}` }, keys('things', 3, 'Far', 'a', [`up: "[[${TARGET.path}|x]]"`])), // prettier-ignore
  [ARCHIVED]: noteOf({ ...TARGET, relative: '../a/Old one' }, keys('things', 4, 'Gone', 'a')),
  [OTHER]: noteOf({ ...TARGET, relative: '../things/a/Old one' }, keys('others', 5, 'Other', 'z', ['thing: "[[Old one|y]]"', 'near: ["[[Old one#h]]"]'])), // prettier-ignore
  'Taken/Away.md': '[[Old one]] [[Taken/New one]] [[New one]] [[Gone]] [[Far]]\n',
  'Taken/New one.md': 'Another note of the name that comes.\n',
  'pic.png': 'not a note',
};

const SOURCES = ['Outside.md', 'deep/er/Outside.md', `${HOME}/a/Plain.md`, OLD, SIB, FAR, ARCHIVED, OTHER];

type Moves = Readonly<Record<string, string>>;

interface Renaming {
  readonly call: readonly [string, JsonObject];
  readonly given?: readonly (readonly [string, JsonObject])[];
  readonly files?: Notes;
  /** Without those of `notes that follow`. */
  readonly moves: Moves;
  /** What the call does to a text besides its links. */
  readonly edits?: (path: string, text: string) => string;
  /** A dry run of a batch sees no step before: it has nothing to compare. Source: docs/operations.md#batch */
  readonly isBatch?: true;
  /** configure_database is not journaled. Source: docs/operations.md#configure_database */
  readonly isJournaled?: false;
  /** Notes that the call makes. */
  readonly comes?: readonly string[];
}

const toTable =
  (table: string, rows: readonly string[]) =>
  (path: string, text: string): string =>
    rows.includes(path) ? text.replace('table: main.default.things', `table: ${table}`) : text;

const set =
  (rows: readonly string[], from: string, to: string) =>
  (path: string, text: string): string =>
    rows.includes(path) ? text.replace(from, to) : text;

const ROWS = [OLD, SIB, FAR];

const inTable = (to: string): Moves => ({ [OLD]: `${to}/a/Old one.md`, [SIB]: `${to}/a/Sib.md` });

const adoptedKeys = (path: string): string =>
  `table: main.default.things\nid: <id>\nkind: b\nname: ${path === 'Outside.md' ? 'Far' : 'Deep'}\n`;

const RENAMINGS: Readonly<Record<string, Renaming>> = {
  'update_row: another name': {
    call: ['update_row', { table: 'things', path: OLD, set_values: { name: 'New one' } }],
    moves: { [OLD]: `${HOME}/a/New one.md` },
    edits: set([OLD], 'name: Old one', 'name: New one'),
  },
  'update_row: another folder of the partition, where the name stands': {
    call: ['update_row', { table: 'things', path: OLD, set_values: { kind: 'b' } }],
    moves: { [OLD]: `${HOME}/b/Old one.md` },
    edits: set([OLD], 'kind: a', 'kind: b'),
  },
  'update_row: another folder and a name that needs quotes': {
    call: ['update_row', { table: 'things', path: OLD, set_values: { kind: 'b', name: "It's (100 %) ünd" } }],
    moves: { [OLD]: `${HOME}/b/It's (100 %) ünd.md` },
    edits: (path, text) => set([OLD], 'name: Old one', "name: It's (100 %) ünd")(path, set([OLD], 'kind: a', 'kind: b')(path, text)), // prettier-ignore
  },
  'update_rows: every row at once': {
    call: ['update_rows', { table: 'things', set_values: { kind: 'b' } }],
    moves: { [OLD]: `${HOME}/b/Old one.md`, [SIB]: `${HOME}/b/Sib.md` },
    edits: set(ROWS, 'kind: a', 'kind: b'),
  },
  'merge_rows: names by a key': {
    call: ['merge_rows', { table: 'things', on: ['code'], rows: [{ code: 'c1', name: 'Sib', kind: 'a' }, { code: 'c2', name: 'Old one', kind: 'b' }] }], // prettier-ignore
    moves: { [OLD]: `${HOME}/a/Sib 2.md`, [SIB]: `${HOME}/b/Old one.md` },
    edits: (path, text) => set([OLD], 'name: Old one', 'name: Sib')(path, set([SIB], 'name: Sib', 'name: Old one')(path, set([SIB], 'kind: a', 'kind: b')(path, text))), // prettier-ignore
  },
  'alter_table: another name': {
    call: ['alter_table', { table: 'things', name: 'objects' }],
    moves: { ...inTable('notedb/main/default/objects'), [ARCHIVED]: 'notedb/main/default/objects/_archive/Gone.md' },
    edits: toTable('main.default.objects', [...ROWS, ARCHIVED]),
  },
  'alter_table: another catalog and schema': {
    call: ['alter_table', { table: 'things', catalog: 'cat', schema: 'sch' }],
    moves: { ...inTable('notedb/cat/sch/things'), [ARCHIVED]: 'notedb/cat/sch/things/_archive/Gone.md' },
    edits: toTable('cat.sch.things', [...ROWS, ARCHIVED]),
  },
  'alter_table: another filename': {
    call: ['alter_table', { table: 'things', filename: '{code} {name}' }],
    moves: { [OLD]: `${HOME}/a/c1 Old one.md`, [SIB]: `${HOME}/a/c2 Sib.md`, [FAR]: 'Elsewhere/c3 Far.md' },
    edits: (path, text) => {
      const name = { [OLD]: 'Old one', [SIB]: 'Sib', [FAR]: 'Far' }[path];
      return name === undefined ? text : text.replace('\n---\n', `\naliases:\n  - ${name}\n---\n`);
    },
  },
  'alter_table: another partition': {
    call: ['alter_table', { table: 'things', partition: '{code}/{kind}' }],
    moves: { [OLD]: `${HOME}/c1/a/Old one.md`, [SIB]: `${HOME}/c2/a/Sib.md` },
  },
  'alter_table: another archive': {
    call: ['alter_table', { table: 'things', archive: 'old' }],
    moves: { [ARCHIVED]: `${HOME}/old/Gone.md` },
  },
  'move_rows with relocate': {
    given: [
      ['update_rows', { table: 'things', unset: ['up', 'near'] }],
      ['update_rows', { table: 'others', unset: ['up', 'near', 'thing'] }],
    ],
    call: ['move_rows', { table: 'things', to_table: 'others', relocate: true }],
    moves: {
      [OLD]: 'notedb/main/default/others/Old one.md',
      [SIB]: 'notedb/main/default/others/Sib.md',
      [FAR]: 'notedb/main/default/others/Far.md',
    },
    edits: toTable('main.default.others', ROWS),
  },
  'adopt_rows with relocate': {
    call: [
      'adopt_rows',
      {
        table: 'things',
        paths: ['Outside.md', 'deep/er/Outside.md'],
        set_values: { kind: 'b' },
        per_row: { 'Outside.md': { name: 'Far' }, 'deep/er/Outside.md': { name: 'Deep' } },
        relocate: true,
      },
    ],
    moves: { 'Outside.md': `${HOME}/b/Outside.md`, 'deep/er/Outside.md': `${HOME}/b/Outside 2.md` },
    edits: (path, text) => {
      const newLine = text.includes('\r') ? '\r\n' : '\n';
      const added = adoptedKeys(path).replaceAll('\n', newLine);
      return path.endsWith('Outside.md')
        ? text.replace(`${newLine}---${newLine}`, `${newLine}${added}---${newLine}`)
        : text;
    },
  },
  'delete_rows: into the archive': {
    call: ['delete_rows', { table: 'things', on_referenced: 'ignore', where: { name: { in: ['Old one', 'Sib'] } } }],
    moves: { [OLD]: `${HOME}/_archive/a/Old one.md`, [SIB]: `${HOME}/_archive/a/Sib.md` },
  },
  'insert_row: a note that takes the name': {
    call: ['insert_row', { table: 'others', values: { name: 'Old one' } }],
    moves: {},
    comes: ['notedb/main/default/others/Old one.md'],
  },
  'insert_row: at a path that links would take first': {
    call: ['insert_row', { table: 'others', values: { name: 'Old one' }, path: 'Old one.md' }],
    moves: {},
    comes: ['Old one.md'],
  },
  'configure_database: another root': {
    call: ['configure_database', { root: 'data' }],
    isJournaled: false,
    moves: Object.fromEntries([OLD, SIB, ARCHIVED, OTHER, `${HOME}/a/Plain.md`].map((path) => [path, path.replace('notedb/', 'data/')])), // prettier-ignore
  },
  'drop_table: into the archive': {
    call: ['drop_table', { table: 'things', mode: 'archive' }],
    moves: {
      [OLD]: `${HOME}/_archive/a/Old one.md`,
      [SIB]: `${HOME}/_archive/a/Sib.md`,
      [FAR]: `${HOME}/_archive/Far.md`,
    },
  },
  'rename_value: of the partition': {
    call: ['rename_value', { table: 'things', column: 'kind', from_value: 'a', to_value: 'z' }],
    moves: { [OLD]: `${HOME}/z/Old one.md`, [SIB]: `${HOME}/z/Sib.md` },
    edits: set(ROWS, 'kind: a', 'kind: z'),
  },
  'batch: two names change places, and the table moves': {
    isBatch: true,
    call: [
      'batch',
      {
        operations: [
          { op: 'update_row', table: 'things', path: OLD, set_values: { name: 'x' } },
          { op: 'update_row', table: 'things', path: SIB, set_values: { name: 'Old one' } },
          { op: 'update_row', table: 'things', id: id(1), set_values: { name: 'Sib' } },
          { op: 'alter_table', table: 'things', name: 'objects' },
        ],
      },
    ],
    moves: {
      [OLD]: 'notedb/main/default/objects/a/Sib.md',
      [SIB]: 'notedb/main/default/objects/a/Old one.md',
      [ARCHIVED]: 'notedb/main/default/objects/_archive/Gone.md',
    },
    edits: (path, text) => toTable('main.default.objects', [...ROWS, ARCHIVED])(path, set([OLD], 'name: Old one', 'name: Sib')(path, set([SIB], 'name: Sib', 'name: Old one')(path, text))), // prettier-ignore
  },
};

const SETTINGS: readonly LinkSettings[] = [
  { newLinkFormat: 'shortest', useMarkdownLinks: false },
  { newLinkFormat: 'relative', useMarkdownLinks: true },
  { newLinkFormat: 'absolute', useMarkdownLinks: false },
];

async function vaultOf(settings: LinkSettings, { given = [], files = {} }: Partial<Renaming>): Promise<TestVault> {
  const vault = await openVault({ files: { ...FILES, ...files }, linkSettings: settings });
  await vault.run('create_table', THINGS);
  await vault.run('create_table', OTHERS);
  for (const [name, args] of given) await vault.run(name, args);
  return vault;
}

const migrations = async (vault: TestVault): Promise<number> =>
  ((await vault.run('list_migrations', { limit: 1000 }))['migrations'] as JsonObject[]).length;

describe('the notes of this test', () => {
  it('hold links to the note in every place and form', () => {
    const index = indexOfNotes(FILES);
    for (const path of SOURCES) {
      const text = FILES[path] ?? '';
      const own = path === OLD || path === SIB || path === FAR || path === OTHER ? 0 : null;
      const count = meanings(index, path, text).filter((target) => target === OLD).length;
      if (own === null) expect({ path, count }).toEqual({ path, count: LINKS });
      else expect(count).toBeGreaterThanOrEqual(LINKS);
    }
  });
});

describe.each(SETTINGS)('with links written as $newLinkFormat', (settings) => {
  it.each(Object.entries(RENAMINGS))('%s', async (_, renaming) => {
    const vault = await vaultOf(settings, renaming);
    const [tree, before, count] = [vault.tree(), vault.host.external.notes(), await migrations(vault)];
    const [name, args] = renaming.call;
    const planned = renaming.isBatch ? null : await vault.run(name, { ...args, dry_run: true });
    const done = await vault.run(name, args);
    const isJournaled = renaming.isJournaled ?? true;
    const expected = isJournaled ? { ...done, migrationId: null, dryRun: true } : done;
    if (planned !== null && isJournaled) {
      const { notes: _, ...others } = planned;
      expect({ ...others, ...uuidsOf(done) }).toEqual({ ...expected, ...uuidsOf(done) });
      checkPlannedNotes(planned, done, { before, after: vault.host.external.notes() });
    }
    expect(await migrations(vault)).toBe(count + Number(isJournaled));
    const { moves, comes = [], edits = (_path, text): string => text } = renaming;
    expectSameMeanings(before, vault.host.external.notes(), { moves: new Map(Object.entries(moves)), comes, edits });
    if (isJournaled) await undoAndRedo(vault, done['migrationId'] as string, tree);
    await vault.engine.close();
  });
});

/** An id is made anew by each run. */
const uuidsOf = ({ row }: JsonObject): JsonObject => (row === undefined ? {} : { row });

async function undoAndRedo(vault: TestVault, migration: string, tree: string): Promise<void> {
  const moved = vault.tree();
  const { migrationId } = await vault.run('undo_migration', { migration_id: migration });
  expect(vault.tree()).toBe(tree);
  await vault.run('undo_migration', { migration_id: migrationId as string });
  expect(vault.tree()).toBe(moved);
}

describe.each(SETTINGS)('a clone, with links written as $newLinkFormat', (settings) => {
  it('links to the copies of the rows of its table, and to what its source linked to', async () => {
    const vault = await vaultOf(settings, {});
    const [tree, before] = [vault.tree(), vault.host.external.notes()];
    const { migrationId } = await vault.run('clone_table', { source: 'things', target: 'clones' });
    const after = vault.host.external.notes();
    const copies = new Map(Object.entries(inTable('notedb/main/default/clones')).concat([[FAR, 'notedb/main/default/clones/a/Far.md']])); // prettier-ignore
    const [was, is] = [indexOfNotes(before), indexOfNotes(after)];
    for (const [path, copy] of copies) {
      const [text, copied] = [before[path] ?? '', after[copy] ?? ''];
      const wanted = meanings(was, path, text).map((target) => (target === null ? null : (copies.get(target) ?? target))); // prettier-ignore
      expect({ copy, means: meanings(is, copy, copied) }).toEqual({ copy, means: wanted });
      expect(comparable(copied)).toBe(comparable(text.replace('default.things', 'default.clones')));
    }
    const others = Object.entries(after).filter(([path]) => ![...copies.values()].includes(path));
    expectSameMeanings(before, after, { moves: new Map(), comes: [...copies.values()], edits: (_path, text) => text });
    expect(others.length).toBe(Object.keys(before).length);
    await undoAndRedo(vault, migrationId as string, tree);
  });
});

describe('a note whose links follow', () => {
  const rename: readonly [string, JsonObject] = [
    'update_row',
    { table: 'things', path: OLD, set_values: { name: 'New' } },
  ];

  it.each([
    ['no row', '---\nkey: [a\nup: "[[Old one|x]]"\n---\n[[Old one]]\n'],
    ['a row', '---\ntable: main.default.things\nkey: [a\nup: "[[Old one|x]]"\n---\n[[Old one]]\n'],
  ])('need not have front matter that parses: %s', async (_, text) => {
    const vault = await vaultOf({ newLinkFormat: 'shortest', useMarkdownLinks: false }, { files: { 'X.md': text } });
    await vault.run(...rename);
    expect(vault.text('X.md')).toBe(text.replaceAll('Old one', 'New'));
  });

  it('keeps the links that the call itself writes for the vault as it will be', async () => {
    const vault = await vaultOf({ newLinkFormat: 'shortest', useMarkdownLinks: false }, {});
    const body = '[[New]] [[Taken/New one]]\n';
    const { migrationId } = await vault.run('update_row', { ...rename[1], body });
    expect(vault.text(`${HOME}/a/New.md`)).toContain(`---\n${body}`);
    expect(migrationId).not.toBeNull();
  });
});
