/**
 * The parts of the thread of a local model. The app installs `main.js` alone, so the build writes both into it. They are in
 * functions: loading the plugin does not even make strings of them. docs/adr/0007-local-models.md
 */

/** Put in by `esbuild.config.mjs`. */
declare const EMBEDDING_WORKER: string;
declare const EMBEDDING_WASM: string;

/** A script for a Web Worker. */
export const embeddingWorker = (): string => EMBEDDING_WORKER;

/** Its WebAssembly: gzip, in base64. */
export const embeddingWasm = (): string => EMBEDDING_WASM;
