import { describe, expect, it } from 'vitest';
import { declareTable } from '../../../src/engine/catalog/declare/declare-table';
import type { JsonObject } from '../../../src/engine/json';
import { catalogOf, errorOf, table } from './definitions';

const catalog = catalogOf(
  table('contacts', { schema: 'crm' }),
  table('days'),
  table('notes', { schema: 'a' }),
  table('notes', { schema: 'b' }),
);

const column = (rest: JsonObject): JsonObject => ({ name: 'x', type: 'string', description: 'Something', ...rest });

const declare = (rest: JsonObject) =>
  declareTable({ description: 'A thing to do', name: 'tasks', ...rest }, catalog, { requireDescriptions: true });

const withColumn = (rest: JsonObject) => declare({ columns: [column(rest)] }).columns[0];

describe('a column spec', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a list of strings', { type: 'list' }, { type: 'list', items: { type: 'string' } }],
    ['a list of a named type', { type: 'list', items: 'integer' }, { type: 'list', items: { type: 'integer' } }],
    [
      'bounds beside items',
      { type: 'list', items: 'number', min: 0, max: 1, step: 0.5 },
      { type: 'list', items: { type: 'number', min: 0, max: 1, step: 0.5 } },
    ],
    [
      'a ref beside items',
      { type: 'list', items: 'link', ref: 'crm.contacts' },
      { type: 'list', items: { type: 'link', ref: 'main.crm.contacts' } },
    ],
    [
      'a ref in items',
      { type: 'list', items: { type: 'link', ref: 'days' } },
      { type: 'list', items: { type: 'link', ref: 'main.default.days' } },
    ],
    [
      'an enum in items',
      { type: 'list', items: { type: 'enum', values: ['a'] }, default: ['a'] },
      { type: 'list', items: { type: 'enum', values: ['a'] }, default: ['a'] },
    ],
    [
      'a link to its own table',
      { type: 'link', ref: 'main.default.tasks' },
      { type: 'link', ref: 'main.default.tasks' },
    ],
    ['a link to its own short name', { type: 'link', ref: 'tasks' }, { type: 'link', ref: 'main.default.tasks' }],
    ['a date token', { type: 'datetime', default: '{now}' }, { type: 'datetime', default: '{now}' }],
    ['a default of json', { type: 'json', default: { a: [1] } }, { type: 'json', default: { a: [1] } }],
    ['false as a default', { type: 'boolean', default: false }, { type: 'boolean', default: false }],
    ['empty words', { label: '', note: ' ', aliases: [] }, { type: 'string' }],
  ])('reads %s', (_case, rest, spec) => {
    expect(withColumn(rest)).toEqual({ name: 'x', description: 'Something', ...spec });
  });

  it.each<[string, JsonObject, string]>([
    ['an unknown type', { type: 'text' }, 'x: unknown type "text" (string, integer'],
    ['a mistyped type', { type: 'sting' }, 'did you mean "string"?'],
    ['a type that is not text', { type: 1 }, 'x: type must be text'],
    ['a bad name', { name: 'dueDate' }, 'write due_date'],
    ['a reserved name', { name: 'path' }, 'reserved'],
    ['__proto__', { name: '__proto__' }, 'leading _'],
    ['an unknown attribute', { requird: true }, 'x: unknown attribute "requird"; did you mean "required"?'],
    ['a bound that is not a number', { type: 'integer', min: '1' }, 'x: min must be a number'],
    ['a flag that is none', { required: 'true' }, 'x: required must be true or false'],
    ['values that are not a list', { type: 'enum', values: 'a' }, 'x: values must be a list'],
    ['values that are not strings', { type: 'enum', values: [1] }, 'x: values must be a list of strings'],
    ['an unknown type of items', { type: 'list', items: 'list' }, 'x: items: unknown type "list"'],
    ['items of no shape', { type: 'list', items: 3 }, 'x: items must be a type name or a spec'],
    [
      'an unknown attribute of items',
      { type: 'list', items: { type: 'string', requred: true } },
      'x: items: unknown attribute',
    ],
    ['a colour that there is not', { type: 'enum', values: ['a'], value_colors: { a: 'rde' } }, 'did you mean "red"?'],
    [
      'a format without a style',
      { type: 'number', number_format: { decimals: 2 } },
      'x: number_format: a style is missing',
    ],
    ['a style that there is not', { type: 'number', number_format: { style: 'money' } }, 'unknown style "money"'],
    [
      'an attribute that formats lack',
      { type: 'number', number_format: { style: 'bar', digits: 2 } },
      'number_format: unknown',
    ],
    [
      'half a digit',
      { type: 'number', number_format: { style: 'number', decimals: 0.5 } },
      'decimals must be a whole number',
    ],
    [
      '20 decimals',
      { type: 'number', number_format: { style: 'number', decimals: 20 } },
      'decimals must be at most 15',
    ],
    [
      'euros by name',
      { type: 'number', number_format: { style: 'currency', currency: 'Euro' } },
      'not a currency code',
    ],
    ['a format that is a text', { type: 'number', number_format: 'percent' }, 'x: number_format must be an object'],
    ['a text format that there is not', { text_format: 'mail' }, 'unknown text_format "mail"'],
    ['a ref that is not a name', { type: 'link', ref: '[[x]]' }, 'ref "[[x]]" is not a table name'],
  ])('answers 400 for %s', (_case, rest, message) => {
    const error = errorOf(() => declare({ columns: [column(rest)] }));
    expect([error.code, error.message]).toEqual(['bad_request', expect.stringContaining(message)]);
    expect(error.violations.map((each) => each.column)).toEqual([rest['name'] ?? 'x']);
  });

  it('is told what is wrong with its items beside a bad name', () => {
    const error = errorOf(() => declare({ columns: [column({ name: 'X', type: 'list', items: { typ: 'y' } })] }));
    expect(error.violations.map(({ message }) => message)).toEqual([
      expect.stringContaining('"X" is not a column name'),
      expect.stringContaining('X: items: unknown attribute "typ"'),
      expect.stringContaining('X: items: a type is missing'),
    ]);
  });

  it.each<[string, JsonObject, string, string]>([
    ['a default of another type', { type: 'integer', default: '3' }, 'type', 'x: default "3" is not a whole number'],
    ['a default out of range', { type: 'integer', max: 2, default: 3 }, 'range', 'x: default 3 is above the maximum 2'],
    ['a default off the step', { type: 'integer', step: 2, default: 3 }, 'step', 'x: default 3 is not a multiple of 2'],
    [
      'a default not in values',
      { type: 'enum', values: ['a'], default: 'b' },
      'enum',
      'x: default "b" is not allowed (a)',
    ],
    [
      'a default that is not a day',
      { type: 'date', default: '2026-02-30' },
      'type',
      'x: default "2026-02-30" is not a day',
    ],
    ['a default that is not a list', { type: 'list', default: 'a' }, 'type', 'x: default "a" is not a list'],
    ['a bad item of a default', { type: 'list', items: 'integer', default: [1, 'b'] }, 'type', 'item 2'],
    ['min above max', { type: 'number', min: 2, max: 1 }, 'range', 'x: min 2 is above max 1'],
    ['a step of zero', { type: 'number', step: 0 }, 'step', 'x: step 0 must be above 0'],
    ['a step below zero', { type: 'integer', step: -1 }, 'step', 'must be above 0'],
    ['min on a string', { min: 1 }, 'range', 'x: min is for integer and number, not for string'],
    ['max on a date', { type: 'date', max: 1 }, 'range', 'max is for integer and number, not for date'],
    ['step on a list of strings', { type: 'list', step: 1 }, 'range', 'step is for integer and number, not for string'],
    ['an enum without values', { type: 'enum' }, 'enum', 'x: an enum needs values'],
    ['an enum with no value', { type: 'enum', values: [] }, 'enum', 'x: an enum needs values'],
    ['an empty value', { type: 'enum', values: ['a', ' '] }, 'enum', 'may not be empty'],
    ['a repeated value', { type: 'enum', values: ['a', 'b', 'a'] }, 'enum', 'repeated enum value: a'],
    ['values without enum', { values: ['a'] }, 'enum', 'values is for enum, not for string'],
    [
      'values beside items',
      { type: 'list', items: 'string', values: ['a'] },
      'enum',
      'values is for enum, not for list',
    ],
    ['items without list', { items: 'string' }, 'type', 'items is for list, not for string'],
    ['a ref without link', { ref: 'contacts' }, 'ref', 'ref is for link, not for string'],
    ['a ref to no table', { type: 'link', ref: 'contact' }, 'ref', 'x: ref "contact" is not a table'],
    ['a ref to several tables', { type: 'link', ref: 'notes' }, 'ref', 'main.a.notes, main.b.notes'],
    [
      'a ref of items to no table',
      { type: 'list', items: { type: 'link', ref: 'zebra' } },
      'ref',
      'ref "zebra" is not a table',
    ],
    [
      'two refs',
      { type: 'list', items: { type: 'link', ref: 'days' }, ref: 'contacts' },
      'type',
      'with different values',
    ],
    ['unique json', { type: 'json', unique: true }, 'unique', 'json values can not be unique'],
    ['unique lists of json', { type: 'list', items: 'json', unique: true }, 'unique', 'json values can not be unique'],
    [
      'meanings of values that are none',
      { type: 'enum', values: ['a'], value_descriptions: { b: 'x' } },
      'enum',
      'x: value_descriptions: b is not a value (a)',
    ],
    ['meanings without enum', { value_descriptions: { a: 'b' } }, 'enum', 'x: value_descriptions is for enum'],
    [
      'colours of values that are none',
      { type: 'enum', values: ['a'], value_colors: { b: 'red' } },
      'enum',
      'x: value_colors: b is not a value (a)',
    ],
    ['colours without enum', { value_colors: { a: 'red' } }, 'enum', 'x: value_colors is for enum'],
    [
      'a currency that is missing',
      { type: 'number', number_format: { style: 'currency' } },
      'type',
      'a currency is missing',
    ],
    [
      'a currency of percents',
      { type: 'number', number_format: { style: 'percent', currency: 'EUR' } },
      'type',
      'for the style currency',
    ],
    [
      'a unit of stars',
      { type: 'integer', number_format: { style: 'stars', unit: 'x' } },
      'type',
      'for the styles number and bar',
    ],
    [
      'decimals of stars',
      { type: 'integer', number_format: { style: 'stars', decimals: 1 } },
      'type',
      'stars have no decimals',
    ],
    [
      'a format of texts',
      { number_format: { style: 'percent' } },
      'type',
      'number_format is for integer and number, not for string',
    ],
    [
      'a web address of numbers',
      { type: 'number', text_format: 'url' },
      'type',
      'text_format is for string, not for number',
    ],
    ['an order without enum', { ordered: true }, 'enum', 'x: ordered is for enum'],
    ['a vocabulary of numbers', { type: 'number', vocabulary: 'days' }, 'vocabulary', 'vocabulary is for string'],
    ['a vocabulary that is not a table', { vocabulary: 'zebra' }, 'vocabulary', 'x: vocabulary "zebra" is not a table'],
    ['a hierarchy of strings', { hierarchy: true }, 'hierarchy', 'x: hierarchy is for link'],
    ['a hierarchy of others', { type: 'link', ref: 'days', hierarchy: true }, 'hierarchy', 'links to its own table'],
    ['inverse without link', { inverse: 'y' }, 'inverse', 'x: inverse is for link'],
    ['inverse without ref', { type: 'link', inverse: 'y' }, 'inverse', 'x: inverse needs ref'],
    ['ref_where without ref', { type: 'link', ref_where: { a: 1 } }, 'ref_where', 'x: ref_where needs ref'],
    [
      'a level twice',
      { type: 'link', ref: 'days', ref_by: { column: 'kind', levels: ['a', 'a'] } },
      'ref',
      'x: ref_by: a level is listed twice',
    ],
  ])('answers 422 for %s', (_case, rest, code, message) => {
    const error = errorOf(() => declare({ columns: [column(rest)] }));
    expect([error.code, error.message]).toEqual(['refused', expect.stringContaining(message)]);
    expect(error.violations).toEqual([expect.objectContaining({ column: 'x', code, path: null })]);
  });
});
