/** clone_table. Source: docs/operations.md#clone_table, docs/http.md#errors; D3, D8, D16, D17. */

import type { ConformanceCase } from './case';
import { PEOPLE, TASKS, at, column, handRow, id, note, person, row, tableOf, task } from './tables';

const name = column('name', 'string', { required: true });

const BARE = `format: 1
tables:
  main.default.bare:
    columns:
    - name: a
      type: string
    - name: b
      type: string
      description: told
`;

const PAIRS = `format: 1
tables:
  main.default.a:
    description: As
    columns:
    - name: b
      type: link
      description: the b
      ref: main.default.b
      inverse: a
    - name: next
      type: link
      description: the next a
      ref: main.default.a
      inverse: previous
    - name: previous
      type: link
      description: the previous a
      ref: main.default.a
      inverse: next
    constraints:
      linked:
        b:
          exists: true
  main.default.b:
    description: Bs
    columns:
    - name: a
      type: link
      description: the a
      ref: main.default.a
      inverse: b
`;

const HEIRS = `format: 1
tables:
  main.default.a:
    description: As
    bases:
    - pair
    - node
  main.default.b:
    description: Bs
    bases:
    - node
    columns:
    - name: its_a
      type: link
      description: the a
      ref: main.default.a
bases:
  node:
    columns:
    - name: parent
      type: link
      description: the parent
      ref: self
  pair:
    columns:
    - name: b
      type: link
      description: the b
      ref: main.default.b
      inverse: its_a
views:
  main.default.vw_b:
    query:
      table: main.default.b
`;

export const CLONE_TABLE: readonly ConformanceCase[] = [
  {
    name: 'copies a definition with all that it says, and the rows with new ids',
    spec: 'docs/operations.md#clone_table, D8',
    files: { 'Elsewhere/Cy.md': handRow('people', 907, ['name: Cy # by hand'], 'Body\n') },
    given: [
      [
        'create_table',
        {
          ...PEOPLE[1],
          aliases: ['persons'],
          tags: { k: 'v' },
          history: true,
          autolink_target: false,
          row_template: '# {name}\n',
          archive: 'Old',
          fields: { f: 1 },
          filename: '{name}',
          exclude: ['X', 'notedb/main/default/people/Tpl'],
        },
      ],
      person('Ada', { email: 'a@x' }),
    ],
    call: ['clone_table', { source: 'people', target: 'team.humans' }],
    result: {
      operation: 'clone_table',
      table: 'main.team.humans',
      changed: 2,
      plannedCreates: ['notedb/main/team/humans/Cy.md', 'notedb/main/team/humans/Ada.md'],
      version: 0,
    },
    tree: {
      'Elsewhere/Cy.md': row('people', ['name: Cy # by hand'], 'Body\n'),
      'notedb/main/team/humans/Cy.md': note(
        ['table: main.team.humans', 'id: <uuid>', 'name: Cy # by hand', 'f: 1'],
        'Body\n',
      ),
    },
    then: [
      [
        'describe_table',
        { table: 'main.team.humans' },
        {
          description: 'What people are',
          aliases: ['persons'],
          tags: { k: 'v' },
          fields: { f: 1 },
          options: {
            history: true,
            autolink_target: false,
            row_template: '# {name}\n',
            archive: 'Old',
            filename: '{name}',
            exclude: ['X', 'notedb/main/team/humans/Tpl'],
          },
          rows: 2,
        },
      ],
      ['select_rows', { table: 'humans', where: { id: id(907) } }, { total: 0 }],
      ['check_table', { table: 'humans' }, { ok: true }],
    ],
  },
  {
    name: 'copies the definition alone when told so',
    spec: 'docs/operations.md#clone_table (copy_rows)',
    given: [PEOPLE, person('Ada')],
    call: ['clone_table', { source: 'people', target: 'humans', copy_rows: false }],
    result: { changed: 0, plannedCreates: [] },
    then: [['describe_table', { table: 'humans' }, { rows: 0, columns: [{}, { name: 'name' }, {}, {}] }]],
  },
  {
    name: 'points links among the rows to the copies, and leaves all others',
    spec: 'docs/operations.md#clone_table, D8, D17',
    files: {
      [at('nodes', 'a/Leaf')]: handRow(
        'nodes',
        901,
        ['name: Leaf', 'parent: "[[Root|up]]"', 'owner: "[[Ada]]"'],
        'See [[Root#Top]], ![[../Root]], [it](../Root.md), [[Ada]], [[Loose]], `[[Root]]`.\n',
      ),
      [at('nodes', 'Root')]: handRow('nodes', 902, ['name: Root']),
      'Loose.md': '[[Leaf]] and [[Root]]\n',
    },
    given: [
      PEOPLE,
      person('Ada'),
      tableOf('nodes', [
        name,
        column('parent', 'link', { ref: 'self', hierarchy: true }),
        column('owner', 'link', { ref: 'people' }),
      ]),
    ],
    call: ['clone_table', { source: 'nodes', target: 'knots' }],
    tree: {
      // Two notes have each name now: these links go on to mean the first ones.
      'Loose.md': '[[notedb/main/default/nodes/a/Leaf]] and [[notedb/main/default/nodes/Root]]\n',
      [at('knots', 'a/Leaf')]: row(
        'knots',
        ['name: Leaf', 'parent: "[[Root|up]]"', 'owner: "[[Ada]]"'],
        'See [[Root#Top]], ![[../Root]], [it](../Root.md), [[Ada]], [[Loose]], `[[Root]]`.\n',
      ),
    },
    then: [
      [
        'describe_table',
        { table: 'knots' },
        { columns: [{}, {}, { ref: 'main.default.knots' }, { ref: 'main.default.people' }] },
      ],
      ['check_table', { table: 'knots' }, { ok: true }],
      ['check_table', { table: 'nodes' }, { ok: true }],
    ],
  },
  {
    name: 'gives a row named by its id the name of its new one, and keeps names by hand and folders',
    spec: 'D6, D8',
    files: {
      [`notedb/main/default/p/${id(905)}.md`]: handRow('p', 905, ['x: 1']),
      [at('p', 'sub/Own')]: handRow('p', 906, ['x: 2']),
    },
    given: [tableOf('p', [column('x', 'integer')])],
    call: ['clone_table', { source: 'p', target: 'q' }],
    result: { plannedCreates: [at('q', '<uuid>'), at('q', 'sub/Own')] },
  },
  {
    name: 'writes the defaults and dense keys that a row lacks, and copies no archived note',
    spec: 'D16 (clone’s gaps)',
    files: {
      [at('p', 'a')]: handRow('p', 901, ['name: a']),
      [at('p', '_archive/b')]: handRow('p', 902, ['name: b']),
    },
    given: [tableOf('p', [name, column('s', 'string', { default: 'x' }), column('d', 'date', { dense: true })])],
    call: ['clone_table', { source: 'p', target: 'q' }],
    result: { plannedCreates: [at('q', 'a')] },
    tree: { [at('q', 'a')]: row('q', ['name: a', 's: x', 'd:']) },
  },
  {
    name: 'keeps what was set once, but gives each copy a UUID of its own and computes the rest',
    spec: 'D16 (identity, generated)',
    files: {
      [at('p', 'a')]: handRow('p', 901, [
        'name: a',
        'made: 2020-01-02',
        `key: ${id(902)}`,
        'file: a',
        'shown: "[[a]]"',
      ]),
      [at('q', 'a')]: 'in the way\n',
    },
    given: [
      tableOf('p', [
        name,
        column('made', 'date', { identity: 'created' }),
        column('key', 'string', { identity: 'uuid' }),
        column('file', 'string', { identity: 'filename' }),
        column('shown', 'link', { generated: '[[{name}]]' }),
      ]),
    ],
    call: ['clone_table', { source: 'p', target: 'q' }],
    tree: {
      [at('q', 'a 2')]: row('q', ['name: a', 'made: 2020-01-02', 'key: <uuid>', 'file: a 2', 'shown: "[[a]]"']),
    },
    then: [['select_rows', { table: 'q', where: { key: id(902) } }, { total: 0 }]],
  },
  {
    name: 'drops the inverse to another table with a warning, and re-points the one to itself',
    spec: 'D17',
    files: { 'notedb/metastore.yaml': PAIRS },
    call: ['clone_table', { source: 'a', target: 'c' }],
    result: {
      warnings: ['main.default.c.b is not the inverse of main.default.b.a: a copy changes no other table'],
    },
    then: [
      [
        'describe_table',
        { table: 'c' },
        {
          columns: [
            {},
            { name: 'b', ref: 'main.default.b' },
            { ref: 'main.default.c', inverse: 'previous' },
            { ref: 'main.default.c', inverse: 'next' },
          ],
        },
      ],
      ['describe_table', { table: 'b' }, { columns: [{}, { ref: 'main.default.a', inverse: 'b' }] }],
    ],
  },
  {
    name: 'copies what a table inherits',
    spec: 'docs/operations.md#define_base (ref self)',
    files: { 'notedb/metastore.yaml': HEIRS },
    call: ['clone_table', { source: 'b', target: 'c' }],
    then: [
      [
        'describe_table',
        { table: 'c' },
        { bases: ['node'], columns: [{}, { ref: 'main.default.c' }, { name: 'its_a' }] },
      ],
    ],
  },
  {
    name: 'refuses an inverse to another table that a base declares',
    spec: 'D17',
    files: { 'notedb/metastore.yaml': HEIRS },
    call: ['clone_table', { source: 'a', target: 'c' }],
    error: { code: 'refused', message: ['b is inherited', 'main.default.b.its_a'] },
  },
  {
    name: 'refuses a view',
    spec: 'D18',
    files: { 'notedb/metastore.yaml': HEIRS },
    call: ['clone_table', { source: 'vw_b', target: 'c' }],
    error: { code: 'refused', message: 'is a view', hint: 'create_view' },
  },
  {
    name: 'takes defaults for the parts of the target that are not given',
    spec: 'docs/operations.md#clone_table',
    given: [tableOf('a', [name], { schema: 's', catalog: 'c' })],
    call: ['clone_table', { source: 'a', target: 'b' }],
    result: { table: 'main.default.b' },
  },
  {
    name: 'lists every description that the source lacks',
    spec: 'D3',
    files: { 'notedb/metastore.yaml': BARE },
    call: ['clone_table', { source: 'bare', target: 'copy' }],
    error: { code: 'refused', violations: ['required', 'a required'] },
  },
  {
    name: 'refuses a target that is taken',
    spec: 'D17 (exists)',
    given: [PEOPLE, TASKS],
    call: ['clone_table', { source: 'people', target: 'main.default.tasks' }],
    error: { code: 'refused', violations: ['exists'], message: 'main.default.tasks' },
  },
  ...['Bad', 'a.b.c.d', 'system.x.y', 'a..b', 'vw_x'].map((target): ConformanceCase => ({
    name: `refuses the target ${target}`,
    spec: 'docs/metastore.md#names, D16, D18',
    given: [PEOPLE],
    call: ['clone_table', { source: 'people', target }],
    error: { code: 'bad_request', message: 'target' },
  })),
  {
    name: 'does not know a source that there is not',
    spec: 'docs/operations.md#clone_table, D18',
    given: [PEOPLE],
    call: ['clone_table', { source: 'peoples', target: 'x' }],
    error: { code: 'not_found', hint: 'main.default.people' },
  },
  ...[{ version: 0 }, { timestamp: '2026-01-01' }].map((moment): ConformanceCase => ({
    name: `refuses the ${Object.keys(moment).join('')} of a table without history`,
    spec: 'D17',
    given: [PEOPLE],
    call: ['clone_table', { source: 'people', target: 'x', ...moment }],
    error: { code: 'refused', conflicts: ['history'], message: 'main.default.people', hint: 'the present rows' },
  })),
  {
    name: 'takes version or timestamp, not both',
    spec: 'D8',
    given: [PEOPLE],
    call: ['clone_table', { source: 'people', target: 'x', version: 0, timestamp: '2026-01-01' }],
    error: { code: 'bad_request', message: ['version', 'timestamp'] },
  },
  {
    name: 'refuses a row that does not parse',
    spec: 'D7',
    given: [PEOPLE, person('Ada')],
    edits: { [at('people', 'Ada')]: `---\ntable: main.default.people\nid: ${id(901)}\nname: [\n---\n` },
    call: ['clone_table', { source: 'people', target: 'x' }],
    error: { code: 'refused', violations: ['unparsable'] },
  },
  {
    name: 'lists the rows whose values do not fit',
    spec: 'D5',
    files: { [at('people', 'Bo')]: handRow('people', 901, ['name: Bo', 'born: never']) },
    given: [PEOPLE],
    call: ['clone_table', { source: 'people', target: 'x' }],
    error: { code: 'refused', violations: ['born type'] },
  },
  {
    name: 'names the right arguments for the older ones',
    spec: 'D3',
    given: [PEOPLE, TASKS, task('T')],
    call: ['clone_table', { source: 'tasks', target: 'x', shallow: true, version: '1' }],
    error: { code: 'bad_request', message: ['"shallow"; did you mean "copy_rows"?', 'version'] },
  },
];
