/** Where the package has what threads of local models are made of. docs/adr/0007-local-models.md */

import path from 'node:path';
import type { ModelRuntime } from '../hosts/node/node-models';

export const modelRuntimeIn = (packageFolder: string): ModelRuntime => ({
  thread: path.join(packageFolder, 'dist', 'embedding-worker.mjs'),
  wasm: path.join(packageFolder, 'dist', 'ort-wasm-simd.wasm.br'),
});
