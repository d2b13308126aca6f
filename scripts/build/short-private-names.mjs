/** Gives private members of classes short names in `main.js`: no minifier knows that nothing outside of the class reads them. docs/adr/0009-local-models-plugin.md */
import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/**
 * A plugin of esbuild for the files of `src`. TypeScript has checked that only the class itself reads them. A name keeps its length where the class
 * reads it by other means than `this.name` and `const { name } = this`. Two classes share the short name of one name, so that a class and
 * its base have two, as before.
 *
 * @returns {import('esbuild').Plugin}
 */
export function shortPrivateNames() {
  const names = new Map();
  const shortName = (name) => {
    if (!names.has(name)) names.set(name, `$${names.size.toString(36)}`);
    return names.get(name);
  };
  return {
    name: 'short-private-names',
    setup: (build) => {
      build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const loader = path.endsWith('x') ? 'tsx' : 'ts';
        return { contents: text.includes('private ') ? shortened(text, path, shortName) : text, loader };
      });
    },
  };
}

function shortened(text, path, shortName) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const edits = nodesOf(file, ts.isClassLike).flatMap((each) => editsOfClass(each, shortName));
  return [...edits].sort((a, b) => b.at - a.at).reduce((code, { at, length, by }) => code.slice(0, at) + by + code.slice(at + length), text); // prettier-ignore
}

function editsOfClass(node, shortName) {
  const declared = node.members.flatMap(privateNames);
  const names = new Set(declared.map(({ text }) => text));
  const edits = declared.map((name) => replaced(name, shortName));
  const kept = new Set();
  // A class that does not name itself has no other object of its own kind to read.
  const hasAlike = nodesOf(node, ts.isIdentifier).some((each) => each !== node.name && each.text === node.name?.text);
  const visit = (each, isOwnThis) => {
    const read = readName(each);
    if (read !== null && names.has(read.name.text)) {
      if (isOwnThis && read.isOfThis)
        edits.push(read.isKey ? keyed(read.name, shortName) : replaced(read.name, shortName));
      else if (hasAlike || read.isOfThis || !ts.isIdentifier(read.name)) kept.add(read.name.text);
    }
    const hasThis = !ts.isClassLike(each) && !ts.isFunctionDeclaration(each) && !ts.isFunctionExpression(each);
    ts.forEachChild(each, (child) => visit(child, isOwnThis && hasThis));
  };
  for (const member of node.members) {
    visit(member, true);
    if (ts.isConstructorDeclaration(member)) for (const name of readParameters(member)) kept.add(name);
  }
  return edits.filter(({ name }) => !kept.has(name));
}

const isPrivate = ({ modifiers = [] }) => modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);

/** Of a member, or of the parameters of a constructor that are members. */
function privateNames(member) {
  const found = ts.isConstructorDeclaration(member) ? member.parameters : [member];
  return found.filter((each) => isPrivate(each) && ts.isIdentifier(each.name)).map(({ name }) => name);
}

/** Parameters that are members and that the constructor reads by themselves too. */
function readParameters(node) {
  const names = new Set(privateNames(node).map(({ text }) => text));
  const isMember = ({ parent }) => ts.isParameter(parent) || ts.isPropertyAccessExpression(parent);
  return nodesOf(node, ts.isIdentifier)
    .filter(
      (each) =>
        names.has(each.text) &&
        !(isMember(each) && each !== each.parent.expression && each !== each.parent.initializer),
    )
    .map(({ text }) => text);
}

/** The name that a node reads of an object: of `this`, or of something else. `isKey`: of `{ name } = …`, which is a variable too. */
function readName(node) {
  const isThis = (each) => each?.kind === ts.SyntaxKind.ThisKeyword;
  if (ts.isPropertyAccessExpression(node)) return { name: node.name, isOfThis: isThis(node.expression), isKey: false };
  if (ts.isStringLiteralLike(node) && isKeyText(node)) return { name: node, isOfThis: false, isKey: false };
  // `({ name } = this)`
  if (ts.isShorthandPropertyAssignment(node)) {
    const { parent: assignment } = node.parent;
    const isOfThis = ts.isBinaryExpression(assignment) && assignment.left === node.parent && isThis(assignment.right);
    return isOfThis ? { name: node.name, isOfThis, isKey: true } : null;
  }
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return null;
  const name = node.propertyName ?? node.name;
  if (!ts.isIdentifier(name)) return null;
  const { parent } = node.parent;
  const isOfThis = ts.isVariableDeclaration(parent) && isThis(parent.initializer);
  return { name, isOfThis, isKey: node.propertyName === undefined };
}

/** Of `this['name']`, of `'name' in this`. */
const isKeyText = ({ parent }) =>
  ts.isElementAccessExpression(parent) ||
  (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InKeyword);

const replaced = (name, shortName) => ({
  name: name.text,
  at: name.getStart(),
  length: name.getEnd() - name.getStart(),
  by: shortName(name.text),
});

const keyed = (name, shortName) => ({
  name: name.text,
  at: name.getStart(),
  length: 0,
  by: `${shortName(name.text)}: `,
});

function nodesOf(file, isWanted) {
  const found = [];
  const visit = (node) => {
    if (isWanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
