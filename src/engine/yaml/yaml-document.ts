/** Reads a YAML file that people edit and we splice: its value, and the line of each part. D2 (metastore.yaml). */

import {
  LineCounter,
  type YAMLError,
  type Node,
  type Scalar,
  type YAMLMap,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
} from 'yaml';
import type { Json, JsonObject } from '../json';

/** Keys and list indexes from the outside in. */
export type YamlPath = readonly (string | number)[];

export interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface YamlDocument {
  /** Null: the file is empty but for comments. */
  readonly root: YAMLMap | null;
  readonly value: JsonObject;
  /** The line in which that part of the value begins, or the nearest thing around it that there is. */
  lineAt(path: YamlPath): number;
}

const DEEPEST = 80;

/** More than any vault needs, and less than what would hold the app up. */
const LONGEST = 16 * 1024 * 1024;

/** A byte order mark shifts the offsets that `yaml` gives. */
const MARK = '\ufeff';

export const withoutMark = (text: string): string => (text.startsWith(MARK) ? text.slice(1) : text);

type YamlReading = YamlDocument | { readonly problems: readonly LineProblem[] };

/**
 * A change of the definitions reads the file as it is and as it will be, and the next change, or the undo, begins with
 * that reading. A document never changes.
 */
// eslint-disable-next-line no-restricted-syntax -- three texts of definitions at most, no notes: reading one takes milliseconds
let recentReadings: readonly { readonly text: string; readonly reading: YamlReading }[] = [];
const MOST_RECENT = 3;
/** The document of a longer text takes too much memory to be kept. */
const LONGEST_KEPT = 64 * 1024;

/** The file's mapping, or every reason why it is none that we can keep as it is. Offsets count from behind a byte order mark. */
export function readYamlDocument(text: string): YamlReading {
  const known = recentReadings.find((each) => each.text === text) ?? { text, reading: parseYaml(text) };
  if (text.length <= LONGEST_KEPT) {
    recentReadings = [known, ...recentReadings.filter((each) => each !== known).slice(0, MOST_RECENT - 1)];
  }
  return known.reading;
}

function parseYaml(text: string): YamlReading {
  if (text.length > LONGEST) return { problems: [{ line: 1, message: 'the file is too large' }] };
  const lines = new LineCounter();
  const document = parseDocument(withoutMark(text), {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    schema: 'core',
  });
  const lineOf = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0)
    return { problems: faults.map((fault) => ({ line: lineOf(fault.pos[0]), message: wordsOf(fault) })) };
  if (document.directives?.yaml.explicit === true) {
    return { problems: [{ line: 1, message: 'a %YAML line is not supported' }] };
  }
  const root = document.contents;
  if (root === null || (isScalar(root) && isEmptyScalar(root))) return { root: null, value: {}, lineAt: () => 1 };
  const problems: LineProblem[] = [];
  const value = new YamlConversion((node, message) => problems.push({ line: lineOf(startOf(node)), message })).json(
    root,
    0,
  );
  if (problems.length > 0) return { problems };
  if (!isMap(root)) return { problems: [{ line: lineOf(startOf(root)), message: 'the file must be a mapping' }] };
  return { root, value: value as JsonObject, lineAt: (path) => lineOf(offsetAt(root, path)) };
}

const wordsOf = ({ code, message }: YAMLError): string =>
  code === 'MULTIPLE_DOCS' ? 'a second document starts here' : message;

const startOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;

const isEmptyScalar = (node: Scalar): boolean => node.value === null && node.source === '';

/** A key as data: its text, `007` too; null for anything but a plain word or string. */
export function keyText(key: unknown): string | null {
  if (!isScalar(key)) return null;
  if (typeof key.value === 'string') return key.value;
  return key.source === undefined || key.source === '' ? null : key.source;
}

/** From nodes to JSON. What a splice could not keep, or JSON can't hold, is a problem. */
class YamlConversion {
  constructor(private readonly refuse: (node: unknown, message: string) => void) {}

  json(node: unknown, depth: number): Json {
    if (depth > DEEPEST) return this.refused(node, `more than ${DEEPEST} levels`);
    if (isScalar(node) || isMap(node) || isSeq(node)) {
      if (node.anchor !== undefined) return this.refused(node, 'anchors (&) are not supported');
      if (node.tag !== undefined) return this.refused(node, 'tags (!) are not supported');
    }
    if (isScalar(node)) return this.scalar(node);
    if (isSeq(node)) return node.items.map((item) => this.json(item, depth + 1));
    if (isMap(node)) return Object.fromEntries(node.items.map(({ key, value }) => this.entry(key, value, depth)));
    return node === null
      ? null
      : this.refused(node, 'aliases (*) are not supported: text that starts with * needs quotes');
  }

  private entry(key: unknown, value: unknown, depth: number): [string, Json] {
    const text = keyText(key);
    if (text === null) this.refuse(key, 'a key must be text');
    return [text ?? '', this.json(value, depth + 1)];
  }

  private scalar(node: Scalar): Json {
    const { value } = node;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return this.refused(node, `${node.source ?? 'this'} is not a number that can be stored; text needs quotes`);
  }

  private refused(node: unknown, message: string): null {
    this.refuse(node, message);
    return null;
  }
}

function offsetAt(root: Node, path: YamlPath): number {
  let node: unknown = root;
  let offset = startOf(root);
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => keyText(key) === String(step));
      if (pair === undefined) return offset;
      offset = startOf(pair.key);
      node = pair.value;
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step];
      if (node === undefined) return offset;
      offset = startOf(node);
    } else return offset;
  }
  return offset;
}
