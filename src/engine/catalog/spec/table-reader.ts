/** Parses a table into a TableDefinition and collects the problems of its form. Source: docs/operations.md#create_table. */

import * as z from 'zod';
import { type Json, type JsonObject, isNestedDeeper } from '../../json';
import { MOST_LEVELS } from '../../values/valid-value';
import { levelsProblem } from '../../values/validate';
import { AttributeReader } from './attribute-reader';
import { columnSpec } from './column-attributes';
import { readColumns } from './columns-reader';
import type { Constraint, TableDefinition } from '../definition';
import { type BasesByName, inheritedColumns, withInheritedColumns } from '../references/inheritance';
import { fieldNameProblem, nameProblem } from '../name-rules';
import type { Problem, ProblemPath } from '../problem';
import { filter, flag, json, rowTemplates, textArgument, textsArgument } from '../shapes';
import { checkTableDefinition } from '../declare/table-rules';

/** A constraint that counts. docs/decisions.md#limits */
const rowLimit = z.strictObject({ at_most: z.int().min(0), per: z.string().optional(), check: filter });

/** What an entry of the metastore file may hold, and create_table takes. */
export const TABLE = z.strictObject({
  description: textArgument.describe('What a row records'),
  aliases: textsArgument.describe('Other words for what it records'),
  tags: z.record(z.string(), z.string()).nullish().describe('Labels'),
  time_column: textArgument.describe('Date or datetime column that names the rows'),
  filename: textArgument.describe('File-name pattern such as {name}'),
  partition: textArgument.describe('Folder pattern such as YYYY/MM or {status}'),
  exclude: textsArgument.describe('Vault folders whose notes are not rows'),
  archive: textArgument.describe('Name of the archive folder'),
  history: flag.describe('Keep versions'),
  autolink_target: flag.describe('May automatic links link its rows'),
  row_template: textArgument.describe('Markdown body of new rows'),
  templates: rowTemplates.describe('Notes with bodies; the first whose filter matches'),
  bases: textsArgument.describe('Bases whose columns it inherits'),
  columns: z.array(columnSpec).describe('Its columns'),
  fields: z.record(z.string(), json).nullish().describe('Untyped fields: name -> default'),
  constraints: z.record(z.string(), filter).nullish().describe('Name -> the filter that every row must match'),
  limits: z.record(z.string(), rowLimit).nullish().describe('Name -> how many rows may match a filter'),
});

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

const NO_BASES: BasesByName = new Map();

/** Reads a table whose name is already known to be good. `at` is its place. Never throws. */
export function readTable(
  source: JsonObject,
  { catalog, schema, name }: TableName,
  at: ProblemPath,
  bases = NO_BASES,
): TableReading {
  const reader = new AttributeReader(TABLE, { source, at });
  const { columns = [], exclude = [], aliases = [], tags = {}, fields = {}, templates = [], ...given } = reader.value;
  const heritage = readBases(reader, bases);
  const inherited = new Map(heritage.columns.map((column) => [column.spec.name, column]));
  const declared = readColumns(reader, columns, inherited);
  for (const problem of tagProblems(tags)) reader.grammar('tags', 'type', problem);
  checkFields(reader, fields);
  const entry: TableDefinition = {
    catalog,
    schema,
    name,
    qualified: `${catalog}.${schema}.${name}`,
    description: textOrNull(given.description),
    aliases,
    tags,
    columns: declared,
    bases: heritage.names,
    declared,
    fields,
    constraints: readConstraints(reader),
    timeColumn: textOrNull(given.time_column),
    filename: textOrNull(given.filename),
    partition: textOrNull(given.partition),
    exclude: exclude.map(folderPath),
    archive: textOrNull(given.archive) ?? DEFAULT_ARCHIVE,
    history: given.history ?? null,
    autolinkTarget: given.autolink_target ?? null,
    rowTemplate: given.row_template || null,
    templates: templates ?? [],
  };
  const definition = withInheritedColumns(entry, bases);
  // What could not be read would be missed by the rules.
  const isRead = reader.problems.every(({ grammar }) => !grammar);
  const rules = isRead ? checkTableDefinition(definition) : [];
  const placed = rules.map((problem) => ({ ...problem, at: [...at, ...problem.at] }));
  return { definition, problems: [...reader.problems, ...placed] };
}

type Reader = AttributeReader<typeof TABLE.shape>;

function readBases(reader: Reader, bases: BasesByName) {
  const names = [...new Set(reader.value.bases ?? [])];
  const { columns, problems } = inheritedColumns(names, bases);
  for (const { message } of problems) reader.semantic('bases', 'type', message);
  return { names, columns };
}

const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text;

/** `Templates/` and `Templates` are the same folder. */
export const folderPath = (path: string): string => path.normalize('NFC').replace(/\/+$/, '');

/** Why keys of tags are none. */
export const tagProblems = (tags: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(tags)
    .filter((key) => key.trim() === '' || key === '__proto__')
    .map((key) => `tags: "${key}" is not a key of a tag`);

function checkFields(reader: Reader, fields: JsonObject): void {
  for (const [name, value] of Object.entries(fields)) {
    const problem = fieldNameProblem(name) ?? fieldValueProblem(name, value);
    if (problem !== null) reader.grammar('fields', 'field', problem);
  }
}

/** Why a field can't have this default; null when it can. */
export const fieldValueProblem = (name: string, value: Json): string | null =>
  isNestedDeeper(value, MOST_LEVELS) ? levelsProblem(value, { column: name, table: '', item: 0 }).message : null;

/** Whether the filter fits the table's columns is judged where the whole catalog is known. */
function readConstraints(reader: Reader): readonly Constraint[] {
  const { constraints, limits } = reader.value;
  const read = <T>(section: 'constraints' | 'limits', entries: Readonly<Record<string, T>> | null | undefined) =>
    Object.entries(entries ?? {}).map(([name, entry]) => {
      const isTaken = section === 'limits' && Object.hasOwn(constraints ?? {}, name);
      const problem = isTaken ? `there is a constraint ${name} too` : nameProblem('constraint', name);
      if (problem !== null) reader.grammar(section, 'check', problem);
      return { name, entry };
    });
  return [
    ...read('constraints', constraints).map(({ name, entry }) => ({ name, check: entry })),
    ...read('limits', limits).map(({ name, entry: { at_most, per, check } }) => ({
      ...{ name, check, atMost: at_most },
      ...(per === undefined ? {} : { per }),
    })),
  ];
}
