/** Reads and writes the metastore file, pure text in and out. Source: D2 (metastore.yaml), docs/formats.md. */

import { NotedbError } from '../../errors';
import type { JsonObject } from '../../values/json';
import { EMPTY_DEFINITION, METASTORE_FORMAT } from '../catalog';
import type { CatalogDefinition } from '../definition';
import { type DefinitionChanges, definitionChangesBetween, withChanges } from './definition-changes';
import { readDefinitionsOf } from './metastore-reader';
import { metastoreTree } from './metastore-tree';
import { type Problem, type ProblemPath, refuseProblems } from '../problem';
import { type LineProblem, type YamlDocument, readYamlDocument, withoutMark } from '../../yaml/yaml-document';
import { type SpliceOptions, spliceYaml } from '../../yaml/yaml-splice';
import { jsonOfTree, yamlTreesEqual } from '../../yaml/yaml-tree';
import { getOrInsert } from '../../values/maps';

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
 * is spelt in another way than ours, so that what changed in it does not stand where we look for it.
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
