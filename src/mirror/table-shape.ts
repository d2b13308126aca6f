/** A table as the target has it: NoteDB's columns as columns of SQL. docs/mirror.md#types */

import type { Json, JsonObject } from '../engine/index';
import { cutToUtf8, utf8Length } from '../kernel/utf8-length';

/** `links`: a list of links, which is a table of its own. */
export type ColumnKind =
  'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'json' | 'texts' | 'link' | 'links';

export interface EnumValue {
  readonly value: string;
  readonly description: string | null;
}

export interface ColumnShape {
  /** NoteDB's name. */
  readonly column: string;
  /** Of the column, or of the table for a list of links. */
  readonly name: string;
  readonly kind: ColumnKind;
  /** Of a link: the column with the id of the linked row. */
  readonly idName?: string;
  /** Of an enum: the table with its values, and these in order. */
  readonly valuesName?: string;
  readonly values?: readonly EnumValue[];
  readonly description: string | null;
}

export interface TableShape {
  /** NoteDB's name. */
  readonly qualified: string;
  readonly name: string;
  readonly description: string | null;
  readonly columns: readonly ColumnShape[];
}

/** What a schema event and describe_table say of a table. */
export interface TableDescription {
  readonly description: string | null;
  readonly columns: readonly JsonObject[];
}

/** PostgreSQL cuts longer names. */
const MOST_BYTES = 63;

/** Columns of every table. */
const OWN_COLUMNS = ['path', 'id', '_invalid'];

/** `others`: tables that the target has besides; none of them gets another name. */
export function shapeOf(
  qualified: string,
  { description, columns }: TableDescription,
  others: readonly TableShape[],
): TableShape {
  const tables = new Set(others.flatMap(namesOf));
  const name = freeName(plainName(qualified), tables);
  const own = new Set(OWN_COLUMNS);
  const specs = columns.filter((spec) => spec['system'] !== true && spec['name'] !== 'id');
  const kinds = specs.map((spec) => kindOf(spec));
  // Columns keep their names; ids of links make room for them.
  const names = specs.map((spec, i) => (kinds[i] === 'links' ? '' : freeName(textOf(spec['name']), own)));
  return {
    ...{ qualified, name, description },
    columns: specs.map((spec, i) => {
      const column = textOf(spec['name']);
      const kind = kinds[i] as ColumnKind;
      const values = valuesOf(spec);
      return {
        ...{ column, kind, description: textOrNull(spec['description']) },
        name: kind === 'links' ? freeName(`${name}__${column}`, tables) : (names[i] as string),
        ...(kind === 'link' ? { idName: freeName(`${column}_id`, own) } : {}),
        ...(values === null ? {} : { values, valuesName: freeName(`${name}__${column}__values`, tables) }),
      };
    }),
  };
}

/** Every table of the target that belongs to it. */
const namesOf = ({ name, columns }: TableShape): readonly string[] => [
  name,
  ...columns.flatMap((column) => [
    ...(column.kind === 'links' ? [column.name] : []),
    ...(column.valuesName === undefined ? [] : [column.valuesName]),
  ]),
];

/** Those whose values are links. */
export const linkColumns = ({ columns }: TableShape): readonly ColumnShape[] =>
  columns.filter(({ kind }) => kind === 'link' || kind === 'links');

/** `main.default.tasks` is `tasks`, `main.crm.people` is `crm__people`. */
function plainName(qualified: string): string {
  const [catalog = '', schema = '', ...table] = qualified.split('.');
  const parts = [catalog === 'main' ? '' : catalog, catalog === 'main' && schema === 'default' ? '' : schema];
  const name = [...parts.filter((part) => part !== ''), table.join('.')].join('__');
  // Names with this beginning are the mirror's.
  return name.startsWith('_') ? `t${name}` : name;
}

/** The wanted name, cut to what the target takes, with a number where it is taken. */
function freeName(wanted: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const isLong = utf8Length(wanted) + end.length > MOST_BYTES;
    const name = isLong ? `${cutToUtf8(wanted, MOST_BYTES - end.length)}${end}` : `${wanted}${end}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

function kindOf(spec: JsonObject): ColumnKind {
  switch (spec['type']) {
    case 'string':
    case 'enum':
      return 'text';
    case 'integer':
    case 'number':
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'link':
      return spec['type'];
    case 'list':
      return kindOfItems(spec['items'] ?? null);
    default:
      return 'json';
  }
}

function kindOfItems(items: Json): ColumnKind {
  const type = typeof items === 'object' && items !== null && 'type' in items ? items.type : null;
  if (type === 'link') return 'links';
  return type === 'string' || type === 'enum' ? 'texts' : 'json';
}

function valuesOf(spec: JsonObject): readonly EnumValue[] | null {
  const items = spec['items'] as JsonObject | undefined;
  const { values, value_descriptions: described } = { ...items, ...spec } as {
    values?: readonly string[];
    value_descriptions?: Readonly<Record<string, string>>;
  };
  const isEnum = spec['type'] === 'enum' || items?.['type'] === 'enum';
  if (!isEnum || values === undefined) return null;
  return values.map((value) => ({ value, description: described?.[value] ?? null }));
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const textOrNull = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
