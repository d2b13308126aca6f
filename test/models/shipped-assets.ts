/** The long strings of a built plugin: the thread of local models and its WebAssembly. docs/adr/0009-local-models-plugin.md */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

const SHORTEST = 100_000;

export interface ShippedString {
  readonly text: string;
  /** Loading the plugin does not evaluate it. */
  readonly isInFunction: boolean;
}

/** In their order; `file` is a path in the repository. */
export async function longStringsOf(file: string): Promise<readonly ShippedString[]> {
  const code = await readFile(path.join(import.meta.dirname, '../..', file), 'utf8');
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const found: ShippedString[] = [];
  const visit = (node: ts.Node): void => {
    if (!ts.isStringLiteralLike(node)) ts.forEachChild(node, visit);
    else if (node.text.length > SHORTEST) found.push({ text: node.text, isInFunction: isInFunction(node) });
  };
  visit(source);
  return found;
}

function isInFunction(node: ts.Node): boolean {
  for (let at = node.parent as ts.Node | undefined; at !== undefined; at = at.parent as ts.Node | undefined)
    if (ts.isFunctionLike(at)) return true;
  return false;
}
