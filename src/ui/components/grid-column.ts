/** The columns and rows of a grid as plain data. */

import type { Json, Operations } from '../../engine/index';
import type { ColorsByValue } from '../../kernel/choice-colors';
import type { NumberFormatting, TextFormat } from '../../kernel/number-format';

export type CellType = Extract<Operations['describe_table']['result'], { columns: unknown }>['columns'][number]['type'];

export interface GridColumn {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly type: CellType;
  /** Of a list. */
  readonly itemType: CellType;
  /** Allowed values of an enum, or of the items of a list, in their order. */
  readonly values: readonly string[];
  /** What these values mean, where somebody wrote it down. */
  readonly meanings: Readonly<Record<string, string>>;
  /** Their colours, where the definition gives others than those of their positions. */
  readonly colors: ColorsByValue;
  /** Whether the values have a rank, such as low, medium and high. */
  readonly isOrdered: boolean;
  /** Of a number: what one step up or down adds. */
  readonly step: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** How a number is shown; null: as it is. */
  readonly numberFormat: NumberFormatting | null;
  /** What a text is; null: any text. */
  readonly textFormat: TextFormat | null;
  /** Of a link, or a list of links: the table that it leads into. */
  readonly ref: string | null;
  readonly isRequired: boolean;
  /** False for what no one writes, such as a fact about the file. */
  readonly isEditable: boolean;
  /** False for what rows hold though their table does not declare it, such as a fact about the file. */
  readonly isDeclared: boolean;
  /** False for what rows can't be ordered by, such as the matches of a join. */
  readonly isSortable: boolean;
  /** Null: the notes hold its values. */
  readonly computed: ComputedValues | null;
  /** Of a date: how its rows come again; null: they don't. */
  readonly recurs: RecurringDates | null;
}

/** The columns that make the next row of a series. docs/recurrence.md */
export interface RecurringDates {
  readonly rule: string;
  readonly done: string;
  /** Of a choice: its values that count as done. */
  readonly values: readonly string[];
  readonly isFromDone: boolean;
  /** Other dates, which move by as many days. */
  readonly shift: readonly string[];
}

/** How a view computes the values of a column. */
export interface ComputedValues {
  readonly kind: 'formula' | 'rollup';
  /** Why there are no values, in words; null: there are. */
  readonly fault: string | null;
}

/** Of which nothing is known but its name: it is read as a text, and not edited. */
export const undeclaredColumn = (name: string, label = name): GridColumn => ({
  name,
  label,
  description: null,
  type: 'string',
  itemType: 'string',
  values: [],
  meanings: {},
  colors: {},
  isOrdered: false,
  step: null,
  min: null,
  max: null,
  numberFormat: null,
  textFormat: null,
  ref: null,
  isRequired: false,
  isEditable: false,
  isDeclared: false,
  isSortable: true,
  computed: null,
  recurs: null,
});

export interface GridRow {
  /** Stays the same when the note is renamed, where the answer contains an id. */
  readonly key: string;
  readonly path: string;
  readonly values: Readonly<Record<string, Json>>;
}

export interface GridSort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** Whether the column contains numbers, which are read by their last digit. */
export const isNumeric = ({ type }: GridColumn): boolean => type === 'integer' || type === 'number';

/** Whether the values, or the items of lists, are links. */
export const holdsLinks = ({ type, itemType }: GridColumn): boolean =>
  type === 'link' || (type === 'list' && itemType === 'link');

/** The column whose choices have their colours: more than one of them would say nothing. */
export const tintedColumn = (columns: readonly GridColumn[]): string | null =>
  columns.find(({ type }) => type === 'enum')?.name ?? null;

export function isEmptyValue(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether a query can be asked for it. */
export const hasValues = ({ computed }: GridColumn): boolean => computed === null || computed.fault === null;

/** For the person who tries to edit a cell of it; null: cells of it are edited. */
export function whyReadOnly({ label, isEditable, isDeclared, computed }: GridColumn): string | null {
  if (isEditable) return null;
  if (computed?.kind === 'formula') return `${label} is computed by a formula. Its heading has “Edit column…”.`;
  if (computed?.kind === 'rollup') return `${label} is computed from linked notes. Its heading has “Edit column…”.`;
  return isDeclared ? `NoteDB computes ${label} itself.` : `${label} is for reading here.`;
}
