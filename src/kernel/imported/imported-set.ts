/** Tables as another program kept them, with rows, texts of notes and views, and a report of what has no counterpart. docs/import.md */

import type { TextType, TextValue } from '../read-text';

export interface ImportedSet {
  readonly tables: readonly ImportedTable[];
  readonly views: readonly ImportedView[];
  readonly untranslated: readonly Remark[];
}

/** A part of the input that is left out or read otherwise. */
export interface Remark {
  /** The file, the table or the column. */
  readonly at: string;
  /** As it is written; empty: the place says it. */
  readonly text: string;
  readonly reason: string;
}

export interface ImportedTable {
  readonly label: string;
  readonly description: string;
  readonly columns: readonly ImportedColumn[];
  readonly rows: readonly ImportedRow[];
}

export interface ImportedColumn {
  readonly label: string;
  readonly type: TextType;
  /** Of a list. */
  readonly itemType: TextType;
  /** Of a choice, or of a list of them. */
  readonly values: readonly string[];
  /** The place of the table that links lead into; null: any note, or none. */
  readonly ref: number | null;
  /** The place of the column of that table that links back; null: none does. */
  readonly inverse: number | null;
  readonly required: boolean;
}

export interface ImportedRow {
  /** Of its note. */
  readonly name: string;
  /** In the order of the columns. */
  readonly values: readonly TextValue[];
  /** Rows that a column links to, by the place of the column. */
  readonly links: ReadonlyMap<number, readonly RowPlace[]>;
  readonly body: readonly BodyPart[];
}

export interface RowPlace {
  readonly table: number;
  readonly row: number;
}

/** Text, or a link to a row. */
export type BodyPart = string | (RowPlace & { readonly text: string });

/** Columns by their places. */
export interface ImportedView {
  readonly label: string;
  readonly table: number;
  /** Makes the lanes of a board. */
  readonly lanes: number;
  /** Numbers: the own order of the cards. */
  readonly order: number;
  /** A column of yes and no: rows with yes are not shown. */
  readonly without: number | null;
}

export const plainColumn = (label: string, type: TextType, more: Partial<ImportedColumn> = {}): ImportedColumn => ({
  ...{ label, type, itemType: 'string', values: [], ref: null, inverse: null, required: false },
  ...more,
});
