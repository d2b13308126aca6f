/** The columns that the text of a formula names, and the text after one is renamed. docs/formulas.md#names */

import { fileColumnsOf } from './file-functions';
import { ITEM_NAMES, partsOf, prefixedName, prefixOf } from './formula-scope';
import { type FormulaNode, type MemberNode, type NameNode, parseFormula } from './parse-formula';

interface NameReference {
  readonly name: string;
  /** Null: a function of `file` reads it. */
  readonly node: NameNode | MemberNode | null;
  readonly isInItem: boolean;
}

/** Each once, in the order of the text. Throws a FormulaFault for a text that does not parse. */
export const namesOf = (text: string): readonly string[] => [
  ...new Set(Array.from(referencesIn(parseFormula(text), false), ({ name }) => name)),
];

/** The same formula after the column `from` is named `to`. Every other character stays. Throws as `namesOf`. */
export function renameInFormula(text: string, from: string, to: string): string {
  let renamed = text;
  const references = [...referencesIn(parseFormula(text), false)];
  for (const { name, node, isInItem } of references.sort((a, b) => (b.node?.at ?? 0) - (a.node?.at ?? 0))) {
    if (name !== from || node === null || isFile(node)) continue;
    const { start, end, written } = edit(node, to, isInItem);
    renamed = renamed.slice(0, start) + written + renamed.slice(end);
  }
  return renamed;
}

/** The same formula with each text that is compared with a column by `==` or `!=` passed through `rename`. Throws as `namesOf`. */
export function mapComparedTexts(text: string, rename: (column: string, compared: string) => string): string {
  let mapped = text;
  const found = [...comparisonsIn(parseFormula(text), false)];
  for (const { column, compared, at, length } of found.sort((a, b) => b.at - a.at)) {
    const renamed = rename(column, compared);
    const quote = text.charAt(at);
    if (renamed === compared || !['"', "'"].includes(quote)) continue;
    const escaped = renamed.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
    mapped = `${mapped.slice(0, at)}${quote}${escaped}${quote}${mapped.slice(at + length)}`;
  }
  return mapped;
}

interface ComparedText {
  readonly column: string;
  readonly compared: string;
  /** Of the text, with its quotes. */
  readonly at: number;
  readonly length: number;
}

function* comparisonsIn(node: FormulaNode, isInItem: boolean): Generator<ComparedText, undefined, undefined> {
  if (node.kind === 'binary' && (node.operator === '==' || node.operator === '!=')) {
    for (const [side, other] of [
      [node.left, node.right],
      [node.right, node.left],
    ] as const) {
      const column = columnOf(side, isInItem);
      if (column === null || other.kind !== 'literal' || typeof other.value !== 'string') continue;
      yield { column, compared: other.value, at: other.at, length: other.length };
    }
  }
  for (const [part, isPartInItem] of partsOf(node, isInItem)) yield* comparisonsIn(part, isPartInItem);
}

/** Null where the node is not the name of a column alone. */
function columnOf(node: FormulaNode, isInItem: boolean): string | null {
  if (node.kind === 'name') return isInItem && ITEM_NAMES.has(node.name) ? null : node.name;
  const prefix = node.kind === 'member' ? prefixOf(node) : null;
  return node.kind === 'member' && prefix !== null ? prefixedName(prefix, node.name) : null;
}

function* referencesIn(node: FormulaNode, isInItem: boolean): Generator<NameReference, undefined, undefined> {
  if (node.kind === 'name') {
    if (!isInItem || !ITEM_NAMES.has(node.name)) yield { name: node.name, node, isInItem };
    return;
  }
  const prefix = node.kind === 'member' ? prefixOf(node) : null;
  if (node.kind === 'member' && prefix !== null) {
    yield { name: prefixedName(prefix, node.name), node, isInItem };
    return;
  }
  const isOfFile = node.kind === 'call' && node.callee.kind === 'member' && prefixOf(node.callee) === 'file';
  if (isOfFile) for (const name of fileColumnsOf(node.callee.name)) yield { name, node: null, isInItem };
  const parts = partsOf(node, isInItem).slice(isOfFile ? 1 : 0);
  for (const [part, isPartInItem] of parts) yield* referencesIn(part, isPartInItem);
}

const isFile = (node: NameNode | MemberNode): boolean => node.kind === 'member' && prefixOf(node) === 'file';

const IDENTIFIER = /^[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*$/;
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'this', 'note', 'formula', 'file']);

interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

function edit(node: NameNode | MemberNode, to: string, isInItem: boolean): TextEdit {
  const { at, length } = node;
  const end = at + length;
  const quoted = `"${to.replace(/["\\]/g, '\\$&')}"`;
  const isIdentifier = IDENTIFIER.test(to);
  if (node.kind === 'name') {
    const isPlain = isIdentifier && !WORDS.has(to) && !(isInItem && ITEM_NAMES.has(to));
    return { start: at, end, written: isPlain ? to : `note[${quoted}]` };
  }
  if (node.isQuoted) return { start: at, end, written: quoted };
  if (isIdentifier) return { start: at, end, written: to };
  return { start: node.object.at + node.object.length, end, written: `[${quoted}]` };
}
