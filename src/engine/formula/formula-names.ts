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
