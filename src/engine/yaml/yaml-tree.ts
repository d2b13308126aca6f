/** A YAML value that keeps the order of its keys, and how it is written in block style. spec: D2 (metastore.yaml). */

import { doubleQuoted, stringText } from './yaml-quotes';
import type { Json } from '../values/json';

/** Keys are data here: `__proto__` is a key like any other. */
export type Tree = null | boolean | number | string | readonly Tree[] | TreeMap;

export type TreeMap = ReadonlyMap<string, Tree>;

export const isTreeMap = (tree: Tree | undefined): tree is TreeMap => tree instanceof Map;

export const isTreeList = (tree: Tree | undefined): tree is readonly Tree[] => Array.isArray(tree);

export function treeOf(json: Json): Tree {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return (json as readonly Json[]).map(treeOf);
  return new Map(Object.entries(json).map(([key, value]) => [key, treeOf(value)]));
}

export function jsonOf(tree: Tree): Json {
  if (isTreeMap(tree)) return Object.fromEntries([...tree].map(([key, value]) => [key, jsonOf(value)]));
  return isTreeList(tree) ? tree.map(jsonOf) : tree;
}

/** Equal in value and in the order of keys. */
export function treeEqual(a: Tree | undefined, b: Tree | undefined): boolean {
  if (a === b) return true;
  if (isTreeList(a)) return isTreeList(b) && a.length === b.length && a.every((item, i) => treeEqual(item, b[i]));
  if (!isTreeMap(a) || !isTreeMap(b) || a.size !== b.size) return false;
  const others = [...b];
  return [...a].every(([key, value], i) => key === others[i]?.[0] && treeEqual(value, others[i]?.[1]));
}

const STEP = 2;

const margin = (indent: number): string => ' '.repeat(indent);

/** `key: value` as whole lines with `\n`, the key in column `indent`. */
export function renderPair(key: string, value: Tree, indent: number): string {
  const head = `${margin(indent)}${stringText(key)}:`;
  const inline = renderInline(value);
  if (inline !== null) return `${head} ${inline}\n`;
  if (typeof value === 'string') return `${head} ${renderBlock(value, indent + STEP)}`;
  return `${head}\n${renderChildren(value, indent + STEP)}`;
}

/** The lines of a collection that is not empty: its pairs, or its items with their dash in column `indent`. */
export function renderChildren(value: Tree, indent: number): string {
  if (isTreeMap(value)) return [...value].map(([key, each]) => renderPair(key, each, indent)).join('');
  return isTreeList(value) ? value.map((item) => renderItem(item, indent)).join('') : '';
}

/** One item of a list as whole lines, its dash in column `indent`. */
export function renderItem(item: Tree, indent: number): string {
  const head = `${margin(indent)}- `;
  const inline = renderInline(item);
  if (inline !== null) return `${head}${inline}\n`;
  if (typeof item === 'string') return `${head}${renderBlock(item, indent + STEP)}`;
  return head + renderChildren(item, indent + STEP).slice(indent + STEP);
}

/** A value that takes no line of its own; null for any other. */
export function renderInline(value: Tree): string | null {
  if (typeof value === 'string') return isBlockText(value) ? null : stringText(value);
  if (isTreeMap(value)) return value.size === 0 ? '{}' : null;
  if (isTreeList(value)) return value.length === 0 ? '[]' : null;
  return Object.is(value, -0) ? '0' : String(value);
}

/**
 * Several lines, and nothing in them that a block scalar would lose, or that nobody could see: blank lines at the end too,
 * which would take in those that follow.
 */
const isBlockText = (text: string): boolean =>
  text.includes('\n') &&
  /[^\n]\n?$/.test(text) &&
  !/^[ \t]+$/m.test(text) &&
  !needsEscapes(text.replace(/[\n\t]/g, ''));

/** Double quotes would change more than `"` and `\`. */
const needsEscapes = (text: string): boolean =>
  doubleQuoted(text)
    .slice(1, -1)
    .replace(/\\["\\]/g, '')
    .includes('\\');

function renderBlock(text: string, indent: number): string {
  const isEnded = text.endsWith('\n');
  const width = /^[ \t\n]/.test(text) ? String(STEP) : '';
  const lines = (isEnded ? text.slice(0, -1) : text).split('\n');
  const shifted = lines.map((line) => (line === '' ? '' : margin(indent) + line));
  return `|${width}${isEnded ? '' : '-'}\n${shifted.join('\n')}\n`;
}
