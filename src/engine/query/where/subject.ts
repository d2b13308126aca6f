/** Subjects of filters, orders and projections: a column, a field, the path, the id, a file column, and any of them behind links. Source: docs/operations.md#select_rows. */

import type { FileStat, NotePath } from '../../ports/vault-port';
import type { Row } from '../../storage/row';
import type { ColumnSpec } from '../../values/column-spec';
import type { Json } from '../../json';
import type { LinkedRows } from './link-path';

/** How the file columns are known. */
export interface FileFacts {
  backlinkCount(path: NotePath): number;
  /** The wiki link that resolves to the note from anywhere; the path alone where no wiki link can hold its name. */
  linkTo(path: NotePath): string;
  /** Links to the notes that link to it, as `linkTo` writes them, in the order of their paths. */
  backlinksOf(path: NotePath): readonly string[];
  /** The links of the note, each once: as `linkTo` writes them, and as the note writes those that lead to no file. */
  linksOf(path: NotePath): readonly string[];
  /** The notes that link to the note, and the files that it links to. */
  readonly linked: LinkedFiles;
  /** Milliseconds as a date-time in the database time zone. */
  formatTime(milliseconds: number): string;
  /** Null where files are not looked at: then `file_created` and `file_size` are refused. */
  readonly stats: StatFacts | null;
  /** Null where texts are not read: then `file_tags` is refused. */
  readonly tags: TagFacts | null;
}

export interface LinkedFiles {
  /** The note itself aside. */
  backlinks(path: NotePath): readonly NotePath[];
  /** The files that the links of the note lead to, the note itself aside, each once. */
  targets(path: NotePath): readonly NotePath[];
}

/** No row holds these: they are read between the plan of a query and its run. */
export interface AskedFacts<T> {
  /** The plan names them for the rows of a source. */
  ask(source: { readonly name: string; readonly qualified?: string }): void;
  of(path: NotePath): T;
}

/** Tags are in the texts. */
export type TagFacts = AskedFacts<readonly string[]>;

/** Undefined: the file is gone. */
export type StatFacts = AskedFacts<Pick<FileStat, 'size' | 'ctime'> | undefined>;

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
  /** Of a list of links: the notes whose list has a link to this file, known without a look at the rows. */
  readonly pathsWith?: (file: NotePath) => readonly NotePath[];
  /** Of a dotted key: the rows that it leads to, and what it names of each. `ofRow` gives their values as one. */
  readonly behind?: { readonly path: LinkedRows; readonly end: Subject };
}

/** What the older interface calls some of them. D3 */
export const OLDER_FILE_COLUMNS: ReadonlyMap<string, string> = new Map([['file_backlinks', 'file_backlink_count']]);

export const FILE_COLUMNS = [
  'file_name',
  'file_folder',
  'file_link',
  'file_created',
  'file_modified',
  'file_size',
  'file_links',
  'file_backlinks',
  'file_backlink_count',
  'file_tags',
] as const;

/** They change without a write of the row. */
export const UNSTEADY_FILE_COLUMNS: readonly string[] = FILE_COLUMNS.filter(
  (name) => name !== 'file_name' && name !== 'file_folder',
);
