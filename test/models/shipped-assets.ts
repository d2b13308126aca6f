/** The thread of local models and its WebAssembly, as the built plugin carries them. docs/adr/0007-local-models.md */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

const SHORTEST = 100_000;

export interface ShippedString {
  readonly text: string;
  /** Loading the plugin does not evaluate it. */
  readonly isInFunction: boolean;
}

/** Every long string of `main.js`, in the order in which they stand. */
export async function longStringsOfPlugin(): Promise<readonly ShippedString[]> {
  const code = await readFile(path.join(import.meta.dirname, '../../main.js'), 'utf8');
  const source = ts.createSourceFile('main.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
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
