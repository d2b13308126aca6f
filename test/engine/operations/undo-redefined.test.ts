/** An undo against definitions that changed since: what comes back may break what it broke then, and nothing that is asked since. D17 (undo_migration). */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

type Call = readonly [operation: string, args: JsonObject];

const MARKED: Call = [
  'define_base',
  { name: 'marked', description: 'Marked', columns: [column('mark', 'string'), column('grade', 'integer')] },
];

const THINGS: Call = [
  'create_table',
  {
    name: 'things',
    description: 'Things',
    columns: [
      column('name', 'string', { required: true }),
      column('kind', 'enum', { values: ['a', 'b', 'c'] }),
      column('kinds', 'list', { items: { type: 'enum', values: ['a', 'b'] } }),
      column('size', 'integer', { min: 0 }),
      column('note', 'string'),
      column('loud', 'string', { generated: '{name}!' }),
    ],
    fields: { left: null },
  },
];

const OLD = 'notedb/main/default/things/Old.md';

const old = (more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'things', values: { name: 'Old', kind: 'a', kinds: ['a', 'b'], note: 'text', mark: 'm', ...more } },
];

const deleted = (mode: string): Call => ['delete_rows', { table: 'things', mode }];
const things = (operation: string, args: JsonObject): Call => [operation, { table: 'things', ...args }];
const altered = (name: string, changes: JsonObject): Call => things('alter_column', { column: name, changes });
const added = (spec: JsonObject): Call => things('add_column', { column: spec });

async function start(...calls: readonly Call[]): Promise<TestVault> {
  const vault = await openVault();
  for (const [operation, args] of [MARKED, THINGS, things('set_table_bases', { bases: ['marked'] }), ...calls])
    await vault.run(operation, args);
  return vault;
}

const made = async (vault: TestVault, [operation, args]: Call): Promise<string> =>
  (await vault.run(operation, args))['migrationId'] as string;

const undo = (vault: TestVault, id: string): Promise<JsonObject> => vault.run('undo_migration', { migration_id: id });

const undone = async (vault: TestVault, id: string): Promise<string> =>
  (await undo(vault, id))['migrationId'] as string;

/** The hint without the summaries. */
const firstUndo = (...later: readonly (readonly [id: string, change: Call])[]): string =>
  `their table asks something else of its rows since: call undo_migration for ${later.map(([id, [op]]) => `${id} (${op})`).join(', then for ')} first, then for this one`;

interface Refusal {
  /** `column code`, or the code alone, of each violation. */
  readonly found: readonly string[];
  /** Each once. */
  readonly paths: readonly unknown[];
  /** Without the summaries of writes. */
  readonly hint: string;
}

async function refusal(vault: TestVault, id: string): Promise<Refusal> {
  const before = vault.tree();
  const { violations, code, hint } = await vault.refused('undo_migration', { migration_id: id });
  expect(vault.tree()).toBe(before);
  expect(code).toBe('refused');
  return {
    found: violations.map((each) => (each.column === null ? each.code : `${each.column} ${each.code}`)).sort(),
    paths: [...new Set(violations.map(({ path }) => path))],
    hint: (hint ?? '').replace(/\((\w+): [^()]*\)/g, '($1)'),
  };
}

/** A change of the definitions that no row stands against any more, and what the row that is gone breaks of it. */
const CHANGES: readonly (readonly [what: string, change: Call, breaks: readonly string[]])[] = [
  [
    'a column was renamed',
    things('rename_column', { from_column: 'note', to_column: 'remark' }),
    ['note unknown_column'],
  ],
  [
    'a required column was renamed',
    things('rename_column', { from_column: 'name', to_column: 'title' }),
    ['loud generated', 'name unknown_column', 'title required'],
  ],
  ['a column was dropped', things('drop_column', { column: 'note' }), ['note unknown_column']],
  ['a column became required', altered('size', { required: true }), ['size required']],
  ['a column has another type', altered('note', { type: 'integer' }), ['note type']],
  ['a value of an enum went', altered('kind', { values: ['b', 'c'] }), ['kind enum']],
  [
    'a value got another name',
    things('rename_value', { column: 'kind', from_value: 'a', to_value: 'z' }),
    ['kind enum'],
  ],
  [
    'a value of a list got another name',
    things('rename_value', { column: 'kinds', from_value: 'b', to_value: 'z' }),
    ['kinds enum'],
  ],
  ['a required column came', added(column('extra', 'string', { required: true, default: 'd' })), ['extra required']],
  ['a computed column came', added(column('extra', 'string', { generated: 'of {name}' })), ['extra generated']],
  ['a UUID came', added(column('extra', 'string', { identity: 'uuid' })), ['extra identity']],
  ['a field came', things('alter_table', { fields: { right: 1 } }), ['right field']],
  ['a field went', things('alter_table', { fields: { left: null } }), ['left unknown_column']],
  ['a constraint came', things('add_constraint', { name: 'not_a', check: { kind: { ne: 'a' } } }), ['kind check']],
  ['the table got another name', things('alter_table', { name: 'objects' }), ['not_a_row']],
  ['the table went', things('drop_table', { mode: 'archive' }), ['not_a_row']],
  ['the folder of the row is excluded', things('alter_table', { exclude: ['notedb/main'] }), ['not_a_row']],
  [
    'the base got a required column',
    [
      'define_base',
      { name: 'marked', columns: [column('mark', 'string'), column('grade', 'integer', { required: true })] },
    ],
    ['grade required'],
  ],
  [
    'a column of the base got another name',
    [
      'define_base',
      {
        name: 'marked',
        columns: [column('sign', 'string'), column('grade', 'integer')],
        rename_columns: { mark: 'sign' },
      },
    ],
    ['mark unknown_column'],
  ],
  ['the base went', things('set_table_bases', { bases: [] }), ['mark unknown_column']],
];

describe('undo_migration, when the definition changed since', () => {
  it.each(CHANGES)('refuses to bring a row back where %s, until that is undone', async (_, change, breaks) => {
    const vault = await start(old());
    const first = vault.tree();
    const gone = await made(vault, deleted('delete'));
    const later = await made(vault, change);
    expect(await refusal(vault, gone)).toEqual({ found: breaks, paths: [OLD], hint: firstUndo([later, change]) });
    await undo(vault, later);
    await undo(vault, gone);
    expect(vault.tree()).toBe(first);
  });

  it('refuses so for an archived row', async () => {
    const vault = await start(old());
    const first = vault.tree();
    const gone = await made(vault, deleted('archive'));
    const change = altered('kind', { values: ['b', 'c'] });
    const later = await made(vault, change);
    const paths = ['notedb/main/default/things/_archive/Old.md'];
    expect(await refusal(vault, gone)).toEqual({ found: ['kind enum'], paths, hint: firstUndo([later, change]) });
    await undo(vault, later);
    await undo(vault, gone);
    expect(vault.tree()).toBe(first);
  });

  it('refuses so for a row that is there', async () => {
    const vault = await start(old());
    const update = await made(vault, things('update_rows', { set_values: { kind: 'b', kinds: ['a'], note: null } }));
    const narrowed = altered('kind', { values: ['b', 'c'] });
    const dropped = things('drop_column', { column: 'note' });
    const last = await made(vault, narrowed);
    const later = await made(vault, dropped);
    expect(await refusal(vault, update)).toEqual({
      found: ['kind enum', 'note unknown_column'],
      paths: [OLD],
      hint: firstUndo([later, dropped], [last, narrowed]),
    });
  });

  it('refuses so for the rows of a batch, and after a restart', async () => {
    const vault = await start(old());
    const [op, args] = deleted('delete');
    const inserted = { op: 'insert_row', table: 'things', values: { name: 'New', kind: 'c' } };
    const gone = await made(vault, ['batch', { operations: [{ op, ...args }, inserted] }]);
    const change = altered('kind', { values: ['b', 'c'] });
    const later = await made(vault, change);
    const again = await vault.restart();
    expect(await refusal(again, gone)).toEqual({
      found: ['kind enum'],
      paths: [OLD],
      hint: firstUndo([later, change]),
    });
  });

  it('refuses so to redo what made a row', async () => {
    const vault = await start();
    const gone = await undone(vault, await made(vault, old()));
    const change = altered('kind', { values: ['b', 'c'] });
    const later = await made(vault, change);
    expect(await refusal(vault, gone)).toEqual({
      found: ['kind enum'],
      paths: [OLD],
      hint: firstUndo([later, change]),
    });
  });

  it('refuses so to move rows back to their table', async () => {
    const vault = await start(old({ mark: null }), [
      'create_table',
      { name: 'objects', description: 'Objects', columns: [column('name', 'string')] },
    ]);
    const drop = ['kind', 'kinds', 'note', 'loud', 'mark', 'left'];
    const moved = await made(vault, things('move_rows', { to_table: 'objects', drop }));
    const change = added(column('extra', 'string', { required: true, default: 'd' }));
    const later = await made(vault, change);
    const expected = { found: ['extra required'], paths: [OLD], hint: firstUndo([later, change]) };
    expect(await refusal(vault, moved)).toEqual(expected);
  });

  it('refuses so under a new table of the same name', async () => {
    const vault = await start(old({ mark: null }));
    const gone = await made(vault, deleted('delete'));
    const change = things('drop_table', { mode: 'archive' });
    const later = await made(vault, change);
    await vault.run('create_table', { name: 'things', description: 'New', columns: [column('name', 'string')] });
    const { found, hint } = await refusal(vault, gone);
    expect(found).toEqual(['kind', 'kinds', 'left', 'loud', 'note'].map((key) => `${key} unknown_column`));
    expect(hint).toBe(firstUndo([later, change]));
  });

  it('names the writes that hold alone, and those that are about what the row breaks', async () => {
    const vault = await start(old());
    const gone = await made(vault, deleted('delete'));
    await made(vault, altered('size', { max: 9 }));
    await undo(vault, await made(vault, altered('kind', { values: ['c'] })));
    const change = altered('kind', { values: ['b'] });
    const later = await made(vault, change);
    await made(vault, things('alter_table', { description: 'Other' }));
    expect((await refusal(vault, gone)).hint).toBe(firstUndo([later, change]));
  });

  it('brings a row back where what was asked since is asked no more, or nothing of it', async () => {
    const vault = await start(old());
    const text = vault.text(OLD);
    const gone = await made(vault, deleted('delete'));
    await undo(vault, await made(vault, things('rename_column', { from_column: 'note', to_column: 'remark' })));
    await made(vault, altered('kind', { label: 'Kind', values: ['a', 'z'] }));
    await made(vault, added(column('extra', 'string')));
    await made(vault, things('add_constraint', { name: 'not_z', check: { kind: { ne: 'z' } } }));
    await undo(vault, gone);
    expect(vault.text(OLD)).toBe(text);
  });

  it('brings a row back that breaks no more than when somebody wrote it so', async () => {
    const vault = await start(old());
    const text = (vault.text(OLD) ?? '')
      .replace('kind: a', 'kind: wrong')
      .replace('note: text', 'size: -1\nstray: 1')
      .replace('left:\n', '')
      .replace('loud: Old!', 'loud: no')
      .replace('name: Old\n', '');
    vault.host.external.write(OLD, text);
    await vault.engine.rescan();
    const gone = await made(vault, deleted('delete'));
    await made(vault, altered('kind', { values: ['a', 'b'] }));
    await made(vault, altered('size', { min: 1 }));
    await made(vault, altered('name', { label: 'Name' }));
    const change = things('set_table_bases', { bases: [] });
    const later = await made(vault, change);
    const expected = { found: ['mark unknown_column'], paths: [OLD], hint: firstUndo([later, change]) };
    expect(await refusal(vault, gone)).toEqual(expected);
    await undo(vault, later);
    await undo(vault, gone);
    expect(vault.text(OLD)).toBe(text);
  });

  it('holds a rule that came since also against what broke another one of that name or column', async () => {
    const ada = 'notedb/main/default/people/Ada.md';
    const vault = await start(
      ['create_table', { name: 'people', description: 'People', columns: [column('name', 'string')] }],
      ['insert_row', { table: 'people', values: { name: 'Ada' } }],
      added(column('who', 'link', { ref: 'people', ref_where: { name: { ne: 'Ada' } } })),
      old(),
      things('add_constraint', { name: 'rule', check: { kind: { ne: 'c' } } }),
    );
    const text = (vault.text(OLD) ?? '').replace('kind: a', 'who: "[[Ada]]"\nkind: c');
    vault.host.external.write(OLD, text);
    await vault.engine.rescan();
    const gone = await made(vault, deleted('delete'));
    await vault.run('drop_constraint', { table: 'things', name: 'rule' });
    await made(vault, altered('who', { ref_where: null }));
    await made(vault, ['insert_row', { table: 'things', values: { name: 'New', who: ada } }]);
    const unique = altered('who', { unique: true });
    const stricter = things('add_constraint', { name: 'rule', check: { kind: { in: ['a', 'b'] } } });
    const [first, second] = [await made(vault, unique), await made(vault, stricter)];
    const { found, hint } = await refusal(vault, gone);
    expect(found).toEqual(['kind check', 'who unique']);
    expect(hint).toContain(`${second} (add_constraint), then for ${first} (alter_column)`);
    await undo(vault, second);
    await undo(vault, first);
    await undo(vault, gone);
    expect(vault.text(OLD)).toBe(text);
  });

  it('takes a change of the definitions back together with the rows that it wrote', async () => {
    const vault = await start(old());
    const first = vault.text(OLD);
    const renamed = await made(vault, things('rename_column', { from_column: 'note', to_column: 'remark' }));
    const other = { name: 'objects', description: 'Objects', columns: [column('name', 'string', { required: true })] };
    await made(vault, ['create_table', other]);
    const again = await undone(vault, renamed);
    expect(vault.text(OLD)).toBe(first);
    await undo(vault, again);
    expect(vault.text(OLD)).toContain('remark: text');
  });

  it('counts an edit of the metastore file by hand as having been there before', async () => {
    const vault = await start(old());
    const text = vault.text(OLD);
    const gone = await made(vault, deleted('delete'));
    const path = 'notedb/metastore.yaml';
    vault.host.external.write(path, (vault.text(path) ?? '').replace(/^( *)- a\n/m, ''));
    await vault.engine.rescan();
    await made(vault, altered('size', { max: 9 }));
    await undo(vault, gone);
    expect(vault.text(OLD)).toBe(text);
  });

  it('names what came since and needs a base that would go', async () => {
    const vault = await openVault();
    await vault.run(...THINGS);
    const defined = await made(vault, MARKED);
    await vault.run(...things('set_table_bases', { bases: ['marked'] }));
    const error = await vault.refused('undo_migration', { migration_id: defined });
    expect(error.conflicts.map(({ message }) => message)).toEqual([
      'what came since would not fit: main.default.things: there is no base "marked"',
    ]);
    expect(error.hint).toContain('undo the later writes first');
  });

  it('names what came since and reads a column of a base that would go', async () => {
    const vault = await openVault();
    await vault.run('define_base', { name: 'marked', description: 'Marked', columns: [column('mark', 'string')] });
    const defined = await made(vault, MARKED);
    const columns = [column('loud', 'string', { generated: '{grade}!' })];
    await vault.run('define_base', { name: 'loud', description: 'Loud', bases: ['marked'], columns });
    await vault.run('create_table', { ...THINGS[1], columns: [column('name', 'string')] });
    await vault.run(...things('set_table_bases', { bases: ['loud'] }));
    const error = await vault.refused('undo_migration', { migration_id: defined });
    expect(error.code).toBe('conflict');
    expect(error.message).toContain('main.default.things: loud: generated reads grade, and there is no such column');
  });

  it('says what to do about a rule that reads a table that would go', async () => {
    const vault = await openVault();
    const created = await made(vault, THINGS);
    const columns = [column('thing', 'link', { ref: 'things', ref_where: { size: 1 } })];
    await vault.run('create_table', { name: 'owners', description: 'Owners', columns });
    const error = await vault.refused('undo_migration', { migration_id: created });
    expect(error.violations).toMatchObject([{ path: null, column: 'thing', code: 'ref' }]);
    expect(error.hint).toContain('undo those writes first');
  });

  it('warns of a view that reads what goes', async () => {
    const vault = await openVault();
    await vault.run(...THINGS);
    const defined = await made(vault, added(column('extra', 'string')));
    await vault.run('create_view', { name: 'vw_extra', query: { table: 'things', where: { extra: 'x' } } });
    const { warnings } = await undo(vault, defined);
    expect(warnings).toEqual([expect.stringContaining("the view main.default.vw_extra can't be read any more")]);
  });
});
