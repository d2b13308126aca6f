/** undo_migration with `paths`: takes some notes of a write back, the others stay. D20 (undoing a part), D7 */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { ADA as OWNER, BO as OTHER_OWNER, FILES, X, book, person as owner, set } from './relation-tables';
import { PEOPLE, TASKS, at, column, handRow, person, row, tableOf, task } from './tables';

const ADA = at('people', 'Ada');
const BO = at('people', 'Bo');
const CY = at('people', 'Cy');

const undo = (n: number, paths?: readonly string[]): Call => [
  'undo_migration',
  { migration_id: `$${n}.migrationId`, ...(paths === undefined ? {} : { paths }) },
];

const born: Call = ['update_rows', { table: 'people', set_values: { born: '1900-01-01' } }];

/** The write 2 gives each of them a day of birth. */
const THREE: readonly Call[] = [
  PEOPLE,
  ['merge_rows', { table: 'people', on: ['name'], rows: [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cy' }] }],
  born,
];

const unborn = (name: string): string => row('people', [`name: ${name}`]);
const withBirth = (name: string): string => row('people', [`name: ${name}`, 'born: 1900-01-01']);

const SPEC = 'D20 (undoing a part)';

/** What is told of the write that gave the days of birth, however often the case was undone and redone. */
const told = (write: JsonObject, op = 'update_rows'): readonly [string, JsonObject, JsonObject] => [
  'list_migrations',
  { op },
  { migrations: [write] },
];

const HAND = 'Hand/Ada.md';

const TAKEN: readonly ConformanceCase[] = [
  {
    name: 'takes only the notes back that are named',
    spec: SPEC,
    given: THREE,
    call: undo(2, [ADA]),
    result: {
      changed: 1,
      undoes: '<uuid>',
      partial: true,
      summary: 'undid update_rows in 1 of 3 notes: updated 3 of 3 matching rows in people',
      plannedUpdates: [{ path: ADA, changes: { born: { before: '1900-01-01', after: null } } }],
      plannedCreates: [],
      plannedDeletes: [],
      planned_moves: [],
    },
    tree: { [ADA]: unborn('Ada'), [BO]: withBirth('Bo'), [CY]: withBirth('Cy') },
    then: [told({ partial: false, undone: false, undonePaths: [ADA] }), told({ undonePaths: [] }, 'merge_rows')],
  },
  {
    name: 'says of the first write that it is undone once every note of it was taken back',
    spec: SPEC,
    given: [...THREE, undo(2, [BO]), undo(2, [ADA])],
    call: undo(2, [CY]),
    result: { changed: 1, partial: true },
    tree: { [ADA]: unborn('Ada'), [BO]: unborn('Bo'), [CY]: unborn('Cy') },
    then: [told({ undone: true, undonePaths: [], partial: false })],
  },
  {
    name: 'without paths takes back what is left of a write',
    spec: SPEC,
    given: [...THREE, undo(2, [BO])],
    call: undo(2),
    result: { changed: 2, partial: true },
    tree: { [ADA]: unborn('Ada'), [BO]: unborn('Bo'), [CY]: unborn('Cy') },
    then: [told({ undone: true })],
  },
  {
    name: 'is not part when it names every note',
    spec: SPEC,
    given: THREE,
    call: undo(2, [ADA, BO, CY]),
    result: { changed: 3, partial: false },
    then: [told({ undone: true, undonePaths: [] })],
  },
  {
    name: 'is taken back by its own undo',
    spec: 'D20 (undoing a part), D7 (redo)',
    given: [...THREE, undo(2, [ADA])],
    call: undo(3),
    result: { changed: 1, partial: false },
    tree: { [ADA]: withBirth('Ada'), [BO]: withBirth('Bo') },
    then: [told({ undone: false, undonePaths: [] })],
  },
  {
    name: 'takes a part of an undo back, which goes forward again in these notes',
    spec: 'D20 (undoing a part), D7 (redo)',
    given: [...THREE, undo(2)],
    call: undo(3, [ADA]),
    tree: { [ADA]: withBirth('Ada'), [BO]: unborn('Bo') },
    result: { changed: 1, partial: true },
    then: [told({ undone: false, undonePaths: [BO, CY] })],
  },
  {
    name: 'counts a note once that is named twice, and needs no ending',
    spec: SPEC,
    given: THREE,
    call: undo(2, [ADA, ADA.replace(/\.md$/, ''), ADA]),
    result: { changed: 1 },
    tree: { [ADA]: unborn('Ada'), [BO]: withBirth('Bo') },
  },
  {
    name: 'finds a note by its name of now',
    spec: 'D20 (notes, as they are named now), D7 (a moved note is found by its id)',
    files: { [HAND]: handRow('people', 1, ['name: Ada']) },
    given: [PEOPLE, person('Bo'), born],
    edits: { [HAND]: null, 'Moved/A.md': handRow('people', 1, ['name: Ada', 'born: 1900-01-01']) },
    call: undo(2, ['Moved/A.md']),
    tree: { 'Moved/A.md': null, [HAND]: unborn('Ada'), [BO]: withBirth('Bo') },
  },
  {
    name: 'minds no other note that changed since',
    spec: SPEC,
    files: { [HAND]: handRow('people', 1, ['name: Ada']) },
    given: [PEOPLE, person('Bo'), born],
    edits: { [HAND]: handRow('people', 1, ['name: Ada', 'born: 1950-05-05']) },
    call: undo(2, [BO]),
    tree: { [BO]: unborn('Bo'), [HAND]: row('people', ['name: Ada', 'born: 1950-05-05']) },
  },
  {
    name: 'brings one of several deleted notes back, under the name that it had',
    spec: SPEC,
    given: [...THREE, ['delete_rows', { table: 'people', mode: 'delete' }]],
    call: undo(3, [BO]),
    result: { plannedCreates: [BO] },
    tree: { [ADA]: null, [BO]: withBirth('Bo'), [CY]: null },
  },
  {
    name: 'brings one of several archived notes back, named as it lies in the archive',
    spec: SPEC,
    given: [...THREE, ['delete_rows', { table: 'people' }]],
    call: undo(3, ['notedb/main/default/people/_archive/Bo.md']),
    tree: { [ADA]: null, [BO]: withBirth('Bo') },
  },
];

const renamed: Call = ['update_row', { table: 'tasks', path: at('tasks', 'T'), set_values: { title: 'U' } }];
const U = at('tasks', 'U');

const TITLED = tableOf('tasks', [column('title', 'string', { required: true })], { filename: '{title}' });

const TOPICS = tableOf('topics', [column('name', 'string', { required: true })], { filename: '{name}' });
const CARDS = tableOf('cards', [
  column('name', 'string', { required: true }),
  column('topic', 'string', { vocabulary: 'topics' }),
]);

const inBatch = (...operations: readonly JsonObject[]): Call => ['batch', { operations }];

const TOGETHER: readonly ConformanceCase[] = [
  {
    name: 'refuses a move without the links that followed it',
    spec: 'D20 (a move and the links that followed it)',
    files: { 'Diary.md': 'See [[T]].\n' },
    given: [TITLED, task('T'), renamed],
    call: undo(2, [U]),
    error: {
      code: 'conflict',
      conflicts: ['together Diary.md'],
      message: `update_row can't be undone for ${U} alone: Diary.md belongs to it`,
      hint: 'add Diary.md to paths, or leave paths out to undo all of it',
    },
  },
  {
    name: 'refuses links that followed a move without the move',
    spec: 'D20 (a move and the links that followed it)',
    files: { 'Diary.md': 'See [[T]].\n' },
    given: [TITLED, task('T'), renamed],
    call: undo(2, ['Diary.md']),
    error: { code: 'conflict', conflicts: [`together ${U}`] },
  },
  {
    name: 'takes a move and the links that followed it back together',
    spec: 'D20 (a move and the links that followed it)',
    files: { 'Diary.md': 'See [[T]].\n' },
    given: [TITLED, task('T'), renamed],
    call: undo(2, ['Diary.md', U]),
    result: { partial: false },
    tree: { 'Diary.md': 'See [[T]].\n', [U]: null },
  },
  {
    name: 'refuses one side of an inverse',
    spec: 'D20 (both sides of an inverse)',
    files: FILES,
    given: [owner('Ada'), owner('Bo'), book('X', { owner: 'Ada' }), set('books', 'X', { owner: 'Bo' })],
    call: undo(3, [X]),
    error: {
      code: 'conflict',
      conflicts: [`together ${OWNER}`, `together ${OTHER_OWNER}`],
      hint: `add ${OWNER}, ${OTHER_OWNER} to paths`,
    },
  },
  {
    name: 'refuses the other side of an inverse, too',
    spec: 'D20 (both sides of an inverse)',
    files: FILES,
    given: [owner('Ada'), owner('Bo'), book('X', { owner: 'Ada' }), set('books', 'X', { owner: 'Bo' })],
    call: undo(3, [OWNER]),
    error: { code: 'conflict', conflicts: [`together ${X}`, `together ${OTHER_OWNER}`] },
  },
  {
    name: 'refuses to take a row away that another row of the write links to',
    spec: 'D20, D17 (the result is validated like any write)',
    given: [
      PEOPLE,
      TASKS,
      inBatch(
        { op: 'insert_row', table: 'people', values: { name: 'Ada' } },
        { op: 'insert_row', table: 'tasks', values: { title: 'T', owner: 'Ada' } },
      ),
    ],
    call: undo(2, [ADA]),
    error: { code: 'conflict', conflicts: [`together ${at('tasks', 'T')}`] },
  },
  {
    name: 'takes a row away that links to another one of the write',
    spec: SPEC,
    given: [
      PEOPLE,
      TASKS,
      inBatch(
        { op: 'insert_row', table: 'people', values: { name: 'Ada' } },
        { op: 'insert_row', table: 'tasks', values: { title: 'T', owner: 'Ada' } },
      ),
    ],
    call: undo(2, [at('tasks', 'T')]),
    tree: { [ADA]: unborn('Ada'), [at('tasks', 'T')]: null },
  },
  {
    name: 'takes the linked row away once the row that linked to it was taken away',
    spec: SPEC,
    given: [
      PEOPLE,
      TASKS,
      inBatch(
        { op: 'insert_row', table: 'people', values: { name: 'Ada' } },
        { op: 'insert_row', table: 'tasks', values: { title: 'T', owner: 'Ada' } },
      ),
      undo(2, [at('tasks', 'T')]),
    ],
    call: undo(2, [ADA]),
    tree: { [ADA]: null },
  },
  {
    name: 'takes a row away to which a note of the write linked before the row was there',
    spec: 'D20, D7 (the earlier content)',
    files: { 'notedb/main/default/tasks/Hand.md': handRow('tasks', 7, ['title: Hand', 'owner: "[[Ada]]"']) },
    given: [
      PEOPLE,
      TASKS,
      inBatch(
        { op: 'insert_row', table: 'people', values: { name: 'Ada' } },
        { op: 'update_row', table: 'tasks', path: at('tasks', 'Hand'), set_values: { due: '2026-01-01' } },
      ),
      undo(2, [at('tasks', 'Hand')]),
    ],
    call: undo(2, [ADA]),
    tree: { [ADA]: null },
  },
  {
    name: 'refuses a renamed word without the rows that use it',
    spec: 'D20, D16 (vocabulary)',
    given: [
      TOPICS,
      CARDS,
      ['insert_row', { table: 'topics', values: { name: 'Fire' } }],
      ['insert_row', { table: 'cards', values: { name: 'C', topic: 'Fire' } }],
      ['update_row', { table: 'topics', path: at('topics', 'Fire'), set_values: { name: 'Ice' } }],
    ],
    call: undo(4, [at('topics', 'Ice')]),
    error: { code: 'conflict', conflicts: [`together ${at('cards', 'C')}`] },
  },
];

const REFUSED: readonly ConformanceCase[] = [
  {
    name: 'refuses a note that was taken back already',
    spec: SPEC,
    given: [...THREE, undo(2, [ADA])],
    call: undo(2, [ADA, BO]),
    error: { code: 'conflict', conflicts: [`undone ${ADA}`], message: `${ADA} is taken back already` },
  },
  {
    name: 'refuses a named note that changed since',
    spec: 'D20, D7',
    files: { [HAND]: handRow('people', 1, ['name: Ada']) },
    given: [PEOPLE, person('Bo'), born],
    edits: { [HAND]: handRow('people', 1, ['name: Ada', 'born: 1950-05-05']) },
    call: undo(2, [HAND]),
    error: { code: 'conflict', conflicts: [`changed ${HAND}`] },
  },
  {
    name: 'refuses a path that the write did not touch, and names one that is near',
    spec: 'D20, D17 (a bad path in a write: violation `path`)',
    given: THREE,
    call: undo(2, [at('people', 'Adda'), BO]),
    error: {
      code: 'refused',
      violations: ['path'],
      message: `the write touched no note ${at('people', 'Adda')}`,
      hint: `did you mean ${ADA}`,
    },
  },
  {
    name: 'refuses an empty list',
    spec: SPEC,
    given: THREE,
    call: undo(2, []),
    error: { code: 'bad_request', message: 'paths names no note', hint: 'leave paths out to undo all of it' },
  },
  {
    name: 'refuses a part of a write that changed definitions',
    spec: 'D20 (a migration that changed definitions)',
    given: [
      ...THREE,
      ['add_column', { table: 'people', column: column('size', 'integer', { default: 3, required: true }) }],
    ],
    call: undo(3, [ADA]),
    error: {
      code: 'conflict',
      conflicts: ['definition notedb/metastore.yaml'],
      message: 'add_column changed the definitions',
      hint: 'leave paths out to undo all of it',
    },
  },
];

/** Undoing a part. */
export const UNDO_PARTS: readonly ConformanceCase[] = [...TAKEN, ...TOGETHER, ...REFUSED];
