/** list_link_targets. Source: docs/operations.md#list_link_targets, docs/operations.md#column-specs (ref_where), docs/operations.md#column-specs (ref_by); D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { at, column, handRow, note, tableOf } from './tables';

const PLACES: Call = tableOf('places', [
  column('name', 'string', { required: true }),
  column('kind', 'enum', { values: ['country', 'region', 'city', 'ruin'] }),
  column('within', 'link', { ref: 'self', ref_by: { column: 'kind', levels: ['country', 'region', 'city'] } }),
  column('open', 'boolean'),
]);

const SIGNS: Call = tableOf('signs', [
  column('name', 'string', { required: true }),
  column('size', 'string', { default: 'large' }),
  column('place', 'link', {
    ref: 'places',
    ref_where: { open: true },
    ref_by: { column: 'size', map: { small: null, large: ['city', 'region'] }, target_column: 'kind' },
  }),
]);

const TEAMS: Call = tableOf('teams', [
  column('name', 'string', { required: true }),
  column('seat', 'link', { ref: 'places', required: true }),
]);

const TASKS: Call = tableOf(
  'tasks',
  [
    column('title', 'string', { required: true }),
    column('due', 'date'),
    column('parent', 'link', { hierarchy: true }),
    column('see', 'link'),
    column('helpers', 'list', {
      items: { type: 'link', ref: 'teams', ref_where: { 'seat.kind': 'city' } },
    }),
    column('after', 'link', { ref: 'self', ref_where: { due: { lt: '{today}' } } }),
  ],
  { filename: '{title}' },
);

const place = (name: string, kind: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'places', values: { name, kind, ...more } },
];

const team = (name: string, seat: string): Call => ['insert_row', { table: 'teams', values: { name, seat } }];

const task = (title: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'tasks', values: { title, ...more } },
];

const TABLES: readonly Call[] = [PLACES, SIGNS, TEAMS, TASKS];
const MAP: readonly Call[] = [
  place('Östland', 'country'),
  place('Atlantis', 'country', { open: true }),
  place('North 10', 'region', { within: 'Atlantis', open: true }),
  place('North 2', 'region', { within: 'Atlantis', open: true }),
  place('Port', 'city', { within: 'North 2', open: true }),
  place('Harbour', 'city', { within: 'North 2', open: false }),
  place('Old Port', 'ruin'),
];

// A write would ask for the level.
const WITHOUT_LEVEL = { [at('places', 'Nowhere')]: handRow('places', 9, ['name: Nowhere']) };

const target = (table: string, name: string, more: JsonObject = {}): JsonObject => ({
  name,
  link: `[[${name}]]`,
  path: at(table, name),
  ...more,
});

const found = (rows: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  rows: rows,
  total: rows.length,
  required: false,
  empty: false,
  reason: null,
  ...more,
});

const none = (reason: string, more: JsonObject = {}): JsonObject => found([], { reason, ...more });

const lists = (
  what: string,
  args: JsonObject,
  result: JsonObject,
  more: Partial<ConformanceCase> = {},
): ConformanceCase => ({
  name: `lists ${what}`,
  spec: 'docs/operations.md#list_link_targets, docs/operations.md#column-specs (ref_where), docs/operations.md#column-specs (ref_by), D16, D17',
  files: WITHOUT_LEVEL,
  given: [...TABLES, ...MAP],
  call: ['list_link_targets', args],
  result,
  ...more,
});

const refuses = (what: string, args: JsonObject, error: ExpectedError): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'docs/operations.md#list_link_targets, docs/http.md#errors, D5, D17',
  given: [...TABLES, ...MAP, team('Reds', 'Port')],
  files: { 'A/Blue.md': handRow('teams', 1, ['name: Blue']), 'B/Blue.md': handRow('teams', 2, ['name: Blue']) },
  call: ['list_link_targets', args],
  error,
});

const REGIONS = ['North 2', 'North 10'].map((name) => target('places', name, { kind: 'region' }));

const BY_LEVEL: readonly ConformanceCase[] = [
  lists(
    'the rows of the level above, in the order of their names',
    { table: 'places', column: 'within', row: 'Port' },
    found(REGIONS, { required: true }),
  ),
  lists(
    'by the given values, before what is stored',
    { table: 'places', column: 'within', row: '[[Port]]', values: { kind: 'region' } },
    found([target('places', 'Atlantis', { kind: 'country' }), target('places', 'Östland', { kind: 'country' })], {
      required: true,
    }),
  ),
  lists(
    'nothing where the link must stay empty',
    { table: 'places', column: 'within', row: at('places', 'Atlantis') },
    none('within must stay empty where kind is country', { empty: true }),
  ),
  lists(
    'nothing for a level that levels lack',
    { table: 'places', column: 'within', row: 'Old Port' },
    none('ref_by of within has no level "ruin" (country, region, city)'),
  ),
  lists(
    'nothing without a level',
    { table: 'places', column: 'within', row: 'Nowhere' },
    none('kind is required: it says what within may link to (country, region, city)'),
  ),
  lists(
    'nothing where a given null takes the level away',
    { table: 'places', column: 'within', row: 'Port', values: { kind: null } },
    none('kind is required: it says what within may link to (country, region, city)'),
  ),
  lists(
    'the rows that match ref_where and have a level of the map, for a new row with its default',
    { table: 'signs', column: 'place' },
    found([...REGIONS, target('places', 'Port', { kind: 'city' })], { required: true }),
  ),
  lists(
    'nothing where the map says null',
    { table: 'signs', column: 'place', values: { size: 'small' } },
    none('place must stay empty where size is small', { empty: true }),
  ),
  lists(
    'nothing for a level that the map lacks',
    { table: 'signs', column: 'place', values: { size: 'huge' } },
    none('ref_by of place has no level "huge" (small, large)'),
  ),
];

const PAGES: readonly ConformanceCase[] = [
  lists(
    'a page, with the total of all',
    { table: 'teams', column: 'seat', limit: 2, offset: 1 },
    found([target('places', 'Harbour'), target('places', 'North 2')], { total: 8, required: true }),
  ),
  lists(
    'names that contain a text, case and accents aside',
    { table: 'teams', column: 'seat', search: 'OSTL' },
    found([target('places', 'Östland')], { required: true }),
  ),
  lists(
    'only the total with limit 0',
    { table: 'teams', column: 'seat', search: 'port', limit: 0 },
    found([], { total: 2, required: true }),
  ),
];

const LINKS: readonly ConformanceCase[] = [
  lists(
    'never the row itself, nor a row below it in the hierarchy',
    { table: 'tasks', column: 'parent', row: 'House' },
    found([target('tasks', 'Boat'), target('tasks', 'Garden')]),
    {
      given: [
        ...TABLES,
        task('Garden'),
        task('House', { parent: 'Garden' }),
        task('Roof', { parent: 'House' }),
        task('Tile', { parent: 'Roof' }),
        task('Boat'),
      ],
    },
  ),
  lists(
    'what a filter through a link allows, for a list of links',
    { table: 'tasks', column: 'helpers' },
    found([target('teams', 'Reds')]),
    { given: [...TABLES, ...MAP, team('Reds', 'Port'), team('Blues', 'North 2')] },
  ),
  lists(
    'what matches the rule today',
    { table: 'tasks', column: 'after', row: 'New' },
    found([target('tasks', 'Old')]),
    { given: [...TABLES, task('Old', { due: '2001-01-01' }), task('Far', { due: '2999-01-01' }), task('New')] },
  ),
  lists(
    'links that mean their row from the note of the given one',
    { table: 'teams', column: 'seat', row: 'A/Reds.md', search: 'port' },
    found(
      [
        target('places', 'Old Port'),
        { name: 'Port', link: '[[notedb/main/default/places/Port]]', path: at('places', 'Port') },
      ],
      { required: true },
    ),
    {
      files: {
        'A/Port.md': note(['name: another']),
        'A/Reds.md': handRow('teams', 1, ['name: Reds']),
        'B/Reds.md': handRow('teams', 2, ['name: Reds']),
      },
    },
  ),
];

/** A ref to a table that is not there, as drop_table leaves it. */
const LOST_REF = `format: 1
tables:
  main.default.tasks:
    columns:
    - name: title
      type: string
    - name: gone
      type: link
      ref: main.default.nowhere
`;

const WITH_LOST_REF = { files: { 'notedb/metastore.yaml': LOST_REF }, given: [] };

const BROKEN: readonly ConformanceCase[] = [
  lists(
    'nothing into a table that is not there',
    { table: 'tasks', column: 'gone' },
    none('gone: there is no table main.default.nowhere'),
    WITH_LOST_REF,
  ),
];

const REFUSALS: readonly ConformanceCase[] = [
  refuses('an unknown table', { table: 'teamz', column: 'seat' }, { code: 'not_found', hint: 'main.default.teams' }),
  refuses(
    'an unknown column',
    { table: 'teams', column: 'seet' },
    { code: 'refused', violations: ['seet unknown_column'], message: 'seat', hint: 'link columns of teams: seat' },
  ),
  refuses(
    'a column that is not a link',
    { table: 'teams', column: 'name' },
    { code: 'refused', violations: ['name type'], hint: 'link columns of teams: seat' },
  ),
  refuses(
    'a link without ref',
    { table: 'tasks', column: 'see' },
    { code: 'refused', violations: ['see type'], hint: 'link columns of tasks: parent, helpers, after' },
  ),
  refuses(
    'a name shared by rows in different folders',
    { table: 'teams', column: 'seat', row: 'Blue' },
    { code: 'refused', violations: [], message: ['A/Blue.md', 'B/Blue.md'], hint: 'give the path' },
  ),
  refuses(
    'a row that is not there',
    { table: 'teams', column: 'seat', row: 'Port' },
    { code: 'not_found', message: 'teams has no row "Port"', hint: 'select_rows' },
  ),
  refuses(
    'values that do not fit',
    { table: 'places', column: 'within', values: { kind: 'planet', nope: 1 } },
    { code: 'refused', violations: ['kind enum', 'nope unknown_column'] },
  ),
  refuses('a limit above 1000', { table: 'teams', column: 'seat', limit: 1001 }, { code: 'bad_request' }),
  refuses('an offset below 0', { table: 'teams', column: 'seat', offset: -1 }, { code: 'bad_request' }),
];

export const LIST_LINK_TARGETS: readonly ConformanceCase[] = [...BY_LEVEL, ...PAGES, ...LINKS, ...BROKEN, ...REFUSALS];
