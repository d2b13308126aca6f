/** The statements that write the rows of one table, a few for each page. docs/mirror.md#changes */

import { cellOf } from '../../../mirror/cell-value';
import type { MirrorRow, RowChanges, TargetIds } from '../../../mirror/mirror-target';
import { type ColumnShape, type TableShape, linkColumns } from '../../../mirror/table-shape';
import type { Json, JsonObject } from '../../../engine/json';
import { SQL_TYPES, literal, quoted } from './sql-names';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** So many rows must be there. */
  readonly rows?: number;
}

type NameOf = (table: string) => string;

/** Marks paths of rows that are between two places: no path of a note begins so. */
const MOVING = '\u0001';

export function rowStatements(table: TableShape, changes: RowChanges, nameOf: NameOf): readonly Statement[] {
  const { deletes, moves, updates, inserts } = changes;
  const name = nameOf(table.name);
  return [
    ...(deletes.length === 0 ? [] : [{ text: `delete from ${name} where path = any($1)`, values: [deletes] }]),
    ...moveStatements(name, moves),
    ...updateStatements(table, updates, nameOf),
    ...(inserts.length === 0 ? [] : insertStatements(table, inserts, nameOf)),
  ];
}

/** In two steps: rows can take each other's places. */
function moveStatements(name: string, moves: RowChanges['moves']): readonly Statement[] {
  if (moves.length === 0) return [];
  const [from, to] = [moves.map((move) => move.from), moves.map((move) => move.to)];
  const old = literal(MOVING);
  return [
    {
      text: `update ${name} t set path = ${old} || m.now from unnest($1::text[], $2::text[]) m (was, now) where t.path = m.was`,
      values: [from, to],
      rows: moves.length,
    },
    {
      text: `update ${name} set path = substr(path, 2) where path = any($1)`,
      values: [to.map((path) => `${MOVING}${path}`)],
    },
  ];
}

/** Rows with the same changed columns together. */
function updateStatements(table: TableShape, updates: readonly MirrorRow[], nameOf: NameOf): readonly Statement[] {
  const byColumns = new Map<string, { readonly columns: readonly ColumnShape[]; readonly rows: MirrorRow[] }>();
  for (const row of updates) {
    const columns = table.columns.filter(({ column }) => Object.hasOwn(row.values, column));
    const key = columns.map(({ column }) => column).join('\n');
    const group = byColumns.get(key) ?? { columns, rows: [] };
    byColumns.set(key, group);
    group.rows.push(row);
  }
  return [...byColumns.values()].flatMap(({ columns, rows }) => updateGroup(table, columns, rows, nameOf));
}

function updateGroup(
  table: TableShape,
  columns: readonly ColumnShape[],
  rows: readonly MirrorRow[],
  nameOf: NameOf,
): readonly Statement[] {
  const sets = namesIn(columns).map((name) => `${quoted(name)} = x.${quoted(name)}`);
  const names = `array[${columns.map(({ column }) => literal(column)).join(', ')}]::text[]`;
  const invalid = `_invalid = nullif(coalesce(t._invalid, '{}') - ${names} || coalesce(x._invalid, '{}'), '{}')`;
  return [
    {
      text:
        `update ${nameOf(table.name)} t set ${['id = x.id', invalid, ...sets].join(', ')} ` +
        `from ${recordset(columns)} where t.path = x.path`,
      values: [JSON.stringify(rows.map((row) => cellsOf(columns, row)))],
      rows: rows.length,
    },
    ...linkStatements(columns, rows, nameOf),
  ];
}

function insertStatements(
  { name, columns }: TableShape,
  rows: readonly MirrorRow[],
  nameOf: NameOf,
): readonly Statement[] {
  const names = ['id', '_invalid', ...namesIn(columns)].map(quoted);
  const sets = names.map((each) => `${each} = excluded.${each}`);
  return [
    {
      text:
        `insert into ${nameOf(name)} (path, ${names.join(', ')}) select x.path, ${names.map((each) => `x.${each}`).join(', ')} ` +
        `from ${recordset(columns)} on conflict (path) do update set ${sets.join(', ')}`,
      values: [JSON.stringify(rows.map((row) => cellsOf(columns, row)))],
    },
    ...linkStatements(columns, rows, nameOf),
  ];
}

/** Lists of links, whole. */
function linkStatements(
  columns: readonly ColumnShape[],
  rows: readonly MirrorRow[],
  nameOf: NameOf,
): readonly Statement[] {
  return columns
    .filter(({ kind }) => kind === 'links')
    .flatMap((column) => {
      const links = rows.flatMap((row) => linksOf(column, row));
      const name = nameOf(column.name);
      return [
        { text: `delete from ${name} where path = any($1)`, values: [rows.map(({ path }) => path)] },
        ...(links.length === 0
          ? []
          : [
              {
                text: `insert into ${name} (path, position, value, target_id) select * from ${LINKS}`,
                values: [JSON.stringify(links)],
              },
            ]),
      ];
    });
}

const LINKS = 'json_to_recordset($1::json) as x (path text, position integer, value text, target_id text)';

/** Ids of targets, where the row still has the same link. */
export function relinkStatements(
  table: TableShape,
  rows: readonly Pick<MirrorRow, 'path' | 'values' | 'targets'>[],
  nameOf: NameOf,
): readonly Statement[] {
  return linkColumns(table).flatMap((column) => {
    if (column.kind === 'links') {
      const name = nameOf(column.name);
      const links = rows.flatMap((row) => linksOf(column, row));
      const text =
        `update ${name} t set target_id = x.target_id from ${LINKS} where t.path = x.path and t.position = x.position ` +
        'and t.value = x.value and t.target_id is distinct from x.target_id';
      return links.length === 0 ? [] : [{ text, values: [JSON.stringify(links)] }];
    }
    const [name, value, id] = [nameOf(table.name), quoted(column.name), quoted(column.idName ?? '')];
    const cells = rows.map(({ path, values, targets }) => ({
      path,
      value: valueIn(column, values),
      target_id: idIn(targets[column.column]),
    }));
    const text =
      `update ${name} t set ${id} = x.target_id from json_to_recordset($1::json) as x (path text, value text, target_id text) ` +
      `where t.path = x.path and t.${value} is not distinct from x.value and t.${id} is distinct from x.target_id`;
    return [{ text, values: [JSON.stringify(cells)] }];
  });
}

interface LinkCell {
  readonly path: string;
  readonly position: number;
  readonly value: string;
  readonly target_id: string | null;
}

function linksOf(
  column: ColumnShape,
  { path, values, targets }: Pick<MirrorRow, 'path' | 'values' | 'targets'>,
): readonly LinkCell[] {
  const links = valueIn(column, values);
  const ids = targets[column.column];
  if (!Array.isArray(links)) return [];
  return links.map((value: string, i) => ({
    ...{ path, position: i + 1, value },
    target_id: Array.isArray(ids) ? ((ids[i] as string | null | undefined) ?? null) : null,
  }));
}

function valueIn({ kind, column }: ColumnShape, values: JsonObject): Json {
  const cell = cellOf(kind, values[column]);
  return 'value' in cell ? cell.value : null;
}

const idIn = (ids: TargetIds | undefined): string | null => (typeof ids === 'string' ? ids : null);

function cellsOf(columns: readonly ColumnShape[], { path, id, values, targets }: MirrorRow): JsonObject {
  const cells: Record<string, Json> = { path, id };
  const invalid: Record<string, Json> = {};
  for (const { column, name, kind, idName } of columns) {
    const cell = cellOf(kind, values[column]);
    if ('invalid' in cell) invalid[column] = cell.invalid;
    else if (kind !== 'links') cells[name] = cell.value;
    if (idName !== undefined && 'value' in cell && cell.value !== null) cells[idName] = idIn(targets[column]);
  }
  return Object.keys(invalid).length === 0 ? cells : { ...cells, _invalid: invalid };
}

const namesIn = (columns: readonly ColumnShape[]): readonly string[] =>
  columns.flatMap(({ kind, name, idName }) => [
    ...(kind === 'links' ? [] : [name]),
    ...(idName === undefined ? [] : [idName]),
  ]);

function recordset(columns: readonly ColumnShape[]): string {
  const typed = columns.flatMap(({ kind, name, idName }) => [
    ...(kind === 'links' ? [] : [`${quoted(name)} ${SQL_TYPES[kind]}`]),
    ...(idName === undefined ? [] : [`${quoted(idName)} text`]),
  ]);
  return `json_to_recordset($1::json) as x (${['path text', 'id text', '_invalid jsonb', ...typed].join(', ')})`;
}
