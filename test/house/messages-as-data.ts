/** Finds where a source file reads the English of a refusal or a write. docs/http.md#errors */

import ts from 'typescript';

/** Properties that hold English of the engine; what they say is in the data beside them. */
const ENGLISH = new Set(['message', 'hint', 'summary']);

const STRING_METHODS = new Set(Object.getOwnPropertyNames(String.prototype).filter((name) => name !== 'toString'));
const REGEXP_METHODS = new Set(['test', 'exec']);

/** `line: the expression` of each place. Follows names in the file, also as arguments of its own functions. */
export function readsOfEnglish(name: string, text: string): readonly string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const nodes = allNodes(file);
  const names = englishNames(nodes);
  const isEnglish = (node: ts.Node | undefined): boolean => node !== undefined && holdsEnglish(node, names);
  return nodes
    .filter((node) => readsText(node, isEnglish))
    .map((node) => `${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText()}`);
}

function allNodes(root: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

/** The declarations of names that hold English, until no more are found. */
function englishNames(nodes: readonly ts.Node[]): ReadonlySet<ts.Node> {
  const names = new Set<ts.Node>();
  for (let size = -1; size < names.size;) {
    size = names.size;
    for (const node of nodes) {
      if (ts.isBindingElement(node) && ENGLISH.has((node.propertyName ?? node.name).getText())) names.add(node);
      if (ts.isParameter(node) && ENGLISH.has(node.name.getText())) names.add(node);
      if (ts.isVariableDeclaration(node) && node.initializer !== undefined && holdsEnglish(node.initializer, names))
        names.add(node);
      if (ts.isCallExpression(node)) for (const parameter of givenEnglish(node, names)) names.add(parameter);
    }
  }
  return names;
}

/** The parameters of a function of this file that the call gives English to. */
function givenEnglish({ expression, arguments: given }: ts.CallExpression, names: ReadonlySet<ts.Node>): ts.Node[] {
  const declared = ts.isIdentifier(expression) ? declarationOf(expression) : undefined;
  const called = declared !== undefined && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
  if (called === undefined || !ts.isFunctionLike(called)) return [];
  return called.parameters.filter((_, at) => given[at] !== undefined && holdsEnglish(given[at], names));
}

function holdsEnglish(node: ts.Node, names: ReadonlySet<ts.Node>): boolean {
  const holds = (part: ts.Node): boolean => holdsEnglish(part, names);
  if (ts.isPropertyAccessExpression(node)) return ENGLISH.has(node.name.text);
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteral(node.argumentExpression) && ENGLISH.has(node.argumentExpression.text);
  if (ts.isIdentifier(node)) {
    const declared = declarationOf(node);
    return declared !== undefined && names.has(declared);
  }
  if (ts.isConditionalExpression(node)) return holds(node.whenTrue) || holds(node.whenFalse);
  if (ts.isBinaryExpression(node)) return isJoin(node.operatorToken.kind) && (holds(node.left) || holds(node.right));
  if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => holds(expression));
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return holds(node.expression);
  // What a method of a text gives is text of it.
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return STRING_METHODS.has(node.expression.name.text) && holds(node.expression.expression);
  return false;
}

const JOINS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.PlusToken,
]);
const isJoin = (kind: ts.SyntaxKind): boolean => JOINS.has(kind);

const EQUALITIES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** A text that says something; an empty one may be asked for. */
const isPhrase = (node: ts.Node): boolean =>
  (ts.isStringLiteralLike(node) && node.text !== '') || ts.isTemplateExpression(node);

function readsText(node: ts.Node, isEnglish: (node: ts.Node | undefined) => boolean): boolean {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    if (STRING_METHODS.has(name.text) && isEnglish(expression)) return true;
    return (REGEXP_METHODS.has(name.text) || STRING_METHODS.has(name.text)) && node.arguments.some(isEnglish);
  }
  if (ts.isBinaryExpression(node) && EQUALITIES.has(node.operatorToken.kind))
    return [
      [node.left, node.right],
      [node.right, node.left],
    ].some(([one, other]) => isEnglish(one) && other !== undefined && isPhrase(other));
  if (ts.isSwitchStatement(node)) return isEnglish(node.expression);
  if (ts.isElementAccessExpression(node)) return isEnglish(node.expression) || isEnglish(node.argumentExpression);
  return (ts.isSpreadElement(node) || ts.isForOfStatement(node)) && isEnglish(node.expression);
}

/** The innermost declaration of that name around it, by the scopes of blocks and functions. */
function declarationOf(identifier: ts.Identifier): ts.Node | undefined {
  for (let scope: ts.Node | undefined = identifier.parent; scope !== undefined; scope = scope.parent) {
    const found = declaredIn(scope).find((declared) => declared.name?.getText() === identifier.text);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Declared = ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration | ts.FunctionDeclaration;

function declaredIn(scope: ts.Node): readonly Declared[] {
  if (ts.isFunctionLike(scope)) return scope.parameters.flatMap(namesIn);
  const lists = ts.isBlock(scope) || ts.isSourceFile(scope) ? scope.statements : [];
  const own = lists.flatMap((statement): readonly Declared[] => {
    if (ts.isFunctionDeclaration(statement)) return [statement];
    return ts.isVariableStatement(statement) ? statement.declarationList.declarations.flatMap(namesIn) : [];
  });
  const head = (ts.isForOfStatement(scope) || ts.isForStatement(scope)) && scope.initializer;
  const looped = head && ts.isVariableDeclarationList(head) ? head.declarations.flatMap(namesIn) : [];
  return [...own, ...looped];
}

const namesIn = (
  declared: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement,
): readonly Declared[] =>
  ts.isIdentifier(declared.name)
    ? [declared]
    : declared.name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element) : []));
