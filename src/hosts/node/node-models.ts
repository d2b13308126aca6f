/** Local models in a thread of Node, with their files in the system's cache folder. docs/semantic.md#local-models */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import type { LocalModelsPort, ModelThread, ModelToStart } from '../../engine/ports/local-models-port';
import { type ThreadLink, startModelThread } from '../model-thread';
import { isMissing } from './file-errors';
import { plainBytes } from './node-parts';
import { NodeCache } from './node-private-store';

/** The files of the package that a thread is made of. */
export interface ModelRuntime {
  /** The module of the thread. */
  readonly thread: string;
  /** The WebAssembly, compressed with brotli. */
  readonly wasm: string;
}

/** A `LocalModelsPort`; every vault of the user shares the files. */
export class NodeModels implements LocalModelsPort {
  readonly files: NodeCache;

  constructor(
    cacheFolder: string,
    private readonly runtime: ModelRuntime,
    isReadOnly: boolean,
  ) {
    this.files = new NodeCache(cacheFolder, isReadOnly);
  }

  readFolder(folder: string, file: string): Promise<Uint8Array | null> {
    return Promise.resolve(readFolderFile(folder, file));
  }

  sha256(bytes: Uint8Array): Promise<string> {
    return Promise.resolve(createHash('sha256').update(bytes).digest('hex'));
  }

  async start(model: ModelToStart): Promise<ModelThread> {
    const wasm = plainBytes(brotliDecompressSync(fs.readFileSync(this.runtime.wasm)));
    return startModelThread(linkTo(new Worker(this.runtime.thread)), model, wasm);
  }
}

/** Null when it is not there, or is not a file. */
export function readFolderFile(folder: string, file: string): Uint8Array | null {
  try {
    return plainBytes(fs.readFileSync(path.join(folder, ...file.split('/'))));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function linkTo(worker: Worker): ThreadLink {
  // A model that waits for questions is not a reason for a program to stay.
  worker.unref();
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    onMessage: (listener) => worker.on('message', listener),
    onEnd: (listener) => {
      worker.on('error', (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on('exit', () => listener('the thread of the model ended'));
    },
    end: () => void worker.terminate(),
  };
}
