/** What a form of a column becomes, on a real engine: one batch, with one undo that leaves every byte as it was. docs/app/columns.md */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject, typedRun } from '../../../../src/engine/index';
import {
  type ColumnDraft,
  draftOfColumn,
  draftProblem,
  emptyColumn,
} from '../../../../src/ui/screens/columns/column-draft';
import { PLAIN_ATTRIBUTES, type PlainName } from '../../../../src/ui/screens/columns/plain-attributes';
import { type RowFix, columnSteps } from '../../../../src/ui/screens/columns/column-steps';
import { type InvalidValue, countRows } from '../../../../src/ui/changes/forms/invalid-values';
import { refusalOf } from '../../../../src/ui/client/describe-problem';
import { invalidRows } from '../../../../src/ui/screens/columns/use-column-dry-run';
import type { DescribedColumn, OperationsClient } from '../../../../src/ui/client/operations-client';
import { type TestVault, column, openVault } from '../../../engine/open-vault';

const TABLE = 'main.default.tasks';
let vault: TestVault;
let client: OperationsClient;

beforeEach(async () => {
  vault = await openVault();
  const { engine } = vault;
  client = { run: typedRun((name, args) => engine.run(name, args)), onChange: () => () => undefined };
  await vault.run('create_table', {
    name: 'tasks',
    description: 'What is to do',
    filename: '{title}',
    columns: [
      column('title', 'string', { required: true }),
      column('status', 'enum', { values: ['todo', 'doing', 'done'], default: 'todo' }),
      column('minutes', 'string'),
      column('repeats', 'string'),
      column('kinds', 'list', { items: { type: 'enum', values: ['home', 'work'] } }),
    ],
  });
  const rows: JsonObject[] = [
    { title: 'A', status: 'todo', minutes: '35', kinds: ['home'] },
    { title: 'B', status: 'doing', minutes: '40 min' },
    { title: 'C', status: 'done', minutes: 'some' },
    { title: 'D', status: null },
  ];
  for (const values of rows) await vault.run('insert_row', { table: 'tasks', values });
});
afterEach(() => vault.engine.close());

const described = async (name: string): Promise<DescribedColumn> => {
  const { columns } = await client.run('describe_table', { table: 'tasks' });
  const found = columns.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
};
const draftOf = async (name: string): Promise<ColumnDraft> => draftOfColumn(await described(name));
const pathOf = (title: string): string => `notedb/main/default/tasks/${title}.md`;
const notes = (): string => ['A', 'B', 'C', 'D'].map((title) => vault.text(pathOf(title)) ?? '').join('\n');
const values = async (name: string): Promise<unknown> =>
  (await client.run('select_rows', { table: 'tasks', order_by: 'title' })).rows.map((row) => row[name] ?? null);

/** Writes it, and takes it back at the end. */
async function apply(
  before: ColumnDraft | null,
  draft: ColumnDraft,
  fixes: readonly RowFix[] = [],
): Promise<() => Promise<void>> {
  const earlier = notes();
  const operations = columnSteps({ table: TABLE, before, draft, fixes });
  const { migrationId } = await client.run('batch', { operations: [...operations] as never, summary: 'changed' });
  return async () => {
    await client.run('undo_migration', { migration_id: migrationId ?? '' });
    expect(notes()).toBe(earlier);
  };
}

async function invalid(before: ColumnDraft | null, draft: ColumnDraft): Promise<readonly InvalidValue[]> {
  const operations = columnSteps({ table: TABLE, before, draft, fixes: [] });
  try {
    await client.run('batch', { operations: [...operations] as never, dry_run: true });
    return [];
  } catch (thrown) {
    return invalidRows(refusalOf(thrown), draft, before);
  }
}

describe('a column that is there', () => {
  it('changes nothing as long as nothing was changed', async () => {
    for (const name of ['title', 'status', 'minutes', 'kinds']) {
      const draft = await draftOf(name);
      expect(columnSteps({ table: TABLE, before: draft, draft, fixes: [] })).toEqual([]);
    }
  });

  it('gets choices that are renamed, moved, added and explained, in a dry run as for good', async () => {
    const before = await draftOf('status');
    const [todo, doing, done] = before.choices;
    if (todo === undefined || doing === undefined || done === undefined) throw new Error('no choices');
    const added = { id: 'new1', from: null, value: 'waiting', meaning: 'For somebody else', color: 'red' as const };
    const draft = {
      ...before,
      choices: [doing, { ...todo, value: 'open', meaning: 'Not begun' }, added, done],
      default: 'open',
    };
    expect(await invalid(before, draft)).toEqual([]);
    const undo = await apply(before, draft);
    expect(await described('status')).toMatchObject({
      values: ['doing', 'open', 'waiting', 'done'],
      value_descriptions: { open: 'Not begun', waiting: 'For somebody else' },
      default: 'open',
    });
    expect(await values('status')).toEqual(['open', 'doing', 'done', null]);
    await undo();
  });

  it('loses a choice once its rows have another one, also one that is new', async () => {
    const before = await draftOf('status');
    const added = { id: 'new1', from: null, value: 'finished', meaning: '', color: 'red' as const };
    const draft = { ...before, choices: [...before.choices.slice(0, 2), added] };
    const groups = await invalid(before, draft);
    expect(groups).toMatchObject([{ code: 'enum', value: 'done', paths: [pathOf('C')], near: '' }]);
    const undo = await apply(before, draft, [{ paths: [pathOf('C')], value: 'finished' }]);
    expect(await values('status')).toEqual(['todo', 'doing', 'finished', null]);
    await undo();
  });

  it('gives rows a choice that is renamed at the same time', async () => {
    const before = await draftOf('status');
    const [todo, doing] = before.choices;
    if (todo === undefined || doing === undefined) throw new Error('no choices');
    const draft = { ...before, choices: [{ ...todo, value: 'open' }, doing], default: 'open' };
    const undo = await apply(before, draft, [{ paths: [pathOf('C')], value: 'open' }]);
    expect(await values('status')).toEqual(['open', 'doing', 'open', null]);
    await undo();
  });

  it('becomes numbers once what is no number was put right', async () => {
    const before = await draftOf('minutes');
    const draft = { ...before, type: 'integer' as const, min: '0', label: 'Time', name: 'time' };
    const groups = await invalid(before, draft);
    expect(groups.map(({ value, near }) => [value, near])).toEqual([
      ['40 min', '40'],
      ['some', ''],
    ]);
    const fixes = [
      { paths: [pathOf('B')], value: 40 },
      { paths: [pathOf('C')], value: null },
    ];
    const undo = await apply(before, draft, fixes);
    expect(await values('time')).toEqual([35, 40, null, null]);
    expect(await described('time')).toMatchObject({ type: 'integer', min: 0 });
    expect((await described('time')).label).toBeUndefined();
    await undo();
  });

  it('offers the numbers behind money, thousands and decimal commas, by the whole column', async () => {
    const draft = { ...(await draftOf('minutes')), type: 'number' as const };
    const nearOf = async (...texts: string[]): Promise<readonly string[]> => {
      for (const [at, minutes] of texts.entries()) {
        const title = ['A', 'B', 'C'][at] ?? '';
        await vault.run('update_row', { table: 'tasks', path: pathOf(title), set_values: { minutes } });
      }
      const groups = await invalid(await draftOf('minutes'), draft);
      return groups.map(({ near }) => near);
    };
    expect(await nearOf('$79,257.00', '$1,234', '60%')).toEqual(['79257', '1234', '60']);
    expect((await nearOf('1.234', '2,5', '7,25 €')).map((near) => near.replace(',', '.'))).toEqual([
      '1234',
      '2.5',
      '7.25',
    ]);
  });

  it('offers another value where the engine has a fix for it, and only there', async () => {
    const draft = await draftOf('status');
    const violation = { path: pathOf('A'), column: 'status', code: 'enum', message: 'status: …' } as const;
    const near = (more: {
      readonly value: string;
      readonly fix?: string;
      readonly near?: readonly string[];
    }): unknown =>
      invalidRows(
        { ...{ code: 'refused', message: '', hint: null, conflicts: [] }, violations: [{ ...violation, ...more }] },
        draft,
        null,
      )[0]?.near;
    expect(near({ value: 'finished', fix: 'done' })).toBe('done');
    expect(near({ value: 'Done', near: ['done', 'do'] })).toBe('');
  });

  it('is required once its empty rows have a value, with a heading that stays when the property is renamed', async () => {
    const before = await draftOf('status');
    const draft = { ...before, required: true, name: 'state' };
    const groups = await invalid(before, draft);
    expect(groups).toMatchObject([{ code: 'required', value: null, paths: [pathOf('D')] }]);
    const undo = await apply(before, draft, [{ paths: [pathOf('D')], value: 'todo' }]);
    expect(await values('state')).toEqual(['todo', 'doing', 'done', 'todo']);
    expect(await described('state')).toMatchObject({ required: true, label: 'Status' });
    await undo();
  });

  it('renames the choices of a list', async () => {
    const before = await draftOf('kinds');
    const choices = before.choices.map((each) => (each.value === 'home' ? { ...each, value: 'house' } : each));
    const undo = await apply(before, { ...before, choices });
    expect(await values('kinds')).toEqual([['house'], null, null, null]);
    await undo();
  });
});

describe('the key in the notes', () => {
  it('is what the notes have; the name stays what queries use', async () => {
    const before = await draftOf('minutes');
    const undo = await apply(before, { ...before, key: 'How long?' });
    expect(vault.text(pathOf('A'))).toMatch(/^How long\?: .?35/m);
    expect(await described('minutes')).toMatchObject({ name: 'minutes', key: 'How long?' });
    expect(await values('minutes')).toEqual(['35', '40 min', 'some', null]);
    await undo();
  });

  it('stays when the column is renamed, and goes with it once it is given up', async () => {
    const plain = await draftOf('minutes');
    await apply(plain, { ...plain, key: 'How long?' });
    const before = await draftOf('minutes');
    const undoName = await apply(before, { ...before, name: 'time' });
    expect(vault.text(pathOf('A'))).toMatch(/^How long\?: /m);
    await undoName();
    const undo = await apply(before, { ...before, name: 'time', key: '' });
    expect(vault.text(pathOf('A'))).toMatch(/^time: /m);
    expect((await described('time')).key).toBeUndefined();
    await undo();
  });

  it('is no key of its own where it is the name', async () => {
    const before = await draftOf('minutes');
    expect(columnSteps({ table: TABLE, before, draft: { ...before, key: 'minutes' }, fixes: [] })).toEqual([]);
  });
});

it('takes a refused key to the engine, which says why', async () => {
  const before = await draftOf('minutes');
  await expect(apply(before, { ...before, key: 'table' })).rejects.toThrow(/key/);
});

describe('a new column', () => {
  it('is filled in the rows that are there, where it is required', async () => {
    const draft = { ...emptyColumn(), label: 'Size', name: 'size', type: 'integer' as const, required: true };
    const groups = await invalid(null, draft);
    expect([groups.length, countRows(groups)]).toEqual([1, 4]);
    const undo = await apply(null, draft, [{ paths: ['A', 'B', 'C', 'D'].map(pathOf), value: 3 }]);
    expect(await values('size')).toEqual([3, 3, 3, 3]);
    expect(await described('size')).toMatchObject({ type: 'integer', required: true, description: 'Size' });
    await undo();
  });

  it('has its limits, words and choices', async () => {
    const draft: ColumnDraft = {
      ...emptyColumn(),
      label: 'How big?',
      name: 'size',
      type: 'list',
      itemType: 'enum',
      choices: [{ id: '1', from: null, value: 's', meaning: 'small', color: 'blue' }],
      ordered: true,
      aliases: 'bulk, volume',
      note: 'Ask Hanna',
    };
    await apply(null, draft);
    expect(await described('size')).toMatchObject({
      label: 'How big?',
      aliases: ['bulk', 'volume'],
      note: 'Ask Hanna',
      items: { type: 'enum', values: ['s'], value_descriptions: { s: 'small' }, ordered: true },
    });
  });
});

/** Of each attribute that one field sets: the compiler asks for it. */
const FIELDS: { readonly [Name in PlainName]: Partial<ColumnDraft> & Pick<ColumnDraft, Name> } = {
  key: { key: 'How big?' },
  inline: { inline: true },
  ordered: { ordered: true, type: 'enum', choices: [choice('s'), choice('l')] },
  description: { description: 'Its size' },
  required: { required: true, type: 'boolean', default: 'true' },
  unique: { unique: true },
  dense: { dense: true },
  min: { min: '1', type: 'integer' },
  max: { max: '9', type: 'number' },
  step: { step: '2', type: 'list', itemType: 'integer' },
  inverse: { inverse: 'size', type: 'link', ref: TABLE },
  ref_where: { ref_where: 'status: done', type: 'link', ref: TABLE },
  ref_by: { ref_by: 'column: status\nmap:\n  todo: null\n  doing: null\n  done: null', type: 'link', ref: TABLE },
  recurs: { recurs: 'rule: repeats\ndone: status\nvalues:\n  - done', type: 'date' },
  generated: { generated: '{title}!' },
  aliases: { aliases: 'bulk, volume' },
  note: { note: 'Ask Hanna' },
};

it.each<[string, Partial<ColumnDraft>, JsonObject]>([
  ['the names of rows', { vocabulary: TABLE }, { vocabulary: TABLE }],
  ['names in a list', { type: 'list', vocabulary: TABLE }, { items: { type: 'string', vocabulary: TABLE } }],
  ['a parent', { type: 'link', hierarchy: true, ref: 'main.default.gone' }, { hierarchy: true, ref: TABLE }],
  ['a number, which has no parent', { type: 'number', hierarchy: true, vocabulary: TABLE }, { type: 'number' }],
  [
    'links that lead back',
    { type: 'list', itemType: 'link', ref: TABLE, inverse: 'size', ref_where: '{status: done}' },
    { items: { ref: TABLE, inverse: 'size', ref_where: { status: 'done' } } },
  ],
])('adds what no one changes later: %s', async (_, fields, spec) => {
  await apply(null, { ...emptyColumn(), label: 'Size', name: 'size', ...fields });
  expect(await described('size')).toMatchObject(spec);
  const read = await draftOf('size');
  expect(columnSteps({ table: TABLE, before: read, draft: { ...read, note: 'x' }, fixes: [] })).toEqual([
    { op: 'alter_column', table: TABLE, column: 'size', changes: { note: 'x' } },
  ]);
});

it('leaves a rule that is no YAML to the engine, which says why it is refused', async () => {
  const draft = {
    ...emptyColumn(),
    label: 'Size',
    name: 'size',
    type: 'link',
    ref: TABLE,
    ref_where: '{status',
  } as const;
  await expect(apply(null, draft)).rejects.toThrow(/ref_where/);
});

it.each(Object.entries(FIELDS))('adds, reads and takes away again what a field sets: %s', async (name, fields) => {
  const empty = { ...emptyColumn(), label: 'Size', name: 'size', type: fields.type ?? 'string' } as const;
  const draft = { ...empty, ...fields };
  const paths = ['A', 'B', 'C', 'D'].map(pathOf);
  // A row without a level breaks the rule.
  if (name === 'ref_by') await vault.run('delete_rows', { table: 'tasks', where: { title: 'D' } });
  await apply(null, draft, name === 'required' ? [{ paths, value: true }] : []);
  const read = await draftOf('size');
  expect(read).toMatchObject(name === 'ordered' ? { ordered: true } : fields);
  if (PLAIN_ATTRIBUTES[name as PlainName].isFixed === true) return;
  const without = { ...read, [name]: emptyColumn()[name as PlainName] };
  const undo = await apply(read, without);
  expect((await draftOf('size'))[name as PlainName]).toEqual(
    name === 'description' ? 'Size' : without[name as PlainName],
  );
  await undo();
});

const NO_FORMAT = emptyColumn().format;

it.each<[string, Partial<ColumnDraft>, JsonObject]>([
  [
    'money',
    { type: 'number', format: { ...NO_FORMAT, style: 'currency', currency: ' eur', decimals: '0' } },
    { number_format: { style: 'currency', currency: 'EUR', decimals: 0 } },
  ],
  [
    'a unit',
    { type: 'integer', format: { ...NO_FORMAT, style: 'number', unit: 'kg' } },
    { number_format: { style: 'number', unit: 'kg' } },
  ],
  [
    'items of a list',
    { type: 'list', itemType: 'number', format: { ...NO_FORMAT, style: 'percent' } },
    { items: { type: 'number', number_format: { style: 'percent' } } },
  ],
  ['an address', { type: 'string', format: { ...NO_FORMAT, text: 'email' } }, { text_format: 'email' }],
])('adds, reads and takes away again a format: %s', async (_, fields, spec) => {
  await apply(null, { ...emptyColumn(), label: 'Size', name: 'size', ...fields });
  expect(await described('size')).toMatchObject(spec);
  const read = await draftOf('size');
  expect(columnSteps({ table: TABLE, before: read, draft: read, fixes: [] })).toEqual([]);
  const undo = await apply(read, { ...read, format: NO_FORMAT });
  expect(await described('size')).not.toMatchObject(spec);
  await undo();
});

describe('the colours of choices', () => {
  const colors = async (): Promise<unknown> =>
    (await draftOf('status')).choices.map(({ value, color }) => [value, color]);

  it('stay when a choice is moved and another one removed', async () => {
    const before = await draftOf('status');
    const [todo, doing] = before.choices;
    if (todo === undefined || doing === undefined) throw new Error('no choices');
    const undo = await apply(before, { ...before, choices: [doing, todo] }, [{ paths: [pathOf('C')], value: null }]);
    expect(await colors()).toEqual([
      ['doing', 'green'],
      ['todo', 'blue'],
    ]);
    await undo();
  });

  it('change alone, also back to those of the positions, and stay with a new name', async () => {
    const before = await draftOf('status');
    const recolor = (draft: ColumnDraft, to: Readonly<Record<string, 'red' | 'blue' | 'green'>>): ColumnDraft => ({
      ...draft,
      choices: draft.choices.map((each) => ({ ...each, color: to[each.value] ?? each.color })),
    });
    const red = recolor(before, { todo: 'red' });
    await apply(before, {
      ...red,
      choices: red.choices.map((each) => ({ ...each, value: `${each.value}!` })),
      default: 'todo!',
    });
    expect(await colors()).toEqual([
      ['todo!', 'red'],
      ['doing!', 'green'],
      ['done!', 'orange'],
    ]);
    const now = await draftOf('status');
    const [first, second, third] = now.choices;
    if (first === undefined || second === undefined || third === undefined) throw new Error('no choices');
    const swapped = { ...now, choices: [second, first, third] };
    await apply(now, recolor(swapped, { 'doing!': 'blue', 'todo!': 'green' }));
    expect(await described('status')).not.toHaveProperty('value_colors');
  });
});

it.each<[string, Partial<ColumnDraft>, string]>([
  [
    'a currency without its letters',
    { name: 'a', type: 'number', format: { ...NO_FORMAT, style: 'currency' } },
    'Which currency?',
  ],
  ['no name', {}, 'Give the column a name.'],
  ['a choice without a name', { name: 'a', type: 'enum', choices: [choice('')] }, 'A choice has no name.'],
  ['a name twice', { name: 'a', type: 'enum', choices: [choice('x'), choice('x')] }, 'Two choices are called x.'],
  ['no choice', { name: 'state', type: 'enum' }, 'State has no choices yet.'],
  ['no choice of a list', { name: 'a', type: 'list', itemType: 'enum' }, 'A has no choices yet.'],
])('says before it is tried: %s', (_, more, problem) => {
  expect(draftProblem({ ...emptyColumn(), ...more })).toContain(problem);
});

it('says before it is tried that another column has the property', () => {
  expect(draftProblem({ ...emptyColumn(), name: 'Due day' }, ['due_day'])).toContain('due_day already');
});

function choice(value: string): ColumnDraft['choices'][number] {
  return { id: value, from: null, value, meaning: '', color: 'blue' };
}
