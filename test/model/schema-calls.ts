/** Calls of the schema operations. */

import type { JsonObject } from '../../src/engine/index';
import { type Make, type Making, isLinkedTo, someColumn, someTableName, tableOf } from './calls';
import type { Column, Table } from './state';

const NAME = { name: 'name', type: 'string', required: true, description: 'what it is called' };

/** Names folders: some of the values differ in case alone. */
const someCity = (name: string): JsonObject => ({
  name,
  description: 'where it is',
  type: 'enum',
  values: ['ulm', 'Ulm', 'Bonn', 'BONN'],
  default: 'ulm',
  required: true,
});

const createTable: Make = (making) => {
  if (making.model.tables.size >= 4) return null;
  const count = 1 + making.draw.number(3);
  const name = someTableName(making);
  const columns = Array.from({ length: count }, () => someColumn(making, making.names.fresh('c'), name));
  if (making.draw.oneIn(2)) return { name, description: 'Something', columns: [NAME, ...columns] };
  const city = someCity(making.names.fresh('c'));
  const partition = `{${city['name'] as string}}`;
  return { name, description: 'Something', partition, columns: [NAME, ...columns, city] };
};

const dropTable: Make = (making) => {
  const table = tableOf(making);
  if (table === undefined || isLinkedTo(making.model, table)) return null;
  return { table: table.name, ...(making.draw.oneIn(4) ? {} : { mode: 'archive' }) };
};

const alterTable: Make = (making) => {
  const table = tableOf(making);
  if (table === undefined) return null;
  const { draw, names } = making;
  const changes: JsonObject[] = [
    { name: someTableName(making) },
    { description: names.fresh('Something ') },
    { archive: names.fresh('_old') },
    { tags: { area: names.fresh('a') } },
  ];
  const folders = table.columns.find(({ kind, required, base }) => kind === 'enum' && required && base === null);
  if (table.partition !== null) changes.push({ partition: '' });
  else if (folders !== undefined) changes.push({ partition: `{${folders.name}}` });
  return { table: table.name, ...draw.of(changes), ...(draw.oneIn(3) ? draw.of(changes) : {}) };
};

const cloneTable: Make = (making) => {
  const source = tableOf(making);
  if (source === undefined || making.model.tables.size >= 5) return null;
  return { source: source.name, target: someTableName(making), copy_rows: !making.draw.oneIn(4) };
};

const addColumn: Make = (making) => {
  const table = tableOf(making);
  if (table === undefined || table.columns.length > 7) return null;
  const name = making.draw.oneIn(12) ? 'name' : making.names.fresh('c');
  return { table: table.name, column: someColumn(making, name, table.name) };
};

const columnOf = ({ draw }: Making, { columns }: Table, fits: (column: Column) => boolean): Column | undefined =>
  draw.of(columns.filter((column) => column.name !== 'name' && fits(column)));

const renameColumn: Make = (making) => {
  const table = tableOf(making);
  const column = table && columnOf(making, table, () => true);
  if (table === undefined || column === undefined) return null;
  const to = making.draw.oneIn(12) ? 'name' : making.names.fresh('c');
  return { table: table.name, from_column: column.name, to_column: to };
};

const dropColumn: Make = (making) => {
  const table = tableOf(making);
  const column = table && columnOf(making, table, () => true);
  return table === undefined || column === undefined ? null : { table: table.name, column: column.name };
};

const alterColumn: Make = (making) => {
  const { draw, names } = making;
  const table = tableOf(making);
  const column = table && columnOf(making, table, () => true);
  if (table === undefined || column === undefined) return null;
  const description = { description: names.fresh('what it says ') };
  const changes: JsonObject[] = [description];
  if (column.base === null && column.generated === null) {
    if (column.kind === 'integer') changes.push({ max: 4 + draw.number(6) }, { max: null });
    if (column.kind === 'enum')
      changes.push({ values: column.values.slice(0, 2) }, { values: [...column.values, names.fresh('v')] });
    if (column.kind === 'string') changes.push({ unique: true }, { unique: null });
    changes.push({ required: column.initial === null ? null : true });
  }
  return { table: table.name, column: column.name, changes: draw.of(changes) ?? description };
};

const renameValue: Make = (making) => {
  const { draw, names } = making;
  const tables = [...making.model.tables.values()].flatMap((table) =>
    table.columns.filter(({ kind }) => kind === 'enum').map((column) => [table, column] as const),
  );
  const found = draw.of(tables);
  if (found === undefined) return null;
  const [table, { name, values }] = found;
  const from = draw.of(values) ?? 'x';
  const to = draw.oneIn(10) ? values[0] : draw.oneIn(3) ? from.toUpperCase() : names.fresh('v');
  return { table: table.name, column: name, from_value: from, to_value: to ?? 'x' };
};

const commentOn: Make = ({ draw, names }) => ({
  catalog: 'main',
  ...(draw.oneIn(2) ? { schema: 'default' } : {}),
  description: draw.oneIn(6) ? '' : names.fresh('Words '),
});

const defineBase: Make = (making) => {
  const { model, draw, names } = making;
  const name = draw.oneIn(3) ? undefined : draw.of([...model.bases.keys()]);
  const fresh = someColumn(making, names.fresh('b'), null);
  if (name === undefined) return { name: names.fresh('base'), description: 'Common', columns: [fresh] };
  const old = model.bases.get(name) ?? [];
  const kept = old.filter(() => !draw.oneIn(3));
  const dropped = old.filter((column) => !kept.includes(column)).map((column) => column.name);
  return {
    name,
    columns: [...kept.map(specOf), fresh],
    ...(dropped.length > 0 && !draw.oneIn(5) ? { drop_columns: dropped } : {}),
  };
};

/** As it was given. */
function specOf(column: Column): JsonObject {
  return {
    name: column.name,
    type: column.kind,
    description: `what ${column.name} says`,
    ...(column.kind === 'enum' ? { values: column.values } : {}),
    ...(Number.isFinite(column.min) ? { min: column.min } : {}),
    ...(Number.isFinite(column.max) ? { max: column.max } : {}),
    ...(column.initial === null ? {} : { default: column.initial }),
    ...(column.dense ? { dense: true } : {}),
    ...(column.required ? { required: true } : {}),
    ...(column.unique ? { unique: true } : {}),
  };
}

const setTableBases: Make = (making) => {
  const table = tableOf(making);
  const base = making.draw.of([...making.model.bases.keys()]);
  if (table === undefined || base === undefined) return null;
  return { table: table.name, bases: table.bases.length > 0 && making.draw.oneIn(2) ? [] : [base] };
};

const addConstraint: Make = (making) => {
  const table = tableOf(making);
  const column = table && columnOf(making, table, ({ kind }) => kind === 'integer');
  if (table === undefined || column === undefined) return null;
  const taken = making.draw.oneIn(10) ? [...table.constraints.keys()][0] : undefined;
  const name = taken ?? making.names.fresh('check');
  return { table: table.name, name, check: { [column.name]: { lte: 4 + making.draw.number(6) } } };
};

const dropConstraint: Make = (making) => {
  const tables = [...making.model.tables.values()].filter(({ constraints }) => constraints.size > 0);
  const table = making.draw.of(tables);
  const name = making.draw.of([...(table?.constraints.keys() ?? [])]);
  return table === undefined || name === undefined ? null : { table: table.name, name };
};

const createView: Make = (making) => {
  const table = tableOf(making);
  if (table === undefined) return null;
  const taken = making.draw.oneIn(3) ? making.draw.of([...making.model.views.keys()]) : undefined;
  return {
    name: taken ?? making.names.fresh('vw_'),
    query: { table: table.name, where: { name: { ne: 'nobody' } }, limit: 5 },
    ...(making.draw.oneIn(2) ? { replace: true } : {}),
  };
};

const dropView: Make = (making) => {
  const view = making.draw.of([...making.model.views.keys()]);
  return view === undefined ? null : { view };
};

export const SCHEMA_CALLS: Readonly<Record<string, Make>> = {
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
