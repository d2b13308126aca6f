/** A table that somebody is about to make: its columns as they stand in the form, and the calls that make it. docs/page.md#make-a-table */

import type { Json, JsonObject, Operations } from '../../../engine/index';
import type { CellType } from '../../components/grid-column';

export type Inference = Operations['infer_table']['result'];

export interface DesignColumn {
  /** Stays the same while it is edited. */
  readonly key: string;
  /** In the notes or the file; null: nothing has it yet. */
  readonly from: string | null;
  /** Other spellings of it in the notes. */
  readonly otherKeys?: readonly string[];
  /** The notes keep `from`; else it is renamed to the name. */
  readonly keepsKey?: boolean;
  /** The engine writes the name of the note. */
  readonly isNoteName?: boolean;
  readonly name: string;
  readonly type: CellType;
  /** Of a list. */
  readonly itemType: CellType;
  /** Of a choice. */
  readonly values: readonly string[];
  /** Of links: the qualified table; null: any note. */
  readonly ref: string | null;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isDense: boolean;
  /** Its key leaves the notes, or its field is not read from the file. */
  readonly isLeftOut: boolean;
  readonly description: string;
  readonly found: FoundValues | null;
}

export interface FoundValues {
  /** Notes or lines that were looked at. */
  readonly of: number;
  readonly filled: number;
  readonly distinct: number;
  /** A few of them. */
  readonly samples: readonly string[];
}

export interface TableDesign {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly DesignColumn[];
}

/** What fills the table. */
export type DesignSource =
  | {
      readonly kind: 'notes';
      readonly folder: string;
      readonly paths: readonly string[];
      /** Values that the notes need, by path and proposed column. */
      readonly perRow?: Readonly<Record<string, JsonObject>>;
      readonly remarks: readonly string[];
    }
  | { readonly kind: 'lines'; readonly file: string; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'nothing' };

export const TYPE_LABELS: Readonly<Record<CellType, string>> = {
  string: 'Text',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'Yes / no',
  date: 'Date',
  datetime: 'Date and time',
  enum: 'Choice',
  link: 'Link',
  list: 'List',
  json: 'Anything',
};

/** Of the kind that all notes have another one of: a choice among them refuses every new note. */
export const isNoRealChoice = ({ type, values, found }: DesignColumn): boolean =>
  type === 'enum' && found !== null && found.filled > 2 && found.distinct === found.filled && values.length > 2;

export function designOfNotes({ proposal, columns, adopt }: Inference): TableDesign {
  const inferred = new Map(columns.map((column) => [column.name, column]));
  const renamed = Object.entries(adopt?.rename ?? {});
  const designed = (proposal?.columns ?? []).map((column): DesignColumn => {
    const from = inferred.get(column.name)?.from ?? column.name;
    const stats = inferred.get(column.name)?.stats;
    const found = stats && { of: stats.notes, filled: stats.filled, distinct: stats.distinct, samples: [] };
    const plain: DesignColumn = {
      key: column.name,
      from: column.identity === undefined ? from : null,
      otherKeys: renamed.flatMap(([key, to]) => (to === column.name && key !== from ? [key] : [])),
      keepsKey: column.key !== undefined,
      isNoteName: column.identity !== undefined,
      name: column.name,
      type: column.type,
      itemType: column.items?.type ?? 'string',
      values: column.values ?? [],
      ref: column.ref ?? column.items?.ref ?? null,
      isRequired: column.required === true,
      isUnique: column.unique === true,
      isDense: column.dense === true,
      isLeftOut: false,
      description: column.description,
      found: found ?? null,
    };
    return isNoRealChoice(plain) ? { ...plain, type: 'string' } : plain;
  });
  return { name: proposal?.name ?? '', description: proposal?.description ?? '', columns: designed };
}

export const emptyDesign = (): TableDesign => ({
  name: '',
  description: '',
  columns: [{ ...newColumn([]), name: 'name', isRequired: true }],
});

export function newColumn(others: readonly DesignColumn[]): DesignColumn {
  const numbers = others.map(({ key }) => Number(/^new(\d+)$/.exec(key)?.[1] ?? 0));
  return {
    key: `new${Math.max(0, ...numbers) + 1}`,
    from: null,
    name: '',
    type: 'string',
    itemType: 'string',
    values: [],
    ref: null,
    isRequired: false,
    isUnique: false,
    isDense: false,
    isLeftOut: false,
    description: '',
    found: null,
  };
}

/** As the engine wants names: `Recommended by` becomes `recommended_by`. */
export const plainName = (typed: string): string =>
  typed
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** The steps of the one batch that makes the table and fills it. `cut`: only so many rows of a file. */
export function designSteps(design: TableDesign, source: DesignSource, cut?: number): JsonObject[] {
  const name = plainName(design.name);
  const create: JsonObject = {
    op: 'create_table',
    name,
    description: design.description.trim() || `Rows of ${name}`,
    columns: design.columns.filter(({ isLeftOut }) => !isLeftOut).map(specOf),
  };
  switch (source.kind) {
    case 'nothing':
      return [create];
    case 'notes':
      return [create, adoptStep(design, source, name)];
    case 'lines':
      return [create, ...source.rows.slice(0, cut).map((line) => insertStep(design, line, name))];
  }
}

function specOf(column: DesignColumn): JsonObject {
  const { name, type, itemType, values, ref, isRequired, isUnique, isDense } = column;
  const link = ref === null ? {} : { ref };
  const choices = values.length === 0 ? {} : { values: [...values] };
  return {
    name: plainName(name),
    ...(column.keepsKey === true && column.from !== null ? { key: column.from, label: column.from } : {}),
    type,
    ...(column.isNoteName === true ? { identity: 'filename' } : {}),
    description: column.description.trim() || name.replaceAll('_', ' '),
    ...(type === 'enum' ? { values: [...values] } : {}),
    ...(type === 'link' ? link : {}),
    ...(type === 'list'
      ? { items: { type: itemType, ...(itemType === 'link' ? link : itemType === 'enum' ? choices : {}) } }
      : {}),
    ...(isRequired ? { required: true } : {}),
    ...(isUnique ? { unique: true } : {}),
    ...(isDense ? { dense: true } : {}),
  };
}

function adoptStep(
  { columns }: TableDesign,
  { paths, perRow = {} }: Extract<DesignSource, { kind: 'notes' }>,
  table: string,
): JsonObject {
  const { rename, drop } = keyChanges(columns);
  const values = Object.entries(perRow).map(([path, row]) => [path, valuesByName(columns, row)] as const);
  return {
    op: 'adopt_rows',
    table,
    paths: [...paths],
    relocate: false,
    ...(Object.keys(rename).length === 0 ? {} : { rename }),
    ...(drop.length === 0 ? {} : { drop: [...drop] }),
    ...(values.length === 0 ? {} : { per_row: Object.fromEntries(values) }),
  };
}

/** Under the names that the columns have by now. */
const valuesByName = (columns: readonly DesignColumn[], row: JsonObject): JsonObject =>
  Object.fromEntries(
    columns.flatMap(({ key, name, isLeftOut }): [string, Json][] => {
      const value = row[key];
      return isLeftOut || value === undefined ? [] : [[plainName(name), value]];
    }),
  );

export interface KeyChanges {
  /** Key in the notes -> column. */
  readonly rename: Readonly<Record<string, string>>;
  /** Key in the notes -> the key that they have afterwards. */
  readonly written: Readonly<Record<string, string>>;
  readonly drop: readonly string[];
}

export function keyChanges(columns: readonly DesignColumn[]): KeyChanges {
  const renamed = columns.flatMap((column): readonly RenamedKey[] => {
    const { from, otherKeys = [], name, keepsKey = false, isLeftOut } = column;
    if (from === null || isLeftOut) return [];
    const to = keepsKey ? from : plainName(name);
    return [from, ...otherKeys].flatMap((key) => (key === to ? [] : [{ key, column: plainName(name), to }]));
  });
  return {
    rename: Object.fromEntries(renamed.map(({ key, column }) => [key, column])),
    written: Object.fromEntries(renamed.map(({ key, to }) => [key, to])),
    drop: columns.flatMap(({ from, otherKeys = [], isLeftOut }) =>
      isLeftOut && from !== null ? [from, ...otherKeys] : [],
    ),
  };
}

interface RenamedKey {
  readonly key: string;
  readonly column: string;
  readonly to: string;
}

function insertStep({ columns }: TableDesign, line: readonly string[], table: string): JsonObject {
  const values = columns.flatMap((column): [string, Json][] => {
    if (column.isLeftOut || column.from === null) return [];
    const value = cellOf(column, line[Number(column.key.replace('field', ''))] ?? '');
    return value === null ? [] : [[plainName(column.name), value]];
  });
  return { op: 'insert_row', table, values: Object.fromEntries(values) };
}

const YES = /^(true|yes|y|x|1|✓|✔)$/i;
const NO = /^(false|no|n|0)$/i;

/** A field of a file as a value of the column; as it stands where it is none, so that the refusal names it. Null: empty. */
export function cellOf({ type, itemType }: Pick<DesignColumn, 'type' | 'itemType'>, field: string): Json | null {
  const text = field.trim();
  if (text === '') return null;
  switch (type) {
    case 'integer':
    case 'number': {
      const number = plainNumber(text);
      return number ?? text;
    }
    case 'boolean':
      return YES.test(text) ? true : NO.test(text) ? false : text;
    case 'datetime':
      return text.replace(' ', 'T');
    case 'link':
      return asLink(text);
    case 'list':
      return text
        .split(/\s*[;,|]\s*/)
        .filter((item) => item !== '')
        .map((item) => (itemType === 'link' ? asLink(item) : (cellOf({ type: itemType, itemType }, item) ?? item)));
    default:
      return field;
  }
}

const asLink = (text: string): string => (/^!?\[/.test(text) ? text : `[[${text}]]`);

/** Digits with a point or a decimal comma. */
export function plainNumber(text: string): number | null {
  if (!/^[-+]?(\d+([.,]\d+)?|\d{1,3}(['’ ]\d{3})+([.,]\d+)?)(e[-+]?\d+)?$/i.test(text)) return null;
  const number = Number(text.replace(/['’ ]/g, '').replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}
