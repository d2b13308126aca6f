/** Reads the front matter that the flat tokenizer leaves alone, by the `yaml` package, with the spans of its entries. */

import {
  type Pair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  isCollection,
  isMap,
  isScalar,
  parseDocument,
} from 'yaml';

import type { Json } from '../../json';
import type { FrontMatterEntry } from './front-matter-entry';
import { ownSlice } from '../../text/own-text';
import { RAW_EMPTY, type RawValue, rawList, rawPlain, rawString } from '../raw-value';
import { type BlockProblem, DEEPEST, TOO_DEEP, guardBlock } from '../yaml-guard';

type ParsedMap = YAMLMap.Parsed<ParsedNode, ParsedNode | null>;
type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

class UnreadableYaml extends Error {
  constructor(readonly problem: BlockProblem) {
    super(problem.message);
  }
}

/** The entries between `start` and `end`, or why the block can't be read (`line 4: …`, counted from the text's first line). */
export function readWithYaml(text: string, start: number, end: number): readonly FrontMatterEntry[] | string {
  const block = ownSlice(text, start, end);
  try {
    const problem = guardBlock(block);
    if (problem !== null) throw new UnreadableYaml(problem);
    return entriesOf(rootOf(block), block, start);
  } catch (error) {
    if (error instanceof UnreadableYaml) return describeProblemAt(error.problem, text, start);
    if (error instanceof RangeError) return describeProblemAt({ at: 0, message: TOO_DEEP }, text, start);
    throw error;
  }
}

function describeProblemAt({ at, message }: BlockProblem, text: string, start: number): string {
  let line = 1;
  const stop = start + at;
  for (let feed = text.indexOf('\n'); feed >= 0 && feed < stop; feed = text.indexOf('\n', feed + 1)) line += 1;
  return `line ${line}: ${message}`;
}

const refuseAt = (at: number, message: string): never => {
  throw new UnreadableYaml({ at, message });
};

function rootOf(block: string): ParsedMap | null {
  const document = parseDocument(block, {
    schema: 'core',
    keepSourceTokens: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) return refuseAt(problem.pos[0], firstLine(problem.message));
  const root = document.contents;
  if (root === null) return null;
  if (!isMap(root)) return refuseAt(root.range[0], 'the front matter is not a mapping of keys to values');
  return root.flow === true ? refuseAt(root.range[0], 'the front matter is in braces') : root;
}

const firstLine = (message: string): string => message.slice(0, 200).split('\n', 1)[0] ?? '';

function entriesOf(root: ParsedMap | null, block: string, offset: number): readonly FrontMatterEntry[] {
  const pairs = root?.items ?? [];
  const keys = new Set<string>();
  return pairs.map((pair, i) => {
    const key = sourceOf(keyScalar(pair));
    const start = lineStartOf(block, pair.key.range[0]);
    if (keys.has(key)) refuseAt(start, `the key ${JSON.stringify(key)} is there twice`);
    keys.add(key);
    const next = pairs[i + 1];
    const limit = next === undefined ? block.length : block.lastIndexOf('\n', next.key.range[0] - 1) + 1;
    const raw = pair.value === null ? RAW_EMPTY : rawOf(pair.value);
    return { key, start: offset + start, end: offset + entryEnd(block, pair, limit), raw };
  });
}

/** The first character of the line that is not a blank: a tag may precede the key. */
function lineStartOf(block: string, at: number): number {
  let start = block.lastIndexOf('\n', at - 1) + 1;
  while (block.charCodeAt(start) === 0x20) start += 1;
  return start;
}

function keyScalar(pair: ParsedPair): Scalar.Parsed {
  const { key } = pair;
  if (!isScalar(key))
    return refuseAt(
      key.range[0],
      'a key that is a list or a mapping is not supported: text that starts with { or [ needs quotes',
    );
  if (isPlain(key) && key.source === '<<') return refuseAt(key.range[0], 'merge keys (<<) are not supported');
  return key;
}

const isPlain = (scalar: Scalar): boolean => scalar.type === 'PLAIN';

const sourceOf = (scalar: Scalar): string => scalar.source ?? '';

/** Lines behind the value that are blank or hold a comment belong to no entry, but those that a block scalar keeps do. */
function entryEnd(block: string, pair: ParsedPair, limit: number): number {
  const kept = keptEnd(block, lastLeaf(pair));
  let end = limit;
  while (end > kept) {
    const start = block.lastIndexOf('\n', end - 2) + 1;
    const line = block.slice(start, end).trim();
    if ((line !== '' && !line.startsWith('#')) || start <= pair.key.range[0]) return end;
    end = start;
  }
  return end;
}

function lastLeaf(pair: ParsedPair): ParsedNode {
  let leaf: ParsedNode = pair.value ?? pair.key;
  while (isCollection(leaf)) {
    const last = leaf.items[leaf.items.length - 1] as ParsedNode | ParsedPair | undefined;
    if (last === undefined) return leaf;
    leaf = 'key' in last ? (last.value ?? last.key) : last;
  }
  return leaf;
}

/** Behind the last line of a block scalar, and behind the blank lines too when its header says `+`; 0 for other nodes. */
function keptEnd(block: string, leaf: ParsedNode): number {
  const token = leaf.srcToken;
  if (token?.type !== 'block-scalar') return 0;
  const behind = leaf.range[1];
  const keepsAll = token.props.some((prop) => prop.type === 'block-scalar-header' && prop.source.includes('+'));
  if (keepsAll) return behind;
  const lines = token.source.trimEnd().length;
  return lines === 0 ? 0 : block.indexOf('\n', behind - token.source.length + lines) + 1;
}

function rawOf(node: ParsedNode): RawValue {
  if (isScalar(node)) return scalarRaw(node, RAW_EMPTY);
  if (isMap(node) || !('items' in node)) return { kind: 'json', value: jsonOf(node, 1) };
  return rawList(
    node.items.map((item) => {
      const child = item;
      return isScalar(child) ? scalarRaw(child, rawPlain('null')) : { kind: 'json', value: jsonOf(child, 2) };
    }),
  );
}

function scalarRaw(scalar: Scalar, empty: RawValue): RawValue {
  const { value } = scalar;
  if (value === null) return empty;
  if (typeof value !== 'string') return rawPlain(sourceOf(scalar));
  return isPlain(scalar) && scalar.tag === undefined ? rawPlain(value) : rawString(value);
}

function jsonOf(node: ParsedNode, depth: number): Json {
  if (depth > DEEPEST) return refuseAt(node.range[0], TOO_DEEP);
  if (isScalar(node)) return scalarJson(node);
  if (isMap(node)) {
    const entries = node.items.map(
      (pair) => [nestedKey(pair), pair.value === null ? null : jsonOf(pair.value, depth + 1)] as const,
    );
    const keys = new Set(entries.map(([key]) => key));
    if (keys.size < entries.length) refuseAt(node.range[0], 'a key is there twice in a nested mapping');
    return Object.fromEntries(entries);
  }
  if (!('items' in node)) return refuseAt(node.range[0], 'aliases are not supported');
  return node.items.map((item) => jsonOf(item, depth + 1));
}

function nestedKey(pair: ParsedPair): string {
  const key = keyScalar(pair);
  const { value } = key;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null ? '' : sourceOf(key);
}

function scalarJson(scalar: Scalar): Json {
  const { value } = scalar;
  if (typeof value === 'number') return Number.isFinite(value) ? value : sourceOf(scalar);
  return typeof value === 'boolean' || typeof value === 'string' || value === null ? value : sourceOf(scalar);
}
