/** Calls of the row operations. */

import type { JsonObject } from '../../src/engine/index';
import { type Make, isLinkedTo, someValues, someWhere, tableOf } from './calls';
import { isLoose } from './state';

const insertRow: Make = (making) => {
  const table = tableOf(making);
  if (table === undefined) return null;
  const values: Record<string, unknown> = { ...someValues(making, table, true) };
  if (making.draw.oneIn(25)) delete values['name'];
  return { table: table.name, values: values as JsonObject };
};

const updateRow: Make = (making) => {
  const table = tableOf(making);
  const row = making.draw.of(table?.rows ?? []);
  if (table === undefined || row === undefined) return null;
  const expect = making.draw.oneIn(4)
    ? { expect: { name: making.draw.oneIn(5) ? 'nobody' : (row.values.get('name') as string) } }
    : {};
  return {
    table: table.name,
    path: row.path,
    set_values: someValues(making, table, making.draw.oneIn(2)),
    ...expect,
  };
};

const updateRows: Make = (making) => {
  const table = tableOf(making);
  if (table === undefined) return null;
  return {
    table: table.name,
    where: someWhere(making, table),
    set_values: someValues(making, table, false),
    ...(making.draw.oneIn(8) ? { expect_rows: 1 } : {}),
  };
};

const deleteRows: Make = (making) => {
  const table = tableOf(making);
  if (table === undefined) return null;
  return {
    table: table.name,
    where: someWhere(making, table) ?? { name: 'nobody' },
    mode: making.draw.of(['archive', 'delete']) ?? 'archive',
    on_referenced: making.draw.of(['restrict', 'set_null', 'set_null']) ?? 'restrict',
  };
};

const moveRows: Make = (making) => {
  const { model, draw } = making;
  const table = tableOf(making);
  const to = draw.of([...model.tables.values()].filter((each) => each !== table));
  if (table === undefined || to === undefined || isLinkedTo(model, table)) return null;
  const fits = (name: string): boolean => {
    const [mine, theirs] = [table, to].map(({ columns }) => columns.find((column) => column.name === name));
    return theirs !== undefined && theirs.generated === null && mine?.generated === null && theirs.kind === mine.kind;
  };
  const drop = table.columns.map(({ name }) => name).filter((name) => !fits(name));
  const missing = to.columns.filter(({ required, initial, name }) => required && initial === null && name !== 'name');
  if (missing.length > 0) return null;
  return {
    table: table.name,
    to_table: to.name,
    where: someWhere(making, table),
    drop: draw.oneIn(15) ? [] : drop,
    relocate: draw.oneIn(2),
  };
};

const adoptRows: Make = (making) => {
  const table = tableOf(making);
  const loose = [...making.model.others.keys()].filter(isLoose);
  const path = making.draw.of(loose);
  if (table === undefined || path === undefined) return null;
  const { name: _name, ...values } = someValues(making, table, true);
  return { table: table.name, paths: [path], set_values: values, relocate: making.draw.oneIn(2) };
};

const mergeRows: Make = (making) => {
  const { draw } = making;
  const table = tableOf(making);
  if (table === undefined) return null;
  const rows: JsonObject[] = [someValues(making, table, true)];
  const present = draw.of(table.rows);
  if (present !== undefined) {
    const row = { ...someValues(making, table, false), name: present.values.get('name') as string };
    if (draw.oneIn(2)) rows.push(row);
    else rows.unshift(row);
  }
  if (draw.oneIn(15)) rows.push({ name: rows[0]?.['name'] as string });
  return {
    table: table.name,
    on: ['name'],
    rows,
    when_matched: draw.of(['update', 'update', 'ignore']) ?? 'update',
    when_not_matched: draw.of(['insert', 'insert', 'ignore']) ?? 'insert',
  };
};

const recomputeColumns: Make = (making) => {
  const table = tableOf(making);
  return table === undefined ? null : { table: table.name, new_ids: making.draw.oneIn(2) };
};

const alignRelations: Make = (making) => {
  const table = tableOf(making);
  return table === undefined ? null : { table: table.name };
};

export const ROW_CALLS: Readonly<Record<string, Make>> = {
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
