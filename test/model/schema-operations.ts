/** What each schema operation does to the model. Source: docs/operations.md#schema, D16, D17. */

import type { Json, JsonObject } from '../../src/engine/index';
import { archiveAll, type Apply, byPath, presentKeys } from './row-operations';
import { below, checkRow, checkValue, follow, generate, homeOf, moveTo, nextFolder, withDefaults } from './rows';
import { type Column, type Model, Row, type Table, type Value, folderOf, nameOf, refuse } from './state';

export function columnOf(spec: JsonObject, table: string, base: string | null = null): Column {
  const ref = spec['ref'] as string | undefined;
  const generated = /^\{(\w+)\}!$/.exec((spec['generated'] ?? '') as string)?.[1] ?? null;
  return {
    name: spec['name'] as string,
    kind: spec['type'] as Column['kind'],
    required: spec['required'] === true,
    dense: spec['dense'] === true,
    unique: spec['unique'] === true,
    initial: spec['default'] ?? null,
    min: (spec['min'] ?? -Infinity) as number,
    max: (spec['max'] ?? Infinity) as number,
    values: [...((spec['values'] ?? []) as string[])],
    ref: ref === undefined ? null : ref === 'self' ? table : ref,
    generated,
    base,
  };
}

const tableOf = (model: Model, args: JsonObject): Table => model.table(args['table'] as string);

const columnIn = (table: Table, name: Json | undefined): Column =>
  table.columns.find((column) => column.name === name) ?? refuse(`no column ${name as string}`);

function own(column: Column): Column {
  if (column.base !== null) refuse(`${column.name} is inherited`);
  return column;
}

const checkAll = (table: Table): void => {
  for (const row of table.rows) checkRow(table, row);
};

/** Nothing may read a column that goes. */
function checkUnread(table: Table, name: string): void {
  if ([...table.constraints.values()].some(({ column }) => column === name)) refuse(`a CHECK reads ${name}`);
  if (table.columns.some(({ generated }) => generated === name)) refuse(`${name} is a source`);
  if (table.partition === name) refuse(`the partition reads ${name}`);
}

function takeColumn(table: Table, name: string): void {
  table.columns = table.columns.filter((column) => column.name !== name);
  for (const row of table.rows) row.values.delete(name);
}

/** A new column on rows that are there. */
function fill(table: Table, column: Column): void {
  for (const row of table.rows) {
    if (column.initial !== null && (column.dense || column.required) && !row.values.has(column.name)) {
      row.values.set(column.name, column.initial as Value);
    }
    generate(table, row);
  }
}

const partitionOf = ({ partition }: JsonObject): string | null =>
  ((partition ?? '') as string).replace(/[{}]/g, '') || null;

const createTable: Apply = (model, args) => {
  const name = args['name'] as string;
  if (model.tables.has(name)) refuse('taken');
  const columns = (args['columns'] as JsonObject[]).map((spec) => columnOf(spec, name));
  model.tables.set(name, {
    name,
    columns,
    rows: [],
    constraints: new Map(),
    bases: [],
    archive: '_archive',
    partition: partitionOf(args),
  });
};

const dropTable: Apply = (model, args) => {
  const table = tableOf(model, args);
  if (table.rows.length > 0 && args['mode'] !== 'archive') refuse('it has rows');
  archiveAll(model, table);
  model.tables.delete(table.name);
};

const archiveOf = (model: Model, table: Table): string => `${model.folder(table)}/${table.archive}`;

/** The table's own rows, and what lies in its archive; everything else in its folder stays. */
function moveFolder(model: Model, before: Table, after: Table): void {
  for (const row of byPath(after.rows)) {
    moveTo(model, row, nextFolder(model, row, { table: before, values: row.values }, after), nameOf(row.path));
  }
  const [old, now] = [archiveOf(model, before), archiveOf(model, after)];
  if (old === now) return;
  for (const [path, other] of [...model.others]) {
    if (!path.startsWith(`${old}/`)) continue;
    model.others.delete(path);
    model.others.set(model.freePath(now + folderOf(path).slice(old.length), nameOf(path)), other);
  }
}

const alterTable: Apply = (model, args) => {
  const table = tableOf(model, args);
  const before = { ...table };
  const name = (args['name'] ?? table.name) as string;
  if (name !== table.name) {
    if (model.tables.has(name)) refuse('taken');
    model.tables.delete(before.name);
    table.name = name;
    model.tables.set(name, table);
    for (const each of model.tables.values()) {
      for (const column of each.columns) if (column.ref === before.name) column.ref = name;
    }
  }
  table.archive = (args['archive'] ?? table.archive) as string;
  if (args['partition'] !== undefined) table.partition = partitionOf(args);
  moveFolder(model, before, table);
};

const cloneTable: Apply = (model, args) => {
  const source = model.table(args['source'] as string);
  const name = args['target'] as string;
  if (model.tables.has(name)) refuse('taken');
  const columns = source.columns.map((column) => ({
    ...column,
    values: [...column.values],
    ref: column.ref === source.name ? name : column.ref,
  }));
  const target: Table = {
    ...source,
    name,
    columns,
    rows: [],
    constraints: new Map(source.constraints),
    bases: [...source.bases],
  };
  model.tables.set(name, target);
  if (args['copy_rows'] === false) return;
  const copies = new Map<Row, Row>();
  // Of two rows of the same name the first by path keeps it.
  for (const row of byPath(source.rows)) copies.set(row, new Row('', new Map(row.values)));
  for (const [row, copy] of copies) copy.body = row.body;
  for (const [row, copy] of copies) {
    for (const [key, value] of copy.values) {
      if (value instanceof Row && copies.has(value)) copy.values.set(key, copies.get(value) as Row);
    }
    withDefaults(target, copy, presentKeys(source, []));
    const lies = new Row(row.path, copy.values);
    const folder = below(model, source, row) === null ? homeOf(model, target, copy.values) : null;
    const next = folder ?? nextFolder(model, lies, { table: source, values: row.values }, target);
    copy.path = model.freePath(next, nameOf(row.path));
    target.rows.push(copy);
  }
};

const addColumn: Apply = (model, args) => {
  const table = tableOf(model, args);
  const column = columnOf(args['column'] as JsonObject, table.name);
  if (table.columns.some(({ name }) => name === column.name)) refuse('taken');
  if (column.required && column.initial === null && table.rows.length > 0) refuse('required without default');
  table.columns.push(column);
  fill(table, column);
  checkAll(table);
};

const renameColumn: Apply = (model, args) => {
  const table = tableOf(model, args);
  const column = own(columnIn(table, args['from_column']));
  const [from, to] = [column.name, args['to_column'] as string];
  if (table.columns.some(({ name }) => name === to)) refuse('taken');
  column.name = to;
  if (table.partition === from) table.partition = to;
  for (const each of table.columns) if (each.generated === from) each.generated = to;
  for (const [name, check] of table.constraints) {
    if (check.column === from) table.constraints.set(name, { ...check, column: to });
  }
  for (const row of table.rows) {
    const value = row.values.get(from);
    row.values.delete(from);
    if (value !== undefined) row.values.set(to, value);
  }
};

const dropColumn: Apply = (model, args) => {
  const table = tableOf(model, args);
  const { name } = own(columnIn(table, args['column']));
  checkUnread(table, name);
  takeColumn(table, name);
};

const alterColumn: Apply = (model, args) => {
  const table = tableOf(model, args);
  const column = columnIn(table, args['column']);
  const { description: _description, ...changes } = args['changes'] as JsonObject;
  if (Object.keys(changes).length === 0) return;
  own(column);
  const max = changes['max'];
  if (max !== undefined) column.max = (max ?? Infinity) as number;
  if (changes['required'] !== undefined) column.required = changes['required'] === true;
  if (changes['values'] !== undefined) column.values = [...(changes['values'] as string[])];
  if (changes['unique'] !== undefined) column.unique = changes['unique'] === true;
  for (const row of table.rows) checkValue(table, row, column);
};

const renameValue: Apply = (model, args) => {
  const [from, to] = [args['from_value'] as string, args['to_value'] as string];
  const { name, base } = columnIn(tableOf(model, args), args['column']);
  const named = (columns: readonly Column[]): Column[] => columns.filter((each) => each.name === name);
  const ofBase = base === null ? [] : named(model.bases.get(base) ?? []);
  const tables = [...model.tables.values()].filter((each) =>
    base === null ? each === tableOf(model, args) : named(each.columns).some((column) => column.base === base),
  );
  for (const column of [...ofBase, ...tables.flatMap((each) => named(each.columns))]) {
    if (!column.values.includes(from)) refuse(`no value ${from}`);
    if (column.values.includes(to)) refuse(`${to} is there`);
    column.values = column.values.map((value) => (value === from ? to : value));
    if (column.initial === from) column.initial = to;
  }
  for (const table of tables) {
    for (const row of byPath(table.rows)) {
      if (row.values.get(name) !== from) continue;
      const before = new Map(row.values);
      row.values.set(name, to);
      follow(model, table, row, before);
    }
  }
};

const commentOn: Apply = (model) => {
  if (model.tables.size + model.views.size === 0) refuse('no catalog');
};

function inherit(table: Table, base: string, columns: readonly Column[]): void {
  const known = new Set(table.columns.map(({ name }) => name));
  const mine = table.columns.filter((column) => column.base !== base);
  const inherited = columns.map((column) => ({ ...column, values: [...column.values], base }));
  const before = mine.filter((column) => column.base !== null);
  table.columns = [...before, ...inherited, ...mine.filter((column) => column.base === null)];
  // What stood there already keeps its gaps: somebody left them so.
  for (const column of inherited) fill(table, known.has(column.name) ? { ...column, initial: null } : column);
  checkAll(table);
}

const defineBase: Apply = (model, args) => {
  const name = args['name'] as string;
  const columns = (args['columns'] as JsonObject[]).map((spec) => columnOf(spec, '', name));
  const before = model.bases.get(name) ?? [];
  const dropped = (args['drop_columns'] ?? []) as readonly string[];
  const lost = before.filter((old) => !columns.some((column) => column.name === old.name));
  for (const column of lost) if (!dropped.includes(column.name)) refuse(`${column.name} would be dropped`);
  model.bases.set(name, columns);
  for (const table of model.tables.values()) {
    if (!table.bases.includes(name)) continue;
    for (const column of lost) {
      checkUnread(table, column.name);
      takeColumn(table, column.name);
    }
    inherit(table, name, columns);
  }
};

const setTableBases: Apply = (model, args) => {
  const table = tableOf(model, args);
  const bases = args['bases'] as readonly string[];
  for (const base of bases) if (!model.bases.has(base)) refuse(`no base ${base}`);
  for (const base of table.bases) {
    if (bases.includes(base)) continue;
    for (const { name } of table.columns.filter((column) => column.base === base)) {
      checkUnread(table, name);
      takeColumn(table, name);
    }
  }
  table.bases = [...bases];
  for (const base of bases) inherit(table, base, model.bases.get(base) ?? []);
};

const addConstraint: Apply = (model, args) => {
  const table = tableOf(model, args);
  const name = args['name'] as string;
  if (table.constraints.has(name)) refuse('taken');
  const [[column, bound]] = Object.entries(args['check'] as JsonObject) as [[string, JsonObject]];
  table.constraints.set(name, { column: columnIn(table, column).name, most: bound['lte'] as number });
  checkAll(table);
};

const dropConstraint: Apply = (model, args) => {
  if (!tableOf(model, args).constraints.delete(args['name'] as string)) refuse('no constraint');
};

const createView: Apply = (model, args) => {
  const name = args['name'] as string;
  if (model.views.has(name) && args['replace'] !== true) refuse('taken');
  const query = args['query'] as JsonObject;
  model.views.set(name, model.table(query['table'] as string).name);
};

const dropView: Apply = (model, args) => {
  if (!model.views.delete(args['view'] as string)) refuse('no view');
};

export const SCHEMA_OPERATIONS: Readonly<Record<string, Apply>> = {
  create_table: createTable,
  drop_table: dropTable,
  alter_table: alterTable,
  clone_table: cloneTable,
  add_column: addColumn,
  rename_column: renameColumn,
  drop_column: dropColumn,
  alter_column: alterColumn,
  rename_value: renameValue,
  comment_on: commentOn,
  define_base: defineBase,
  set_table_bases: setTableBases,
  add_constraint: addConstraint,
  drop_constraint: dropConstraint,
  create_view: createView,
  drop_view: dropView,
};
