/** Local models in a Web Worker of the app. docs/semantic.md#local-models */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { LocalModelsPort, ModelThread, ModelToStart } from '../../engine/ports/local-models-port';
import { type ThreadLink, startModelThread } from '../model-thread';
import { embeddingWasm, embeddingWorker } from './embedding-assets';

/** Where model files are kept, and how folders are read where there are any. */
export type ModelFilesOfDevice = Pick<LocalModelsPort, 'files' | 'readFolder'>;

/** A `LocalModelsPort` over Web Workers. */
export function webModels({ files, readFolder }: ModelFilesOfDevice): LocalModelsPort {
  return { files, ...(readFolder === undefined ? {} : { readFolder }), sha256: hashOf, start: startInWorker };
}

/** The system's own, where it is there: a phone may serve the app from no secure place. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (subtle === undefined) return bytesToHex(sha256(bytes));
  return bytesToHex(new Uint8Array(await subtle.digest('SHA-256', bytes as BufferSource)));
}

function startInWorker(model: ModelToStart): Promise<ModelThread> {
  const url = URL.createObjectURL(new Blob([embeddingWorker()], { type: 'text/javascript' }));
  return startModelThread(linkTo(new Worker(url), url), model, embeddingWasm());
}

function linkTo(worker: Worker, url: string): ThreadLink {
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    onMessage: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        listener(data);
      }),
    onEnd: (listener) =>
      worker.addEventListener('error', ({ message }) => {
        listener(message === '' ? 'the thread of the model ended' : message);
      }),
    end: () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  };
}
