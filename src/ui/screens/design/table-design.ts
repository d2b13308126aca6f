/** A table that somebody is about to make: its columns as they stand in the form, and the calls that make it. docs/page.md#make-a-table */

import type { Json, JsonObject, Operations } from '../../../engine/index';
import { suggestName } from '../../../kernel/names';
import type { CellType } from '../../components/grid-column';

export type Inference = Operations['infer_table']['result'];

export interface DesignColumn {
  /** Stays the same while it is edited. */
  readonly key: string;
  /** In the notes or the file; null: nothing has it yet. */
  readonly from: string | null;
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

export function designOfNotes({ proposal, columns }: Inference): TableDesign {
  const inferred = new Map(columns.map((column) => [column.name, column]));
  const designed = (proposal?.columns ?? []).map((column): DesignColumn => {
    const stats = inferred.get(column.name)?.stats;
    const found = stats && { of: stats.notes, filled: stats.filled, distinct: stats.distinct, samples: [] };
    const plain: DesignColumn = {
      key: column.name,
      from: inferred.get(column.name)?.from ?? column.name,
      name: column.name,
      type: column.type,
      itemType: column.items?.type ?? 'string',
      values: column.values ?? [],
      ref: column.ref ?? column.items?.ref ?? null,
      isRequired: column.required === true,
      isUnique: false,
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

/** The steps of the one batch that makes the table and fills it. `cut`: only so many rows of a file. */
export function designSteps(design: TableDesign, source: DesignSource, cut?: number): JsonObject[] {
  const name = suggestName(design.name);
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
      return [create, adoptStep(design, source.paths, name)];
    case 'lines':
      return [create, ...source.rows.slice(0, cut).map((line) => insertStep(design, line, name))];
  }
}

function specOf(column: DesignColumn): JsonObject {
  const { name, type, itemType, values, ref, isRequired, isUnique, isDense } = column;
  const link = ref === null ? {} : { ref };
  const choices = values.length === 0 ? {} : { values: [...values] };
  return {
    name: suggestName(name),
    type,
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

function adoptStep({ columns }: TableDesign, paths: readonly string[], table: string): JsonObject {
  const { rename, drop } = keyChanges(columns);
  return {
    op: 'adopt_rows',
    table,
    paths: [...paths],
    relocate: false,
    ...(Object.keys(rename).length === 0 ? {} : { rename }),
    ...(drop.length === 0 ? {} : { drop: [...drop] }),
  };
}

export interface KeyChanges {
  /** Key in the notes -> column. */
  readonly rename: Readonly<Record<string, string>>;
  readonly drop: readonly string[];
}

export function keyChanges(columns: readonly DesignColumn[]): KeyChanges {
  const renamed = columns.flatMap(({ from, name, isLeftOut }) =>
    from === null || isLeftOut || suggestName(name) === from ? [] : [[from, suggestName(name)] as const],
  );
  return {
    rename: Object.fromEntries(renamed),
    drop: columns.flatMap(({ from, isLeftOut }) => (isLeftOut && from !== null ? [from] : [])),
  };
}

function insertStep({ columns }: TableDesign, line: readonly string[], table: string): JsonObject {
  const values = columns.flatMap((column): [string, Json][] => {
    if (column.isLeftOut || column.from === null) return [];
    const value = cellOf(column, line[Number(column.key.replace('field', ''))] ?? '');
    return value === null ? [] : [[suggestName(column.name), value]];
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
