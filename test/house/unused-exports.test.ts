import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The app, Node and the page start these. */
const ENTRIES = [
  'src/main.ts',
  'src/local-models.ts',
  'src/headless.ts',
  'src/page.tsx',
  'src/embedding-worker.ts',
  'src/plugin/packed-texts.ts',
];

interface ModuleNames {
  /** Functions, classes and constants; types document the signatures that name them. */
  readonly exported: readonly string[];
  /** `file#name`; `file#*` for all names. */
  readonly imported: readonly string[];
}

it('exports nothing that no other file imports, and has no file without importer', async () => {
  const texts = await sources();
  const modules = new Map([...texts].map(([file, text]) => [file, namesOf(file, text, texts)]));
  const used = new Set([...modules.values()].flatMap(({ imported }) => imported));
  const files = new Set([...used].map((each) => each.slice(0, each.indexOf('#'))));
  const judged = [...modules].filter(([file]) => file.startsWith('src/') && !ENTRIES.includes(file));
  const unused = judged
    .filter(([file]) => !file.startsWith('src/ui/'))
    .flatMap(([file, { exported }]) => exported.map((name) => `${file}#${name}`))
    .filter((each) => !used.has(each) && !used.has(each.replace(/#.*/, '#*')));
  expect({ unused, files: judged.map(([file]) => file).filter((file) => !files.has(file)) }).toEqual({
    unused: [],
    files: [],
  });
});

it('finds exported names and imported ones', () => {
  const texts = new Map([
    ['src/a.ts', "export const one = 1, two = 2; export function three() {} export type Four = 4; import('./b');"],
    [
      'src/b.ts',
      "import { one, type Four as Other } from './a'; export { three } from './a'; import * as all from './a';",
    ],
  ]);
  const names = [...texts].map(([file, text]) => namesOf(file, text, texts));
  expect(names).toEqual([
    { exported: ['one', 'two', 'three'], imported: ['src/b.ts#*'] },
    { exported: [], imported: ['src/a.ts#one', 'src/a.ts#Four', 'src/a.ts#three', 'src/a.ts#*'] },
  ]);
});

async function sources(): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    ['src', 'test', 'bench', 'scripts'].map(async (folder) =>
      (await readdir(`${root}/${folder}`, { recursive: true })).map((name) => path.posix.join(folder, name)),
    ),
  );
  const files = found.flat().filter((name) => /\.(?:tsx?|mts|mjs)$/.test(name));
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(`${root}/${file}`, 'utf8')] as const)),
  );
}

function namesOf(file: string, text: string, files: ReadonlyMap<string, string>): ModuleNames {
  const exported: string[] = [];
  const imported: string[] = [];
  const add = (specifier: ts.Node | undefined, names: readonly string[]): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return;
    const target = path.posix.join(path.posix.dirname(file), specifier.text).replace(/\.js$/, '');
    const found = ['', '.ts', '.tsx', '/index.ts'].map((end) => target + end).find((each) => files.has(each));
    if (found !== undefined) imported.push(...names.map((name) => `${found}#${name}`));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, boundNames(node.importClause?.namedBindings));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, boundNames(node.exportClause));
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], ['*']);
    else if (isExported(node)) exported.push(...declaredNames(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return { exported, imported };
}

const boundNames = (bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): readonly string[] =>
  bindings !== undefined && 'elements' in bindings
    ? bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
    : ['*'];

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function declaredNames(node: ts.Node): readonly string[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? name.text : []));
  if (!ts.isFunctionDeclaration(node) && !ts.isClassDeclaration(node)) return [];
  return node.name === undefined ? [] : [node.name.text];
}
