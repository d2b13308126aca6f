/** The values of an enum column, and the definitions that compare with them. Source: docs/operations.md#rename_value, docs/operations.md#alter_column (ref_by levels); D18 */

import { NotedbError } from '../../errors';
import type { ColumnSpec, ValueSpec } from '../../values/column-spec';
import { type Json, isList } from '../../json';
import type { Catalog } from '../catalog';
import { refuseReaders } from './change-column';
import { type ColumnReader, mapColumnReads } from './column-references';

/** Of an enum, or of a list of them; null for any other column. */
export function enumValues(spec: ColumnSpec): readonly string[] | null {
  const value: ValueSpec = spec.type === 'list' ? (spec.items ?? spec) : spec;
  return value.type === 'enum' ? (value.values ?? []) : null;
}

/** Throws `conflict` when a rule of any table compares the column with a value that goes, or allows it as a level. */
export function refuseUsedValues(
  catalog: Catalog,
  qualified: string,
  column: string,
  dropped: ReadonlySet<string>,
): void {
  const readers = new Map<string, ColumnReader>();
  mapColumnReads(catalog, {
    value: ({ table, column: name, reader }, value) => {
      const isRead = table === qualified && name === column && dropped.has(value);
      if (isRead) readers.set(JSON.stringify(reader), reader);
      return value;
    },
  });
  const values = [...dropped].join(', ');
  refuseReaders(`${values} can't be dropped from the values of ${column}`, column, [...readers.values()], HINT);
}

const HINT = 'rename the value with rename_value, or change the rules that use it first';

/** The column with the value called `to`: position, default, meaning, colour. Throws `refuseValue` when `from` is not a value, or `to` is one already. */
export function withRenamedValue(spec: ColumnSpec, from: string, to: string): ColumnSpec {
  const values = enumValues(spec);
  if (values === null) {
    throw refuseValue(
      spec.name,
      'type',
      `${spec.name} is ${spec.type}, and only an enum has values`,
      'call update_rows',
      from,
    );
  }
  if (!values.includes(from)) {
    const message = `${spec.name} has no value ${JSON.stringify(from)} (${values.join(', ')})`;
    throw refuseValue(spec.name, 'enum', message, `its values: ${values.join(', ')}`, from);
  }
  if (values.includes(to)) {
    const message = `${spec.name} has a value ${JSON.stringify(to)} already`;
    throw refuseValue(
      spec.name,
      'exists',
      message,
      'take another name; update_rows sets one value in place of another',
      to,
    );
  }
  const rename = (value: string): string => (value === from ? to : value);
  const renamedKeys = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [rename(key), value]));
  const renamed = <T extends ValueSpec>(value: T): T => ({
    ...value,
    ...(value.values === undefined ? {} : { values: value.values.map(rename) }),
    ...(value.valueDescriptions === undefined ? {} : { valueDescriptions: renamedKeys(value.valueDescriptions) }),
    ...(value.valueColors === undefined ? {} : { valueColors: renamedKeys(value.valueColors) }),
  });
  const next = spec.items === undefined ? renamed(spec) : { ...spec, items: renamed(spec.items) };
  return spec.default === undefined ? next : { ...next, default: withRenamedDefault(spec.default, rename) };
}

function withRenamedDefault(value: Json, rename: (value: string) => string): Json {
  if (isList(value)) return value.map((item) => withRenamedDefault(item, rename));
  return typeof value === 'string' ? rename(value) : value;
}

const refuseValue = (
  column: string,
  code: 'type' | 'enum' | 'exists',
  message: string,
  hint: string,
  value: Json,
): NotedbError =>
  new NotedbError('refused', message, { violations: [{ path: null, column, code, message, value }], hint });
