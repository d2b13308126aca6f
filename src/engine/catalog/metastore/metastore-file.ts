/** Reads and writes the metastore file, pure text in and out. Source: D2 (metastore.yaml), docs/formats.md. */

import { NotedbError } from '../../errors';
import type { JsonObject } from '../../json';
import { EMPTY_DEFINITION, METASTORE_FORMAT } from '../catalog';
import type {
  BaseDefinition,
  CatalogDefinition,
  DatabaseConfiguration,
  TableDefinition,
  ViewDefinition,
} from '../definition';
import { type DefinitionChanges, definitionChangesBetween, withChanges } from './definition-changes';
import { readDefinitionsOf } from './metastore-reader';
import { type Problem, type ProblemPath, refuseProblems } from '../problem';
import { type LineProblem, type YamlDocument, readYamlDocument, withoutMark } from '../../yaml/yaml-document';
import { type SpliceOptions, spliceYaml } from '../../yaml/yaml-splice';
import {
  type YamlMap,
  type YamlTree,
  isYamlList,
  isYamlMap,
  jsonOfTree,
  yamlTreeOf,
  yamlTreesEqual,
} from '../../yaml/yaml-tree';
import { getOrInsert } from '../../values/maps';
import type { ColumnSpec, ItemSpec } from '../../values/column-spec';
import type * as z from 'zod';
import { BASE } from '../spec/base-reader';
import { camelCase } from '../spec/attribute-keys';
import { ATTRIBUTE_NAMES, type AttributeName } from '../spec/column-attributes';
import { DEFAULT_CONFIGURATION, configurationJson } from '../declare/configuration';
import { type BasesByName, STYLE, originsOf } from '../references/inheritance';
import { attributeJson } from '../spec/spec-json';
import { DEFAULT_ARCHIVE, TABLE } from '../spec/table-reader';
import { RULE } from '../spec/rule-reader';
import { VIEW } from '../spec/view-reader';

/** Problems are in the order of their lines, at least one. A newer format is not looked into. */
export type MetastoreReading =
  | { readonly catalog: CatalogDefinition }
  | { readonly problems: readonly LineProblem[] }
  | { readonly newerFormat: number };

const NEW_FILE = `# NoteDB keeps the definitions of this vault's tables here.
# Change them with its operations: an edit by hand is checked when it is read, but can't be undone.
format: ${METASTORE_FORMAT}
`;

/** Validates parsed definitions against each other. The problems have places in the file. */
export type DefinitionValidator = (definition: CatalogDefinition) => readonly Problem[];

/** The definitions of the file, or its problems. Never throws. */
export function parseMetastore(text: string, validate: DefinitionValidator = () => []): MetastoreReading {
  const document = readYamlDocument(text);
  return 'problems' in document ? document : readMetastore(document, validate);
}

/**
 * The file with these changes; null is a file that is yet to be made. Only the lines of what changes are touched. Throws
 * `metastore_invalid` when the text is not one that parseMetastore takes, `refused` for definitions that do not fit each other. An entry in `renamed` (new name -> old one) stays
 * where it is, with its comments.
 */
export function writeMetastore(
  text: string | null,
  changes: DefinitionChanges,
  renamed: ReadonlyMap<string, string> = new Map(),
): string {
  if (text === null) return writeMetastore(NEW_FILE, changes);
  const document = readYamlDocument(text);
  const reading = 'problems' in document ? document : readMetastore(document, () => []);
  if ('problems' in document || document.root === null || !('catalog' in reading)) throw unusableMetastore(reading);
  const next = withChanges(reading.catalog, changes);
  if (document.root.flow === true) return writeMetastore(null, definitionChangesBetween(EMPTY_DEFINITION, next));
  const bare = withoutMark(text);
  const [before, after] = [metastoreTree(reading.catalog), metastoreTree(next)];
  const ways = renamed.size === 0 ? WAYS : [...WAYS.map((way) => ({ ...way, renamed })), ...WAYS];
  for (const options of ways) {
    const result = spliceYaml(bare, document.root, before, after, options);
    if (isDefinedBy(result, next)) return text.slice(0, text.length - bare.length) + result;
  }
  refuseProblems('the definitions do not fit', definitionProblems(next));
  throw new NotedbError('refused', 'the metastore file is written in a way that can not be changed line by line', {
    hint: 'write its entries in block style, as docs/formats.md shows',
  });
}

/** Why no file may hold these definitions: a base that is gone, say. None for those that are in force. */
export const definitionProblems = (definition: CatalogDefinition): readonly Problem[] =>
  readDefinitionsOf(jsonOfTree(metastoreTree(definition)) as JsonObject).problems.map((problem) => ({
    ...problem,
    grammar: false,
    message: inContext(problem.at, problem.message),
  }));

/** The depth of a table's attributes: file, section, entry. */
const ATTRIBUTES = 2;

/**
 * From the most careful to the safest. The second is for a text that ends in blank lines (`|+`), the third for a column that
 * is spelt in another way than ours, so that the change is elsewhere than we look for it.
 */
const WAYS: readonly SpliceOptions[] = [
  { separatedDepth: ATTRIBUTES, deepest: Infinity },
  { separatedDepth: 0, deepest: Infinity },
  { separatedDepth: 0, deepest: ATTRIBUTES },
];

/** Whether this file, or none, says just that. */
export function isDefinedBy(text: string | null, definition: CatalogDefinition): boolean {
  const reading = text === null ? { catalog: EMPTY_DEFINITION } : parseMetastore(text);
  return 'catalog' in reading && yamlTreesEqual(metastoreTree(reading.catalog), metastoreTree(definition));
}

function unusableMetastore(reading: MetastoreReading): NotedbError {
  const [first] = 'problems' in reading ? reading.problems : [];
  const reason = first === undefined ? 'it needs a newer NoteDB' : `line ${first.line}: ${first.message}`;
  return new NotedbError('metastore_invalid', `the metastore file can't be changed: ${reason}`, {
    hint: 'mend the file by hand; until then the last good definitions are in force and nothing is written',
  });
}

/** Definitions by document, as long as the document is in memory. */
const definitionsByDocument = new WeakMap<JsonObject, ReturnType<typeof readDefinitionsOf>>();

function definitionsIn(value: JsonObject): ReturnType<typeof readDefinitionsOf> {
  return getOrInsert(definitionsByDocument, value, () => readDefinitionsOf(value));
}

function readMetastore(document: YamlDocument, validate: DefinitionValidator): MetastoreReading {
  const { value } = document;
  const { format = null } = value;
  if (typeof format === 'number' && Number.isInteger(format) && format > METASTORE_FORMAT) {
    return { newerFormat: format };
  }
  const { definition, problems: unreadable } = definitionsIn(value);
  const problems = unreadable.length > 0 ? unreadable : validate(definition);
  if (problems.length === 0) return { catalog: definition };
  const lines = problems.map(({ at, message }) => ({ line: document.lineAt(at), message: inContext(at, message) }));
  return { problems: lines.sort((a, b) => a.line - b.line) };
}

/** A message of an entry's reader does not say which entry. */
const inContext = ([section, name]: ProblemPath, message: string): string =>
  section !== 'configuration' && name !== undefined && !message.includes(String(name))
    ? `${name}: ${message}`
    : message;

/** The whole file; a section without content is an empty map. */
function metastoreTree(definition: CatalogDefinition): YamlMap {
  const { format, configuration, tables, bases, views, rules, descriptions } = definition;
  return new Map<string, YamlTree>([
    ['format', format],
    ['configuration', configurationTree(configuration)],
    ['catalogs', catalogsTree(descriptions)],
    ['bases', entriesTree(bases, baseTree)],
    ['tables', entriesTree(tables, (table) => tableTree(table, bases))],
    ['views', entriesTree(views, viewTree)],
    ['rules', entriesTree(rules, (rule) => written(RULE, rule))],
  ]);
}

const entriesTree = <T>(all: ReadonlyMap<string, T>, treeOfEntry: (entry: T) => YamlMap): YamlMap =>
  new Map([...all].sort(byKey).map(([key, entry]) => [key, treeOfEntry(entry)]));

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** A schema is inside its catalog. */
function catalogsTree(descriptions: ReadonlyMap<string, string>): YamlMap {
  const names = new Set([...descriptions.keys()].sort().map((key) => key.split('.')[0] ?? ''));
  return new Map(
    [...names].map((name) => {
      const schemas = [...descriptions].sort(byKey).flatMap(([key, description]): [string, YamlTree][] => {
        const [catalog, schema] = key.split('.');
        return catalog === name && schema !== undefined
          ? [[schema, withoutEmptyAttributes([['description', description]])]]
          : [];
      });
      const description = descriptions.get(name);
      return [
        name,
        withoutEmptyAttributes([
          ['description', description],
          ['schemas', schemas.length === 0 ? null : new Map(schemas)],
        ]),
      ];
    }),
  );
}

function configurationTree(configuration: DatabaseConfiguration): YamlMap {
  const defaults: JsonObject = configurationJson(DEFAULT_CONFIGURATION);
  return new Map(
    Object.entries(configurationJson(configuration)).filter(([key, value]) => value !== defaults[key]) as [
      string,
      YamlTree,
    ][],
  );
}

function tableTree(table: TableDefinition, bases: BasesByName): YamlMap {
  const inherited = originsOf(table, bases);
  return written(TABLE, {
    ...table,
    archive: table.archive === DEFAULT_ARCHIVE ? null : table.archive,
    columns: table.declared.map((spec) => (inherited.has(spec.name) ? restylingTree(spec) : columnTree(spec))),
    constraints: Object.fromEntries(
      table.constraints.flatMap(({ name, check, atMost }) => (atMost === undefined ? [[name, check]] : [])),
    ),
    limits: Object.fromEntries(
      table.constraints.flatMap(({ name, check, atMost, per }) =>
        atMost === undefined ? [] : [[name, { at_most: atMost, ...(per === undefined ? {} : { per }), check }]],
      ),
    ),
  });
}

const baseTree = (base: BaseDefinition): YamlMap =>
  written(BASE, { ...base, columns: base.columns.map((spec) => columnTree(spec)) });

const viewTree = (view: ViewDefinition): YamlMap => written(VIEW, view);

/** The attributes of a definition in the order of their schema, without empty ones. */
const written = ({ shape }: z.ZodObject, definition: object): YamlMap =>
  withoutEmptyAttributes(
    Object.keys(shape).map((key) => {
      const tree = yamlTreeOf((definition as JsonObject)[camelCase(key)] ?? null);
      const isEmpty = (isYamlList(tree) && tree.length === 0) || (isYamlMap(tree) && tree.size === 0);
      return [key, isEmpty ? null : tree];
    }),
  );

/** What a table says of a column that it inherits: the rest is in the base. */
const restylingTree = (spec: ColumnSpec): YamlMap => attributesTree(spec, ['name', ...STYLE]);

const columnTree = (spec: ColumnSpec): YamlMap => attributesTree(spec, ATTRIBUTE_NAMES);

/** False says nothing, but where a base says true. */
function attributesTree(spec: Partial<ColumnSpec>, names: readonly AttributeName[]): YamlMap {
  return withoutEmptyAttributes(
    names.map((name) => {
      if (name === 'items') return [name, spec.items === undefined ? null : itemsTree(spec.items)];
      return [name, yamlTreeOf(attributeJson(spec, name))];
    }),
  );
}

/** A type alone is written as its name; strings are the default. D16 */
function itemsTree(spec: ItemSpec): YamlTree {
  const tree = attributesTree(spec, ATTRIBUTE_NAMES);
  if (tree.size > 1) return tree;
  return spec.type === 'string' ? null : spec.type;
}

const withoutEmptyAttributes = (attributes: readonly (readonly [string, YamlTree | undefined])[]): YamlMap =>
  new Map(attributes.filter((entry): entry is [string, YamlTree] => (entry[1] ?? null) !== null));
