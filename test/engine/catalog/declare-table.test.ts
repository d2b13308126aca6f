import { describe, expect, it } from 'vitest';
import { Catalog } from '../../../src/engine/catalog/catalog';
import { declareColumn, declareTable } from '../../../src/engine/catalog/declare/declare-table';
import type { Json, JsonObject } from '../../../src/engine/json';
import { catalogOf, errorOf, table } from './definitions';

const catalog = catalogOf(
  table('contacts', { schema: 'crm' }),
  table('days'),
  table('notes', { schema: 'a' }),
  table('notes', { schema: 'b' }),
);

const column = (rest: JsonObject): JsonObject => ({ name: 'x', type: 'string', description: 'Something', ...rest });

const tableInput = (rest: JsonObject): JsonObject => ({
  name: 'tasks',
  description: 'A thing to do',
  columns: [],
  ...rest,
});

const declare = (rest: JsonObject, requireDescriptions = true) =>
  declareTable(tableInput(rest), catalog, { requireDescriptions });

const withColumn = (rest: JsonObject) => declare({ columns: [column(rest)] }).columns[0];

describe('declareTable', () => {
  it('makes a definition of every argument', () => {
    const definition = declareTable(
      {
        name: 'visits',
        catalog: 'work',
        schema: 'crm',
        description: 'A visit at a customer',
        aliases: ['trips'],
        tags: { owner: 'sales' },
        columns: [
          column({
            name: 'day',
            type: 'date',
            required: true,
            label: 'Day',
            aliases: ['date'],
            note: 'local',
            default: '{today}',
          }),
          column({ name: 'who', type: 'link', ref: 'contacts', dense: true }),
          column({ name: 'score', type: 'integer', min: 1, max: 5, step: 1, default: 3, unique: true }),
        ],
        fields: { rating: null },
        time_column: 'day',
        filename: '{day:YYYY-MM-DD} {who}',
        partition: 'YYYY/MM',
        exclude: ['Templates/'],
        archive: 'Old',
        history: true,
        autolink_target: false,
        row_template: '# {who}\n',
        dry_run: true,
      },
      catalog,
      { requireDescriptions: true },
    );
    expect(definition.declared).toEqual(definition.columns);
    expect(definition).toMatchObject({
      catalog: 'work',
      schema: 'crm',
      name: 'visits',
      qualified: 'work.crm.visits',
      description: 'A visit at a customer',
      aliases: ['trips'],
      tags: { owner: 'sales' },
      columns: [
        {
          name: 'day',
          type: 'date',
          description: 'Something',
          label: 'Day',
          aliases: ['date'],
          note: 'local',
          required: true,
          default: '{today}',
        },
        { name: 'who', type: 'link', description: 'Something', ref: 'main.crm.contacts', dense: true },
        { name: 'score', type: 'integer', description: 'Something', min: 1, max: 5, step: 1, default: 3, unique: true },
      ],
      bases: [],
      fields: { rating: null },
      constraints: [],
      timeColumn: 'day',
      filename: '{day:YYYY-MM-DD} {who}',
      partition: 'YYYY/MM',
      exclude: ['Templates'],
      archive: 'Old',
      history: true,
      autolinkTarget: false,
      rowTemplate: '# {who}\n',
      templates: [],
    });
  });

  it('needs no more than a name, columns and a description', () => {
    expect(declare({})).toEqual({
      catalog: 'main',
      schema: 'default',
      name: 'tasks',
      qualified: 'main.default.tasks',
      description: 'A thing to do',
      aliases: [],
      tags: {},
      columns: [],
      bases: [],
      declared: [],
      fields: {},
      constraints: [],
      timeColumn: null,
      filename: null,
      partition: null,
      exclude: [],
      archive: '_archive',
      history: null,
      autolinkTarget: null,
      rowTemplate: null,
      templates: [],
    });
  });

  it('takes null for absent, and false for a flag that is off', () => {
    const nulls = {
      catalog: null,
      schema: null,
      time_column: null,
      filename: null,
      partition: null,
      exclude: null,
      archive: null,
      aliases: null,
      history: null,
      autolink_target: null,
      row_template: null,
      templates: null,
      fields: null,
      tags: null,
    };
    expect(declare(nulls)).toEqual(declare({}));
    expect(
      withColumn({ required: false, unique: false, dense: null, default: null, ordered: false, generated: null }),
    ).toEqual(withColumn({}));
  });

  describe('stores the defaults of the day', () => {
    const settings = {
      ...catalog.configuration,
      defaultCatalog: 'work',
      defaultSchema: 'log',
      defaultPartition: 'YYYY',
      dateFilename: 'YYYYMMDD',
      datetimeFilename: 'YYYYMMDD-HHmm',
      archiveFolder: 'Gone',
    };
    const columns = [column({ name: 'day', type: 'date' }), column({ name: 'at', type: 'datetime' })];
    it.each<[string, JsonObject, string | null, string | null]>([
      ['no time column', {}, null, null],
      ['a date', { time_column: 'day' }, 'YYYYMMDD', 'YYYY'],
      ['a date and time', { time_column: 'at' }, 'YYYYMMDD-HHmm', 'YYYY'],
      ['a filename of its own', { time_column: 'day', filename: '{day} x' }, '{day} x', 'YYYY'],
      ['a partition of its own', { time_column: 'day', partition: 'GGGG-[W]WW' }, 'YYYYMMDD', 'GGGG-[W]WW'],
      ['a flat folder', { time_column: 'day', partition: '' }, 'YYYYMMDD', null],
      ['a pattern without time column', { filename: '{day}', partition: '{at:YYYY}' }, '{day}', '{at:YYYY}'],
    ])('%s', (_case, rest, filename, partition) => {
      const configured = catalog.withConfiguration(settings);
      const definition = declareTable(tableInput({ columns, ...rest }), configured, { requireDescriptions: true });
      expect(definition).toMatchObject({ qualified: 'work.log.tasks', archive: 'Gone', filename, partition });
    });
  });
});

describe('declareTable answers 400 for', () => {
  it.each<[string, JsonObject, string]>([
    ['a bad name', { name: 'My Tasks' }, 'write my_tasks'],
    ['no name', { name: '' }, 'a table needs a name'],
    ['a bad schema', { schema: 'a.b' }, '"a.b" is not a schema name'],
    ['the catalog system', { catalog: 'system' }, 'reserved'],
    ['a name of a view', { name: 'vw_tasks' }, 'vw_ is the prefix of views'],
    ['a name that is not text', { name: 3 }, 'name must be text'],
    ['no columns', { columns: null }, 'columns must be a list'],
    ['columns that are not a list', { columns: {} }, 'columns must be a list'],
    ['a column that is not an object', { columns: ['x'] }, 'column 1 must be an object'],
    ['a column without name', { columns: [{ type: 'string' }] }, 'column 1: a name is missing'],
    ['a column without type', { columns: [{ name: 'x' }] }, 'x: a type is missing'],
    ['an unknown argument', { timecolumn: 'x' }, 'unknown attribute "timecolumn"; did you mean "time_column"?'],
    ['aliases that are not a list', { aliases: 'x' }, 'aliases must be a list'],
    ['a tag that is not text', { tags: { a: 1 } }, 'tags: a must be text'],
    ['a bad field name', { fields: { 'a.b': 1 } }, '"a.b" is not a field name'],
    ['a reserved field name', { fields: { id: 1 } }, 'reserved'],
    ['history that is not a flag', { history: 'yes' }, 'history must be true or false'],
    ['exclude that is not a list', { exclude: 'x' }, 'exclude must be a list'],
  ])('%s', (_case, rest, message) => {
    const error = errorOf(() => declare(rest));
    expect([error.code, error.message]).toEqual(['bad_request', expect.stringContaining(message)]);
  });

  it('a column that is there twice', () => {
    const error = errorOf(() => declare({ columns: [column({}), column({ type: 'date' })] }));
    expect([error.code, error.message]).toEqual([
      'bad_request',
      expect.stringContaining('the column x is there twice'),
    ]);
  });

  it('everything of the kind at once, and nothing of what is only refused', () => {
    const error = errorOf(() =>
      declareTable(
        {
          name: 'Tasks',
          schema: 'a b',
          columns: [
            { name: 'id', type: 'string' },
            { name: 'b', type: 'nope' },
            { name: 'c', type: 'enum' },
          ],
          time_column: 'z',
        },
        catalog,
        { requireDescriptions: true },
      ),
    );
    expect(error.code).toBe('bad_request');
    expect(error.violations).toHaveLength(4);
    for (const part of ['"a b"', '"Tasks"', '"id"', '"nope"']) expect(error.message).toContain(part);
    expect(error.message).not.toContain('description');
    expect(error.message).not.toContain('time_column');
  });
});

describe('declareTable answers 422 for', () => {
  it('every missing description, and only where they are required', () => {
    const input = {
      description: ' ',
      columns: [column({ name: 'a', description: '' }), column({ name: 'b' }), { name: 'c', type: 'date' }],
    };
    const error = errorOf(() => declare(input));
    expect(error.code).toBe('refused');
    expect(error.violations).toEqual([
      { path: null, column: null, code: 'required', message: 'the table needs a description' },
      { path: null, column: 'a', code: 'required', message: 'a: a description is missing' },
      { path: null, column: 'c', code: 'required', message: 'c: a description is missing' },
    ]);
    expect(error.message).toBe(
      'tasks can not be created: the table needs a description; a: a description is missing; c: a description is missing',
    );
    expect(declare(input, false).columns).toHaveLength(3);
  });

  const DAY = column({ name: 'day', type: 'date' });
  it.each<[string, JsonObject, string, string]>([
    [
      'a time column that is not there',
      { time_column: 'day' },
      'unknown_column',
      'time_column: there is no column day',
    ],
    [
      'a time column of another type',
      { columns: [column({})], time_column: 'x' },
      'type',
      'x is a string, it must be a date or a datetime',
    ],
    [
      'an unknown column in filename',
      { filename: '{x} {y}', columns: [column({})] },
      'unknown_column',
      'filename "{x} {y}": there is no column y',
    ],
    ['a filename of braces alone', { filename: 'a{b', columns: [column({})] }, 'unknown_column', 'names no column'],
    ['a filename without column', { filename: 'note' }, 'unknown_column', 'filename "note" names no column'],
    [
      'an unknown column in partition',
      { partition: '{y:YYYY}' },
      'unknown_column',
      'partition "{y:YYYY}": there is no column y',
    ],
    [
      'a date format without time column',
      { partition: 'YYYY/MM', columns: [DAY] },
      'unknown_column',
      'needs a time_column',
    ],
    [
      'a field with the name of a column',
      { columns: [DAY], fields: { day: 1 } },
      'field',
      'the field day has the name of a column',
    ],
    ['exclude out of the vault', { exclude: ['../x'] }, 'path', 'exclude:'],
    ['an absolute exclude', { exclude: ['/x'] }, 'path', 'is absolute'],
    ['a hidden exclude', { exclude: ['.obsidian'] }, 'path', 'is hidden'],
    ['exclude of everything', { exclude: ['/'] }, 'path', 'the whole vault can not be excluded'],
    ['an archive that is not a folder', { archive: 'a/b' }, 'path', 'archive: "a/b" is not a folder name; write a-b'],
    ['a hidden archive', { archive: '.old' }, 'path', 'archive: ".old" is not a folder name'],
    ['a name that is taken', { name: 'days' }, 'exists', 'there is a table main.default.days already'],
  ])('%s', (_case, rest, code, message) => {
    const error = errorOf(() => declare(rest));
    expect([error.code, error.message]).toEqual(['refused', expect.stringContaining(message)]);
    expect(error.violations).toEqual([expect.objectContaining({ code })]);
  });

  it('everything at once, with what to do', () => {
    const error = errorOf(() =>
      declare({
        columns: [
          column({ name: 'a', ordered: true, hierarchy: true }),
          column({ name: 'b', type: 'link', ref: 'contcts' }),
          column({ name: 'c', type: 'enum' }),
        ],
        time_column: 'z',
      }),
    );
    expect(error.violations.map(({ column: name, code }) => [name, code])).toEqual([
      ['a', 'enum'],
      ['a', 'hierarchy'],
      ['c', 'enum'],
      [null, 'unknown_column'],
      ['b', 'ref'],
    ]);
    expect(error.hint).toBe('did you mean main.crm.contacts?');
  });

  it('more problems than a message holds, with a count', () => {
    const columns = Array.from({ length: 15 }, (_, i) => ({ name: `c${i}`, type: 'string' }));
    const error = errorOf(() => declare({ columns }));
    expect(error.violations).toHaveLength(15);
    expect(error.message).toMatch(/; and 5 more$/);
  });
});

describe('declareColumn', () => {
  const tasks = table('tasks', { columns: [{ name: 'title', type: 'string' }], fields: { rating: 1 } });
  const add = (input: Json, requireDescriptions = true) =>
    declareColumn(input, tasks, catalog, { requireDescriptions });

  it('reads a spec and makes its ref a full name', () => {
    expect(add(column({ name: 'who', type: 'link', ref: 'contacts' }))).toEqual({
      name: 'who',
      type: 'link',
      description: 'Something',
      ref: 'main.crm.contacts',
    });
    expect(add({ name: 'due', type: 'date' }, false)).toEqual({ name: 'due', type: 'date' });
  });

  it.each<[string, Json, string, string]>([
    ['no object', 'x', 'bad_request', 'must be an object'],
    ['no type', { name: 'x' }, 'bad_request', 'x: a type is missing'],
    ['a bad name', column({ name: 'X' }), 'bad_request', '"X" is not a column name'],
    ['no description', { name: 'x', type: 'date' }, 'refused', 'x: a description is missing'],
    ['a name that is taken', column({ name: 'title' }), 'refused', 'title: there is a column of that name already'],
    ['the name of a field', column({ name: 'rating' }), 'refused', 'rating: there is an untyped field of that name'],
    ['a ref to no table', column({ type: 'link', ref: 'zebra' }), 'refused', 'ref "zebra" is not a table'],
    ['an identity that there is not', column({ identity: 'serial' }), 'bad_request', 'unknown identity "serial"'],
  ])('refuses %s', (_case, input, code, message) => {
    const error = errorOf(() => add(input));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
  });
});

it('keeps hostile keys away from prototypes', () => {
  const input = JSON.parse(
    '{"name":"t","columns":[],"fields":{"__proto__":{"polluted":true}},"tags":{"__proto__":"x"}}',
  ) as JsonObject;
  const error = errorOf(() => declareTable(input, new Catalog(), { requireDescriptions: false }));
  expect(error.code).toBe('bad_request');
  expect(error.message).toContain('leading _');
  expect(error.message).toContain('tags: "__proto__" is not a key of a tag');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
