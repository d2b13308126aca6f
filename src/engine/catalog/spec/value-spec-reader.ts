/** Reads what a value must be: type, bounds, allowed values, link target. Source: docs/operations.md#column-specs, D16, D18. */

import { keyOf } from './attribute-keys';
import {
  COLUMN_TYPES,
  type ColumnSpec,
  type ColumnType,
  type ItemSpec,
  type RefBy,
  type ValueSpec,
} from '../../values/column-spec';
import { NUMBER_STYLES, type NumberFormatting, type NumberStyle } from '../../../kernel/number-format';
import { type Json, type JsonObject, isEmpty } from '../../json';
import type { AttributeReader } from './attribute-reader';
import {
  type AttributeName,
  COLUMN_ATTRIBUTES,
  type COLUMN_SPEC,
  ITEM_SPEC,
  ITEM_TYPES,
  NUMBER_FORMAT,
  REF_BY,
  VALUE_ATTRIBUTES,
} from './column-attributes';

/** Of a column, or of the items of a list. */
type SpecReader = Pick<AttributeReader<typeof COLUMN_SPEC.shape>, 'value' | 'raw' | 'grammar' | 'semantic' | 'nested'>;

/** Null when the type is missing or unknown: nothing else can be validated. */
export function readType(reader: SpecReader, legal: readonly ColumnType[] = COLUMN_TYPES): ColumnType | null {
  if (reader.raw('type') === undefined) reader.grammar('type', 'type', `a type is missing (${legal.join(', ')})`);
  return (reader.value.type as ColumnType | undefined) ?? null;
}

/** What these attributes say, without those that say nothing: false, blank texts, empty lists. */
export function presentAttributes(given: JsonObject, names: readonly AttributeName[]): Partial<ColumnSpec> {
  const said = names.filter((name) => {
    const value = given[name];
    if (value === undefined || value === false || isEmpty(value)) return false;
    if (typeof value === 'string') return value.trim() !== '';
    return (name !== 'value_descriptions' && name !== 'value_colors') || Object.keys(value as JsonObject).length > 0;
  });
  return Object.fromEntries(said.map((name) => [keyOf(name), given[name]]));
}

/** The attributes beside the type, for a column or for the items of a list. */
export function readValueSpec<T extends ColumnType>(reader: SpecReader, type: T): ValueSpec & { readonly type: T } {
  refuseMisplaced(reader, type, VALUE_ATTRIBUTES);
  if (type === 'integer' || type === 'number') checkBounds(reader);
  if (type === 'enum') checkEnum(reader);
  if (type === 'link') checkLink(reader);
  const { ref_by: refBy, number_format: format, ...given } = reader.value;
  return {
    ...presentAttributes(given, VALUE_ATTRIBUTES),
    type,
    ...(format === undefined ? {} : { numberFormat: readNumberFormat(reader, format) }),
    ...(refBy === undefined || type !== 'link' ? {} : { refBy: readRefBy(reader, refBy) }),
  };
}

/** An attribute that only columns of other types have. */
export function refuseMisplaced(reader: SpecReader, type: ColumnType, names: readonly AttributeName[]): void {
  for (const name of names) {
    const { types, misplaced = 'type' } = COLUMN_ATTRIBUTES[name];
    const given = reader.value[name] ?? false;
    if (given === false || types === undefined || types.includes(type)) continue;
    const inItems = type === 'list' ? 'write items: {type: enum, values: [...]}' : 'make the type enum';
    const message = `${name} is for ${types.join(' and ')}, not for ${type}`;
    reader.semantic(name, misplaced, message, name === 'values' ? inItems : undefined);
  }
}

function checkBounds(reader: SpecReader): void {
  const { min, max, step } = reader.value;
  if (min !== undefined && max !== undefined && min > max) {
    reader.semantic('min', 'range', `min ${min} is above max ${max}`);
  }
  if (step !== undefined && step <= 0) reader.semantic('step', 'step', `step ${step} must be above 0`);
}

function checkEnum(reader: SpecReader): void {
  const { values = [] } = reader.value;
  const wrong = (key: AttributeName, message: string): void => reader.semantic(key, 'enum', message);
  const isMisshapen = reader.raw('values') !== undefined && reader.value.values === undefined;
  if (values.length === 0 && !isMisshapen) wrong('values', 'an enum needs values');
  if (values.some((value) => value.trim() === '')) wrong('values', 'an enum value may not be empty');
  const repeated = [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
  if (repeated.length > 0) wrong('values', `repeated enum value: ${repeated.join(', ')}`);
  for (const key of ['value_descriptions', 'value_colors'] as const) {
    for (const value of Object.keys(reader.value[key] ?? {})) {
      if (!values.includes(value)) wrong(key, `${key}: ${value} is not a value (${values.join(', ')})`);
    }
  }
}

/** What a style does not show is refused, so that no one waits to see it. */
function readNumberFormat(reader: SpecReader, source: JsonObject): NumberFormatting {
  const rule = reader.nested('number_format', NUMBER_FORMAT, source);
  const { style, decimals, unit, currency } = rule.value;
  const wrong = (key: string, message: string): void => rule.semantic(key, 'type', message);
  if (rule.raw('style') === undefined)
    rule.grammar('style', 'type', `a style is missing (${NUMBER_STYLES.join(', ')})`);
  else if (style === 'currency' && rule.raw('currency') === undefined) wrong('currency', 'a currency is missing');
  if (style !== 'currency' && currency !== undefined) wrong('currency', 'currency is for the style currency');
  if (style !== 'number' && style !== 'bar' && unit !== undefined)
    wrong('unit', 'unit is for the styles number and bar');
  if (style === 'stars' && decimals !== undefined) wrong('decimals', 'stars have no decimals');
  return {
    style: (style as NumberStyle | undefined) ?? 'number',
    ...(decimals === undefined ? {} : { decimals }),
    ...(unit === undefined || unit.trim() === '' ? {} : { unit: unit.trim() }),
    ...(currency === undefined ? {} : { currency }),
  };
}

/** A hierarchy links to its own table without saying so. D16 */
function checkLink(reader: SpecReader): void {
  if (reader.raw('ref') !== undefined || reader.raw('hierarchy') === true) return;
  for (const key of ['inverse', 'ref_where', 'ref_by'] as const) {
    const code = COLUMN_ATTRIBUTES[key].misplaced ?? 'ref';
    if (reader.raw(key) !== undefined) reader.semantic(key, code, `${key} needs ref, the table that is linked to`);
  }
}

function readRefBy(reader: SpecReader, source: JsonObject): RefBy {
  const rule = reader.nested('ref_by', REF_BY, source);
  const { column = '', levels, map, target_column: targetColumn } = rule.value;
  if (rule.raw('column') === undefined) rule.grammar('column', 'type', 'the column with the level is missing');
  else if ((levels === undefined) === (map === undefined)) rule.grammar('', 'type', 'write either levels or map');
  if (levels !== undefined && new Set(levels).size < levels.length) {
    rule.semantic('levels', 'ref', 'a level is listed twice');
  }
  return {
    column,
    ...(levels === undefined ? {} : { levels }),
    ...(map === undefined ? {} : { map }),
    ...(targetColumn === undefined ? {} : { targetColumn }),
  };
}

/** Of a list column these apply to each item, as if they were in `items`; `values` is in `items` only. D16 */
const ITEM_RULES = VALUE_ATTRIBUTES.filter((name) => name !== 'type' && name !== 'values');

/** `items` of a list: a type name or a spec; string when absent. Null when it can't be judged. D16 */
export function readItems(reader: SpecReader): ItemSpec | null {
  const { items: given = 'string' } = reader.value;
  if (reader.raw('items') !== undefined && reader.value.items === undefined) return null;
  const own = typeof given === 'string' ? { type: given } : given;
  const items = reader.nested('items', ITEM_SPEC, { ...outerRules(reader, own), ...own });
  const type = readType(items, ITEM_TYPES);
  return type === null ? null : (readValueSpec(items, type) as ItemSpec);
}

function outerRules(reader: SpecReader, own: JsonObject): JsonObject {
  const rules: Record<string, Json> = {};
  for (const key of ITEM_RULES) {
    const outer = reader.value[key] as Json | undefined;
    if (outer === undefined) continue;
    rules[key] = outer;
    if ((own[key] ?? outer) !== outer) {
      reader.semantic(key, 'type', `${key} is set beside items and in it, with different values`);
    }
  }
  return rules;
}
