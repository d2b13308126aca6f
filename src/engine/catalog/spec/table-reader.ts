/** From a table as it is written to a TableDefinition, with everything that is wrong in its form. spec: Table definition. */

import type { Json, JsonObject } from '../../values/json';
import { isJsonObject, isNestedDeeper } from '../../values/json';
import { MOST_LEVELS, levelsProblem } from '../../values/validate';
import { AttributeReader } from './attribute-reader';
import { readColumns } from './columns-reader';
import type { Constraint, TableDefinition } from '../definition';
import { type Bases, inherit, inheritedColumns } from '../references/inheritance';
import { fieldNameProblem, nameProblem } from '../names';
import type { Problem, ProblemPath } from '../problem';
import { checkTable } from '../declare/table-rules';

/** What an entry of the metastore file may hold; create_table's arguments are these and the three parts of the name. */
const TABLE_ATTRIBUTES: readonly string[] = [
  'description',
  'aliases',
  'tags',
  'time_column',
  'filename',
  'partition',
  'exclude',
  'archive',
  'history',
  'autolink_target',
  'row_template',
  'bases',
  'columns',
  'fields',
  'constraints',
];

/** The archive folder of a table that names none. D2 */
export const DEFAULT_ARCHIVE = '_archive';

export interface TableName {
  readonly catalog: string;
  readonly schema: string;
  readonly name: string;
}

export interface TableReading {
  /** With problems it may be incomplete. */
  readonly definition: TableDefinition;
  readonly problems: readonly Problem[];
}

const NO_BASES: Bases = new Map();

/** Reads a table whose name is already known to be good. `at` is where it stands. Never throws. */
export function readTable(
  source: JsonObject,
  { catalog, schema, name }: TableName,
  at: ProblemPath,
  bases = NO_BASES,
): TableReading {
  const reader = new AttributeReader(source, at, '', null);
  reader.rejectOthers(TABLE_ATTRIBUTES);
  const heritage = readBases(reader, bases);
  const declared = readColumns(reader, new Map(heritage.columns.map((column) => [column.spec.name, column])));
  const entry: TableDefinition = {
    catalog,
    schema,
    name,
    qualified: `${catalog}.${schema}.${name}`,
    description: filled(reader.text('description')),
    aliases: reader.texts('aliases') ?? [],
    tags: readTags(reader),
    columns: declared,
    bases: heritage.names,
    declared,
    fields: readFields(reader),
    constraints: readConstraints(reader),
    timeColumn: filled(reader.text('time_column')),
    filename: filled(reader.text('filename')),
    partition: filled(reader.text('partition')),
    exclude: (reader.texts('exclude') ?? []).map(folderPath),
    archive: filled(reader.text('archive')) ?? DEFAULT_ARCHIVE,
    history: reader.flag('history') ?? null,
    autolinkTarget: reader.flag('autolink_target') ?? null,
    rowTemplate: reader.text('row_template') || null,
  };
  const definition = inherit(entry, bases);
  // What could not be read would be missed by the rules.
  const isRead = reader.problems.every(({ grammar }) => !grammar);
  const rules = isRead ? checkTable(definition) : [];
  const placed = rules.map((problem) => ({ ...problem, at: [...at, ...problem.at] }));
  return { definition, problems: [...reader.problems, ...placed] };
}

function readBases(reader: AttributeReader, bases: Bases) {
  const names = [...new Set(reader.texts('bases') ?? [])];
  const { columns, problems } = inheritedColumns(names, bases);
  for (const { message } of problems) reader.semantic('bases', 'type', message);
  return { names, columns };
}

const filled = (text: string | undefined): string | null => (text === undefined || text.trim() === '' ? null : text);

/** `Templates/` and `Templates` are the same folder. */
export const folderPath = (path: string): string => path.normalize('NFC').replace(/\/+$/, '');

function readTags(reader: AttributeReader): Readonly<Record<string, string>> {
  const tags = reader.object('tags') ?? {};
  for (const [key, value] of Object.entries(tags)) {
    const problem = tagProblem(key);
    if (problem !== null) reader.grammar('tags', 'type', problem);
    else if (typeof value !== 'string') reader.grammar('tags', 'type', `tags: ${key} must be text`);
  }
  return tags as Readonly<Record<string, string>>;
}

/** Why `key` is no key of a tag; null when it is one. */
export const tagProblem = (key: string): string | null =>
  key.trim() === '' || key === '__proto__' ? `tags: "${key}" is no key of a tag` : null;

function readFields(reader: AttributeReader): Readonly<Record<string, Json>> {
  const fields = reader.object('fields') ?? {};
  for (const [name, value] of Object.entries(fields)) {
    const problem = fieldNameProblem(name) ?? fieldValueProblem(name, value);
    if (problem !== null) reader.grammar('fields', 'field', problem);
  }
  return fields;
}

/** Why a field can't have this default; null when it can. */
export const fieldValueProblem = (name: string, value: Json): string | null =>
  isNestedDeeper(value, MOST_LEVELS) ? levelsProblem(value, { column: name, table: '', item: 0 }).message : null;

/** Name -> filter. Whether the filter fits the table's columns is judged where the whole catalog is known. */
function readConstraints(reader: AttributeReader): readonly Constraint[] {
  const constraints: Constraint[] = [];
  for (const [name, check] of Object.entries(reader.object('constraints') ?? {})) {
    const problem = nameProblem('constraint', name);
    if (problem !== null) reader.grammar('constraints', 'check', problem);
    else if (!isJsonObject(check)) reader.grammar('constraints', 'check', `constraints: ${name} must be a filter`);
    else constraints.push({ name, check });
  }
  return constraints;
}
