/** The tables of a database with their rows counted, in their schemas, and the saved views of each. */

import type { Json, JsonObject, Operations } from '../../../engine/index';
import { type OperationsClient, asObject, asText } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { type ViewSpec, specOfView } from '../../rows/view-spec';

export interface TableTree {
  /** Where the notes of tables lie. */
  readonly root: string;
  readonly schemas: readonly TreeSchema[];
}

export interface TreeSchema {
  /** Null where there is only one schema. */
  readonly label: string | null;
  readonly tables: readonly TreeTable[];
  /** Those that read no single table of their schema. */
  readonly views: readonly TreeView[];
}

export interface TreeTable {
  /** Qualified. */
  readonly table: string;
  readonly label: string;
  readonly description: string | null;
  readonly rows: number;
  readonly views: readonly TreeView[];
}

export interface TreeView {
  /** Qualified. */
  readonly view: string;
  readonly label: string;
  readonly description: string | null;
  /** The table that it reads, where it is one. */
  readonly source: string | null;
  /** How it shows the rows of its table; null: it shows an answer, not the rows of one table. */
  readonly spec: ViewSpec | null;
}

type Described = Operations['describe_database']['result'];

export async function askTableTree(client: OperationsClient): Promise<TableTree> {
  const { tables, views } = await client.run('list_tables', {});
  const database = await client.run('describe_database', {});
  const queries = views.length === 0 ? new Map<string, JsonObject>() : await viewQueries(client);
  const schemas = schemasOf(database);
  return {
    root: database.root,
    schemas: schemas.map(({ catalog, schema, rows }): TreeSchema => {
      const isHere = (each: { readonly catalog: string; readonly schema: string }): boolean =>
        each.catalog === catalog && each.schema === schema;
      const own = tables.filter(isHere);
      const names = new Set(own.map(({ qualified }) => qualified));
      const here = views.filter(isHere).map((view) => treeView(view, queries.get(view.qualified) ?? {}));
      return {
        label: schemaLabel(schemas, catalog, schema),
        tables: own.map(({ qualified, name, description }) => ({
          table: qualified,
          label: humanName(name),
          description,
          rows: rows.get(name) ?? 0,
          views: here.filter(({ source }) => source === qualified),
        })),
        views: here.filter(({ source }) => source === null || !names.has(source)),
      };
    }),
  };
}

/** Whether a stored choice is still there. */
export const isInTableTree = ({ schemas }: TableTree, qualified: string): boolean =>
  schemas.some(
    ({ tables, views }) =>
      views.some(({ view }) => view === qualified) ||
      tables.some((each) => each.table === qualified || each.views.some(({ view }) => view === qualified)),
  );

export const allTables = ({ schemas }: TableTree): readonly TreeTable[] => schemas.flatMap(({ tables }) => tables);

export function viewIn({ schemas }: TableTree, qualified: string): TreeView | null {
  const views = schemas.flatMap((schema) => [...schema.views, ...schema.tables.flatMap((table) => table.views)]);
  return views.find(({ view }) => view === qualified) ?? null;
}

interface SchemaRows {
  readonly catalog: string;
  readonly schema: string;
  readonly rows: ReadonlyMap<string, number>;
}

/** Schemas without a table or a view are not worth a heading. */
function schemasOf({ catalogs, views }: Described): readonly SchemaRows[] {
  const all = catalogs.flatMap(({ name: catalog, schemas }) =>
    schemas.map(({ name: schema, tables }) => ({
      catalog,
      schema,
      rows: new Map(tables.map(({ name, rows }) => [name, rows] as const)),
    })),
  );
  return all.filter(
    ({ catalog, schema, rows }) =>
      rows.size > 0 || views.some((view) => view.catalog === catalog && view.schema === schema),
  );
}

function schemaLabel(schemas: readonly SchemaRows[], catalog: string, schema: string): string | null {
  if (schemas.length < 2) return null;
  const isOneCatalog = schemas.every((each) => each.catalog === catalog);
  return isOneCatalog ? humanName(schema) : `${humanName(catalog)} / ${humanName(schema)}`;
}

type ListedView = Operations['list_tables']['result']['views'][number];

const treeView = (view: ListedView, query: JsonObject): TreeView => ({
  view: view.qualified,
  label: asText(view.display?.['title'] ?? null) ?? humanName(view.name.replace(/^vw_/, '')),
  description: view.description,
  source: asText(query['table']),
  spec: specOfView({ query, display: view.display }),
});

/** What each view asks, by its qualified name. */
async function viewQueries(client: OperationsClient): Promise<ReadonlyMap<string, JsonObject>> {
  const columns = ['table_catalog', 'table_schema', 'table_name', 'view_definition'];
  const queries = new Map<string, JsonObject>();
  for (let isDone = false, offset = 0; !isDone; offset += MOST_A_CALL) {
    const { rows, total } = await client.run('select_rows', {
      table: 'system.information_schema.views',
      columns,
      limit: MOST_A_CALL,
      offset,
    });
    for (const row of rows) {
      const { table_catalog: catalog, table_schema: schema, table_name: name } = row;
      const query = asObject(row['view_definition']);
      if (query !== null) queries.set([catalog, schema, name].map(textOf).join('.'), query);
    }
    isDone = offset + MOST_A_CALL >= total;
  }
  return queries;
}

const textOf = (value: Json | undefined): string => asText(value) ?? '';

const MOST_A_CALL = 1000;
