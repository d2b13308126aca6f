/** Reads what a value must be: type, bounds, allowed values, link target. spec: Column spec, D16, D18. */

import type { ColumnType, ItemSpec, ItemType, ValueSpec } from '../../values/column';
import { COLUMN_TYPES } from '../../values/column';
import type { Json, JsonObject } from '../../values/json';
import { isJsonObject } from '../../values/json';
import type { AttributeReader } from './attribute-reader';
import { attributesWith } from './column-attributes';
import { checkTableName, readLink } from './link-rules-reader';
import { didYouMean } from '../near-names';

const VALUE_ATTRIBUTES = attributesWith(({ describes }) => describes === 'value');

const ITEM_TYPES: readonly string[] = COLUMN_TYPES.filter((type) => type !== 'list');

/** Null when the type is missing or unknown: then nothing else can be judged. */
export function readType(reader: AttributeReader, legal: readonly string[]): ColumnType | null {
  const type = reader.text('type');
  if (type === undefined) {
    if (reader.raw('type') === undefined) reader.grammar('type', 'type', `a type is missing (${legal.join(', ')})`);
    return null;
  }
  if (legal.includes(type)) return type as ColumnType;
  const near = didYouMean(type, legal);
  reader.grammar('type', 'type', `unknown type "${type}" (${legal.join(', ')})${near === null ? '' : `; ${near}`}`);
  return null;
}

/** The attributes beside the type, for a column or for the items of a list.  */
export function readValueSpec<T extends ColumnType>(
  reader: AttributeReader,
  type: T,
): ValueSpec & { readonly type: T } {
  const bounds = readBounds(reader, type);
  const values = readValues(reader, type);
  return {
    type,
    ...bounds,
    ...(values === undefined ? {} : { values }),
    ...readEnum(reader, type, values),
    ...readLink(reader, type),
  };
}

type Bounds = Pick<ValueSpec, 'min' | 'max' | 'step'>;

function readBounds(reader: AttributeReader, type: ColumnType): Bounds {
  const min = reader.number('min');
  const max = reader.number('max');
  const step = reader.number('step');
  if (type !== 'integer' && type !== 'number') {
    for (const [key, value] of Object.entries({ min, max, step })) {
      if (value !== undefined) reader.semantic(key, 'range', `${key} is for integer and number, not for ${type}`);
    }
    return {};
  }
  if (min !== undefined && max !== undefined && min > max) {
    reader.semantic('min', 'range', `min ${min} is above max ${max}`);
  }
  if (step !== undefined && step <= 0) reader.semantic('step', 'step', `step ${step} must be above 0`);
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
  };
}

function readValues(reader: AttributeReader, type: ColumnType): readonly string[] | undefined {
  const values = reader.texts('values');
  if (type !== 'enum') {
    if (values !== undefined) {
      const hint = type === 'list' ? 'write items: {type: enum, values: [...]}' : 'make the type enum';
      reader.semantic('values', 'enum', `values is for enum, not for ${type}`, hint);
    }
    return undefined;
  }
  if (values === undefined || values.length === 0) {
    if (values !== undefined || reader.raw('values') === undefined) {
      reader.semantic('values', 'enum', 'an enum needs values');
    }
    return undefined;
  }
  if (values.some((value) => value.trim() === '')) reader.semantic('values', 'enum', 'an enum value may not be empty');
  const repeated = [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
  if (repeated.length > 0) reader.semantic('values', 'enum', `repeated enum value: ${repeated.join(', ')}`);
  return values;
}

type EnumRules = Pick<ValueSpec, 'valueDescriptions' | 'ordered' | 'vocabulary'>;

function readEnum(reader: AttributeReader, type: ColumnType, values: readonly string[] = []): EnumRules {
  const meanings = reader.object('value_descriptions');
  const ordered = reader.flag('ordered');
  const vocabulary = reader.text('vocabulary');
  if (type !== 'enum') {
    if (meanings !== undefined)
      reader.semantic('value_descriptions', 'enum', `value_descriptions is for enum, not for ${type}`);
    if (ordered === true) reader.semantic('ordered', 'enum', `ordered is for enum, not for ${type}`);
  }
  if (vocabulary !== undefined) {
    if (type !== 'string') reader.semantic('vocabulary', 'vocabulary', `vocabulary is for string, not for ${type}`);
    checkTableName(reader, 'vocabulary', vocabulary);
  }
  for (const [value, meaning] of Object.entries(meanings ?? {})) {
    if (typeof meaning !== 'string')
      reader.grammar('value_descriptions', 'type', `value_descriptions: ${value} must be text`);
    else if (type === 'enum' && !values.includes(value)) {
      reader.semantic('value_descriptions', 'enum', `value_descriptions: ${value} is no value (${values.join(', ')})`);
    }
  }
  return {
    ...(meanings === undefined || Object.keys(meanings).length === 0
      ? {}
      : { valueDescriptions: meanings as Record<string, string> }),
    ...(ordered === true ? { ordered } : {}),
    ...(vocabulary === undefined ? {} : { vocabulary }),
  };
}

/** Of a list column these are said of each item, as if they stood in `items`; `values` stands in `items` only. D16 */
const ITEM_RULES = VALUE_ATTRIBUTES.filter((name) => name !== 'type' && name !== 'values');

/** `items` of a list: a type name or a spec; string when absent. Null when it can't be judged. D16 */
export function readItems(reader: AttributeReader): ItemSpec | null {
  const raw: Json = reader.raw('items') ?? 'string';
  if (typeof raw !== 'string' && !isJsonObject(raw)) {
    reader.grammar('items', 'type', 'items must be a type name or a spec like {type: link, ref: ...}');
    return null;
  }
  const own = typeof raw === 'string' ? { type: raw } : raw;
  const items = reader.nested('items', { ...outerRules(reader, own), ...own });
  const type = readType(items, ITEM_TYPES) as ItemType | null;
  items.rejectOthers(VALUE_ATTRIBUTES);
  if (reader.raw('values') !== undefined) readValues(reader, 'list');
  return type === null ? null : readValueSpec(items, type);
}

function outerRules(reader: AttributeReader, own: JsonObject): JsonObject {
  const rules: Record<string, Json> = {};
  for (const key of ITEM_RULES) {
    const outer = reader.raw(key);
    if (outer === undefined) continue;
    rules[key] = outer;
    const inner = own[key] ?? outer;
    if (inner !== outer) reader.semantic(key, 'type', `${key} stands beside items and in it, with different values`);
  }
  return rules;
}
