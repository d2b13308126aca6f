/** Reads and writes the metastore file, pure text in and out. spec: D2 (metastore.yaml), docs/formats.md. */

import { NotedbError } from '../errors';
import type { Json, JsonObject } from '../values/json';
import { isEmpty, isJsonObject } from '../values/json';
import { METASTORE_FORMAT } from './catalog';
import { DEFAULT_CONFIGURATION, readConfiguration } from './configuration';
import type { CatalogDefinition, DatabaseConfiguration, TableDefinition } from './definition';
import { metastoreTree } from './metastore-tree';
import { type NameKind, nameProblem } from './names';
import { didYouMean } from './near-names';
import type { Problem, ProblemPath } from './problem';
import { type TableName, readTable } from './table-reader';
import { type LineProblem, type YamlDocument, readYamlDocument, withoutMark } from './yaml-document';
import { type SpliceOptions, spliceYaml } from './yaml-splice';
import { treeEqual } from './yaml-tree';

/** Problems are in the order of their lines, at least one. A newer format is not looked into. */
export type MetastoreReading =
  | { readonly catalog: CatalogDefinition }
  | { readonly problems: readonly LineProblem[] }
  | { readonly newerFormat: number };

export interface MetastoreChanges {
  /** By qualified name; null takes the entry away. */
  readonly tables?: ReadonlyMap<string, TableDefinition | null>;
  readonly configuration?: DatabaseConfiguration;
}

const SECTIONS: readonly string[] = ['format', 'configuration', 'tables'];

/** Of the specification, but not built yet. An empty one does no harm. */
const LATER_SECTIONS: readonly string[] = ['catalogs', 'bases', 'views'];

const NEW_FILE = `# NoteDB keeps the definitions of this vault's tables here.
# Change them with its operations: an edit by hand is checked when it is read, but can't be undone.
format: ${METASTORE_FORMAT}
`;

/** What the file defines, or why it can't be used. Never throws. */
export function parseMetastore(text: string): MetastoreReading {
  const document = readYamlDocument(text);
  return 'problems' in document ? document : readMetastore(document);
}

/**
 * The file with these changes; null is a file that is yet to be made. Only the lines of what changes are touched. Throws
 * `metastore_invalid` when the text is not one that parseMetastore takes.
 */
export function writeMetastore(text: string | null, changes: MetastoreChanges): string {
  if (text === null) return writeMetastore(NEW_FILE, changes);
  const document = readYamlDocument(text);
  const reading = 'problems' in document ? document : readMetastore(document);
  if ('problems' in document || document.root === null || !('catalog' in reading)) throw unusable(reading);
  const next = changed(reading.catalog, changes);
  if (document.root.flow === true) return writeMetastore(null, next);
  const bare = withoutMark(text);
  const [before, after] = [metastoreTree(reading.catalog), metastoreTree(next)];
  for (const options of WAYS) {
    const result = spliceYaml(bare, document.root, before, after, options);
    if (defines(result, next)) return text.slice(0, text.length - bare.length) + result;
  }
  throw new NotedbError('refused', 'the metastore file is written in a way that can not be changed line by line', {
    hint: 'write its entries in block style, as docs/formats.md shows',
  });
}

/** The depth of a table's attributes: file, section, entry. */
const ATTRIBUTES = 2;

/**
 * From the most careful to the safest. The second is for a text that ends in blank lines (`|+`), the third for a column that
 * is spelt in another way than ours, so that what changed in it does not stand where we look for it.
 */
const WAYS: readonly SpliceOptions[] = [
  { separatedDepth: ATTRIBUTES, deepest: Infinity },
  { separatedDepth: 0, deepest: Infinity },
  { separatedDepth: 0, deepest: ATTRIBUTES },
];

function defines(text: string, next: CatalogDefinition): boolean {
  const reading = parseMetastore(text);
  return 'catalog' in reading && treeEqual(metastoreTree(reading.catalog), metastoreTree(next));
}

function unusable(reading: MetastoreReading): NotedbError {
  const [first] = 'problems' in reading ? reading.problems : [];
  const reason = first === undefined ? 'it needs a newer NoteDB' : `line ${first.line}: ${first.message}`;
  return new NotedbError('metastore_invalid', `the metastore file can't be changed: ${reason}`);
}

function changed(definition: CatalogDefinition, changes: MetastoreChanges): CatalogDefinition {
  const tables = new Map(definition.tables);
  for (const [qualified, table] of changes.tables ?? []) {
    if (table === null) tables.delete(qualified);
    else tables.set(qualified, table);
  }
  return { ...definition, configuration: changes.configuration ?? definition.configuration, tables };
}

function readMetastore(document: YamlDocument): MetastoreReading {
  const { value } = document;
  const { format = null } = value;
  if (typeof format === 'number' && Number.isInteger(format) && format > METASTORE_FORMAT) {
    return { newerFormat: format };
  }
  const tables = readTables(value['tables'] ?? null);
  const { configuration, problems } = readSettings(value['configuration'] ?? null);
  const all = [...checkSections(value), ...tables.problems, ...problems];
  if (all.length === 0) return { catalog: { format: METASTORE_FORMAT, configuration, tables: tables.tables } };
  const lines = all.map(({ at, message }) => ({ line: document.lineAt(at), message: inContext(at, message) }));
  return { problems: lines.sort((a, b) => a.line - b.line) };
}

/** A message of a table's reader does not say which table. */
const inContext = ([section, name]: ProblemPath, message: string): string =>
  section === 'tables' && name !== undefined && !message.includes(String(name)) ? `${name}: ${message}` : message;

const problemAt = (at: ProblemPath, message: string): Problem => ({
  at,
  column: null,
  code: 'type',
  grammar: true,
  message,
});

function checkSections(value: JsonObject): Problem[] {
  const problems: Problem[] = [];
  if (value['format'] !== METASTORE_FORMAT) {
    problems.push(problemAt(['format'], `the file must say format: ${METASTORE_FORMAT}`));
  }
  for (const [key, section] of Object.entries(value)) {
    if (SECTIONS.includes(key)) continue;
    if (!LATER_SECTIONS.includes(key)) {
      const near = didYouMean(key, SECTIONS);
      problems.push(problemAt([key], `unknown section "${key}"${near === null ? '' : `; ${near}`}`));
    } else if (!isNothing(section)) problems.push(problemAt([key], `${key} need a newer NoteDB`));
  }
  return problems;
}

const isNothing = (value: Json): boolean => isEmpty(value) || (isJsonObject(value) && Object.keys(value).length === 0);

function readSettings(section: Json) {
  if (section === null) return { configuration: DEFAULT_CONFIGURATION, problems: [] };
  if (isJsonObject(section)) return readConfiguration(section, DEFAULT_CONFIGURATION, ['configuration']);
  const problems = [problemAt(['configuration'], 'configuration must be a mapping')];
  return { configuration: DEFAULT_CONFIGURATION, problems };
}

function readTables(section: Json) {
  const tables = new Map<string, TableDefinition>();
  const problems: Problem[] = [];
  if (section !== null && !isJsonObject(section)) {
    return { tables, problems: [problemAt(['tables'], 'tables must be a mapping of full names to tables')] };
  }
  for (const [qualified, source] of Object.entries(section ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const at = ['tables', qualified];
    const name = readQualified(qualified);
    if ('reason' in name) problems.push(problemAt(at, name.reason));
    else if (source !== null && !isJsonObject(source)) problems.push(problemAt(at, `${qualified} must be a mapping`));
    else {
      const reading = readTable(source ?? {}, name, at);
      tables.set(qualified, reading.definition);
      problems.push(...reading.problems);
    }
  }
  return { tables, problems };
}

function readQualified(qualified: string): TableName | { readonly reason: string } {
  const parts = qualified.split('.');
  const [catalog = '', schema = '', name = ''] = parts;
  if (parts.length !== 3) return { reason: `"${qualified}" is no full name of a table: catalog.schema.table` };
  const named: readonly [NameKind, string][] = [
    ['catalog', catalog],
    ['schema', schema],
    ['table', name],
  ];
  const reason = named.map(([kind, part]) => nameProblem(kind, part)).find((each) => each !== null);
  return reason === undefined || reason === null ? { catalog, schema, name } : { reason: `${qualified}: ${reason}` };
}
