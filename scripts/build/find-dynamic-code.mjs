/**
 * Finds what turns text into code in a bundle: `eval`, `new Function`, and `Function` under another name.
 *
 * Reads the syntax tree, so that minified and aliased forms are found, and the plain text as well, because the scanners
 * of the plugin directory look at the text.
 */
import ts from 'typescript';

const plainText = [/\beval\s*\(/g, /\bnew\s+Function\b/g];

/**
 * One line a finding (`line:column  what`), empty when the code is clean.
 *
 * @param {string} code
 * @returns {string[]}
 */
export function findDynamicCode(code) {
  const source = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const findings = new Set();
  const report = (position) => {
    const { line, character } = source.getLineAndCharacterOfPosition(position);
    const excerpt = code.slice(Math.max(0, position - 30), position + 40).replace(/\s+/g, ' ');
    findings.add(`${line + 1}:${character + 1}  …${excerpt}…`);
  };
  for (const pattern of plainText) {
    for (const match of code.matchAll(pattern)) report(match.index);
  }
  const visit = (node) => {
    if (ts.isIdentifier(node) && (node.text === 'eval' || node.text === 'Function') && !isHarmless(node)) {
      report(node.getStart(source));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...findings];
}

/** `Function.prototype`, `x instanceof Function` and keys of object literals name it without making code. */
function isHarmless(node) {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return parent.name.text === 'prototype';
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) return true;
  return (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node;
}
