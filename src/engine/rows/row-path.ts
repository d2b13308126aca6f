/** Where a row's note lies and what it is called. D2, D6, D16. */

import type { Catalog } from '../catalog/catalog';
import { type TableDefinition, ofDefinition } from '../catalog/definition';
import { filenamePattern, partitionPattern } from '../catalog/row-patterns';
import type { Violation } from '../errors';
import { isSameFolder, liesIn, pathBelow } from '../links/same-place';
import { numbered, toFileName } from '../../kernel/file-name';
import { baseNameOf, checkNewNotePath, folderOf, foldersAbove, joinPath, noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { Transaction } from '../storage/transaction/transaction';
import { type Json, isEmpty } from '../json';
import { DerivedColumns } from '../values/generated-columns';
import { type FilledPath, fillFileName, fillPartition, patternColumns } from '../values/patterns';
import { getOrInsert } from '../values/maps';

type RowValues = Readonly<Record<string, Json>>;

type FilledPattern = { readonly text: string } | { readonly missing: readonly string[] };

/** The file name, without extension, that the values ask for; or the columns that it lacks. */
export function fileNameFor(table: TableDefinition, stored: RowValues, id: string, zone: string): FilledPath {
  return nameOf(table, DerivedColumns.of(table.columns, zone).with({ values: stored, id, name: null }), id, zone);
}

function nameOf(table: TableDefinition, values: RowValues, id: string, zone: string): FilledPath {
  const pattern = filenamePattern(table);
  if (pattern !== null) return fillFileName(pattern, table.columns, values, zone);
  const text = nameColumns(table)
    .map((name) => values[name])
    .find((value) => !isEmpty(value));
  // Of a name such as `...` nothing is left.
  const asked = typeof text === 'string' ? text : id;
  return { text: toFileName(asked) || id, asked };
}

/** Without a pattern: `name` or `title`, else the first required string column; the first that has a value. D6 */
const nameColumns = ofDefinition(({ columns }): readonly string[] => {
  const strings = columns.filter(({ type, identity }) => type === 'string' && identity !== 'filename');
  const usual = ['name', 'title'].filter((name) => strings.some((column) => column.name === name));
  if (usual.length > 0) return usual;
  return strings.flatMap(({ name, required }) => (required === true ? [name] : [])).slice(0, 1);
});

/** Without a pattern a name is made of other columns when columns come, go or are called otherwise: that renames no note. */
export const areNamedAlike = (before: TableDefinition, after: TableDefinition): boolean =>
  filenamePattern(before) !== null ||
  filenamePattern(after) !== null ||
  nameColumns(before).join() === nameColumns(after).join();

/** The folder that the values ask for. */
export function folderFor(catalog: Catalog, table: TableDefinition, values: RowValues, zone: string): FilledPattern {
  return folderOfValues(
    catalog,
    table,
    DerivedColumns.of(table.columns, zone).with({ values, id: '', name: null }),
    zone,
  );
}

function folderOfValues(catalog: Catalog, table: TableDefinition, values: RowValues, zone: string): FilledPattern {
  const known = knownFolders(table);
  const value = known.column === null ? undefined : values[known.column];
  if (typeof value !== 'string') return filledFolder(catalog, table, values, zone);
  if (known.catalog !== catalog || known.zone !== zone || known.byValue.size >= MOST_FOLDERS) {
    known.byValue.clear();
    [known.catalog, known.zone] = [catalog, zone];
  }
  return getOrInsert(known.byValue, value, () => filledFolder(catalog, table, values, zone));
}

/** The folders of a table that are made of one value each: many rows lie in the same few. They hold for one catalog and zone. */
interface KnownFolders {
  readonly column: string | null;
  catalog: Catalog | null;
  zone: string;
  readonly byValue: Map<string, FilledPattern>;
}

const MOST_FOLDERS = 1000;

const knownFolders = ofDefinition((table): KnownFolders => {
  const [column = null, ...others] = patternColumns(partitionPattern(table) ?? '');
  return { column: others.length === 0 ? column : null, catalog: null, zone: '', byValue: new Map() };
});

function filledFolder(catalog: Catalog, table: TableDefinition, values: RowValues, zone: string): FilledPattern {
  const pattern = partitionPattern(table);
  const folder = catalog.tableFolder(table);
  if (pattern === null || pattern === '') return { text: folder };
  const filled = fillPartition(pattern, table.columns, values, zone);
  return 'missing' in filled ? filled : { text: joinPath(folder, filled.text) };
}

/** A free path in the folder as it is spelt: the name itself, else with ` 2`, ` 3`… D6 */
export function freePath(
  transaction: Transaction,
  folder: NotePath,
  name: string,
  except: NotePath | null = null,
): NotePath {
  const place = transaction.folderAs(folder);
  for (let n = 1; ; n++) {
    const path = joinPath(place, `${n === 1 ? name : numbered(name, n)}.md`);
    const holder = transaction.takenBy(path);
    if (holder === null || holder === except) return path;
  }
}

/** As `freePath`, for a row; or the violation where a note would be none. D18 */
export function placeRow(
  transaction: Transaction,
  table: TableDefinition,
  { folder, name }: WantedPlace,
  present: NotePath | null = null,
): NotePath | Violation {
  const path = freePath(transaction, folder, name, present);
  const reason = whyNoRowAt(transaction.catalog, table, path);
  return reason === null ? path : { path: present, column: null, code: 'path', message: reason };
}

/** Null where a note that names the table is a row of it. D2 */
export function whyNoRowAt(catalog: Catalog, table: TableDefinition, path: NotePath): string | null {
  if (catalog.isArchived(table, path)) return `${path} lies in the archive of ${table.name}: it would be no row`;
  if (catalog.isExcluded(table, path)) return `${path} lies in a folder that ${table.name} excludes`;
  return null;
}

/** A path that is given, in its folder as that is spelt. D6 */
export const pathAs = (transaction: Transaction, path: NotePath): NotePath =>
  joinPath(transaction.folderAs(folderOf(path)), baseNameOf(path));

/** The path of a new row, or its violation. */
export function placeNewRow(
  transaction: Transaction,
  table: TableDefinition,
  row: {
    readonly values: RowValues;
    readonly id: string;
    readonly path: string | null;
    readonly name?: string | undefined;
  },
  zone: string,
): NotePath | Violation {
  if (row.path !== null) return checkGivenPath(transaction, table, row.path);
  const isNamed = row.name !== undefined && filenamePattern(table) === null;
  const name = isNamed ? { text: row.name } : fileNameFor(table, row.values, row.id, zone);
  const folder = folderFor(transaction.catalog, table, row.values, zone);
  if ('text' in name && 'text' in folder) return placeRow(transaction, table, { folder: folder.text, name: name.text });
  const missing = [name, folder].flatMap((part) => ('missing' in part ? part.missing : []));
  const message = `the path of the note needs a value of ${[...new Set(missing)].join(', ')}`;
  return { path: null, column: missing[0] ?? null, code: 'path', message };
}

function checkGivenPath(transaction: Transaction, table: TableDefinition, given: string): NotePath | Violation {
  const wrong = (code: 'path' | 'exists', message: string): Violation => ({
    path: given,
    column: null,
    code,
    message,
    value: given,
  });
  const check = checkNewNotePath(given);
  if ('problem' in check) return wrong('path', check.message);
  const path = pathAs(transaction, check.path);
  const { catalog } = transaction;
  const reason = whyNoRowAt(catalog, table, path);
  if (reason !== null) return wrong('path', reason);
  const other = catalog.tables().find((each) => each !== table && liesIn(path, catalog.tableFolder(each)));
  if (other !== undefined) return wrong('path', `${path} lies in the folder of ${other.qualified}`);
  const inTheWay = foldersAbove(path).find((folder) => transaction.takenBy(folder) !== null);
  if (inTheWay !== undefined) return wrong('path', `${inTheWay} is a file, so that nothing can lie in it`);
  const holder = transaction.takenBy(path);
  return holder === null ? path : wrong('exists', `there is a note at ${holder} already`);
}

/** A row keeps its place unless a pattern column changed and its name and folder match the old values. A given `name` wins. D6 */
export function placeChangedRow(
  transaction: Transaction,
  table: TableDefinition,
  before: Row,
  after: Row,
  { zone, name }: { readonly zone: string; readonly name?: string | undefined },
): NotePath | Violation {
  const { path } = before;
  const wanted = wantedPlace(transaction.catalog, { table, row: before }, { table, row: after }, zone);
  if ('missing' in wanted) return unplaceableViolation(path, wanted.missing);
  if (name !== undefined) return placeWithName(transaction, table, { folder: wanted.folder, name }, path);
  if (wanted.folder === folderOf(path) && wanted.name === noteNameOf(path)) return path;
  return placeRow(transaction, table, wanted, path);
}

/** A name that a caller gives is taken as it is, or refused. D6 */
function placeWithName(
  transaction: Transaction,
  table: TableDefinition,
  { folder, name }: WantedPlace,
  present: NotePath,
): NotePath | Violation {
  const path = joinPath(transaction.folderAs(folder), `${name}.md`);
  if (path === present) return path;
  const wrong = (code: 'path' | 'exists', message: string): Violation => ({
    path: present,
    column: null,
    code,
    message,
    value: name,
  });
  const check = checkNewNotePath(path);
  if ('problem' in check) return wrong('path', check.message);
  const holder = transaction.takenBy(path);
  if (holder !== null && holder !== present) return wrong('exists', `there is a note at ${holder} already`);
  const reason = whyNoRowAt(transaction.catalog, table, path);
  return reason === null ? path : wrong('path', reason);
}

/** The violation of a row whose values don't fill its table's patterns. D6 */
export function unplaceableViolation(path: NotePath, missing: readonly string[]): Violation {
  const message = `the path of the note needs a value of ${missing.join(', ')}`;
  return { path, column: missing[0] ?? null, code: 'path', message };
}

/** A row with the definition that it is a row under. */
export interface DefinedRow {
  readonly table: TableDefinition;
  readonly row: Row;
}

export interface WantedPlace {
  readonly folder: NotePath;
  /** Without extension. */
  readonly name: string;
}

interface MissingValues {
  readonly missing: readonly string[];
}

/**
 * The folder and the name that a row asks for when its values or its table's definition change. A folder or a name that
 * does not fit what it was stays; so do the folder of a row outside its table's folder, and one that is asked for in
 * another case. It fits the values as they are stored, or with the generated ones computed anew. D6, D16
 */
export function wantedPlace(
  catalog: Catalog,
  before: DefinedRow,
  after: DefinedRow,
  zone: string,
): WantedPlace | MissingValues {
  const folder = followFolder(catalog, before, after, zone);
  const name = followName(before, after, zone);
  if (typeof folder === 'string' && typeof name === 'string') return { folder, name };
  const missing = [folder, name].flatMap((part) => (typeof part === 'string' ? [] : part.missing));
  return { missing: [...new Set(missing)] };
}

function followFolder(catalog: Catalog, before: DefinedRow, after: DefinedRow, zone: string): string | MissingValues {
  const { path } = before.row;
  const present = folderOf(path);
  const below = pathBelow(path, catalog.tableFolder(before.table));
  if (below === null) return present;
  const asks = [folderFor, folderOfValues].map((folder) => folder(catalog, before.table, before.row.values, zone));
  const fits = asks.some((old) => 'text' in old && isSameFolder(old.text, present));
  const now = fits
    ? folderFor(catalog, after.table, after.row.values, zone)
    : { text: joinPath(catalog.tableFolder(after.table), folderOf(below)) };
  if ('missing' in now) return now;
  return isSameFolder(now.text, present) ? present : now.text;
}

function followName(before: DefinedRow, after: DefinedRow, zone: string): string | MissingValues {
  const { values, id, path } = before.row;
  const present = noteNameOf(path);
  const asks = [fileNameFor, nameOf].map((name) => name(before.table, values, id, zone));
  const old = asks.find((name) => 'text' in name && isNumberedFrom(present, name.text));
  if (old === undefined || 'missing' in old) return present;
  const now = fileNameFor(after.table, after.row.values, after.row.id, zone);
  if ('missing' in now) return now;
  return now.text === old.text ? present : now.text;
}

/** `Name`, `Name 2`, `Name 3`… */
export function isNumberedFrom(present: string, name: string): boolean {
  if (present === name) return true;
  const number = /^ (\d+)$/.exec(present.slice(name.length))?.[1];
  return number !== undefined && present === numbered(name, Number(number));
}
