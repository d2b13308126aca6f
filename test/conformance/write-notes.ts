/** write_note, patch_note, move_note. Source: docs/http.md#writing-notes */

import type { ConformanceCase } from './case';

const spec = 'docs/http.md#writing-notes';
const A = '# Log\r\none ^x\r\n\r\n# End\r\n';
const TABLE = '| a | b |\n| - | - |\n| 1 | 2 |\n\n^t\n';
const TASKS = { name: 'tasks', description: 't', columns: [{ name: 'n', type: 'integer', description: 'n' }] };
const ROW = '---\ntable: main.default.tasks\nid: 80000000-0000-4000-8000-000000000001\nn: 1\n---\n';
const row: Pick<ConformanceCase, 'files' | 'given'> = { files: { 'R.md': ROW }, given: [['create_table', TASKS]] };

export const WRITE_NOTE: readonly ConformanceCase[] = [
  { name: 'makes a note', spec, call: ['write_note', { path: 'F/N', content: 'x' }], tree: { 'F/N.md': 'x' } },
  {
    name: 'replaces a note of a revision',
    spec,
    files: { 'A.md': A },
    call: ['write_note', { path: 'A.md', content: 'y', if_revision: '*' }],
    tree: { 'A.md': 'y' },
  },
  {
    name: 'adds to the end, in the line breaks of the note',
    spec,
    files: { 'A.md': A },
    call: ['write_note', { path: 'A.md', content: 'y\nz', mode: 'append' }],
    tree: { 'A.md': `${A}y\r\nz\r\n` },
  },
  {
    name: 'refuses a hidden path',
    spec,
    call: ['write_note', { path: '.a/N.md', content: '' }],
    error: { code: 'bad_request' },
  },
  {
    name: 'refuses a note that is there',
    spec,
    files: { 'A.md': A },
    call: ['write_note', { path: 'A.md', content: '', mode: 'create' }],
    error: { code: 'conflict', conflicts: ['exists A.md'] },
  },
  {
    name: 'refuses another revision',
    spec,
    files: { 'A.md': A },
    call: ['write_note', { path: 'A.md', content: '', if_revision: 'old' }],
    error: { code: 'conflict', conflicts: ['revision A.md'] },
  },
  {
    name: 'refuses front matter that does not parse',
    spec,
    call: ['write_note', { path: 'N.md', content: '---\na: [\n---\n' }],
    error: { code: 'refused', violations: ['unparsable'] },
  },
  {
    name: 'refuses a row with a wrong value',
    spec,
    ...row,
    call: ['write_note', { path: 'R.md', content: ROW.replace('n: 1', 'n: one') }],
    error: { code: 'refused', violations: ['n type'] },
  },
];

export const PATCH_NOTE: readonly ConformanceCase[] = [
  {
    name: 'adds to a section',
    spec,
    files: { 'A.md': A },
    call: [
      'patch_note',
      {
        path: 'A',
        heading: 'Log',
        operation: 'append',
        content: 'two',
        trim: false,
        relative: true,
        refuse_present: true,
      },
    ],
    tree: { 'A.md': A.replace('^x\r\n', '^x\r\ntwo\r\n') },
  },
  {
    name: 'takes a section away',
    spec,
    files: { 'A.md': A },
    call: ['patch_note', { path: 'A.md', heading: ['Log'], operation: 'delete', whole: true }],
    tree: { 'A.md': '# End\r\n' },
  },
  {
    name: 'replaces a block',
    spec,
    files: { 'A.md': A },
    call: ['patch_note', { path: 'A.md', block: 'x', operation: 'replace', content: 'two' }],
    tree: { 'A.md': A.replace('one', 'two') },
  },
  {
    name: 'adds rows to a table',
    spec,
    files: { 'T.md': TABLE },
    call: ['patch_note', { path: 'T.md', block: 't', operation: 'append', value: [['3', '4']] }],
    tree: { 'T.md': TABLE.replace('| 1 | 2 |', '| 1 | 2 |\n| 3 | 4 |') },
  },
  {
    name: 'adds a property',
    spec,
    files: { 'A.md': A },
    call: [
      'patch_note',
      { path: 'A.md', property: 'p', operation: 'replace', value: 1, create: true, if_revision: '*' },
    ],
    tree: { 'A.md': `---\r\np: 1\r\n---\r\n${A}` },
  },
  {
    name: 'refuses a missing note',
    spec,
    call: ['patch_note', { path: 'N', block: 'x', operation: 'delete' }],
    error: { code: 'not_found' },
  },
  {
    name: 'refuses a missing part',
    spec,
    files: { 'A.md': A },
    call: ['patch_note', { path: 'A.md', heading: 'No', operation: 'append', content: 'x' }],
    error: { code: 'refused', hint: 'Log, End' },
  },
  {
    name: 'refuses another revision',
    spec,
    files: { 'A.md': A },
    call: ['patch_note', { path: 'A.md', heading: 'Log', operation: 'append', content: 'x', if_revision: 'old' }],
    error: { code: 'conflict', conflicts: ['revision A.md'] },
  },
  {
    name: 'refuses rows that do not fit',
    spec,
    files: { 'T.md': TABLE },
    call: ['patch_note', { path: 'T.md', block: 't', operation: 'append', value: [['3']] }],
    error: { code: 'refused', message: '2 columns' },
  },
  {
    name: 'refuses a wrong value of a row',
    spec,
    ...row,
    call: ['patch_note', { path: 'R.md', property: 'n', operation: 'replace', value: 'one' }],
    error: { code: 'refused', violations: ['n type'] },
  },
];

export const MOVE_NOTE: readonly ConformanceCase[] = [
  {
    name: 'moves a note, and links follow',
    spec,
    files: { 'A.md': A, 'L.md': '[[A]]' },
    call: ['move_note', { path: 'A.md', to: 'F/B.md', if_revision: '*' }],
    tree: { 'A.md': null, 'F/B.md': A, 'L.md': '[[B]]' },
  },
  {
    name: 'puts a note in the trash',
    spec,
    files: { 'A.md': A },
    call: ['move_note', { path: 'A.md' }],
    tree: { 'A.md': null },
  },
  { name: 'refuses a missing note', spec, call: ['move_note', { path: 'N.md' }], error: { code: 'not_found' } },
  {
    name: 'refuses a path that is taken',
    spec,
    files: { 'A.md': A, 'L.md': '' },
    call: ['move_note', { path: 'A.md', to: 'L.md' }],
    error: { code: 'conflict', conflicts: ['exists L.md'] },
  },
  {
    name: 'refuses another revision',
    spec,
    files: { 'A.md': A },
    call: ['move_note', { path: 'A.md', to: 'B.md', if_revision: 'old' }],
    error: { code: 'conflict', conflicts: ['revision A.md'] },
  },
  {
    name: 'refuses a path out of the vault',
    spec,
    files: { 'A.md': A },
    call: ['move_note', { path: 'A.md', to: '../B.md' }],
    error: { code: 'bad_request' },
  },
  {
    name: 'refuses the trash to a row that is linked',
    spec,
    ...row,
    files: { 'R.md': ROW, 'L.md': '[[R]]' },
    call: ['move_note', { path: 'R.md' }],
    error: { code: 'conflict', conflicts: ['restrict L.md'] },
  },
];
