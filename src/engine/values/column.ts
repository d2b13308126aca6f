/** A column as it is declared. spec: Column spec, D16. */

import type { Json } from './json';

export const COLUMN_TYPES = [
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'enum',
  'link',
  'list',
  'json',
] as const;

export type ColumnType = (typeof COLUMN_TYPES)[number];

export type ItemType = Exclude<ColumnType, 'list'>;

/** What a value must be, for a column or for one item of a list. */
export interface ValueSpec {
  readonly type: ColumnType;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number;
  /** The allowed values of an enum, in their order. */
  readonly values?: readonly string[];
  /** Qualified name of the table whose rows a link may point to. */
  readonly ref?: string;
}

export interface ItemSpec extends ValueSpec {
  readonly type: ItemType;
}

export interface ColumnSpec extends ValueSpec {
  readonly name: string;
  readonly description?: string;
  readonly label?: string;
  readonly aliases?: readonly string[];
  readonly note?: string;
  readonly required?: boolean;
  readonly default?: Json;
  readonly unique?: boolean;
  /** Written on every row, `key:` when it has no value. */
  readonly dense?: boolean;
  /** Of a list; string when absent. */
  readonly items?: ItemSpec;
}
