/** Makes a chunk of esbuild, an ES module, a function of `require` and `importLater` that returns its exports. */
import path from 'node:path';
import { minify } from '@swc/core';
import ts from 'typescript';
import { asciiOf } from './plugin-text.mjs';

/**
 * Imports become constants, so that a call of a function of another chunk is a plain call. A reassigned export would not be seen then:
 * it is an error.
 *
 * @param {string} text
 * @param {string} name
 * @returns {Promise<string>}
 */
export async function chunkFunction(text, name) {
  const file = ts.createSourceFile(`${name}.js`, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const exported = file.statements.filter(ts.isExportDeclaration).flatMap(({ exportClause }) => exportClause.elements);
  const edits = [...file.statements.flatMap(editOfStatement), ...editsOfImportCalls(file)];
  failOnReassigned(file, new Set(exported.map(localName)));
  const exports = exported.map((each) => property(each.name.text, localName(each)));
  const code = [...edits].sort((a, b) => b.from - a.from).reduce(edited, text);
  return minified(`function(require,importLater){${asciiOf(code, name)}\nreturn{${exports.join(',')}}}`);
}

/** A name outside keeps the function from being removed, and is taken off again. */
async function minified(functionText) {
  const { code } = await minify(`f=${functionText}`, MINIFY);
  return code.replace(/^f=/, '').replace(/;$/, '');
}

/** What esbuild leaves: variables that are used once, functions that are called once. */
const MINIFY = {
  ecma: 2022,
  module: false,
  compress: { ecma: 2022, passes: 3 },
  mangle: true,
  format: { ascii_only: true },
};

const localName = (specifier) => (specifier.propertyName ?? specifier.name).text;
const property = (key, value) => (key === value ? key : `${key}:${value}`);
const edited = (text, { from, to, by }) => text.slice(0, from) + by + text.slice(to);
/** Of a chunk without folder and ending, of another module its own name. */
const moduleName = ({ text }) => JSON.stringify(text.startsWith('./') ? path.basename(text, '.js') : text);

function editOfStatement(statement) {
  const place = { from: statement.getStart(), to: statement.getEnd() };
  if (ts.isExportDeclaration(statement)) return [{ ...place, by: '' }];
  if (!ts.isImportDeclaration(statement)) return [];
  const required = `require(${moduleName(statement.moduleSpecifier)})`;
  const { name, namedBindings } = statement.importClause ?? {};
  const constants = [];
  // Modules of Node and of the app are CommonJS: all of one is its default export.
  if (name !== undefined) constants.push(`${name.text}=${required}`);
  if (namedBindings !== undefined) constants.push(`${pattern(namedBindings)}=${required}`);
  return [{ ...place, by: constants.length === 0 ? `${required};` : `const ${constants.join(',')};` }];
}

function pattern(bindings) {
  if (ts.isNamespaceImport(bindings)) return bindings.name.text;
  return `{${bindings.elements.map((each) => property(localName(each), each.name.text)).join(',')}}`;
}

/** A renderer can't `import('node:http')`. */
function editsOfImportCalls(file) {
  return nodesOf(file, ts.isCallExpression)
    .filter(({ expression }) => expression.kind === ts.SyntaxKind.ImportKeyword)
    .map((call) => ({ from: call.getStart(), to: call.getEnd(), by: `importLater(${moduleName(call.arguments[0])})` }));
}

function failOnReassigned(file, exported) {
  const targets = [
    ...nodesOf(file, ts.isBinaryExpression)
      .filter(
        ({ operatorToken: { kind } }) => kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment,
      )
      .map(({ left }) => left),
    ...nodesOf(file, (node) => ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
      .filter(({ operator }) => operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken)
      .map(({ operand }) => operand),
  ].filter((target) => ts.isIdentifier(target) && exported.has(target.text));
  if (targets.length === 0) return;
  const checker = checkerOf(file);
  for (const target of targets) {
    if (isAtTop(checker.getSymbolAtLocation(target)?.valueDeclaration, file)) {
      throw new Error(`${file.fileName} changes its export ${target.text}: ${target.parent.getText().slice(0, 80)}`);
    }
  }
}

function isAtTop(declaration, file) {
  for (let node = declaration?.parent; node !== undefined; node = node.parent) {
    if (node === file) return true;
    if (ts.isFunctionLike(node) || ts.isBlock(node) || ts.isForStatement(node)) return false;
  }
  return declaration === undefined;
}

function checkerOf(file) {
  const host = {
    getSourceFile: (name) => (name === file.fileName ? file : undefined),
    fileExists: (name) => name === file.fileName,
    readFile: () => undefined,
    writeFile: () => undefined,
    getDefaultLibFileName: () => 'lib.d.ts',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getCurrentDirectory: () => '',
    getNewLine: () => '\n',
  };
  return ts.createProgram([file.fileName], { allowJs: true, noLib: true, noResolve: true }, host).getTypeChecker();
}

function nodesOf(root, isWanted) {
  const found = [];
  const visit = (node) => {
    if (isWanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
