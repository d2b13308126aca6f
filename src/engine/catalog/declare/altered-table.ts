/** Applies the arguments of alter_table to the present definition. Source: docs/operations.md#alter_table; D16, D17, D18. */

import * as z from 'zod';
import type { Json } from '../../json';
import type { Catalog } from '../catalog';
import { nameTaken, timeFilename } from './declare-table';
import type { TableDefinition } from '../definition';
import { type DefinitionKind, fieldNameProblem, nameProblem } from '../name-rules';
import { type Problem, grammarProblem, problemAt, refuseProblems } from '../problem';
import { renamedTable } from '../references/rename-table';
import { flag, json, rowTemplates, textArgument, textsArgument } from '../shapes';
import { type TableName, fieldValueProblem, folderPath, tagProblems } from '../spec/table-reader';
import { checkTableDefinition } from './table-rules';

const flagArgument = z.union([z.boolean(), z.literal('default')]).nullish();

/** Absent and null leave an attribute as it is; an empty text or list clears it. D17 */
export const TABLE_CHANGES = z.strictObject({
  catalog: textArgument.describe('Moves it to this catalog'),
  schema: textArgument.describe('Moves it to this schema'),
  name: textArgument.describe('Renames the table'),
  partition: textArgument.describe('Folder pattern; "" puts the rows flat into the folder'),
  filename: textArgument.describe('File-name pattern; "" goes back to the default'),
  description: textArgument.describe('What a row records; never empty'),
  aliases: textsArgument.describe('Other words; [] removes them'),
  history: flagArgument.describe('Keep versions; "default" is the database setting'),
  autolink_target: flagArgument.describe('May automatic links link its rows; "default" decides by its names'),
  exclude: textsArgument.describe('Folders without rows; [] removes them'),
  row_template: textArgument.describe('Markdown body of new rows; "" removes it'),
  templates: rowTemplates.describe('Notes with bodies; [] removes them'),
  tags: z.record(z.string(), z.string().nullable()).nullish().describe('Labels to set; null removes one'),
  clear_tags: flag.describe('Removes all labels first'),
  archive: textArgument.describe('Archive folder; archived notes go along'),
  fields: z.record(z.string(), json).nullish().describe('Untyped fields: name -> default; null removes one'),
});

type TableChanges = z.infer<typeof TABLE_CHANGES>;

/**
 * The definition after the changes, itself when nothing changes. Throws `bad_request` with every problem of grammar, else
 * `refused` with every other one: an empty description, a taken name, a pattern over no column. D18
 */
export function alteredTable(table: TableDefinition, changes: TableChanges, catalog: Catalog): TableDefinition {
  const name: TableName = {
    catalog: changes.catalog ?? table.catalog,
    schema: changes.schema ?? table.schema,
    name: changes.name ?? table.name,
  };
  const next = renamedTable(withAttributes(table, changes, catalog), name, catalog.root);
  refuseProblems(`${table.qualified} can not be altered`, [
    ...nameProblems(name),
    ...tagsProblems(changes),
    ...fieldProblems(table, changes),
    ...(next.qualified === table.qualified ? [] : nameTaken(catalog, next.qualified)),
    ...descriptionProblems(changes),
    ...checkTableDefinition(next),
  ]);
  return JSON.stringify(next) === JSON.stringify(table) ? table : next;
}

function withAttributes(table: TableDefinition, changes: TableChanges, catalog: Catalog): TableDefinition {
  return {
    ...table,
    description: changes.description ?? table.description,
    aliases: changes.aliases ?? table.aliases,
    tags: changedTags(table, changes),
    fields: changedFields(table, changes),
    exclude: changes.exclude?.map(folderPath) ?? table.exclude,
    history: flagOrDefault(changes.history, table.history),
    autolinkTarget: flagOrDefault(changes.autolink_target, table.autolinkTarget),
    rowTemplate: changes.row_template === '' ? null : (changes.row_template ?? table.rowTemplate),
    templates: changes.templates ?? table.templates,
    ...changedPatterns(table, changes, catalog),
  };
}

/** A table stores its archive and, with a time column, its file name: cleared, they are what a new table would have. D16 */
function changedPatterns(table: TableDefinition, { filename, partition, archive }: TableChanges, catalog: Catalog) {
  const { configuration } = catalog;
  const time = table.columns.find(({ name }) => name === table.timeColumn);
  return {
    filename: textOrEmpty(filename, table.filename, time === undefined ? null : timeFilename(configuration, time.type)),
    partition: textOrEmpty(partition, table.partition, null),
    archive: textOrEmpty(archive, table.archive, configuration.archiveFolder),
  };
}

/** `empty` is the value of a blank text. */
const textOrEmpty = <T extends string | null>(given: string | null | undefined, present: T, empty: T): string | T => {
  if (given === undefined || given === null) return present;
  return given.trim() === '' ? empty : given;
};

const flagOrDefault = (given: boolean | 'default' | null | undefined, present: boolean | null): boolean | null =>
  given === 'default' ? null : (given ?? present);

function changedTags(table: TableDefinition, { tags, clear_tags: clear }: TableChanges) {
  return withoutNulls({ ...(clear === true ? {} : table.tags), ...tags });
}

const changedFields = (table: TableDefinition, { fields }: TableChanges): Readonly<Record<string, Json>> => {
  const next: Record<string, Json> = { ...table.fields };
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value === null) delete next[name];
    else next[name] = value;
  }
  return next;
};

const withoutNulls = (record: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, string] => entry[1] !== null));

function nameProblems(name: TableName): Problem[] {
  const kinds: readonly [keyof TableName, DefinitionKind][] = [
    ['catalog', 'catalog'],
    ['schema', 'schema'],
    ['name', 'table'],
  ];
  return kinds.flatMap(([key, kind]) => {
    const reason = nameProblem(kind, name[key]);
    return reason === null ? [] : [grammarProblem([key], reason)];
  });
}

const tagsProblems = ({ tags }: TableChanges): Problem[] =>
  tagProblems(tags ?? {}).map((reason) => grammarProblem(['tags'], reason));

function fieldProblems(table: TableDefinition, { fields }: TableChanges): Problem[] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) => {
    const isKnown = Object.hasOwn(table.fields, name);
    if (value === null && isKnown) return [];
    if (value === null) {
      const known = Object.keys(table.fields).join(', ') || 'none';
      const message = `fields: ${table.name} has no field ${name}`;
      return [problemAt(['fields'], 'field', message, { column: name, hint: `its fields: ${known}` })];
    }
    const reason = (isKnown ? null : fieldNameProblem(name)) ?? fieldValueProblem(name, value);
    return reason === null ? [] : [grammarProblem(['fields'], reason, 'field')];
  });
}

function descriptionProblems({ description }: TableChanges): Problem[] {
  if (typeof description !== 'string' || description.trim() !== '') return [];
  const hint = 'say what a row records, or leave the argument away';
  return [problemAt(['description'], 'required', 'description: a table needs one', { hint })];
}
