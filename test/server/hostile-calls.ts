/** Random calls of operations, shaped by their own input schemas: most are nearly right, some are not at all. */

import fc from 'fast-check';
import type { JsonObject, OperationInfo } from '../../src/engine/index';

export interface HostileCall {
  readonly operation: string;
  readonly args: JsonObject;
}

/** Stands for the newest migration at the time of the call. */
export const LAST_MIGRATION = '<last migration>';

export const TABLES: readonly JsonObject[] = [
  {
    name: 'projects',
    description: 'Undertakings.',
    columns: [
      { name: 'name', type: 'string', required: true, unique: true, description: 'What.' },
      { name: 'lead', type: 'link', description: 'Who.' },
    ],
  },
  {
    name: 'tasks',
    description: 'Things to do.',
    columns: [
      { name: 'name', type: 'string', required: true, description: 'What.' },
      { name: 'status', type: 'enum', values: ['todo', 'done'], default: 'todo', description: 'How far.' },
      { name: 'hours', type: 'integer', min: 0, description: 'How long.' },
      { name: 'due', type: 'date', description: 'When.' },
      { name: 'people', type: 'list', items: 'link', description: 'Who.' },
      { name: 'project', type: 'link', ref: 'projects', description: 'For what.' },
      { name: 'data', type: 'json', description: 'Anything.' },
    ],
  },
];

const tables = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('tasks', 'projects') },
  fc.constantFrom('main.default.tasks', 'nothing', 'new_table', 'vw_x', 'a.b.c.d', 'Tasks', ''),
);
const columns = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('name', 'status', 'hours', 'due', 'people', 'project', 'data') },
  fc.constantFrom(
    'id',
    'path',
    'table',
    'body',
    'file_size',
    'tags',
    'a.b',
    'nope',
    '-name',
    '',
    'length',
    'toString',
    'constructor',
  ),
);
const paths = fc.constantFrom(
  'notedb/main/default/tasks/a.md',
  'notedb/main/default/tasks',
  'notedb/main/default/projects/House',
  'notedb/main/default/tasks/_archive/a.md',
  'notedb/metastore.yaml',
  'loose.md',
  'Folder',
  '../outside.md',
  '/etc/passwd',
  'C:\\x.md',
  'a%2fb.md',
  '.hidden/x.md',
  'a\u0000b.md',
  '',
);
const texts = fc.oneof(
  fc.constantFrom(
    'a',
    'House',
    'todo',
    'done',
    '2026-03-01',
    '2026-02-30',
    '{today}',
    '{now}-1m',
    '{this.x}',
    '[[House]]',
  ),
  fc.constantFrom(
    '[[House|alias]]',
    '[[',
    '---\n',
    '# Heading\ntext\n',
    '\u0000',
    '\ud800',
    ' ',
    '',
    'Z\u0301'.repeat(150),
    '*',
  ),
  paths,
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const scalars = fc.oneof(
  texts,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(1e308, 2 ** 53, -0),
);
const jsons = fc.oneof(scalars, fc.array(scalars, { maxLength: 3 }), fc.dictionary(columns, scalars, { maxKeys: 2 }));

const operators = fc.constantFrom(
  'eq',
  'ne',
  'in',
  'contains',
  'icontains',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
  'within',
  'nope',
  'toString',
);
const leafCondition = fc.dictionary(
  columns,
  fc.oneof(scalars, fc.dictionary(operators, fc.oneof(scalars, fc.array(scalars, { maxLength: 2 })), { maxKeys: 2 })),
  { maxKeys: 2 },
);
const condition = fc.oneof(
  { weight: 3, arbitrary: leafCondition },
  fc.record({ and: fc.array(leafCondition, { maxLength: 2 }) }),
  fc.record({ or: fc.array(leafCondition, { maxLength: 2 }) }),
  fc.record({ not: leafCondition }),
);
const columnSpec = fc.record(
  {
    name: columns,
    type: fc.constantFrom(
      'string',
      'integer',
      'number',
      'boolean',
      'date',
      'datetime',
      'enum',
      'list',
      'link',
      'json',
      'nope',
      'toString',
    ),
    description: fc.constantFrom('What.', 'What.', ''),
    values: fc.constantFrom<unknown>(['a', 'b'], ['a', 'a'], [], 'a'),
    items: fc.constantFrom<unknown>('string', { type: 'link' }, { type: 'list' }, 1),
    ref: tables,
    default: scalars,
    min: scalars,
    step: scalars,
    required: fc.boolean(),
    unique: fc.boolean(),
    dense: fc.boolean(),
    inverse: columns,
  },
  { requiredKeys: ['name', 'type', 'description'] },
);

const goodColumn = fc.record({
  name: fc.constantFrom('name', 'status', 'extra'),
  type: fc.constantFrom('string', 'integer', 'date', 'json'),
  description: fc.constant('What.'),
});
const goodRow = fc.record(
  { name: fc.string({ minLength: 1, maxLength: 3 }), hours: fc.nat(9), project: fc.constant('[[House]]') },
  { requiredKeys: ['name'] },
);

/** What the name of an argument says beyond its schema. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  table: tables,
  name: fc.constantFrom('new_table', 'other_table', 'tasks', 'Bad Name', ''),
  description: fc.constantFrom('What.', ''),
  columns: fc.oneof(
    fc.uniqueArray(goodColumn, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
    fc.array(columnSpec, { minLength: 1, maxLength: 4 }),
    fc.array(columns, { maxLength: 3 }),
  ),
  where: condition,
  values: fc.oneof(goodRow, fc.dictionary(columns, jsons, { maxKeys: 4 })),
  set_values: fc.dictionary(columns, jsons, { maxKeys: 2 }),
  path: paths,
  folder: paths,
  paths: fc.array(paths, { maxLength: 3 }),
  order_by: columns,
  unset: fc.array(columns, { maxLength: 2 }),
  migration_id: fc.oneof({ weight: 4, arbitrary: fc.constant(LAST_MIGRATION) }, texts),
  root: fc.constantFrom('other', 'notedb', 'a/b', '../x', '.hidden', ''),
};

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
}

function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  // Nearly all shapes with a name are objects.
  if (schema.$ref !== undefined) return valueOf({ type: 'object' });
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueOf));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum, 'nope');
  const types = [schema.type ?? []].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => valueOf({ ...schema, type })));
  switch (types[0]) {
    case 'string':
      return texts;
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.oneof({ weight: 3, arbitrary: fc.nat(20) }, fc.double(), fc.integer());
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return fc.dictionary(
        columns,
        typeof schema.additionalProperties === 'object' ? valueOf(schema.additionalProperties) : jsons,
        {
          maxKeys: 3,
        },
      );
    default:
      return jsons;
  }
}

export function hostileCall({ name: operation, inputSchema }: OperationInfo): fc.Arbitrary<HostileCall> {
  const { properties = {}, required = [] } = inputSchema as Schema;
  const oneOf = (name: string, schema: Schema): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 12, arbitrary: BY_NAME[name] ?? valueOf(schema) },
      { weight: 2, arbitrary: valueOf(schema) },
      jsons,
    );
  const arbitraries = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, oneOf(name, schema)]),
  );
  const some = fc.subarray(Object.keys(properties), { maxLength: Math.min(3, Object.keys(properties).length) });
  const strange = fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, fc.subarray(['toString', 'set', 'nope', '']));
  return fc.tuple(some, strange).chain(([chosen, unknown]) => {
    const needed = 'description' in properties ? [...required, 'description'] : required;
    const names = [...new Set([...needed, ...chosen, ...unknown])];
    const known = (name: string): fc.Arbitrary<unknown> =>
      (Object.hasOwn(arbitraries, name) ? arbitraries[name] : null) ?? jsons;
    const args = fc.record(Object.fromEntries(names.map((name) => [name, known(name)])));
    return args.map((each) => ({ operation, args: JSON.parse(JSON.stringify(each)) as JsonObject }));
  });
}
