/** The types that openapi-typescript makes of the OpenAPI document: calls compile against them, and wrong ones do not. docs/http.md#openapi */

import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { EXAMPLES } from '../../src/server/openapi/examples';
import { PORT, serverFixture } from './server-fixture';

/** In memory alone. */
const CALLS_FILE = path.posix.join(import.meta.dirname.replaceAll('\\', '/'), 'calls.ts');
const SCHEMA_FILE = CALLS_FILE.replace(/calls\.ts$/, 'schema.ts');

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/** A client as people write it around the types. */
const CLIENT = `import type { components, paths } from './schema';
type Post<Name extends string> = paths[\`/notedb/operations/\${Name}/\` & keyof paths] extends { post: infer Each } ? Each : never;
type Arguments<Name extends string> =
  Post<Name> extends { requestBody?: { content: { 'application/json': infer Each } } } ? Each : never;
type Answer<Name extends string> =
  Post<Name> extends { responses: { 200: { content: { 'application/json': infer Each } } } } ? Each : never;
declare function call<Name extends string>(name: Name, args: Arguments<Name>): Answer<Name>;
declare const refusal: components['schemas']['ErrorAnswer'];
`;

/** Filters, values and batches as agents write them, beside the examples. */
const CALLS: readonly string[] = [
  `call('select_rows', { table: 't', where: { and: [{ a: 1 }, { or: [{ b: { ne: 'x' } }, { not: { c: null } }] }] } })`,
  `call('select_rows', { table: 't', where: { due: { gte: '{today}', lt: '{today+7d}' }, 'project.lead': 'Ada' } })`,
  `call('insert_row', { table: 't', values: { s: 'x', n: 1, b: true, e: null, l: ['a', 2], j: { deep: [{ er: null }] } } })`,
  `call('update_row', { table: 't', path: 'A.md', set_values: { l: ['a'] }, expect: { n: 1 }, body_sections: { Log: null } })`,
  `call('batch', { operations: [{ op: 'insert_row', table: 't', values: { s: 'x' } }, { op: 'delete_rows', table: 't' }] })`,
  `const total: number = call('select_rows', { table: 't' }).total`,
  `const found: { path: string; score: number }[] = call('semantic_search', { query: 'q' }).results`,
  `const missing: number | undefined = call('semantic_search', { query: 'q' }).pending`,
  `const near: string[] | undefined = refusal.error.violations[0]?.near`,
  `const step: number | undefined = refusal.error.conflicts[0]?.step`,
];

/** Each is an error of its own. */
const WRONG_CALLS: readonly string[] = [
  `call('select_rows', { tabel: 't' })`,
  `call('select_rows', { table: 1 })`,
  `call('batch', { operations: [{ op: 'select_rows' }] })`,
  `call('delete_rows', { table: 't', mode: 'shred' })`,
  `const total: string = call('select_rows', { table: 't' }).total`,
  `const code: 'nope' = refusal.error.code`,
];

let schema = '';
beforeAll(async () => {
  const { send } = await serverFixture();
  const { text } = await send({ method: 'GET', url: '/openapi.json', headers: { Authorization: null } });
  expect(JSON.parse(text)).toMatchObject({ servers: [{ url: `http://127.0.0.1:${PORT}` }] });
  schema = astToString(await openapiTS(text));
}, 60_000);

/** The lines of the calls that do not compile, and every error of the types themselves. */
function errorsOf(calls: readonly string[]): readonly string[] {
  const files = new Map([
    [SCHEMA_FILE, schema],
    [CALLS_FILE, `${CLIENT}${calls.map((line) => `{ ${line}; }\n`).join('')}`],
  ]);
  const disk = ts.createCompilerHost(OPTIONS);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => files.has(name) || disk.fileExists(name),
    readFile: (name) => files.get(name) ?? disk.readFile(name),
    getSourceFile: (name, ...more) => {
      const text = files.get(name);
      return text === undefined
        ? disk.getSourceFile(name, ...more)
        : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
    },
  };
  const before = CLIENT.split('\n').length - 1;
  const found = ts
    .getPreEmitDiagnostics(ts.createProgram([CALLS_FILE], OPTIONS, host))
    .map(({ file, start, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0) - before;
      return file?.fileName === CALLS_FILE ? (calls[line] ?? '') : ts.flattenDiagnosticMessageText(messageText, '\n');
    });
  return [...new Set(found)];
}

it('take the examples and other calls, and refuse wrong ones', { timeout: 60_000 }, () => {
  const examples = Object.entries(EXAMPLES).flatMap(([name, each]) =>
    each.map(({ args }) => `call('${name}', ${JSON.stringify(args)})`),
  );
  expect(examples.length + CALLS.length).toBeGreaterThan(20);
  expect(errorsOf([...examples, ...CALLS, ...WRONG_CALLS])).toEqual(WRONG_CALLS);
});
