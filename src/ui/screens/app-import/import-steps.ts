/** The steps of the one batch that makes imported tables, their rows with links, and their views. docs/import.md */

import type { Json, JsonObject } from '../../../engine/index';
import { numbered, toFileName } from '../../../kernel/file-name';
import type {
  BodyPart,
  ImportedColumn,
  ImportedRow,
  ImportedSet,
  ImportedTable,
  ImportedView,
  RowPlace,
} from '../../../kernel/imported/imported-set';
import { formatWikiLink } from '../../../kernel/link-text';
import { freeColumnName, humanName, suggestName } from '../../../kernel/names';
import { type Slices, everyItem } from '../../../kernel/slices';
import { type TakenNames, freeName } from '../bases/base-plan';
import { viewName } from '../toolbar/save-view';

/** A table with the names that it gets. */
interface PlacedTable extends ImportedTable {
  readonly name: string;
  readonly columnNames: readonly string[];
  /** Of each row, without the ending. */
  readonly paths: readonly string[];
}

/** `folder`: where tables of the default schema lie. */
export function* importSteps(set: ImportedSet, taken: TakenNames, folder: string): Slices<readonly JsonObject[]> {
  const tables: PlacedTable[] = [];
  for (const table of set.tables) {
    const name = freeName(suggestName(table.label) || 'imported', taken.tables);
    tables.push({
      ...table,
      name,
      columnNames: namesOf(table.columns),
      paths: pathsOf(`${folder}/${name}`, table.rows),
    });
    yield;
  }
  const rows = yield* new RowSteps(tables).steps();
  return [
    ...tables.map(createStep),
    ...tables.flatMap((table) => linkSteps(table, tables)),
    ...rows,
    ...set.views.flatMap((view) => viewStep(view, tables, taken)),
  ];
}

function namesOf(columns: readonly ImportedColumn[]): readonly string[] {
  const names: string[] = [];
  for (const [at, { label }] of columns.entries())
    names.push(freeColumnName(label, (name) => names.includes(name), `field_${at + 1}`));
  return names;
}

function pathsOf(folder: string, rows: readonly ImportedRow[]): readonly string[] {
  const taken = new Set<string>();
  return rows.map(({ name: given }, at) => {
    const name = toFileName(given) || `Row ${at + 1}`;
    let free = name;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = numbered(name, count);
    taken.add(free.toLowerCase());
    return `${folder}/${free}`;
  });
}

function createStep({ name, description, columns, columnNames }: PlacedTable): JsonObject {
  const own = columns.flatMap((column, at) => (column.ref === null ? [specOf(column, columnNames[at] ?? '')] : []));
  return { op: 'create_table', name, description, columns: own };
}

function specOf(
  { label, type, itemType, values, required }: ImportedColumn,
  name: string,
  target: JsonObject = {},
): JsonObject {
  const choices = values.length === 0 ? {} : { values: [...values] };
  return {
    name,
    ...(type === 'list' ? { type, items: { type: itemType, ...choices, ...target } } : { type, ...choices, ...target }),
    description: label,
    ...(humanName(name) === label ? {} : { label }),
    ...(required ? { required } : {}),
  };
}

/** Tables may link to each other, so that all of them are there first. */
const linkSteps = (
  { name, columns, columnNames }: PlacedTable,
  tables: readonly PlacedTable[],
): readonly JsonObject[] =>
  columns.flatMap((column, at) => {
    const target = column.ref === null ? undefined : tables[column.ref];
    if (target === undefined) return [];
    const back = column.inverse === null ? undefined : target.columnNames[column.inverse];
    const link = { ref: target.name, ...(back === undefined ? {} : { inverse: back }) };
    return [{ op: 'add_column', table: name, column: specOf(column, columnNames[at] ?? '', link) }];
  });

/** Rows in their order. Links to rows that come later are written behind all of them. */
class RowSteps {
  private readonly inserted = new Set<string>();
  private readonly later: JsonObject[] = [];
  private readonly inserts: JsonObject[] = [];

  constructor(private readonly tables: readonly PlacedTable[]) {}

  *steps(): Slices<readonly JsonObject[]> {
    for (const table of this.tables) {
      let at = -1;
      const add = (row: ImportedRow): boolean => {
        at += 1;
        this.addRow(table, row, `${table.paths[at] ?? ''}.md`);
        return true;
      };
      yield* everyItem(table.rows, add, table.columns.length);
    }
    return [...this.inserts, ...this.later];
  }

  private addRow({ name: table, columns, columnNames }: PlacedTable, row: ImportedRow, path: string): void {
    const values: Record<string, Json> = {};
    const later: Record<string, Json> = {};
    for (const [at, column] of columns.entries()) {
      const places = row.links.get(at) ?? [];
      const name = columnNames[at] ?? '';
      if (places.length === 0) {
        const value = row.values[at] ?? null;
        if (value !== null) values[name] = value;
        continue;
      }
      const links = places.map((place) => formatWikiLink(this.pathOf(place)));
      const isKnown = column.ref === null || places.every((place) => this.inserted.has(this.pathOf(place)));
      (isKnown ? values : later)[name] = column.type === 'list' ? links : (links[0] ?? null);
    }
    const body = row.body.map((part) => this.textOf(part)).join('');
    this.inserts.push({ op: 'insert_row', table, path, values, ...(body === '' ? {} : { body }) });
    this.inserted.add(path.slice(0, -'.md'.length));
    if (Object.keys(later).length > 0) this.later.push({ op: 'update_row', table, path, set_values: later });
  }

  private pathOf({ table, row }: RowPlace): string {
    return this.tables[table]?.paths[row] ?? '';
  }

  private textOf(part: BodyPart): string {
    return typeof part === 'string' ? part : formatWikiLink(this.pathOf(part), '', part.text);
  }
}

function viewStep(view: ImportedView, tables: readonly PlacedTable[], { views }: TakenNames): readonly JsonObject[] {
  const table = tables[view.table];
  if (table === undefined) return [];
  const nameAt = (at: number): string => table.columnNames[at] ?? '';
  const name = freeName(viewName(view.label), views);
  const title = humanName(name.replace(/^vw_/, '')) === view.label ? {} : { title: view.label };
  return [
    {
      op: 'create_view',
      name,
      query: {
        table: table.name,
        order_by: [nameAt(view.order)],
        ...(view.without === null ? {} : { where: { [nameAt(view.without)]: false } }),
      },
      display: { layout: 'board', group: nameAt(view.lanes), board: { order: nameAt(view.order) }, ...title },
    },
  ];
}
