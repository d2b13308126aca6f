/** Subjects of filters, orders and projections: a column, a field, the path, the id, a file column, and any of them behind links. Source: docs/operations.md#select_rows. */

import type { NotePath } from '../../ports/vault-port';
import type { Row } from '../../storage/row';
import type { ColumnSpec } from '../../values/column-spec';
import type { Json } from '../../json';
import type { LinkPath } from './link-path';

/** How the file columns are known. */
export interface FileFacts {
  backlinkCount(path: NotePath): number;
  /** The wiki link that resolves to the note from anywhere; the path alone where no wiki link can hold its name. */
  linkTo(path: NotePath): string;
  /** Milliseconds as a date-time in the database time zone. */
  formatTime(milliseconds: number): string;
  /** Null where texts are not read: then `file_tags` is refused. */
  readonly tags: TagFacts | null;
}

/** Tags are in the texts, which no row holds: they are read between the plan of a query and its run. */
export interface TagFacts {
  /** The plan names the tags of the rows of a source. */
  ask(source: { readonly name: string; readonly qualified?: string }): void;
  of(path: NotePath): readonly string[];
}

/** A value that is made of one stored column, so that it is made once for each distinct value there. */
export interface SubjectDerivation {
  /** The key in the column store. */
  readonly column: string;
  of(value: Json | undefined, path: NotePath): Json | undefined;
  /** True when `of` is not the same in every note. */
  dependsOnPath(value: Json | undefined): boolean;
}

export interface Subject {
  readonly name: string;
  /** The column's declaration, or a stand-in that gives the type; null for a value of any kind. */
  readonly spec: ColumnSpec | null;
  /** The key in the column store; null when the value is made of something else. */
  readonly stored: string | null;
  ofRow(row: Row): Json | undefined;
  readonly derived?: SubjectDerivation;
  /** Of a dotted key: the rows that it leads to, and what it names of each. `ofRow` gives their values as one. */
  readonly behind?: { readonly path: LinkPath; readonly end: Subject };
}

/** Older names of these, and what they are called now. D3 */
export const OLDER_FILE_COLUMNS: ReadonlyMap<string, string> = new Map([['file_backlinks', 'file_backlink_count']]);

export const FILE_COLUMNS = ['file_name', 'file_link', 'file_modified', 'file_backlink_count', 'file_tags'] as const;
