/** A column as it is declared. Source: docs/operations.md#column-specs, D16. */

import type { ColorsByValue } from '../../kernel/choice-colors';
import type { NumberFormatting, TextFormat } from '../../kernel/number-format';
import type { Json, JsonObject } from '../json';

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

/** As a sentence names it: "a string", "an integer". */
export const withArticle = (type: ColumnType): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

export type ItemType = Exclude<ColumnType, 'list'>;

/** What a level of the row says of a link: which rows it may point to. Source: docs/operations.md#column-specs (ref_by), D16 */
export interface RefBy {
  /** The column of the row that holds its level. */
  readonly column: string;
  /** An ordered chain: each level's parent is the one before it. */
  readonly levels?: readonly string[];
  /** Level -> the levels that its parent may have; null: the link must be empty. */
  readonly map?: Readonly<Record<string, readonly string[] | null>>;
  /** The target's column that holds its level; absent: the one of the same name. */
  readonly targetColumn?: string;
}

export const IDENTITIES = ['filename', 'created', 'uuid'] as const;

export type ColumnIdentity = (typeof IDENTITIES)[number];

export const RECURS_FROM = ['date', 'done'] as const;

/** How a row of a date column comes again when it is done. docs/recurrence.md */
export interface Recurs {
  /** The text column with the rule (RRULE of RFC 5545). */
  readonly rule: string;
  /** The boolean or enum column that says when a row is done. */
  readonly done: string;
  /** Of an enum: its values that count as done. */
  readonly values?: readonly string[];
  /** The next date counts from that of the row (absent), or from the day on which it is done. */
  readonly from?: (typeof RECURS_FROM)[number];
  /** Date columns that move along. */
  readonly shift?: readonly string[];
  /** Columns that begin with their default. */
  readonly reset?: readonly string[];
}

export const COMPUTED_KINDS = ['rollup', 'compute'] as const;

export type ComputedKind = (typeof COMPUTED_KINDS)[number];

/** What a value must be, for a column or for one item of a list. */
export interface ValueSpec {
  readonly type: ColumnType;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number;
  /** How people see the number; the value stays as it is. */
  readonly numberFormat?: NumberFormatting;
  /** What a text is, so that it is a link. */
  readonly textFormat?: TextFormat;
  /** The allowed values of an enum, in their order. */
  readonly values?: readonly string[];
  /** Enum value -> its meaning. */
  readonly valueDescriptions?: Readonly<Record<string, string>>;
  /** Enum value -> its colour, where it is not that of its position. */
  readonly valueColors?: ColorsByValue;
  /** Filters, order and averages of the enum go by position, which counts from 1. */
  readonly ordered?: boolean;
  /** Qualified name of the table whose rows' names are the allowed values. */
  readonly vocabulary?: string;
  /** Qualified name of the table whose rows a link may point to. */
  readonly ref?: string;
  /** The column of the `ref` table that links back; every write keeps both in step. */
  readonly inverse?: string;
  /** A filter that the row behind the link must match. */
  readonly refWhere?: JsonObject;
  readonly refBy?: RefBy;
}

export interface ItemSpec extends ValueSpec {
  readonly type: ItemType;
}

export interface ColumnSpec extends ValueSpec {
  readonly name: string;
  /** The front matter key of the notes; absent: the name. */
  readonly key?: string;
  /** Notes may keep the value in their text: `key:: value`. docs/inline-properties.md */
  readonly inline?: boolean;
  readonly description?: string;
  readonly label?: string;
  readonly aliases?: readonly string[];
  readonly note?: string;
  readonly required?: boolean;
  readonly default?: Json;
  readonly unique?: boolean;
  /** `date(column)` or a pattern: computed by every write of the row, never given. */
  readonly generated?: string;
  /** Set by the engine, never given. */
  readonly identity?: ColumnIdentity;
  /** Of a date or datetime: the row comes again when it is done. */
  readonly recurs?: Recurs;
  /** One parent link to the table's own table, without a circle. */
  readonly hierarchy?: boolean;
  /** Written on every row, `key:` when it has no value. */
  readonly dense?: boolean;
  /** Of a column that a query computes, in no definition: how. */
  readonly computed?: ComputedKind;
  /** Of a list; string when absent. */
  readonly items?: ItemSpec;
}

/** The front matter key under which notes keep the column. docs/decisions.md#d27-tables-from-notes */
export const noteKeyOf = ({ name, key }: Pick<ColumnSpec, 'name' | 'key'>): string => key ?? name;

/** The table whose rows' names the column, or each item of it, may hold. */
export const vocabularyOf = ({ type, vocabulary, items }: ColumnSpec): string | undefined =>
  type === 'list' ? items?.vocabulary : vocabulary;

/** What each value of a link column, or each item of a list of links, must be; null for a column of anything else. */
export function linkSpecOf(spec: ColumnSpec): ValueSpec | null {
  const item = spec.type === 'list' ? spec.items : spec;
  return item?.type === 'link' ? item : null;
}
