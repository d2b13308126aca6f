/** What each row operation does to the model. Source: docs/operations.md#rows, D6, D16, D17. */

import type { Json, JsonObject } from '../../src/engine/index';
import { below, checkGiven, checkRow, edit, generate, homeOf, matching, moveTo, setValues, withDefaults } from './rows';
import {
  type Model,
  Row,
  type Table,
  type Value,
  folderOf,
  isLoose,
  isSameFolder,
  nameOf as baseOf,
  refuse,
} from './state';

export type Apply = (model: Model, args: JsonObject) => void;

const nameOf = (row: Row): string => row.values.get('name') as string;

/** What it must keep is to be judged when all that the call writes is there. */
function insert(model: Model, table: Table, given: JsonObject): Row {
  const row = new Row('', new Map());
  setValues(model, table, row, given);
  withDefaults(table, row, Object.keys(given));
  generate(table, row);
  if (row.values.get('name') === undefined) refuse('name is required');
  row.path = model.freePath(homeOf(model, table, row.values), nameOf(row));
  table.rows.push(row);
  return row;
}

function archive(model: Model, table: Table, row: Row): void {
  const folder = `${model.folder(table)}/${table.archive}${below(model, table, row) ?? ''}`;
  const links = [...row.values.values()].filter((value) => value instanceof Row);
  model.others.set(model.freePath(folder, baseOf(row.path)), { name: nameOf(row), body: row.body, links });
}

export const remove = (table: Table, rows: readonly Row[]): void => {
  table.rows = table.rows.filter((row) => !rows.includes(row));
};

export const byPath = (rows: readonly Row[]): Row[] => [...rows].sort((a, b) => (a.path < b.path ? -1 : 1));

export function archiveAll(model: Model, table: Table): void {
  for (const row of byPath(table.rows)) {
    remove(table, [row]);
    archive(model, table, row);
  }
}

const insertRow: Apply = (model, args) => {
  const table = model.table(args['table'] as string);
  checkRow(table, insert(model, table, args['values'] as JsonObject));
};

const updateRow: Apply = (model, args) => {
  const table = model.table(args['table'] as string);
  const row = table.rows.find(({ path }) => path === args['path']) ?? refuse('no such row');
  for (const [name, wanted] of Object.entries((args['expect'] ?? {}) as JsonObject)) {
    if ((row.values.get(name) ?? null) !== wanted) refuse(`${name} is not ${JSON.stringify(wanted)}`);
  }
  edit(model, table, row, args['set_values'] as JsonObject);
  checkRow(table, row);
};

const updateRows: Apply = (model, args) => {
  const table = model.table(args['table'] as string);
  const rows = matching(model, table, args['where'] as JsonObject | null);
  if (args['expect_rows'] !== undefined && args['expect_rows'] !== rows.length) refuse('expect_rows');
  checkGiven(table, args['set_values'] as JsonObject);
  for (const row of rows) edit(model, table, row, args['set_values'] as JsonObject);
  for (const row of rows) checkRow(table, row);
};

const deleteRows: Apply = (model, args) => {
  const table = model.table(args['table'] as string);
  const rows = matching(model, table, args['where'] as JsonObject | null);
  const gone = new Set(rows);
  const referrers = model.referrers(gone).filter(([, row]) => !gone.has(row));
  const archived = [...model.others.values()].some(({ links }) => links.some((row) => gone.has(row)));
  if ((archived || referrers.length > 0) && args['on_referenced'] !== 'set_null') refuse('restrict');
  for (const [, row, column] of referrers) {
    if (column.required) refuse(`${row.path}: ${column.name} is required`);
    row.values.delete(column.name);
  }
  remove(table, rows);
  if (args['mode'] !== 'delete') for (const row of byPath(rows)) archive(model, table, row);
};

const moveRows: Apply = (model, args) => {
  const [from, to] = [model.table(args['table'] as string), model.table(args['to_table'] as string)];
  if (from === to) refuse('the same table');
  const rows = byPath(matching(model, from, args['where'] as JsonObject | null));
  const dropped = (args['drop'] ?? []) as readonly string[];
  for (const row of rows) {
    // Until its turn comes a row holds its place, also in the folder that others go to.
    remove(from, [row]);
    for (const { name, dense } of from.columns) {
      const isKnown = to.columns.some((column) => column.name === name);
      if (dropped.includes(name)) row.values.delete(name);
      else if (!isKnown && (row.values.has(name) || dense)) refuse(`${name} is unknown in ${to.name}`);
    }
    setValues(model, to, row, (args['set_values'] ?? {}) as JsonObject);
    withDefaults(to, row, presentKeys(from, dropped));
    generate(to, row);
    to.rows.push(row);
    const home = args['relocate'] === true ? homeOf(model, to, row.values) : folderOf(row.path);
    if (!isSameFolder(home, folderOf(row.path))) moveTo(model, row, home, baseOf(row.path));
  }
  for (const row of rows) {
    checkLinks(model, to, row);
    checkRow(to, row);
  }
};

/** A dense column stands in the note without a value: no default comes in its place. */
export const presentKeys = (table: Table, dropped: readonly string[]): string[] =>
  table.columns.filter(({ name, dense }) => dense && !dropped.includes(name)).map(({ name }) => name);

function checkLinks(model: Model, table: Table, row: Row): void {
  for (const { name, kind, ref } of table.columns) {
    const target = row.values.get(name);
    if (kind !== 'link' || target === undefined) continue;
    if (!(target instanceof Row) || model.rowAt(target.path)?.[0].name !== ref) refuse(`${name} points elsewhere`);
  }
}

const adoptRows: Apply = (model, args) => {
  const table = model.table(args['table'] as string);
  for (const path of args['paths'] as readonly string[]) {
    const found = model.others.get(path);
    if (found === undefined || !isLoose(path)) return refuse(`${path} is no note`);
    const row = new Row('', new Map<string, Value>([['name', found.name]]));
    row.body = found.body;
    const given = (args['set_values'] ?? {}) as JsonObject;
    setValues(model, table, row, given);
    withDefaults(table, row, ['name', ...Object.keys(given)]);
    generate(table, row);
    checkRow(table, row);
    model.others.delete(path);
    row.path = args['relocate'] === false ? path : model.freePath(homeOf(model, table, row.values), baseOf(path));
    table.rows.push(row);
  }
};

const mergeRows: Apply = (model, args) => {
  const table = model.table(args['table'] as string);
  const rows = args['rows'] as readonly JsonObject[];
  const names = rows.map((row) => row['name'] ?? refuse('a key is missing'));
  if (new Set(names).size < names.length) refuse('a key repeats');
  const present = names.map((name) => table.rows.filter((row) => row.values.get('name') === name));
  if (present.some((found) => found.length > 1)) refuse('a key matches several rows');
  const written: Row[] = [];
  for (const [i, given] of rows.entries()) {
    const row = present[i]?.[0];
    if (row === undefined) {
      if (args['when_not_matched'] !== 'ignore') written.push(insert(model, table, given));
    } else if (args['when_matched'] !== 'ignore') {
      edit(model, table, row, given);
      written.push(row);
    }
  }
  for (const row of written) checkRow(table, row);
};

const recomputeColumns: Apply = (model, args) => {
  const table = model.table(args['table'] as string);
  for (const row of table.rows) {
    generate(table, row);
    if (args['new_ids'] === true) row.id = null;
  }
};

const alignRelations: Apply = (model, args) => {
  model.table(args['table'] as string);
};

export const ROW_OPERATIONS: Readonly<Record<string, Apply>> = {
  insert_row: insertRow,
  update_row: updateRow,
  update_rows: updateRows,
  delete_rows: deleteRows,
  move_rows: moveRows,
  adopt_rows: adoptRows,
  merge_rows: mergeRows,
  recompute_columns: recomputeColumns,
  align_relations: alignRelations,
};

export type Args = Record<string, Json>;
