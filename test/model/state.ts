/** The database as plainly as can be: tables of rows in memory, without files, indexes or transactions. */

import type { Json } from '../../src/engine/index';

export type Kind = 'string' | 'integer' | 'enum' | 'link' | 'list';

export interface Column {
  name: string;
  kind: Kind;
  required: boolean;
  dense: boolean;
  unique: boolean;
  initial: Json;
  min: number;
  max: number;
  values: string[];
  /** Short name of the table that a link points to. */
  ref: string | null;
  /** Column whose text a generated column repeats. */
  generated: string | null;
  /** The base that it comes from. */
  base: string | null;
}

/** A link is the row that it points to. */
export type Value = string | number | readonly string[] | Row;

export class Row {
  /** Given by the engine; null until it was seen. */
  id: string | null = null;

  /** The text below the front matter. */
  body = '';

  constructor(
    public path: string,
    public readonly values: Map<string, Value>,
  ) {}
}

export interface Other {
  readonly name: string;
  readonly body: string;
  readonly links: readonly Row[];
}

export interface Table {
  name: string;
  columns: Column[];
  rows: Row[];
  /** Name -> a bound on an integer column. */
  constraints: Map<string, { column: string; most: number }>;
  bases: string[];
  archive: string;
  /** The column whose value names the folder of a row. */
  partition: string | null;
}

/** Nothing is changed by a call that is refused. */
export class Refused extends Error {}

export const refuse = (reason: string): never => {
  throw new Refused(reason);
};

export const FOLDER = 'notedb/main/default';

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The last part of the path, without extension. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');

/** A note that is no row and in no archive, if it is no row. */
export const isLoose = (path: string): boolean => path.startsWith('Inbox/');

export const isSameFolder = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export class Model {
  tables = new Map<string, Table>();
  bases = new Map<string, Column[]>();
  /** View -> the table that it shows. */
  views = new Map<string, string>();
  /** Notes that are no rows, by path: loose ones and archived ones, which go on linking. */
  others = new Map<string, Other>();
  /** On the disk, empty ones too. */
  folders = new Set<string>();

  /** Where each row lay when the call began: what the paths mean that it gives. */
  private readonly laid = new Map<string, [Table, Row]>();

  /** A call begins. */
  begin(): this {
    this.laid.clear();
    for (const found of this.rows()) this.laid.set(found[1].path, found);
    return this;
  }

  /** The row that a call means by a path. */
  meantBy(path: string): [Table, Row] | null {
    return this.laid.get(path) ?? this.rowAt(path);
  }

  table(reference: string): Table {
    const name = reference.split('.').at(-1) ?? '';
    return this.tables.get(name) ?? refuse(`no table ${reference}`);
  }

  folder(table: Table): string {
    return `${FOLDER}/${table.name}`;
  }

  /** Every row with the table that it is in. */
  *rows(): Generator<[Table, Row]> {
    for (const table of this.tables.values()) for (const row of table.rows) yield [table, row];
  }

  rowAt(path: string): [Table, Row] | null {
    for (const found of this.rows()) if (found[1].path === path) return found;
    return null;
  }

  isTaken(path: string): boolean {
    const folded = path.toLowerCase();
    if ([...this.others.keys()].some((each) => each.toLowerCase() === folded)) return true;
    return [...this.rows()].some(([, row]) => row.path.toLowerCase() === folded);
  }

  /** The folder as it is spelt on the disk, or by what came before in the same call. */
  spelt(folder: string): string {
    if (folder === '') return '';
    const path = `${this.spelt(folderOf(folder))}/${nameOf(folder)}`.replace(/^\//, '');
    const there = [...this.folders].find((each) => isSameFolder(each, path));
    this.folders.add(there ?? path);
    return there ?? path;
  }

  freePath(folder: string, name: string): string {
    const place = this.spelt(folder);
    for (let n = 1; ; n++) {
      const path = `${place}/${name}${n === 1 ? '' : ` ${n}`}.md`;
      if (!this.isTaken(path)) return path;
    }
  }

  /** Rows with a link to one of these. */
  referrers(targets: ReadonlySet<Row>): [Table, Row, Column][] {
    return [...this.rows()].flatMap(([table, row]) =>
      table.columns
        .filter((column) => column.kind === 'link' && targets.has(row.values.get(column.name) as Row))
        .map((column): [Table, Row, Column] => [table, row, column]),
    );
  }

  /** Tables whose links point to this one. */
  refersTo(name: string, { self = false } = {}): boolean {
    return [...this.tables.values()].some(
      (table) => (self || table.name !== name) && table.columns.some(({ ref }) => ref === name),
    );
  }

  /** The same, for a call that may be refused half way. */
  copy(): Model {
    const copies = new Map<Row, Row>();
    for (const [, row] of this.rows()) {
      const copy = new Row(row.path, new Map());
      copy.id = row.id;
      copy.body = row.body;
      copies.set(row, copy);
    }
    const copied = (row: Row): Row => {
      const copy = copies.get(row) as Row;
      for (const [name, value] of row.values) {
        copy.values.set(name, value instanceof Row ? (copies.get(value) as Row) : value);
      }
      return copy;
    };
    const model = new Model();
    for (const [name, table] of this.tables) {
      model.tables.set(name, {
        ...table,
        columns: table.columns.map((column) => ({ ...column, values: [...column.values] })),
        rows: table.rows.map(copied),
        constraints: new Map(table.constraints),
        bases: [...table.bases],
      });
    }
    for (const [name, columns] of this.bases)
      model.bases.set(
        name,
        columns.map((column) => ({ ...column })),
      );
    model.views = new Map(this.views);
    model.folders = new Set(this.folders);
    for (const [path, { name, body, links }] of this.others) {
      model.others.set(path, { name, body, links: links.flatMap((row) => copies.get(row) ?? []) });
    }
    return model;
  }
}
