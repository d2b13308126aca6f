/** Parses the value of a metastore file into definitions and collects its problems. D2, docs/formats.md. */

import * as z from 'zod';
import { type Json, type JsonObject, isJsonObject } from '../../json';
import { AttributeReader, sayUnknown } from '../spec/attribute-reader';
import { readBase } from '../spec/base-reader';
import { METASTORE_FORMAT } from '../catalog';
import { DEFAULT_CONFIGURATION, readConfiguration } from '../declare/configuration';
import type { BaseDefinition, CatalogDefinition, RuleDefinition, TableDefinition, ViewDefinition } from '../definition';
import { type BasesByName, inheritedColumns } from '../references/inheritance';
import { type DefinitionKind, nameProblem } from '../name-rules';
import { type Problem, type ProblemPath, grammarProblem } from '../problem';
import { json, textArgument } from '../shapes';
import { type TableName, readTable } from '../spec/table-reader';
import { readRule } from '../spec/rule-reader';
import { readView } from '../spec/view-reader';

const SECTIONS: readonly string[] = ['format', 'configuration', 'catalogs', 'bases', 'tables', 'views', 'rules'];

export interface DefinitionReading {
  /** With problems it may be incomplete. */
  readonly definition: CatalogDefinition;
  readonly problems: readonly Problem[];
}

export function readDefinitionsOf(value: JsonObject): DefinitionReading {
  const problems = checkSections(value);
  const bases = readBases(value['bases'] ?? null, problems);
  const tables = readEntries<TableDefinition>(value, 'tables', problems, 'table', (source, name, at) =>
    readTable(source, name, at, bases),
  );
  const views = readEntries<ViewDefinition>(value, 'views', problems, 'view', readView);
  const rules = readRules(value['rules'] ?? null, problems);
  const descriptions = readCatalogs(value['catalogs'] ?? null, problems);
  const settings = readSettings(value['configuration'] ?? null);
  const { configuration } = settings;
  return {
    definition: { format: METASTORE_FORMAT, configuration, tables, bases, views, rules, descriptions },
    problems: [...problems, ...settings.problems],
  };
}

function checkSections(value: JsonObject): Problem[] {
  const isKnownFormat = value['format'] === METASTORE_FORMAT;
  return [
    ...(isKnownFormat ? [] : [grammarProblem(['format'], `the file must say format: ${METASTORE_FORMAT}`)]),
    ...Object.keys(value)
      .filter((key) => !SECTIONS.includes(key))
      .map((key) => ({ ...grammarProblem([key], ''), ...sayUnknown('section', key, SECTIONS) })),
  ];
}

function readSettings(section: Json) {
  if (section === null) return { configuration: DEFAULT_CONFIGURATION, problems: [] };
  if (isJsonObject(section)) return readConfiguration(section, DEFAULT_CONFIGURATION, ['configuration']);
  const problems = [grammarProblem(['configuration'], 'configuration must be a mapping')];
  return { configuration: DEFAULT_CONFIGURATION, problems };
}

/** The entries of a section in the order of their keys; any other value is a problem. An empty entry is an empty mapping. */
function entriesOf(
  section: Json,
  at: ProblemPath,
  shape: string,
  problems: Problem[],
): readonly (readonly [string, JsonObject])[] {
  const name = String(at.at(-1));
  if (section !== null && !isJsonObject(section)) {
    problems.push(grammarProblem(at, `${name} must be a mapping of ${shape}`));
    return [];
  }
  return Object.entries(section ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, entry]) => {
      if (entry === null || isJsonObject(entry)) return [[key, entry ?? {}] as const];
      problems.push(grammarProblem([...at, key], `${key} must be a mapping`));
      return [];
    });
}

type EntryReader<T> = (
  source: JsonObject,
  name: TableName,
  at: ProblemPath,
) => { readonly definition: T; readonly problems: readonly Problem[] };

/** Tables and views: by full names. */
function readEntries<T>(
  value: JsonObject,
  section: 'tables' | 'views',
  problems: Problem[],
  kind: 'table' | 'view',
  read: EntryReader<T>,
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const [qualified, source] of entriesOf(
    value[section] ?? null,
    [section],
    `full names to ${section}`,
    problems,
  )) {
    const at = [section, qualified];
    const name = readQualified(qualified, kind);
    if ('reason' in name) {
      problems.push(grammarProblem(at, name.reason));
      continue;
    }
    const reading = read(source, name, at);
    found.set(qualified, reading.definition);
    problems.push(...reading.problems);
  }
  return found;
}

function readQualified(qualified: string, kind: 'table' | 'view'): TableName | { readonly reason: string } {
  const parts = qualified.split('.');
  const [catalog = '', schema = '', name = ''] = parts;
  if (parts.length !== 3) return { reason: `"${qualified}" is not a full name of a ${kind}: catalog.schema.${kind}` };
  const named: readonly [DefinitionKind, string][] = [
    ['catalog', catalog],
    ['schema', schema],
    [kind, name],
  ];
  const reason = named.map(([each, part]) => nameProblem(each, part)).find((each) => each !== null);
  return reason === undefined || reason === null ? { catalog, schema, name } : { reason: `${qualified}: ${reason}` };
}

function readBases(section: Json, problems: Problem[]): BasesByName {
  const bases = new Map<string, BaseDefinition>();
  for (const [name, source] of entriesOf(section, ['bases'], 'names to bases', problems)) {
    const reason = nameProblem('base', name);
    if (reason !== null) problems.push(grammarProblem(['bases', name], reason));
    const reading = readBase(source, name, ['bases', name]);
    bases.set(name, reading.definition);
    problems.push(...reading.problems);
  }
  for (const name of bases.keys()) {
    for (const { message } of inheritedColumns([name], bases).problems)
      problems.push(grammarProblem(['bases', name], message));
  }
  return bases;
}

function readRules(section: Json, problems: Problem[]): ReadonlyMap<string, RuleDefinition> {
  const rules = new Map<string, RuleDefinition>();
  for (const [name, source] of entriesOf(section, ['rules'], 'names to rules', problems)) {
    const reason = nameProblem('rule', name);
    if (reason !== null) problems.push(grammarProblem(['rules', name], reason));
    const reading = readRule(source, name, ['rules', name]);
    rules.set(name, reading.definition);
    problems.push(...reading.problems);
  }
  return rules;
}

const CATALOG = z.strictObject({ description: textArgument, schemas: json });

/** By `catalog` and `catalog.schema`. */
function readCatalogs(section: Json, problems: Problem[]): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>();
  const read = (kind: 'catalog' | 'schema', key: string, source: JsonObject, at: ProblemPath) => {
    const schema = kind === 'catalog' ? CATALOG : CATALOG.omit({ schemas: true });
    const reader = new AttributeReader(schema, { source, at, problems });
    const reason = nameProblem(kind, String(at.at(-1)));
    if (reason !== null) reader.grammar('', 'type', reason);
    const { description = '' } = reader.value;
    if (description.trim() !== '') descriptions.set(key, description);
    return reader;
  };
  for (const [catalog, source] of entriesOf(section, ['catalogs'], 'names to catalogs', problems)) {
    const reader = read('catalog', catalog, source, ['catalogs', catalog]);
    const at = [...reader.at, 'schemas'];
    for (const [schema, inner] of entriesOf(reader.raw('schemas') ?? null, at, 'names to schemas', problems)) {
      read('schema', `${catalog}.${schema}`, inner, [...at, schema]);
    }
  }
  return descriptions;
}
