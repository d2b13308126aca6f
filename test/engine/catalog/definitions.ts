/** Definitions for tests: a table in one line, and arbitrary ones for properties. */

import * as fc from 'fast-check';
import { Catalog } from '../../../src/engine/catalog/catalog';
import { declareTable } from '../../../src/engine/catalog/declare/declare-table';
import type { CatalogDefinition, TableDefinition } from '../../../src/engine/catalog/definition';
import { fieldNameProblem, nameProblem, noteKeyProblem } from '../../../src/engine/catalog/name-rules';
import { NotedbError } from '../../../src/engine/errors';
import type { JsonObject } from '../../../src/engine/json';
import { times } from '../../deep';

/** A table as create_table's arguments declare it, without descriptions if the case needs none. */
export const table = (name: string, rest: JsonObject = {}, catalog = new Catalog()): TableDefinition =>
  declareTable({ columns: [], ...rest, name }, catalog, { requireDescriptions: false });

export const catalogOf = (...tables: readonly TableDefinition[]): Catalog =>
  tables.reduce((catalog, each) => catalog.withTable(each), new Catalog());

export const tablesOf = ({ tables }: CatalogDefinition): Record<string, TableDefinition> =>
  Object.fromEntries([...tables].sort(([a], [b]) => (a < b ? -1 : 1)));

/** What the call is refused with. */
export const errorOf = (run: () => unknown): NotedbError => {
  try {
    run();
  } catch (error) {
    if (error instanceof NotedbError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

export const runs = (few: number): number => times(few, few * 50);

const HOSTILE = [
  'a: b',
  '# no comment',
  '- x',
  '"quoted"',
  "'s",
  'yes',
  'null',
  '~',
  '007',
  '1e3',
  '2026-11-21',
  '&a',
  '*a',
  '!t',
  '|',
  '>',
  '%Y',
  '@x',
  '`x`',
  '{a}',
  '[a]',
  'a #b',
  'x ',
  ' x',
  '\ttab',
  'a\tb',
  '---',
  '...',
  '<<',
  '=',
  '?',
  '? a',
  ':',
  'a:',
  '🦊',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u0000',
  '\ud800',
  'a\r\nb',
  'a\rb',
  'a\nb',
  'a\n',
  '\na',
  'a\n\n',
  ' a\n b',
  'a\n  \nb',
  '# h\n\n---\n- [ ] {x}\n',
  '\n\n',
  '\\',
  '\\n',
  '__proto__',
  'constructor',
];

/** What breaks naive YAML writers, and anything else. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(' ', '\n', '#', '-', ':', 'a', '"', '\t', '|'), { maxLength: 8 })
      .map((p) => p.join('')),
  },
);

const visibleText = hostileText.filter((text) => text.trim() !== '');

const name = fc
  .stringMatching(/^[a-z][a-z0-9_]{0,5}$/)
  .filter(
    (text) =>
      nameProblem('table', text) === null &&
      nameProblem('column', text) === null &&
      nameProblem('catalog', text) === null,
  );

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as never);

const maybe = <T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<Partial<T>> => fc.oneof(fc.constant({}), part);

const valueType = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'boolean', 'date', 'datetime', 'json') }),
  fc.record({
    type: fc.constantFrom('integer', 'number'),
    min: fc.integer(),
    step: fc.double({ min: 0.001, max: 10, noNaN: true }),
    number_format: fc.constantFrom<object[]>(
      { style: 'number', decimals: 2, unit: '°' },
      { style: 'currency', currency: 'EUR' },
      { style: 'stars' },
    ),
  }),
  fc
    .constantFrom('date', 'datetime')
    .map((type) => ({ type, recurs: { rule: 'repeats', done: 'done', from: 'done' } })),
  fc.record({ type: fc.constant('string'), text_format: fc.constantFrom('url', 'email', 'phone') }),
  fc.record({ type: fc.constant('enum'), values: fc.uniqueArray(visibleText, { minLength: 1, maxLength: 4 }) }),
  fc.record({ type: fc.constant('link') }),
  fc.constant({ type: 'link', hierarchy: true }),
  fc.constant({ type: 'string', vocabulary: 'self' }),
  fc.constant({ type: 'string', generated: 'No {id}' }),
  fc.constant({ type: 'string', identity: 'uuid' }),
  fc.record({
    type: fc.constant('link'),
    ref: fc.constant('self'),
    inverse: fc.constant('back'),
    ref_where: fc.dictionary(name, json, { maxKeys: 2, noNullPrototype: true }),
    ref_by: fc.constantFrom<object[]>(
      { column: 'kind', levels: ['a', 'b'] },
      { column: 'kind', map: { a: null, b: ['a'] }, target_column: 'level' },
    ),
  }),
  visibleText.map((value) => ({
    type: 'enum',
    values: [value, `${value}2`],
    value_descriptions: { [`${value}2`]: value },
    value_colors: { [value]: 'red' },
    ordered: true,
  })),
  fc.constant({ type: 'list', items: { type: 'enum', values: ['a', 'b'], ordered: true } }),
  fc.constant({ type: 'list', items: 'link' }),
  fc.constant({ type: 'list', items: { type: 'integer', max: 3 } }),
);

const column = fc
  .tuple(
    valueType,
    maybe(fc.record({ description: visibleText })),
    maybe(fc.record({ label: visibleText, note: visibleText })),
    maybe(fc.record({ aliases: fc.array(hostileText, { minLength: 1, maxLength: 3 }) })),
    maybe(fc.constant({ required: true, dense: true })),
    maybe(fc.record({ key: visibleText.filter((text) => noteKeyProblem(`x: ${text}`) === null) })),
  )
  .map((parts) => Object.assign({}, ...parts) as JsonObject);

const columns = fc
  .uniqueArray(fc.tuple(name, column), { maxLength: 5, selector: ([each]) => each })
  .map((pairs) => pairs.map(([each, spec]) => withOwnKey(withOwnInverse({ name: each, ...spec }))));

/** No two columns or fields have one key: a column's name and a colon begin no name. */
function withOwnKey<T extends { readonly name: string }>(spec: T): T {
  return 'key' in spec ? { ...spec, key: `${spec.name}: ${String(spec.key)}` } : spec;
}

/** The partner of an inverse must be there: the column itself always is. */
function withOwnInverse<T extends { readonly name: string }>(spec: T): T {
  return 'inverse' in spec ? { ...spec, inverse: spec.name } : spec;
}

/** Keys of `fields` do not share a column's name, so they begin with a capital. */
const fields = fc.dictionary(
  hostileText.map((text) => `F${text}`).filter((text) => fieldNameProblem(text) === null),
  json,
  { maxKeys: 3, noNullPrototype: true },
);

const attributes = fc
  .tuple(
    maybe(fc.record({ description: visibleText })),
    maybe(fc.record({ aliases: fc.array(hostileText, { maxLength: 3 }) })),
    maybe(
      fc.record({
        tags: fc.dictionary(
          visibleText.filter((key) => key !== '__proto__'),
          hostileText,
          { maxKeys: 3, noNullPrototype: true },
        ),
      }),
    ),
    maybe(fc.record({ row_template: hostileText })),
    maybe(fc.constant({ templates: [{ path: 'Templates/Meeting.md', where: {} }, { path: 'a b.md' }] })),
    maybe(fc.constant({ exclude: ['Templates', 'a b/c'] })),
    maybe(fc.constant({ archive: 'Old rows' })),
    maybe(fc.record({ history: fc.boolean(), autolink_target: fc.boolean() })),
    maybe(fc.record({ fields })),
    maybe(
      fc.record({
        constraints: fc.dictionary(name, fc.dictionary(name, json, { maxKeys: 2, noNullPrototype: true }), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
      }),
    ),
    maybe(
      fc.record({
        limits: fc.dictionary(
          name.map((each) => `most_${each}`),
          fc.record(
            {
              at_most: fc.nat(),
              check: fc.dictionary(name, json, { maxKeys: 2, noNullPrototype: true }),
              per: name,
            },
            { requiredKeys: ['at_most', 'check'] },
          ),
          { maxKeys: 2, noNullPrototype: true },
        ),
      }),
    ),
    fc.record({ columns }),
  )
  .map((parts) => Object.assign({}, ...parts) as JsonObject);

/** Tables of two catalogs and few names, so that changes meet. */
export const anyTable: fc.Arbitrary<TableDefinition> = fc
  .tuple(fc.constantFrom('main', 'crm'), fc.constantFrom('a', 'b', 'tasks', 'x1'), attributes)
  .map(([catalog, each, rest]) => table(each, { ...rest, catalog }));

export const anyTables: fc.Arbitrary<ReadonlyMap<string, TableDefinition>> = fc
  .array(anyTable, { maxLength: 4 })
  .map((tables) => new Map(tables.map((each) => [each.qualified, each])));
