/**
 * Builds the plugin (`main.js`, `styles.css`), the plugin *NoteDB local models* (`dist/local-models/`), and the headless program
 * (`dist/notedb.mjs` with the thread of local models and the page), the same bytes on every supported Node.
 *
 *     node esbuild.config.mjs             build all
 *     node esbuild.config.mjs --if-stale  build only when the sources changed since the last build
 */
import { chmod, copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import {
  buildEmbeddingWorker,
  compressWasm,
  packWasm,
  threadModule,
  workerScript,
} from './scripts/build/embedding-worker.mjs';
import { BROWSERS, buildPage, buildStyles, packPage } from './scripts/build/page.mjs';
import { buildChunks } from './scripts/build/chunks.mjs';
import { findDynamicCode } from './scripts/build/find-dynamic-code.mjs';
import { MOST_BYTES, asciiOf } from './scripts/build/plugin-text.mjs';
import { smallPg } from './scripts/build/small-pg.mjs';
import { shortPrivateNames } from './scripts/build/short-private-names.mjs';
import { isFresh, writeStamp } from './scripts/build/stamp.mjs';
import { zodWithoutJit } from './scripts/build/zod-without-jit.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));

const common = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  target: 'es2022',
  legalComments: 'eof',
  logLevel: 'warning',
  plugins: [zodWithoutJit()],
};

/** The package for the Model Context Protocol would bring a validator of JSON Schemas, of which the one for Node turns text into code. */
const noValidator = { '@modelcontextprotocol/server/_shims': './scripts/build/mcp-shims.mjs' };

/** What Obsidian provides is external, and so is Node: its modules are required inside desktop guards only. */
const forTheApp = {
  ...common,
  charset: 'ascii',
  platform: 'browser',
  alias: noValidator,
  minify: true,
  external: [
    'obsidian',
    'electron',
    '@codemirror/*',
    '@lezer/*',
    ...builtinModules,
    ...builtinModules.map((name) => `node:${name}`),
  ],
};

const plugin = {
  ...forTheApp,
  plugins: [...common.plugins, smallPg(), shortPrivateNames()],
  entryPoints: { main: 'src/main.ts', page: 'src/page.tsx', texts: 'src/plugin/packed-texts.ts' },
  target: BROWSERS,
  jsx: 'automatic',
  jsxImportSource: 'preact',
};

const modelPlugin = {
  ...forTheApp,
  entryPoints: ['src/local-models.ts'],
  outfile: 'dist/local-models/main.js',
  format: 'cjs',
};

const program = {
  ...common,
  entryPoints: ['src/headless.ts'],
  outfile: 'dist/notedb.mjs',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Its build for Node is CommonJS and requires builtins, which an ES module can't.
  alias: { ...noValidator, yaml: './node_modules/yaml/browser/index.js' },
  banner: { js: '#!/usr/bin/env node' },
  // Names stay, so that the trace of a failure can be read.
  minifySyntax: true,
  minifyWhitespace: true,
};

/** Views, blocks and dialogs load these parts when one opens. */
const INTERFACE =
  /^src\/ui\/(?:components|client|rows|changes|layouts|screens)\/|[\\/]node_modules[\\/](?:preact|@preact|@floating-ui)[\\/]/;

/** The client for PostgreSQL, which `notedb mirror` alone loads. */
const mirror = {
  ...common,
  entryPoints: ['src/hosts/node/postgres/postgres-target.ts'],
  outfile: 'dist/mirror.mjs',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  // Asked for only where they are installed, which they are not.
  external: ['pg-native', 'pg-cloudflare'],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
};

const targets = [modelPlugin, program, mirror];
const manifests = { from: 'local-models/manifest.json', to: 'dist/local-models/manifest.json' };
const threadFiles = { thread: 'dist/embedding-worker.mjs', wasm: 'dist/ort-wasm-simd.wasm.br' };
const pageFiles = ['index.html', 'app.js', 'app.css', 'icon.svg', 'inter-latin.woff2', 'inter-latin-ext.woff2'].map(
  (name) => `dist/app/${name}`,
);
const outputs = [
  'main.js',
  ...targets.map((target) => target.outfile),
  ...Object.values(threadFiles),
  ...pageFiles,
  manifests.to,
  'styles.css',
];

if (process.argv.includes('--if-stale') && (await isFresh(root, outputs))) process.exit(0);

const script = await buildEmbeddingWorker(root);
// As strings in functions, which loading the plugin does not call.
modelPlugin.define = {
  EMBEDDING_WORKER: JSON.stringify(workerScript(script)),
  EMBEDDING_WASM: JSON.stringify(await packWasm(root)),
};
const [chunks, models, headless, mirrorBundle] = await Promise.all([
  buildChunks(plugin),
  ...targets.map(buildOne),
]).catch(({ message }) => fail(message));
const drawing = chunks.inputsOf(chunks.atStart).filter((name) => INTERFACE.test(name));
if (drawing.length > 0)
  fail(`main.js would evaluate the interface at the start of the app: ${drawing.slice(0, 5).join(', ')}`);
const page = await buildPage(root, chunks);
const mainText = chunks.mainText(await packPage(root, page, chunks));
const pluginTexts = [
  ['main.js', mainText],
  [modelPlugin.outfile, asciiOf(models.text, modelPlugin.outfile)],
];
// The scripts are strings there, so that they are looked at by themselves too.
for (const [name, text] of [...pluginTexts, ['the thread of local models', script], ['the page', page['app.js']]]) {
  const findings = findDynamicCode(text);
  if (findings.length > 0) fail(`${name} would turn text into code (eval, Function):\n${findings.join('\n')}`);
}
if (mainText.length > MOST_BYTES)
  fail(`main.js has ${mainText.length} bytes, more than ${MOST_BYTES}: docs/performance.md`);
await replaceFile(path.join(root, 'styles.css'), await buildStyles(root));
await replaceFile(path.join(root, threadFiles.thread), threadModule(script));
await replaceFile(path.join(root, threadFiles.wasm), await compressWasm(root));
for (const [name, text] of Object.entries(page)) await replaceFile(path.join(root, 'dist/app', name), text);
for (const [file, text] of [
  ...pluginTexts,
  [program.outfile, headless.contents],
  [mirror.outfile, mirrorBundle.contents],
]) {
  await replaceFile(path.join(root, file), text);
}
await copyFile(path.join(root, manifests.from), path.join(root, manifests.to));
await chmod(path.join(root, program.outfile), 0o755);
await writeStamp(root, outputs);

async function buildOne(target) {
  const { outputFiles } = await esbuild.build({ ...target, write: false });
  return outputFiles[0];
}

/** A test that loads the old file while this runs reads all of it. */
async function replaceFile(file, contents) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, contents);
  await rename(`${file}.new`, file);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
