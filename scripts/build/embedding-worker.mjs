/**
 * Bundles the thread of local models with the WebAssembly that it runs. docs/adr/0007-local-models.md
 *
 * The same script runs as a Web Worker in the app and as a thread of Node. There, and in the app, whose workers may have parts of Node,
 * the packages must not take themselves for programs of Node: the script sees no `process`, `require` or `module`.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import esbuild from 'esbuild';
import { gzipSync } from 'fflate';

const WASM = 'node_modules/@xenova/transformers/dist/ort-wasm-simd.wasm';
const RUNTIME = 'node_modules/onnxruntime-web/dist/ort.wasm.min.js';

/** Turns text into code where there is no `globalThis`, which is everywhere here. */
const DYNAMIC = 'this||new Function("return this")()';

/**
 * The script of the thread, for `threadPort` as its only link to the outside.
 *
 * @param {string} root
 * @param {{ define?: Record<string, string> }} [options]
 * @returns {Promise<string>}
 */
export async function buildEmbeddingWorker(root) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['src/embedding-worker.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'eof',
    logLevel: 'warning',
    define: { 'import.meta.url': '"file:///embedding-worker.js"' },
    // Whatever it takes itself for, it runs WebAssembly.
    alias: { 'onnxruntime-web': path.join(root, RUNTIME), 'onnxruntime-node': path.join(root, RUNTIME) },
    plugins: [withoutNode(), withoutDynamicCode()],
  });
  return `(function(process,require,module,exports,define){${outputFiles[0].text}})();\n`;
}

const readWasm = (root) => readFile(path.join(root, WASM));

/** For the package of the program. This quality takes a second and gives the same bytes on every supported Node; the best one takes twenty. */
export async function compressWasm(root) {
  const bytes = await readWasm(root);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
  return brotliCompressSync(bytes, { params: { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 24 } });
}

/** The same as text; fflate gives the same ones on every Node. */
export async function packWasm(root) {
  const packed = gzipSync(new Uint8Array(await readWasm(root)), { level: 6, mtime: 0 });
  return Buffer.from(packed).toString('base64');
}

/** In the app the thread is a Web Worker. */
export const workerScript = (script) =>
  `const threadPort={set onmessage(f){self.onmessage=f},postMessage(m){self.postMessage(m)}};\n${script}`;

/** In Node it is a module. `self` is what libraries of browsers look for. */
export const threadModule = (script) =>
  `import{parentPort}from'node:worker_threads';globalThis.self=globalThis;
const threadPort={set onmessage(f){parentPort.on('message',(data)=>f({data}))},postMessage(m){parentPort.postMessage(m)}};
${script}`;

/** The packages ask for files only where they find Node. */
function withoutNode() {
  return {
    name: 'without-node',
    setup(build) {
      build.onResolve(
        { filter: /^(?:node:)?(?:fs|path|url|stream|stream\/promises|worker_threads|perf_hooks|os|util)$|^sharp$/ },
        ({ path: name }) => ({
          path: name,
          namespace: 'nothing',
        }),
      );
      build.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export default {};', loader: 'js' }));
    },
  };
}

/** Fails when the runtime no longer looks as expected, instead of letting the code back in silently. */
function withoutDynamicCode() {
  return {
    name: 'without-dynamic-code',
    setup(build) {
      build.onLoad({ filter: /[\\/]ort\.wasm\.min\.js$/ }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8');
        if (!text.includes(DYNAMIC)) {
          throw new Error('embedding-worker: onnxruntime-web does not look as expected; look at it anew');
        }
        return { contents: text.replaceAll(DYNAMIC, 'globalThis'), loader: 'js' };
      });
    },
  };
}
