/** Finds, with the compiler's own types, every use of a method of the vault port that is not one of its reading ones. */

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const portFile = 'src/engine/ports/vault-port.ts';

/** A method that is not here counts as a write. */
const readingMethods = new Set(['list', 'folder', 'stat', 'read', 'readMany', 'readBytes', 'watch']);

/** `extra` holds files that are not on disk, by path. The answer has one `path:line method` a use. */
export function findVaultWrites(extra: Readonly<Record<string, string>> = {}): string[] {
  const program = engineProgram(extra);
  const checker = program.getTypeChecker();
  const uses: string[] = [];
  for (const source of program.getSourceFiles()) {
    const file = path.relative(root, source.fileName).split(path.sep).join('/');
    if (!file.startsWith('src/engine/') || file === portFile) continue;
    const visit = (node: ts.Node): void => {
      const method = vaultMethodAt(node, checker);
      if (method !== undefined && !readingMethods.has(method)) {
        uses.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${method}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return uses;
}

function engineProgram(extra: Readonly<Record<string, string>>): ts.Program {
  const configFile = path.join(root, 'tsconfig.engine.json');
  const config = ts.getParsedCommandLineOfConfigFile(
    configFile,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
        throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
      },
    },
  );
  if (config === undefined) throw new Error('tsconfig.engine.json can not be read');
  const texts = new Map(Object.entries(extra).map(([file, text]) => [path.join(root, file), text]));
  const host = ts.createCompilerHost(config.options);
  host.readFile = (file) => texts.get(path.normalize(file)) ?? ts.sys.readFile(file);
  host.fileExists = (file) => texts.has(path.normalize(file)) || ts.sys.fileExists(file);
  return ts.createProgram([...config.fileNames, ...texts.keys()], config.options, host);
}

/** The method of `VaultPort` that `node` names: `vault.create`, `vault['create']` or `{ create } = vault`. */
function vaultMethodAt(node: ts.Node, checker: ts.TypeChecker): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return nameOfVaultMethod(checker.getSymbolAtLocation(node.name));
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    const type = checker.getTypeAtLocation(node.expression);
    return nameOfVaultMethod(checker.getPropertyOfType(type, node.argumentExpression.text));
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = node.propertyName ?? node.name;
    if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) return undefined;
    return nameOfVaultMethod(checker.getPropertyOfType(checker.getTypeAtLocation(node.parent), name.text));
  }
  return undefined;
}

function nameOfVaultMethod(symbol: ts.Symbol | undefined): string | undefined {
  const isVaults = symbol?.declarations?.some(
    (declaration) => ts.isInterfaceDeclaration(declaration.parent) && declaration.parent.name.text === 'VaultPort',
  );
  return isVaults === true ? symbol?.name : undefined;
}
