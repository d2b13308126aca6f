/** The statements that make, change and drop the tables of one table of NoteDB. docs/mirror.md#types */

import type { ShapeDifference } from '../../../mirror/shape-difference';
import type { ColumnShape, EnumValue, TableShape } from '../../../mirror/table-shape';
import { SQL_TYPES, literal, quoted } from './sql-names';

export class TableStatements {
  private readonly schema: string;

  constructor(schema: string) {
    this.schema = quoted(schema);
  }

  in(name: string): string {
    return `${this.schema}.${quoted(name)}`;
  }

  create(table: TableShape): readonly string[] {
    const name = this.in(table.name);
    return [
      `create table ${name} (path text primary key, id text, _invalid jsonb)`,
      `create index on ${name} (id)`,
      ...table.columns.flatMap((column) => this.addColumn(table, column)),
      ...this.comments(table),
    ];
  }

  drop(table: TableShape): readonly string[] {
    return [...table.columns.flatMap((column) => this.dropOthers(column)), `drop table ${this.in(table.name)}`];
  }

  reshape({ from, to, dropped, kept, added }: ShapeDifference): readonly string[] {
    const name = this.in(to.name);
    const renames = kept.flatMap(({ from: was, to: is }) => [
      ...(was.kind === 'links' ? [] : [[was.name, is.name] as const]),
      ...(was.idName === undefined || is.idName === undefined ? [] : [[was.idName, is.idName] as const]),
    ]);
    return [
      ...(from.name === to.name ? [] : [`alter table ${this.in(from.name)} rename to ${quoted(to.name)}`]),
      ...dropped.flatMap((column) => this.dropColumn(to, column)),
      ...renamed(renames).map(([was, is]) => `alter table ${name} rename column ${quoted(was)} to ${quoted(is)}`),
      ...kept.flatMap(({ from: was, to: is }) => this.change(to, was, is)),
      ...added.flatMap((column) => this.addColumn(to, column)),
      ...this.comments(to),
    ];
  }

  private addColumn(table: TableShape, column: ColumnShape): readonly string[] {
    const name = this.in(table.name);
    const { idName, valuesName, values } = column;
    const own =
      column.kind === 'links'
        ? this.createLinks(table, column)
        : [`alter table ${name} add column ${quoted(column.name)} ${SQL_TYPES[column.kind]}`];
    return [
      ...own,
      ...(idName === undefined
        ? []
        : [`alter table ${name} add column ${quoted(idName)} text`, `create index on ${name} (${quoted(idName)})`]),
      ...(valuesName === undefined ? [] : this.createValues(valuesName, values ?? [])),
    ];
  }

  /** A list of links. It follows moves and deletes of its row by itself. */
  private createLinks(table: TableShape, { name, description }: ColumnShape): readonly string[] {
    const links = this.in(name);
    const row = `path text references ${this.in(table.name)} (path) on update cascade on delete cascade`;
    return [
      `create table ${links} (${row}, position integer, value text not null, target_id text, primary key (path, position))`,
      `create index on ${links} (target_id)`,
      `comment on table ${links} is ${literal(description)}`,
    ];
  }

  private createValues(name: string, values: readonly EnumValue[]): readonly string[] {
    return [
      `create table ${this.in(name)} (value text primary key, position integer, description text)`,
      ...this.fillValues(name, values),
    ];
  }

  private fillValues(name: string, values: readonly EnumValue[]): readonly string[] {
    if (values.length === 0) return [];
    const lines = values.map(({ value, description }, i) => `(${literal(value)}, ${i + 1}, ${literal(description)})`);
    return [`insert into ${this.in(name)} (value, position, description) values ${lines.join(', ')}`];
  }

  private dropColumn(table: TableShape, column: ColumnShape): readonly string[] {
    const names = column.kind === 'links' ? [] : [column.name, column.idName].filter((name) => name !== undefined);
    return [
      ...this.dropOthers(column),
      ...names.map((name) => `alter table ${this.in(table.name)} drop column ${quoted(name)}`),
      forgetInvalid(this.in(table.name), column.column),
    ];
  }

  /** The tables of a column. */
  private dropOthers({ kind, name, valuesName }: ColumnShape): readonly string[] {
    return [
      ...(kind === 'links' ? [`drop table ${this.in(name)}`] : []),
      ...(valuesName === undefined ? [] : [`drop table ${this.in(valuesName)}`]),
    ];
  }

  private change(table: TableShape, was: ColumnShape, is: ColumnShape): readonly string[] {
    const name = this.in(table.name);
    const statements: string[] = [];
    if (was.kind === 'links' && was.name !== is.name)
      statements.push(`alter table ${this.in(was.name)} rename to ${quoted(is.name)}`);
    if (is.kind !== 'links' && was.kind !== is.kind) {
      const column = quoted(is.name);
      statements.push(
        `alter table ${name} alter column ${column} type ${SQL_TYPES[is.kind]} using ${column}::${SQL_TYPES[is.kind]}`,
      );
    }
    if (was.column !== is.column) statements.push(...renameInvalid(name, was.column, is.column));
    if (was.valuesName !== is.valuesName || JSON.stringify(was.values) !== JSON.stringify(is.values)) {
      if (was.valuesName !== undefined) statements.push(`drop table ${this.in(was.valuesName)}`);
      if (is.valuesName !== undefined) statements.push(...this.createValues(is.valuesName, is.values ?? []));
    }
    return statements;
  }

  private comments(table: TableShape): readonly string[] {
    const name = this.in(table.name);
    return [
      `comment on table ${name} is ${literal(table.description)}`,
      ...table.columns
        .filter(({ kind }) => kind !== 'links')
        .map((column) => `comment on column ${name}.${quoted(column.name)} is ${literal(column.description)}`),
    ];
  }
}

/** Two columns can take each other's names: all give theirs up first. */
function renamed(names: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const changed = names.filter(([was, is]) => was !== is);
  return [
    ...changed.map(([was], i) => [was, `_renamed_${i}`] as const),
    ...changed.map(([, is], i) => [`_renamed_${i}`, is] as const),
  ];
}

const forgetInvalid = (table: string, column: string): string =>
  `update ${table} set _invalid = nullif(_invalid - ${literal(column)}, '{}') where _invalid ? ${literal(column)}`;

const renameInvalid = (table: string, was: string, is: string): readonly string[] => [
  `update ${table} set _invalid = (_invalid - ${literal(was)}) || jsonb_build_object(${literal(is)}, _invalid -> ${literal(was)})` +
    ` where _invalid ? ${literal(was)}`,
];
