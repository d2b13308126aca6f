/** A YAML value that keeps the order of its keys, and how it is written in block style. D2 (metastore.yaml). */

import { doubleQuoted, stringText } from './yaml-quotes';
import type { Json, JsonObject } from '../json';

/** Keys are data here: `__proto__` is a key like any other. */
export type YamlTree = null | boolean | number | string | readonly YamlTree[] | YamlMap;

export type YamlMap = ReadonlyMap<string, YamlTree>;

export const isYamlMap = (tree: YamlTree | undefined): tree is YamlMap => tree instanceof Map;

export const isYamlList = (tree: YamlTree | undefined): tree is readonly YamlTree[] => Array.isArray(tree);

/** A tree stays one. */
export function yamlTreeOf(json: Json | YamlTree): YamlTree {
  if (typeof json !== 'object' || json === null || isYamlMap(json as YamlTree)) return json as YamlTree;
  if (Array.isArray(json)) return (json as readonly Json[]).map(yamlTreeOf);
  return new Map(Object.entries(json as JsonObject).map(([key, value]) => [key, yamlTreeOf(value)]));
}

export function jsonOfTree(tree: YamlTree): Json {
  if (isYamlMap(tree)) return Object.fromEntries([...tree].map(([key, value]) => [key, jsonOfTree(value)]));
  return isYamlList(tree) ? tree.map(jsonOfTree) : tree;
}

/** Equal in value and in the order of keys. */
export function yamlTreesEqual(a: YamlTree | undefined, b: YamlTree | undefined): boolean {
  if (a === b) return true;
  if (isYamlList(a)) return isYamlList(b) && a.length === b.length && a.every((item, i) => yamlTreesEqual(item, b[i]));
  if (!isYamlMap(a) || !isYamlMap(b) || a.size !== b.size) return false;
  const others = [...b];
  return [...a].every(([key, value], i) => key === others[i]?.[0] && yamlTreesEqual(value, others[i]?.[1]));
}

const STEP = 2;

const indentation = (indent: number): string => ' '.repeat(indent);

/** `key: value` as whole lines with `\n`, the key in column `indent`. */
export function renderPair(key: string, value: YamlTree, indent: number): string {
  const head = `${indentation(indent)}${stringText(key)}:`;
  const inline = renderInline(value);
  if (inline !== null) return `${head} ${inline}\n`;
  if (typeof value === 'string') return `${head} ${renderBlock(value, indent + STEP)}`;
  return `${head}\n${renderChildren(value, indent + STEP)}`;
}

/** The lines of a collection that is not empty: its pairs, or its items with their dash in column `indent`. */
export function renderChildren(value: YamlTree, indent: number): string {
  if (isYamlMap(value)) return [...value].map(([key, each]) => renderPair(key, each, indent)).join('');
  return isYamlList(value) ? value.map((item) => renderItem(item, indent)).join('') : '';
}

/** One item of a list as whole lines, its dash in column `indent`. */
export function renderItem(item: YamlTree, indent: number): string {
  const head = `${indentation(indent)}- `;
  const inline = renderInline(item);
  if (inline !== null) return `${head}${inline}\n`;
  if (typeof item === 'string') return `${head}${renderBlock(item, indent + STEP)}`;
  return head + renderChildren(item, indent + STEP).slice(indent + STEP);
}

/** A value that takes no line of its own; null for any other. */
export function renderInline(value: YamlTree): string | null {
  if (typeof value === 'string') return isBlockText(value) ? null : stringText(value);
  if (isYamlMap(value)) return value.size === 0 ? '{}' : null;
  if (isYamlList(value)) return value.length === 0 ? '[]' : null;
  return Object.is(value, -0) ? '0' : String(value);
}

/**
 * Several lines, and nothing in them that a block scalar would lose, or that people could not see: blank lines at the end too,
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
  const shifted = lines.map((line) => (line === '' ? '' : indentation(indent) + line));
  return `|${width}${isEnded ? '' : '-'}\n${shifted.join('\n')}\n`;
}
