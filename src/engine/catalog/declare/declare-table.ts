/** From create_table's and add_column's arguments to definitions. Source: docs/operations.md#create_table, docs/operations.md#column-specs, D3, D16, D17. */

import * as z from 'zod';
import type { ColumnSpec } from '../../values/column-spec';
import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import type { Catalog } from '../catalog';
import { readColumn } from '../spec/column-reader';
import { checkComputed } from './computed-rules';
import { checkNoteKeys } from './note-key-rules';
import type { DatabaseConfiguration, TableDefinition } from '../definition';
import { checkInverses } from './inverse-rules';
import { type DefinitionKind, nameProblem } from '../name-rules';
import { type Problem, type ProblemPath, grammarProblem, problemAt, refuseProblems } from '../problem';
import { resolveRefs } from './resolve-refs';
import { textArgument } from '../shapes';
import { type TableName, readTable } from '../spec/table-reader';

/** Where a new table or view belongs. */
export const NAMESPACE = z.strictObject({
  catalog: textArgument.describe('Default: the database’s default catalog'),
  schema: textArgument.describe('Default: the database’s default schema'),
});

export interface DeclareOptions {
  /** False for the older interface; definitions without descriptions are legal in the catalog. D3 */
  readonly requireDescriptions: boolean;
}

/**
 * The definition that create_table's arguments declare, with its archive, partition and filename stored. Throws
 * `bad_request` with every problem of grammar, else `refused` with every other one. D16, D18
 */
export function declareTable(input: JsonObject, catalog: Catalog, options: DeclareOptions): TableDefinition {
  const { name, problems: nameProblems } = readQualifiedName(input, catalog, 'table');
  const { name: _name, catalog: _catalog, schema: _schema, dry_run: _dryRun, ...rest } = input;
  const { definition, problems } = readTable(withStoredDefaults(rest, catalog.configuration), name, []);
  const { qualified } = definition;
  const columns = definition.declared.map((spec, index) => resolveRefs(spec, qualified, catalog, ['columns', index]));
  const specs = columns.map(({ spec }) => spec);
  const resolved = { ...definition, columns: specs, declared: specs };
  refuseProblems(`${name.name || 'the table'} can not be created`, [
    ...nameProblems,
    ...missingColumns(input),
    ...problems,
    ...columns.flatMap((column) => column.problems),
    ...checkInverses(resolved, catalog),
    ...nameTaken(catalog, qualified),
    ...(options.requireDescriptions ? missingDescriptions(definition) : []),
  ]);
  return resolved;
}

/** add_column's `column`. Throws like declareTable; the name of a column (`exists`) or field (`field`) of the table is refused. */
export function declareColumn(
  input: Json,
  table: TableDefinition,
  catalog: Catalog,
  options: DeclareOptions,
): ColumnSpec {
  const { spec, problems } = readColumn(input, []);
  const resolution = spec === null ? null : resolveRefs(spec, table.qualified, catalog, []);
  const name = spec?.name ?? 'the column';
  refuseProblems(`${name} can not be added to ${table.qualified}`, [
    ...problems,
    ...(resolution?.problems ?? []),
    ...(spec === null ? [] : nameClashes(spec, table)),
    ...(spec === null ? [] : checkNoteKeys({ ...table, columns: [...table.columns, spec] }, [spec.name])),
    ...(spec === null ? [] : checkComputed({ ...table, columns: [...table.columns, spec] })),
    ...(resolution === null ? [] : inverseProblems(resolution.spec, table, catalog)),
    ...(spec !== null && options.requireDescriptions ? missingDescription(spec, []) : []),
  ]);
  if (resolution === null) throw new Error('a column without a spec has a problem');
  return resolution.spec;
}

/** Only the problems of the new column: the caller is not responsible for external edits of the others. */
function inverseProblems(spec: ColumnSpec, table: TableDefinition, catalog: Catalog): Problem[] {
  const index = table.columns.length;
  const problems = checkInverses({ ...table, columns: [...table.columns, spec] }, catalog);
  return problems.filter(({ at }) => at[1] === index).map((problem) => ({ ...problem, at: problem.at.slice(2) }));
}

/** The three parts of the name of a new table or view, with the defaults of the database; whatever is wrong with them. */
export function readQualifiedName(input: JsonObject, { configuration }: Catalog, kind: 'table' | 'view') {
  const problems: Problem[] = [];
  const read = (key: keyof TableName, of: DefinitionKind, initial: string): string => {
    const value = input[key] ?? initial;
    const reason = typeof value === 'string' ? nameProblem(of, value) : `${key} must be text`;
    if (reason !== null) problems.push(grammarProblem([key], reason));
    return typeof value === 'string' ? value : '';
  };
  const catalog = read('catalog', 'catalog', configuration.defaultCatalog);
  const schema = read('schema', 'schema', configuration.defaultSchema);
  return { name: { catalog, schema, name: read('name', kind, '') }, problems };
}

const missingColumns = (input: JsonObject): Problem[] =>
  (input['columns'] ?? null) === null ? [grammarProblem(['columns'], 'columns must be a list')] : [];

/** A table stores its archive, partition and filename at creation: later settings are for later tables. D16 */
function withStoredDefaults(input: JsonObject, configuration: DatabaseConfiguration): JsonObject {
  const stored: Record<string, Json> = { ...input, archive: input['archive'] || configuration.archiveFolder };
  const timeColumn = input['time_column'];
  if (typeof timeColumn !== 'string' || timeColumn === '') return stored;
  const type = typeName(input['columns'], timeColumn);
  stored['filename'] = input['filename'] || timeFilename(configuration, type);
  stored['partition'] = input['partition'] ?? configuration.defaultPartition;
  return stored;
}

/** The file-name format of a new table whose time column is of that type. D2 */
export const timeFilename = (configuration: DatabaseConfiguration, type: Json | undefined): string =>
  type === 'date' ? configuration.dateFilename : configuration.datetimeFilename;

function typeName(columns: Json | undefined, name: string): Json | undefined {
  if (!isList(columns)) return undefined;
  const column = columns.filter(isJsonObject).find((each) => each['name'] === name);
  return column?.['type'];
}

/** D17: nothing else may have the name. */
export function nameTaken(catalog: Catalog, qualified: string): Problem[] {
  if (catalog.table(qualified) === null) return [];
  const message = `there is a table ${qualified} already`;
  const hint = 'call describe_table, or take another name';
  return [problemAt(['name'], 'exists', message, { hint })];
}

/** Every description that the generic route asks for and that is not there, the table's own and its columns'. D3 */
export function missingDescriptions(table: TableDefinition): Problem[] {
  const own =
    table.description === null ? [missingProblem(['description'], null, 'the table needs a description')] : [];
  return [...own, ...table.columns.flatMap((column, index) => missingDescription(column, ['columns', index]))];
}

const missingDescription = ({ name, description }: ColumnSpec, at: ProblemPath): Problem[] =>
  description === undefined ? [missingProblem([...at, 'description'], name, `${name}: a description is missing`)] : [];

const missingProblem = (at: ProblemPath, column: string | null, message: string): Problem =>
  problemAt(at, 'required', message, {
    column,
    hint: 'give each a description: what a row records, what the column says',
  });

function nameClashes({ name }: ColumnSpec, table: TableDefinition): Problem[] {
  const about = { column: name };
  if (table.columns.some((column) => column.name === name))
    return [problemAt(['name'], 'exists', `${name}: there is a column of that name already`, about)];
  if (!Object.hasOwn(table.fields, name)) return [];
  return [problemAt(['name'], 'field', `${name}: there is an untyped field of that name`, about)];
}
