/** Every attribute of a column survives reading and writing. Source: docs/operations.md#column-specs */

import { expect, it } from 'vitest';
import type { AttributeName } from '../../../src/engine/catalog/spec/column-attributes';
import { columnSpecJson } from '../../../src/engine/catalog/spec/spec-json';
import type { JsonObject } from '../../../src/engine/json';
import { table } from './definitions';

/** A column with the attribute; the compiler asks for one of each. */
const SAMPLES: Readonly<Record<AttributeName, JsonObject>> = {
  name: { name: 'x', type: 'string' },
  key: { type: 'string', key: 'X y' },
  inline: { type: 'string', inline: true },
  type: { type: 'boolean' },
  description: { type: 'string', description: 'A text' },
  items: { type: 'list', items: { type: 'integer', min: 1 } },
  values: { type: 'enum', values: ['a', 'b'] },
  value_descriptions: { type: 'enum', values: ['a'], value_descriptions: { a: 'The first' } },
  value_colors: { type: 'enum', values: ['a', 'b'], value_colors: { a: 'red' } },
  ordered: { type: 'enum', values: ['a', 'b'], ordered: true },
  vocabulary: { type: 'string', vocabulary: 'main.default.t' },
  ref: { type: 'link', ref: 'main.default.t' },
  inverse: { type: 'link', ref: 'main.default.t', inverse: 'x' },
  ref_where: { type: 'link', ref: 'main.default.t', ref_where: { level: 'a' } },
  ref_by: { type: 'link', ref: 'main.default.t', ref_by: { column: 'level', levels: ['a', 'b'] } },
  generated: { type: 'string', generated: '{level}' },
  identity: { type: 'string', identity: 'filename' },
  recurs: {
    type: 'date',
    recurs: { rule: 'repeats', done: 'level', values: ['b'], from: 'done', shift: ['ends'], reset: ['log'] },
  },
  hierarchy: { type: 'link', ref: 'main.default.t', hierarchy: true },
  required: { type: 'string', required: true },
  default: { type: 'string', default: 'a' },
  min: { type: 'integer', min: 1 },
  max: { type: 'integer', max: 9 },
  step: { type: 'number', step: 0.5 },
  number_format: { type: 'number', number_format: { style: 'currency', currency: 'EUR', decimals: 0 } },
  text_format: { type: 'string', text_format: 'email' },
  unique: { type: 'string', unique: true },
  dense: { type: 'string', dense: true },
  label: { type: 'string', label: 'X' },
  aliases: { type: 'string', aliases: ['y'] },
  note: { type: 'string', note: 'Look here' },
};

it.each(Object.entries(SAMPLES))('reads and writes %s', (attribute, sample) => {
  const level = { name: 'level', type: 'enum', values: ['a', 'b'] };
  const { columns } = table('t', { columns: [level, { name: 'x', ...sample }] });
  const [, column] = columns;
  expect(column === undefined ? {} : columnSpecJson(column)).toHaveProperty(
    attribute,
    { name: 'x', ...sample }[attribute],
  );
});
