/** From alter_table's arguments to the definition that they make of the present one. spec: alter_table; D16, D17, D18. */

import type { Json } from '../../values/json';
import type { Catalog } from '../catalog';
import { nameTaken, timeFilename } from './declare-table';
import type { TableDefinition } from '../definition';
import { type NameKind, fieldNameProblem, nameProblem } from '../names';
import { type Problem, refuseProblems } from '../problem';
import { renamedTable } from '../references/rename-table';
import { type TableName, fieldValueProblem, folderPath, tagProblem } from '../spec/table-reader';
import { checkTable } from './table-rules';

/** Absent and null leave an attribute as it is; an empty text or list clears it. D17 */
export interface TableChanges {
  readonly catalog?: string | null | undefined;
  readonly schema?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly partition?: string | null | undefined;
  readonly filename?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly aliases?: readonly string[] | null | undefined;
  readonly history?: boolean | 'default' | null | undefined;
  readonly autolink_target?: boolean | 'default' | null | undefined;
  readonly exclude?: readonly string[] | null | undefined;
  readonly row_template?: string | null | undefined;
  /** Null takes a tag away. */
  readonly tags?: Readonly<Record<string, string | null>> | null | undefined;
  /** Before `tags`. */
  readonly clear_tags?: boolean | null | undefined;
  readonly archive?: string | null | undefined;
  /** Null takes a field away. */
  readonly fields?: Readonly<Record<string, Json>> | null | undefined;
}

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
    ...checkTable(next),
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
    history: setting(changes.history, table.history),
    autolinkTarget: setting(changes.autolink_target, table.autolinkTarget),
    rowTemplate: changes.row_template === '' ? null : (changes.row_template ?? table.rowTemplate),
    ...changedPatterns(table, changes, catalog),
  };
}

/** A table stores its archive and, with a time column, its file name: cleared, they are what a new table would have. D16 */
function changedPatterns(table: TableDefinition, { filename, partition, archive }: TableChanges, catalog: Catalog) {
  const { configuration } = catalog;
  const time = table.columns.find(({ name }) => name === table.timeColumn);
  return {
    filename: cleared(filename, table.filename, time === undefined ? null : timeFilename(configuration, time.type)),
    partition: cleared(partition, table.partition, null),
    archive: cleared(archive, table.archive, configuration.archiveFolder),
  };
}

/** `empty` is what a text of nothing but white space stands for. */
const cleared = <T extends string | null>(given: string | null | undefined, present: T, empty: T): string | T => {
  if (given === undefined || given === null) return present;
  return given.trim() === '' ? empty : given;
};

const setting = (given: boolean | 'default' | null | undefined, present: boolean | null): boolean | null =>
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

const at = (key: string, code: Problem['code'], grammar: boolean, message: string, more: Partial<Problem> = {}) => ({
  at: [key],
  column: null,
  code,
  grammar,
  message,
  ...more,
});

function nameProblems(name: TableName): Problem[] {
  const kinds: readonly [keyof TableName, NameKind][] = [
    ['catalog', 'catalog'],
    ['schema', 'schema'],
    ['name', 'table'],
  ];
  return kinds.flatMap(([key, kind]) => {
    const reason = nameProblem(kind, name[key]);
    return reason === null ? [] : [at(key, 'type', true, reason)];
  });
}

const tagsProblems = ({ tags }: TableChanges): Problem[] =>
  Object.keys(tags ?? {}).flatMap((key) => {
    const reason = tagProblem(key);
    return reason === null ? [] : [at('tags', 'type', true, reason)];
  });

function fieldProblems(table: TableDefinition, { fields }: TableChanges): Problem[] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) => {
    const isKnown = Object.hasOwn(table.fields, name);
    if (value === null && isKnown) return [];
    if (value === null) {
      const known = Object.keys(table.fields).join(', ') || 'none';
      const message = `fields: ${table.name} has no field ${name}`;
      return [at('fields', 'field', false, message, { column: name, hint: `its fields: ${known}` })];
    }
    const reason = (isKnown ? null : fieldNameProblem(name)) ?? fieldValueProblem(name, value);
    return reason === null ? [] : [at('fields', 'field', true, reason)];
  });
}

function descriptionProblems({ description }: TableChanges): Problem[] {
  if (typeof description !== 'string' || description.trim() !== '') return [];
  const hint = 'say what a row records, or leave the argument away';
  return [at('description', 'required', false, 'description: a table needs one', { hint })];
}
