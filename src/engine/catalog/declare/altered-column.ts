/** Applies the changes of alter_column to the present column. Source: docs/operations.md#alter_column; D16, D17, D18. */

import { type ColorsByValue, keptColors } from '../../../kernel/choice-colors';
import { NotedbError, badRequest } from '../../errors';
import { type ColumnSpec, type ColumnType, COLUMN_TYPES } from '../../values/column-spec';
import { type Json, type JsonObject, isJsonObject } from '../../json';
import { sayUnknown } from '../spec/attribute-reader';
import {
  ALTERABLE,
  ATTRIBUTE_NAMES,
  COLUMN_ATTRIBUTES,
  VALUE_ATTRIBUTES,
  attributesWith,
} from '../spec/column-attributes';
import { readColumn } from '../spec/column-reader';
import { STYLE } from '../references/inheritance';
import { refuseProblems } from '../problem';
import { columnSpecJson } from '../spec/spec-json';

/** What makes another column. D17 */
const FIXED: readonly string[] = attributesWith(({ changedBy }) => changedBy === 'add_column');

/** Of a list these are said of its items. D16, D18 */
const OF_ITEMS: readonly string[] = VALUE_ATTRIBUTES.filter((name) => name !== 'type');

export interface AlteredColumn {
  readonly spec: ColumnSpec;
  /** Attributes that went because the new type has none. */
  readonly gone: readonly string[];
}

/**
 * Throws `bad_request` for an unknown attribute and for a change of the wrong shape; `refused` for an attribute that can't
 * be changed, for an empty description, and for attributes that do not fit each other.
 */
export function alteredColumn(spec: ColumnSpec, changes: JsonObject): AlteredColumn {
  refuseUnknown(changes);
  refuseFixed(spec.name, Object.keys(changes));
  refuseNoDescription(spec.name, changes);
  const { json, gone } = withChangedType(columnSpecJson(spec), changes);
  refuseNewInverse(spec, changes);
  const next = withKeptColors(json, withChanges(json, changes), changes);
  const { spec: altered, problems } = readColumn(next, []);
  refuseProblems(`${spec.name} can not be altered`, problems);
  if (altered === null) throw new Error('a column without a spec has a problem');
  return { spec: altered, gone };
}

/** What a table may say of a column that it inherits; anything else is refused. Source: docs/operations.md#set_table_bases */
export function restyledColumn(
  inherited: ColumnSpec,
  declared: ColumnSpec | undefined,
  base: string,
  changes: JsonObject,
): ColumnSpec {
  const { name, type } = inherited;
  refuseUnknown(changes);
  const others = Object.keys(changes).filter((key) => !(STYLE as readonly string[]).includes(key));
  if (others.length > 0) {
    const message = `${name} is inherited from the base ${base}: ${others.join(', ')} can't be changed in one table alone`;
    throw new NotedbError('conflict', message, {
      conflicts: others.map((key) => ({ path: null, column: name, code: 'inherited', message, actual: key })),
      hint: `change the base with define_base; here only ${STYLE.join(', ')} can be said`,
    });
  }
  refuseNoDescription(name, changes);
  const { dense: _dense, ...rest } = columnSpecJson(declared ?? { name, type });
  const { spec, problems } = readColumn(withChanges({ ...rest, type: 'string' }, { ...changes, dense: null }), []);
  refuseProblems(`${name} can not be altered`, problems);
  if (spec === null) throw new Error('a column without a spec has a problem');
  const dense = Object.hasOwn(changes, 'dense') ? changes['dense'] : declared?.dense;
  if (dense !== undefined && dense !== null && typeof dense !== 'boolean') {
    throw badRequest(`${name}: dense must be true or false`, 'null takes it back to what the base says');
  }
  return { ...spec, type, ...(typeof dense === 'boolean' && dense !== (inherited.dense ?? false) ? { dense } : {}) };
}

function refuseUnknown(changes: JsonObject): void {
  const known = ATTRIBUTE_NAMES as readonly string[];
  const unknown = Object.keys(changes).filter((key) => !known.includes(key));
  if (unknown.length === 0) return;
  const problems = unknown.map((key) => sayUnknown('attribute', key, known));
  throw badRequest(`changes: ${problems.map(({ message }) => message).join('; ')}`, {
    hint: `attributes that can change: ${ALTERABLE.join(', ')}`,
    near: problems.flatMap(({ near }) => near),
  });
}

function refuseFixed(column: string, keys: readonly string[]): void {
  const fixed = keys.filter((key) => FIXED.includes(key) || key === 'name');
  const [first] = fixed;
  if (first === undefined) return;
  const message = `${fixed.join(', ')} of ${column} can't be changed`;
  const isName = fixed.length === 1 && first === 'name';
  throw new NotedbError('refused', message, {
    violations: fixed.map((key) => ({
      path: null,
      column,
      code: 'type' as const,
      message: `${key} of ${column} can't be changed`,
      value: key,
    })),
    hint: isName ? 'call rename_column' : 'declare another column with add_column, and carry the values over',
  });
}

/** The partner of an inverse says the same of it. */
function refuseNewInverse({ name, items }: ColumnSpec, changes: JsonObject): void {
  const given = changes['items'];
  if (given === undefined) return;
  const inverse = isJsonObject(given ?? null) ? ((given as JsonObject)['inverse'] ?? null) : null;
  if (inverse !== (items?.inverse ?? null)) refuseFixed(name, ['inverse']);
}

function refuseNoDescription(column: string, changes: JsonObject): void {
  if (!Object.hasOwn(changes, 'description')) return;
  const { description = null } = changes;
  if (description !== null && (typeof description !== 'string' || description.trim() !== '')) return;
  const message = `${column}: a column needs a description`;
  throw new NotedbError('refused', message, {
    violations: [{ path: null, column, code: 'required', message, value: description }],
    hint: 'say what the column records, or leave description away',
  });
}

/** The present spec under the type that is asked for; a list of what the values are, and the other way round. */
function withChangedType(
  json: JsonObject,
  changes: JsonObject,
): { readonly json: JsonObject; readonly gone: string[] } {
  const type = changes['type'] ?? null;
  if (Object.hasOwn(changes, 'type') && type === null) {
    throw badRequest('changes: a column needs a type', `types: ${COLUMN_TYPES.join(', ')}`);
  }
  if (typeof type !== 'string' || type === json['type'] || !isType(type)) return { json, gone: [] };
  const { items = null, ...outer } = json;
  const flat: JsonObject = isJsonObject(items) ? { ...outer, ...items } : outer;
  if (type === 'list') return { json: intoList(flat), gone: [] };
  const gone = ATTRIBUTE_NAMES.filter((key) => key in flat && COLUMN_ATTRIBUTES[key].types?.includes(type) === false);
  return { json: withoutKeys({ ...flat, type }, gone), gone };
}

const isType = (type: string): type is ColumnType => (COLUMN_TYPES as readonly string[]).includes(type);

function intoList(flat: JsonObject): JsonObject {
  const inner = Object.entries(flat).filter(([key]) => key === 'type' || OF_ITEMS.includes(key));
  const outer = withoutKeys(flat, [...OF_ITEMS, 'hierarchy']);
  return { ...outer, type: 'list', items: Object.fromEntries(inner) };
}

const withoutKeys = (json: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([key]) => !keys.includes(key)));

/** A value keeps its colour when values come, go and move, unless the change says the colours itself. */
function withKeptColors(before: JsonObject, next: JsonObject, changes: JsonObject): JsonObject {
  if (Object.hasOwn(changes, 'value_colors')) return next;
  const [old, now] = [before, next].map((json) => (isJsonObject(json['items'] ?? null) ? json['items'] : json)) as [
    JsonObject,
    JsonObject,
  ];
  const [values, nextValues] = [old['values'], now['values']];
  if (!isTextList(values) || !isTextList(nextValues) || isSameList(values, nextValues)) return next;
  const colors = keptColors(values, (old['value_colors'] ?? {}) as ColorsByValue, nextValues);
  const { value_colors: _, ...rest } = now;
  const colored = Object.keys(colors).length === 0 ? rest : { ...rest, value_colors: colors };
  return now === next ? colored : { ...next, items: colored };
}

const isTextList = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isSameList = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n');

/** Null takes an attribute away. */
function withChanges(json: JsonObject, changes: JsonObject): JsonObject {
  const given = changes['items'] ?? null;
  const items = typeof given === 'string' ? { type: given } : Object.hasOwn(changes, 'items') ? given : json['items'];
  const isList = json['type'] === 'list' && isJsonObject(items ?? null);
  const inner = (key: string): boolean => isList && OF_ITEMS.includes(key);
  const next: Record<string, Json> = { ...json };
  const nextItems: Record<string, Json> = isList ? { ...(items as JsonObject) } : {};
  for (const [key, value] of Object.entries(changes)) {
    if (key === 'type' || (key === 'items' && isList)) continue;
    const target = inner(key) ? nextItems : next;
    if (value === null) delete target[key];
    else target[key] = value;
  }
  const type = changes['type'];
  return { ...next, ...(isList ? { items: nextItems } : {}), ...(type === undefined ? {} : { type }) };
}
