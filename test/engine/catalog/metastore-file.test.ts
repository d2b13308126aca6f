import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../../src/engine/catalog/declare/configuration';
import type { TableDefinition } from '../../../src/engine/catalog/definition';
import { parseMetastore, writeMetastore } from '../../../src/engine/catalog/metastore/metastore-file';
import { catalogOf, table } from './definitions';

/** As people leave a file: comments everywhere, their own spelling, flow lists, blank lines, an odd order. */
const BY_HAND = `# Our vault.

format: 1 # since spring

# Settings
configuration:
  timezone: 'Europe/Zurich' # home

tables:
  # People we know
  main.crm.contacts: # ask Ada first
    description: "Someone we know"
    columns:
      # As they call themselves
      - name: name
        type: string # short
        required: true

      - { name: mail, type: string }
    # nothing more for now

  # What is to be done
  main.default.tasks:
    columns:
    - type: enum # three is enough
      name: status
      values:
      - todo # not begun
      # in between
      - doing
      - done
      required: false
    - name: due
      type: date
    row_template: |+
      # {status}

      - [ ] # not a comment

    tags: { area: work, team: 'x' } # labels
    description:   >
      A thing
      to do

# The end.
`;

const parsed = (text: string) => {
  const reading = parseMetastore(text);
  if (!('catalog' in reading)) throw new Error(JSON.stringify(reading));
  return reading.catalog;
};

const tableIn = (text: string, name: string): TableDefinition => {
  const found = parsed(text).tables.get(name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

/** The file after a change of one table, as a list of what went (-) and what came (+). */
const changeOf = (text: string, name: string, change: (table: TableDefinition) => TableDefinition | null): string[] => {
  const result = writeMetastore(text, { tables: new Map([[name, change(tableIn(text, name))]]) });
  return difference(text.split('\n'), result.split('\n'));
};

const difference = (before: readonly string[], after: readonly string[]): string[] => {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    ...before.slice(start, before.length - end).map((line) => `-${line}`),
    ...after.slice(start, after.length - end).map((line) => `+${line}`),
  ];
};

const TASKS = 'main.default.tasks';
const CONTACTS = 'main.crm.contacts';

describe('a new metastore file', () => {
  it('is made for people and for git', async () => {
    const catalog = catalogOf(table('contacts', { schema: 'crm' }));
    const visits = table(
      'visits',
      {
        schema: 'crm',
        description: 'A visit at a customer: who, when and how it went',
        aliases: ['trips', 'calls'],
        tags: { owner: 'sales', no: 'yes' },
        columns: [
          { name: 'day', type: 'date', description: 'When', required: true, default: '{today}' },
          { name: 'who', type: 'link', ref: 'contacts', description: 'The one we saw', dense: true },
          { name: 'others', type: 'list', items: 'link', ref: 'contacts' },
          { name: 'topics', type: 'list' },
          {
            name: 'mood',
            type: 'enum',
            values: ['good', 'no', '007'],
            default: 'good',
            label: 'Mood',
            note: 'a guess',
          },
          { name: 'score', type: 'integer', min: 1, max: 5, step: 1, unique: true, aliases: ['points'] },
          { name: 'extra', type: 'json', default: { a: [1, { b: null }], e: [] } },
        ],
        fields: { rating: null, 'next step': '' },
        time_column: 'day',
        partition: 'YYYY/MM',
        exclude: ['Templates'],
        archive: 'Old',
        history: true,
        autolink_target: false,
        row_template: '# {who}\n\n- [ ] follow up: {mood}\n',
      },
      catalog,
    );
    const text = writeMetastore(null, {
      tables: new Map([visits, table('contacts', { schema: 'crm' }), table('a')].map((each) => [each.qualified, each])),
      configuration: { ...DEFAULT_CONFIGURATION, defaultSchema: 'crm', timeZone: 'Europe/Zurich', history: true },
    });
    await expect(text).toMatchFileSnapshot('../../approved/metastore.yaml');
    expect(parsed(text).tables.get('main.crm.visits')).toEqual(visits);
  });

  it('holds nothing but its format when nothing is defined', () => {
    const text = writeMetastore(null, {});
    expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual(['format: 1', '']);
    expect(parsed(text).tables.size).toBe(0);
    expect(parsed(text).configuration).toEqual(DEFAULT_CONFIGURATION);
  });

  it('has the same text whatever the order of its tables', () => {
    const [a, b] = [table('a'), table('b')];
    const written = (...tables: TableDefinition[]) =>
      writeMetastore(null, { tables: new Map(tables.map((each) => [each.qualified, each])) });
    expect(written(b, a)).toBe(written(a, b));
    expect(writeMetastore(written(b), { tables: new Map([[a.qualified, a]]) })).toBe(written(a, b));
    expect(writeMetastore(written(a), { tables: new Map([[b.qualified, b]]) })).toBe(written(a, b));
  });
});

describe('the example in docs/metastore.md', () => {
  it('is read, and is what a writer writes', () => {
    const [, example = ''] = /```yaml\n([^]*?)```/.exec(readFileSync('docs/metastore.md', 'utf8')) ?? [];
    const { tables, configuration } = parsed(example);
    expect([...tables.keys()]).toEqual(['main.crm.contacts']);
    const lines = example.split('\n').filter((line) => !/^\s+#(?! \{)/.test(line));
    expect(writeMetastore(null, { tables, configuration }).split('\n')).toEqual(
      lines.map((line) => line.replace(' # asked once', '')),
    );
  });
});

describe('a file by hand', () => {
  it('is read in any spelling', () => {
    const { configuration, tables } = parsed(BY_HAND);
    expect(configuration).toEqual({ ...DEFAULT_CONFIGURATION, timeZone: 'Europe/Zurich' });
    expect([...tables.keys()]).toEqual([CONTACTS, TASKS]);
    expect(tables.get(TASKS)).toMatchObject({
      description: 'A thing to do\n',
      rowTemplate: '# {status}\n\n- [ ] # not a comment\n\n',
      tags: { area: 'work', team: 'x' },
      columns: [
        { name: 'status', type: 'enum', values: ['todo', 'doing', 'done'] },
        { name: 'due', type: 'date' },
      ],
    });
  });

  it.each<[string, string, (table: TableDefinition) => TableDefinition | null, string[]]>([
    [
      'a changed word',
      CONTACTS,
      (t) => ({ ...t, description: 'Someone' }),
      ['-    description: "Someone we know"', '+    description: Someone'],
    ],
    [
      'a changed value beside a comment',
      CONTACTS,
      (t) => ({ ...t, declared: t.declared.map((c) => (c.name === 'name' ? { ...c, type: 'json' as const } : c)) }),
      ['-        type: string # short', '+        type: json # short'],
    ],
    [
      'a new attribute of a column',
      CONTACTS,
      (t) => ({ ...t, declared: t.declared.map((c) => (c.name === 'name' ? { ...c, label: 'Name' } : c)) }),
      ['+        label: Name'],
    ],
    [
      'a renamed column',
      CONTACTS,
      (t) => ({ ...t, declared: t.declared.map((c) => (c.name === 'name' ? { ...c, name: 'full_name' } : c)) }),
      ['-      - name: name', '+      - name: full_name'],
    ],
    [
      'a column in flow style',
      CONTACTS,
      (t) => ({ ...t, declared: t.declared.map((c) => (c.name === 'mail' ? { ...c, unique: true } : c)) }),
      [
        '-      - { name: mail, type: string }',
        '+      - name: mail',
        '+        type: string',
        '+        unique: true',
      ],
    ],
    [
      'a new column at the end',
      CONTACTS,
      (t) => ({ ...t, declared: [...t.declared, { name: 'born', type: 'date' as const }] }),
      ['+      - name: born', '+        type: date'],
    ],
    [
      'a new column at the beginning',
      CONTACTS,
      (t) => ({ ...t, declared: [{ name: 'born', type: 'date' as const }, ...t.declared] }),
      ['+      - name: born', '+        type: date'],
    ],
    [
      'a dropped column',
      CONTACTS,
      (t) => ({ ...t, declared: t.declared.slice(0, 1) }),
      ['-      - { name: mail, type: string }'],
    ],
    ['a new attribute of a table', CONTACTS, (t) => ({ ...t, history: true }), ['+    history: true']],
    [
      'a new value',
      TASKS,
      (t) => ({
        ...t,
        declared: t.declared.map((c) =>
          c.name === 'status' ? { ...c, values: ['todo', 'doing', 'blocked', 'done'] } : c,
        ),
      }),
      ['+      - blocked'],
    ],
    [
      'a renamed value beside a comment',
      TASKS,
      (t) => ({
        ...t,
        declared: t.declared.map((c) => (c.name === 'status' ? { ...c, values: ['open', 'doing', 'done'] } : c)),
      }),
      ['-      - todo # not begun', '+      - open # not begun'],
    ],
    [
      'a value less',
      TASKS,
      (t) => ({
        ...t,
        declared: t.declared.map((c) => (c.name === 'status' ? { ...c, values: ['todo', 'done'] } : c)),
      }),
      ['-      - doing'],
    ],
    [
      'the type that stands first in its column',
      TASKS,
      (t) => ({ ...t, declared: [{ name: 'status', type: 'string' as const }, ...t.declared.slice(1)] }),
      [
        '-    - type: enum # three is enough',
        '+    - type: string # three is enough',
        '       name: status',
        '-      values:',
        '-      - todo # not begun',
        '-      # in between',
        '-      - doing',
        '-      - done',
      ],
    ],
    [
      'tags in flow style',
      TASKS,
      (t) => ({ ...t, tags: { area: 'home' } }),
      ["-    tags: { area: work, team: 'x' } # labels", '+    tags: # labels', '+      area: home'],
    ],
    ['tags that go', TASKS, (t) => ({ ...t, tags: {} }), ["-    tags: { area: work, team: 'x' } # labels"]],
    [
      'another template',
      TASKS,
      (t) => ({ ...t, rowTemplate: '# {due}\n\nText' }),
      [
        '-    row_template: |+',
        '-      # {status}',
        '+    row_template: |-',
        '+      # {due}',
        ' ',
        '-      - [ ] # not a comment',
        '-',
        '+      Text',
      ],
    ],
    [
      'a folded description',
      TASKS,
      (t) => ({ ...t, description: 'A task' }),
      ['-    description:   >', '-      A thing', '-      to do', '+    description: A task'],
    ],
    [
      'a table that goes',
      CONTACTS,
      () => null,
      [
        '-  main.crm.contacts: # ask Ada first',
        '-    description: "Someone we know"',
        '-    columns:',
        '-      # As they call themselves',
        '-      - name: name',
        '-        type: string # short',
        '-        required: true',
        '-',
        '-      - { name: mail, type: string }',
        '-    # nothing more for now',
        '-',
      ],
    ],
  ])('is touched by %s only there', (_case, name, change, lines) => {
    const expected = lines.filter((line) => /^[-+]/.test(line));
    const result = changeOf(BY_HAND, name, change);
    if (lines.length === expected.length) expect(result).toEqual(expected);
    else for (const line of expected) expect(result).toContain(line);
  });

  it('takes a new table in its place, with the comments of its neighbours left alone', () => {
    const orders = table('orders', { schema: 'crm', description: 'An order' });
    const result = writeMetastore(BY_HAND, { tables: new Map([[orders.qualified, orders]]) });
    expect(difference(BY_HAND.split('\n'), result.split('\n'))).toEqual([
      '+  main.crm.orders:',
      '+    description: An order',
      '+',
    ]);
    expect(result.indexOf('# nothing more for now')).toBeLessThan(result.indexOf('main.crm.orders'));
    expect(result.indexOf('main.crm.orders')).toBeLessThan(result.indexOf('# What is to be done'));
  });

  it('takes the first table above the comment of the next', () => {
    const first = table('a', { catalog: 'a', description: 'A' });
    const result = writeMetastore(BY_HAND, { tables: new Map([[first.qualified, first]]) });
    expect(result).toContain('tables:\n  a.default.a:\n    description: A\n\n  # People we know\n  main.crm.contacts:');
  });

  it('takes settings one by one', () => {
    const settings = { ...DEFAULT_CONFIGURATION, defaultSchema: 'crm', timeZone: 'UTC' };
    const result = writeMetastore(BY_HAND, { configuration: settings });
    expect(difference(BY_HAND.split('\n'), result.split('\n'))).toEqual([
      "-  timezone: 'Europe/Zurich' # home",
      '+  default_schema: crm',
      '+  timezone: UTC # home',
    ]);
    expect(writeMetastore(result, { configuration: DEFAULT_CONFIGURATION })).toContain('\nconfiguration:\n\ntables:');
  });

  it('keeps CRLF, also in new lines', () => {
    const text = BY_HAND.replaceAll('\n', '\r\n');
    const orders = table('orders', { row_template: 'a\nb\n', columns: [{ name: 'x', type: 'string' }] });
    const changed = { ...tableIn(text, TASKS), description: 'x', rowTemplate: 'one\r\ntwo' };
    const result = writeMetastore(text, {
      tables: new Map([
        [orders.qualified, orders],
        [TASKS, changed],
      ]),
    });
    expect(result.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(parsed(result).tables.get(TASKS)).toEqual(changed);
    expect(parsed(result).tables.get(orders.qualified)).toEqual(orders);
  });
});

describe('odd files that are read and changed', () => {
  const added = table('tasks', { description: 'A thing to do' });
  const kept = table('old');
  const add = (text: string) => writeMetastore(text, { tables: new Map([[added.qualified, added]]) });
  const ENTRY = '  main.default.tasks:\n    description: A thing to do';
  it.each<[string, string, string]>([
    ['without tables', 'format: 1\n', `format: 1\n\ntables:\n${ENTRY}\n`],
    ['without a last line break', 'format: 1', `format: 1\n\ntables:\n${ENTRY}`],
    ['with an empty section', 'format: 1\ntables:\n', `format: 1\ntables:\n${ENTRY}\n`],
    ['with an empty section and a comment', 'format: 1\ntables: # none\n', `format: 1\ntables: # none\n${ENTRY}\n`],
    ['with an empty mapping', 'format: 1\ntables: {}\n', `format: 1\ntables:\n${ENTRY}\n`],
    [
      'in another order',
      'tables:\n  main.default.old:\nformat: 1\n',
      `tables:\n  main.default.old:\n\n${ENTRY}\nformat: 1\n`,
    ],
    ['with a byte order mark', '\ufeffformat: 1\n', `\ufeffformat: 1\n\ntables:\n${ENTRY}\n`],
    ['with document marks', '---\nformat: 1\n...\n', `---\nformat: 1\n\ntables:\n${ENTRY}\n...\n`],
    ['in JSON', '{"format": 1, "tables": {}}\n', ''],
    [
      'with deep margins',
      'format: 1\ntables:\n      main.default.old: {}\n',
      `format: 1\ntables:\n      main.default.old: {}\n\n      main.default.tasks:\n        description: A thing to do\n`,
    ],
    [
      'with quoted keys',
      '"format": 1\n\'tables\':\n  "main.default.old":\n',
      `"format": 1\n'tables':\n  "main.default.old":\n\n${ENTRY}\n`,
    ],
    [
      'with other sections that are empty',
      'format: 1\nviews: {}\nbases:\n',
      `format: 1\nviews: {}\nbases:\n\ntables:\n${ENTRY}\n`,
    ],
    [
      'with kept blank lines at the end',
      'format: 1\ntables:\n  main.default.old:\n    row_template: |+\n      x\n\n',
      '',
    ],
  ])('%s', (_case, text, result) => {
    const changed = add(text);
    if (result !== '') expect(changed).toBe(result);
    expect(parsed(changed).tables.get(added.qualified)).toEqual(added);
    for (const [name, before] of parsed(text).tables) expect(parsed(changed).tables.get(name)).toEqual(before);
  });

  it('a column whose rule stands beside its items', () => {
    const text =
      'format: 1\ntables:\n  main.default.old:\n    columns:\n      - name: x # kept?\n        type: list\n        items: integer\n        max: 3\n';
    const old = tableIn(text, 'main.default.old');
    const changed = {
      ...kept,
      declared: [{ ...old.declared[0], name: 'x', type: 'list' as const, items: { type: 'integer' as const, max: 5 } }],
    };
    const result = writeMetastore(text, { tables: new Map([[kept.qualified, changed]]) });
    expect(tableIn(result, kept.qualified)).toEqual({ ...changed, columns: changed.declared });
  });
});
