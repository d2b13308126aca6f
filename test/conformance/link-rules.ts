/** ref_where and ref_by in every write. Source: docs/operations.md#column-specs, docs/operations.md#links; D16. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { TASKS, at, column, handRow, note, tableOf, task } from './tables';

const DONE = { ref: 'tasks', ref_where: { status: 'done' } };

const BOOKS = tableOf('books', [
  column('name', 'string', { required: true }),
  column('review', 'link', DONE),
  column('reviews', 'list', { items: { type: 'link', ...DONE } }),
]);

const LEVELS = ['country', 'region', 'city'];

const PLACES = tableOf('places', [
  column('name', 'string', { required: true }),
  column('kind', 'enum', { values: [...LEVELS, 'moon'] }),
  column('part_of', 'link', { ref: 'self', ref_by: { column: 'kind', levels: LEVELS } }),
]);

const ZONES = tableOf('zones', [column('name', 'string'), column('size', 'string')]);

const SIGNS = tableOf('signs', [
  column('name', 'string', { required: true }),
  column('kind', 'enum', { values: ['post', 'board'] }),
  column('zone', 'link', {
    ref: 'zones',
    ref_by: { column: 'kind', map: { post: null, board: ['large', 'huge'] }, target_column: 'size' },
  }),
  column('zones', 'list', {
    items: { type: 'link', ref: 'zones', ref_by: { column: 'kind', map: { post: [], board: ['large'] }, target_column: 'size' } },
  }),
]); // prettier-ignore

const insert = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];
const update = (table: string, name: string, values: JsonObject): Call => [
  'update_row',
  { table, path: at(table, name), set_values: values },
];

const WORLD: readonly Call[] = [
  ['create_table', { name: 'people', description: 'Who', columns: [column('name', 'string')] }],
  TASKS,
  BOOKS,
  PLACES,
  ZONES,
  SIGNS,
  task('Wash', { status: 'done' }),
  task('Mend', { status: 'done' }),
  task('Tidy'),
  insert('places', { name: 'Ruritania', kind: 'country' }),
  insert('places', { name: 'North', kind: 'region', part_of: 'Ruritania' }),
  insert('zones', { name: 'Big', size: 'large' }),
  insert('zones', { name: 'Tiny', size: 'small' }),
  insert('zones', { name: 'Bare' }),
];

const takes = (name: string, call: Call, result: JsonObject, ...more: readonly Call[]): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#column-specs (ref_where, ref_by); D16',
  given: [...WORLD, ...more],
  call,
  result,
});

const refuses = (what: string, call: Call, error: ExpectedError, ...more: readonly Call[]): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'docs/operations.md#column-specs (ref_where, ref_by), docs/operations.md#links; D16',
  given: [...WORLD, ...more],
  call,
  error,
});

const notDone = (columnName: string): ExpectedError => ({
  code: 'refused',
  violations: [`${columnName} ref_where`],
  message: ['is for rows where status is "done"', 'status is "todo"', 'Take one of Mend, Wash'],
  hint: 'list_link_targets',
});

const REF_WHERE: readonly ConformanceCase[] = [
  takes('takes a link that matches ref_where', insert('books', { name: 'A', review: 'Wash' }), { changed: 1 }),
  refuses('a link that does not match ref_where', insert('books', { name: 'A', review: 'Tidy' }), notDone('review')),
  refuses(
    'a link to no row, and names the rows that match ref_where',
    insert('books', { name: 'A', review: 'Nothing', reviews: ['North'] }),
    {
      code: 'refused',
      violations: ['review broken_link', 'reviews ref'],
      message: ['[[Nothing]] points to no row', 'Take one of Mend, Wash'],
    },
  ),
  takes('takes a list whose links all match ref_where', insert('books', { name: 'A', reviews: ['Wash', 'Mend'] }), {
    changed: 1,
  }),
  refuses(
    'a list with one link that does not match ref_where',
    insert('books', { name: 'A', reviews: ['Wash', 'Tidy'] }),
    notDone('reviews'),
  ),
  takes('takes no link at all', insert('books', { name: 'A', review: null, reviews: [] }), { changed: 1 }),
  takes(
    'changes to a link that matches ref_where',
    update('books', 'A', { review: 'Mend' }),
    { changed: 1 },
    insert('books', { name: 'A', review: 'Wash' }),
  ),
  refuses(
    'to change to a link that does not match ref_where',
    update('books', 'A', { review: 'Tidy' }),
    notDone('review'),
    insert('books', { name: 'A', review: 'Wash' }),
  ),
  refuses(
    'to change to a list that does not match ref_where',
    update('books', 'A', { reviews: ['Tidy'] }),
    notDone('reviews'),
    insert('books', { name: 'A' }),
  ),
  refuses(
    'a change of the target that ref_where forbids, listing the rows that link to it',
    update('tasks', 'Wash', { status: 'todo' }),
    {
      code: 'refused',
      violations: ['review ref_where', 'reviews ref_where'],
      message: ['is for rows where status is "done"', 'and 1 more'],
    },
    insert('books', { name: 'A', review: 'Wash' }),
    insert('books', { name: 'B', reviews: ['Mend', 'Wash'] }),
    insert('books', { name: 'C', review: 'Mend' }),
  ),
  takes(
    'changes of the target what ref_where does not read',
    update('tasks', 'Wash', { estimate: 3 }),
    { changed: 1 },
    insert('books', { name: 'A', review: 'Wash' }),
  ),
  {
    ...takes('adopts a note whose link matches ref_where', adopt('a.md'), { changed: 1 }),
    files: { 'a.md': note(['name: A', 'review: "[[Wash]]"']) },
  },
  {
    ...refuses('to adopt a note whose link does not match ref_where', adopt('a.md'), notDone('review')),
    files: { 'a.md': note(['name: A', 'review: "[[Tidy]]"']) },
  },
  takes(
    'merges rows whose links match ref_where',
    merge('books', [
      { name: 'A', review: 'Mend' },
      { name: 'B', review: 'Wash' },
    ]),
    { inserted: 1, updated: 1 },
    insert('books', { name: 'A', review: 'Wash' }),
  ),
  refuses(
    'to merge rows whose links do not match ref_where, listing all',
    merge('books', [
      { name: 'A', review: 'Tidy' },
      { name: 'B', reviews: ['Tidy'] },
    ]),
    { code: 'refused', violations: ['review ref_where', 'reviews ref_where'], message: 'and 1 more' },
    insert('books', { name: 'A', review: 'Wash' }),
  ),
];

function adopt(path: string, table = 'books'): Call {
  return ['adopt_rows', { table, paths: [path], relocate: false }];
}

function merge(table: string, rows: readonly JsonObject[]): Call {
  return ['merge_rows', { table, on: ['name'], rows }];
}

const wrongParent: ExpectedError = {
  code: 'refused',
  violations: ['part_of ref'],
  message: ['has "country" as kind', 'where kind is city it must be region', 'Take one of North'],
};

const REF_BY: readonly ConformanceCase[] = [
  takes('takes a parent of the level before', insert('places', { name: 'Streslau', kind: 'city', part_of: 'North' }), {
    changed: 1,
  }),
  refuses(
    'a parent of another level',
    insert('places', { name: 'Streslau', kind: 'city', part_of: 'Ruritania' }),
    wrongParent,
  ),
  refuses(
    'a parent that there is not, and names those of the level before',
    insert('places', { name: 'South', kind: 'region', part_of: 'Nothing' }),
    {
      code: 'refused',
      violations: ['part_of broken_link'],
      message: 'part_of: [[Nothing]] points to no row of main.default.places. Take one of Ruritania',
    },
  ),
  refuses(
    'a parent that there is not where none may be, and names none',
    insert('places', { name: 'B', kind: 'country', part_of: 'Nothing' }),
    {
      code: 'refused',
      violations: ['part_of broken_link'],
      message: 'points to no row of main.default.places. part_of must stay empty where kind is country',
    },
  ),
  refuses('a row without the parent that its level needs', insert('places', { name: 'South', kind: 'region' }), {
    code: 'refused',
    violations: ['part_of required'],
    message: 'part_of is required where kind is region: a link to a row whose kind is country',
  }),
  refuses(
    'a parent of a row of the top level',
    insert('places', { name: 'B', kind: 'country', part_of: 'Ruritania' }),
    {
      code: 'refused',
      violations: ['part_of ref'],
      message: 'part_of must stay empty where kind is country',
    },
  ),
  refuses('a row without a level', insert('places', { name: 'B' }), {
    code: 'refused',
    violations: ['kind required'],
    message: 'kind is required: it says what part_of may link to (country, region, city)',
  }),
  refuses(
    'a level that levels do not name, with a link',
    insert('places', { name: 'B', kind: 'moon', part_of: 'North' }),
    {
      code: 'refused',
      violations: ['part_of ref'],
      message: 'ref_by of part_of has no level "moon"',
    },
  ),
  takes('takes a level that levels do not name, without a link', insert('places', { name: 'B', kind: 'moon' }), {
    changed: 1,
  }),
  refuses('a new level that the link does not fit', update('places', 'North', { kind: 'city' }), {
    ...wrongParent,
    message: ['where kind is city it must be region', 'no such rows yet'],
  }),
  refuses(
    'a new level that the rows that link to it do not fit',
    update('places', 'North', { kind: 'country', part_of: null }),
    {
      code: 'refused',
      violations: ['part_of ref', 'part_of ref'],
      message: ['has "country" as kind', 'it must be region'],
    },
    insert('places', { name: 'A', kind: 'city', part_of: 'North' }),
    insert('places', { name: 'B', kind: 'city', part_of: 'North' }),
  ),
  takes(
    'takes a link that the map allows',
    insert('signs', { name: 'A', kind: 'board', zone: 'Big', zones: ['Big'] }),
    {
      changed: 1,
    },
  ),
  refuses(
    'a link that the map does not allow, by the column of the target',
    insert('signs', { name: 'A', kind: 'board', zone: 'Tiny', zones: ['Big', 'Bare'] }),
    {
      code: 'refused',
      violations: ['zone ref', 'zones ref'],
      message: ['has "small" as size, and where kind is board it must be large or huge', 'and 1 more'],
    },
  ),
  refuses(
    'a list without links where the map asks for one',
    insert('signs', { name: 'A', kind: 'board', zone: 'Big' }),
    { code: 'refused', violations: ['zones required'], message: 'zones is required where kind is board' },
  ),
  refuses('links where the map has none', insert('signs', { name: 'A', kind: 'post', zone: 'Big', zones: ['Big'] }), {
    code: 'refused',
    violations: ['zone ref', 'zones ref'],
    message: 'must stay empty where kind is post',
  }),
  takes('takes no link where the map has none', insert('signs', { name: 'A', kind: 'post' }), { changed: 1 }),
  refuses(
    'a change of the target that the map does not allow',
    update('zones', 'Big', { size: 'huge' }),
    { code: 'refused', violations: ['zones ref'], message: 'it must be large' },
    insert('signs', { name: 'A', kind: 'board', zone: 'Big', zones: ['Big'] }),
  ),
  {
    ...refuses('to adopt a note whose link ref_by does not allow', adopt('a.md', 'places'), wrongParent),
    files: { 'a.md': note(['name: A', 'kind: city', 'part_of: "[[Ruritania]]"']) },
  },
  {
    ...takes('adopts a note whose link ref_by allows', adopt('a.md', 'places'), { changed: 1 }),
    files: { 'a.md': note(['name: A', 'kind: city', 'part_of: "[[North]]"']) },
  },
  refuses(
    'to merge rows whose links ref_by does not allow',
    merge('places', [
      { name: 'A', kind: 'city', part_of: 'Ruritania' },
      { name: 'North', kind: 'country' },
    ]),
    { code: 'refused', violations: ['part_of ref', 'part_of ref'] },
  ),
  takes(
    'merges rows whose links ref_by allows',
    merge('places', [
      { name: 'A', kind: 'city', part_of: 'North' },
      { name: 'North', kind: 'region' },
    ]),
    { inserted: 1, unchanged: 1 },
  ),
];

const FOUND: ConformanceCase = {
  name: 'finds links that ref_where and ref_by do not allow',
  spec: 'docs/operations.md#check_table; D5',
  edits: { [at('books', 'Hand')]: handRow('books', 1, ['name: Hand', 'review: "[[Tidy]]"', 'reviews:', '- "[[Tidy]]"']) },
  given: WORLD,
  call: ['check_table', { table: 'books' }],
  result: { counts: { ref_where: 2 } },
}; // prettier-ignore

export const LINK_RULES: readonly ConformanceCase[] = [...REF_WHERE, ...REF_BY, FOUND];
