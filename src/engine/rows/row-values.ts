/** Parses the values of a row from arguments; problems become violations. D16, D17. */

import { nearNames } from '../../kernel/near-names';
import { nearValues } from '../catalog/near-values';
import { type TableDefinition, columnNamed } from '../catalog/definition';
import { badRequest, nearOf, type Violation } from '../errors';
import { type RawValue, RAW_EMPTY } from '../yaml/raw-value';
import type { NotePath } from '../ports/vault-port';
import { OBSIDIAN_LISTS, type ObsidianList, obsidianItems } from '../note/obsidian-lists';
import { parseArgument } from '../values/argument';
import type { ColumnSpec } from '../values/column-spec';
import { encodeJson, encodeValue } from '../values/encode';
import { isComputed } from '../values/generated-columns';
import { type Json, type JsonObject, isNestedDeeper } from '../json';
import { MOST_LEVELS } from '../values/valid-value';
import { levelsProblem } from '../values/validate';
import type { WriteContext } from '../contexts';

/** Items of a list that stay as the note has them. */
interface KeptItems {
  /** How many values at the start of the list they are. */
  readonly count: number;
  /** As they are written, the empty ones among them. */
  readonly raw: readonly RawValue[];
}

/** A value to write. */
export class GivenValue {
  constructor(
    /** Undefined unsets. */
    readonly value: Json | undefined,
    /** What it is a value of: a column, an untyped field, or one of Obsidian's own lists. */
    private readonly key: ColumnSpec | 'field' | 'list',
    /** Null: the value is given whole. */
    readonly kept: KeptItems | null = null,
  ) {}

  /** The kept items, with new ones behind them. */
  static ofPieces(
    spec: ColumnSpec,
    kept: readonly { readonly value: Json | undefined; readonly raw: RawValue }[],
    added: readonly Json[],
  ): GivenValue {
    const present = kept.flatMap(({ value }) => (value === undefined ? [] : [value]));
    const values = [...present, ...added];
    const raw = kept.map((item) => item.raw);
    return new GivenValue(values.length === 0 ? undefined : values, spec, { count: present.length, raw });
  }

  with(value: Json): GivenValue {
    return new GivenValue(value, this.key);
  }

  /** How it is written; null where the key goes. */
  get raw(): RawValue | null {
    const { key, value, kept } = this;
    if (value === undefined) return key === 'field' || (key !== 'list' && key.dense === true) ? RAW_EMPTY : null;
    const whole = typeof key === 'string' ? encodeJson(value) : encodeValue(key, value);
    if (kept === null || whole.kind !== 'list') return whole;
    return { kind: 'list', items: [...kept.raw, ...whole.items.slice(kept.count)] };
  }
}

export interface ValueReader {
  readonly table: TableDefinition;
  readonly path: NotePath | null;
  readonly zone: string;
  readonly violate: (violation: Violation) => void;
}

/** By key, in the order of the argument. A key that the table does not know is `unknown_column`. */
export function readValues(reader: ValueReader, values: JsonObject): Map<string, GivenValue> {
  const given = new Map<string, GivenValue>();
  for (const key of Object.keys(values)) {
    const read = readValue(reader, key, values[key] as Json);
    if (read !== null) given.set(key, read);
  }
  return given;
}

/** Null when something is wrong with it. */
function readValue(reader: ValueReader, key: string, value: Json): GivenValue | null {
  const { table, path, zone, violate } = reader;
  const spec = columnNamed(table, key);
  if (spec !== undefined && isComputed(spec)) {
    violate(computedByEngine(spec, path, value));
    return null;
  }
  if (spec !== undefined) {
    const { value: parsed, problems } = parseArgument(spec, value, { zone, table: table.name });
    for (const problem of problems) violate({ path, column: key, ...problem, ...nearValues(spec, problem) });
    return problems.length > 0 ? null : written(spec, parsed);
  }
  // A field is kept on every row: without a value as `key:`.
  if (Object.hasOwn(table.fields, key)) {
    if (!isNestedDeeper(value, MOST_LEVELS)) return fieldValue(value);
    violate({ path, column: key, ...levelsProblem(value, { column: key, table: table.name, item: 0 }) });
    return null;
  }
  const list = OBSIDIAN_LISTS.find((name) => name === key);
  if (list !== undefined) return obsidianList(reader, list, value);
  violate(unknownColumn(table, path, key, value));
  return null;
}

/** Checks values given once for many rows: problems are reported once, also without a row. Returns the right ones. D5 */
export function checkedValues(
  { transaction, zone }: WriteContext,
  table: TableDefinition,
  values: JsonObject,
): JsonObject {
  const wrong = new Set<string | null>();
  const violate = (violation: Violation): void => {
    wrong.add(violation.column);
    transaction.violate(violation);
  };
  readValues({ table, path: null, zone, violate }, values);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name)));
}

/** As `checkedValues`, for names to unset. */
export function checkedNames(
  { transaction }: WriteContext,
  table: TableDefinition,
  names: readonly string[],
): readonly string[] {
  return names.filter((name) => {
    const refusal = unsettableViolation(table, null, name);
    if (refusal !== null) transaction.violate(refusal);
    return refusal === null;
  });
}

/** A typed value of a column. */
export const written = (spec: ColumnSpec, value: Json | undefined): GivenValue => new GivenValue(value, spec);

export const fieldValue = (value: Json): GivenValue => new GivenValue(value ?? undefined, 'field');

function obsidianList({ path, violate }: ValueReader, key: ObsidianList, value: Json): GivenValue | null {
  if (value === null) return new GivenValue(undefined, 'list');
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    const items = obsidianItems(key, [value]);
    return new GivenValue(items.length === 0 ? undefined : items, 'list');
  }
  violate({ path, column: key, code: 'type', message: `${key} is a list of texts`, value });
  return null;
}

/** A name that set_values and unset may hold. */
export const isSettable = ({ columns, fields }: TableDefinition, name: string): boolean =>
  columns.some((column) => column.name === name) ||
  Object.hasOwn(fields, name) ||
  (OBSIDIAN_LISTS as readonly string[]).includes(name);

/** Why a name can't be unset; null when it can. */
export function unsettableViolation(table: TableDefinition, path: NotePath | null, name: string): Violation | null {
  const spec = table.columns.find((column) => column.name === name);
  if (spec !== undefined && isComputed(spec)) return computedByEngine(spec, path, null);
  return isSettable(table, name) ? null : unknownColumn(table, path, name, null);
}

/** Computed columns are never given. Source: docs/operations.md#column-specs */
function computedByEngine({ name, generated, identity }: ColumnSpec, path: NotePath | null, value: Json): Violation {
  const found = { path, column: name, value } as const;
  return generated === undefined
    ? {
        ...found,
        code: 'identity',
        message: `${name} is set by the engine (identity ${identity ?? ''}), not by the caller`,
      }
    : { ...found, code: 'generated', message: `${name} is computed from "${generated}", not set by the caller` };
}

export function unknownColumn(table: TableDefinition, path: NotePath | null, key: string, value: Json): Violation {
  const names = [...table.columns.map(({ name }) => name), ...Object.keys(table.fields)];
  const keyed = table.columns.filter((spec) => spec.key === key).map(({ name }) => name);
  const near = keyed.length > 0 ? keyed : nearNames(key, names);
  const meant = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : `; it has ${names.join(', ')}`;
  const what =
    key === 'id' || key === 'table'
      ? `${key} is written by the engine, not by the caller`
      : `${table.name} has no column "${key}"${meant}`;
  return { path, column: key, code: 'unknown_column', message: what, value, ...nearOf(near) };
}

/** Both set and unset in one call is a mistake. D16 */
export function checkNotBoth(
  setValues: JsonObject | null | undefined,
  unset: readonly string[] | null | undefined,
): void {
  const both = (unset ?? []).filter((key) => Object.hasOwn(setValues ?? {}, key));
  if (both.length > 0)
    throw badRequest(`${both.join(', ')}: both in set_values and in unset`, 'name each column in one of them');
}
