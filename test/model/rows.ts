/** What a row must be, and what writing one does to it. */

import type { Json, JsonObject } from '../../src/engine/index';
import { type Column, Model, Row, type Table, type Value, folderOf, isSameFolder, nameOf, refuse } from './state';

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The value that an argument means; undefined empties. */
export function valueOf(model: Model, column: Column, given: Json): Value | undefined {
  if (given === null) return undefined;
  if (column.generated !== null) return refuse(`${column.name} is generated`);
  if (column.kind !== 'link') return checked(column, given);
  const path = typeof given === 'string' ? `${given.replace(/^\[\[|\]\]$/g, '')}.md` : '';
  const found = model.meantBy(path);
  if (found === null || found[0].name !== column.ref) return refuse(`${column.name}: ${path} is no row`);
  return found[1];
}

function checked(column: Column, given: Json): Value {
  const fits =
    column.kind === 'integer'
      ? Number.isInteger(given)
      : column.kind === 'list'
        ? Array.isArray(given) && given.every((item) => typeof item === 'string')
        : typeof given === 'string';
  return fits ? (given as Value) : refuse(`${column.name}: ${JSON.stringify(given)} is no ${column.kind}`);
}

/** Sets given values; what is generated follows. */
export function setValues(model: Model, table: Table, row: Row, given: JsonObject): void {
  for (const [name, value] of Object.entries(given)) {
    const column = table.columns.find((each) => each.name === name) ?? refuse(`no column ${name}`);
    const read = valueOf(model, column, value);
    if (isEmpty(read)) row.values.delete(name);
    else row.values.set(name, read as Value);
  }
}

export function generate(table: Table, row: Row): void {
  for (const { name, generated } of table.columns) {
    if (generated === null) continue;
    const source = row.values.get(generated);
    if (source === undefined) row.values.delete(name);
    else row.values.set(name, `${source as string}!`);
  }
}

export function withDefaults(table: Table, row: Row, given: readonly string[]): void {
  for (const { name, initial } of table.columns) {
    if (initial !== null && !given.includes(name) && !row.values.has(name)) row.values.set(name, initial as Value);
  }
}

/** Everything that a written row must keep. */
export function checkRow(table: Table, row: Row): void {
  for (const column of table.columns) checkValue(table, row, column);
  for (const { column, most } of table.constraints.values()) {
    const value = row.values.get(column);
    if (typeof value === 'number' && value > most) refuse(`${row.path}: ${column} is above ${most}`);
  }
}

export function checkValue(table: Table, row: Row, column: Column): void {
  const value = row.values.get(column.name);
  if (isEmpty(value)) {
    if (column.required) refuse(`${row.path}: ${column.name} is required`);
    return;
  }
  if (column.kind === 'enum' && !column.values.includes(value as string)) refuse(`${column.name}: ${value as string}`);
  if (typeof value === 'number' && (value < column.min || value > column.max)) refuse(`${column.name}: ${value}`);
  if (value instanceof Row && value === row) refuse(`${row.path} links to itself`);
  if (!column.unique) return;
  const rival = table.rows.find((other) => other !== row && other.values.get(column.name) === value);
  if (rival !== undefined) refuse(`${column.name}: ${value as string} is taken`);
}

/** The folder that the values ask for. */
export function homeOf(model: Model, table: Table, values: Row['values']): string {
  const folder = model.folder(table);
  if (table.partition === null) return folder;
  const value = values.get(table.partition);
  return typeof value === 'string' ? `${folder}/${value}` : refuse(`no value of ${table.partition}`);
}

/** The path of its folder below the table's folder, with a slash in front; null for a row that lies elsewhere. */
export function below(model: Model, table: Table, row: Row): string | null {
  const folder = model.folder(table);
  return row.path.startsWith(`${folder}/`) ? folderOf(row.path).slice(folder.length) : null;
}

/** The folder of a row of `before` that becomes one of `after`; of one that lies elsewhere, or where its values did not bring it, the same. */
export function nextFolder(
  model: Model,
  row: Row,
  before: { readonly table: Table; readonly values: Row['values'] },
  after: Table,
): string {
  const present = folderOf(row.path);
  const rest = below(model, before.table, row);
  if (rest === null) return present;
  const fits = isSameFolder(present, homeOf(model, before.table, before.values));
  const next = fits ? homeOf(model, after, row.values) : `${model.folder(after)}${rest}`;
  return isSameFolder(next, present) ? present : next;
}

/** The name of a note that was not called otherwise by somebody follows its row's name. */
function nextName(row: Row, before: Row['values']): string {
  const [then, now] = [before.get('name'), row.values.get('name')];
  const present = nameOf(row.path);
  if (now === then || typeof now !== 'string' || typeof then !== 'string') return present;
  return present.startsWith(then) && /^( \d+)?$/.test(present.slice(then.length)) ? now : present;
}

/** Where a row is put: its own place is free for it. */
export function moveTo(model: Model, row: Row, folder: string, name: string): void {
  if (row.path === `${folder}/${name}.md`) return;
  row.path = '';
  row.path = model.freePath(folder, name);
}

/** A row whose name or folder is made of values that changed. */
export function follow(model: Model, table: Table, row: Row, before: Row['values']): void {
  moveTo(model, row, nextFolder(model, row, { table, values: before }, table), nextName(row, before));
}

export function edit(model: Model, table: Table, row: Row, given: JsonObject): void {
  const before = new Map(row.values);
  setValues(model, table, row, given);
  generate(table, row);
  follow(model, table, row, before);
}

/** What can be said of the values without a row: it is said also when no row matches. */
export function checkGiven(table: Table, given: JsonObject): void {
  for (const [name, value] of Object.entries(given)) {
    const column = table.columns.find((each) => each.name === name) ?? refuse(`no column ${name}`);
    if (value === null || column.kind === 'link') continue;
    const row = new Row('', new Map([[name, valueOf(new Model(), column, value) as Value]]));
    checkValue({ ...table, rows: [] }, row, column);
  }
}

/** Equality with null for empty, and with the row behind a link; enough for the filters of the test. */
export function matching(model: Model, table: Table, where: JsonObject | null | undefined): Row[] {
  return table.rows.filter((row) =>
    Object.entries(where ?? {}).every(([name, wanted]) => {
      if (name === 'path') return row.path === wanted;
      const column = table.columns.find((each) => each.name === name) ?? refuse(`no column ${name}`);
      const value = row.values.get(name);
      if (wanted === null) return isEmpty(value);
      return value instanceof Row
        ? value.path === `${(wanted as string).replace(/^\[\[|\]\]$/g, '')}.md`
        : value === wanted && column.kind !== 'list';
    }),
  );
}
