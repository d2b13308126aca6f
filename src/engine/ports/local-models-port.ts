/** Models that run on this computer: their files, and the thread that runs one. docs/semantic.md#local-models */

import type { CachePort } from './cache-port';

export interface ModelToStart {
  /** By their paths in the model's repository: `config.json`, `onnx/model_quantized.onnx`. Given away: the caller reads them no more. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Whether the weights are those of `onnx/model_quantized.onnx`, else those of `onnx/model.onnx`. */
  readonly isQuantized: boolean;
  /** How the vectors of the tokens become one. */
  readonly pooling: 'mean' | 'cls';
}

/** A model in a thread of its own. */
export interface ModelThread {
  /** One vector a text, of length 1. Rejects when the model fails, or the thread has ended. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Resolves when the thread has ended, by `close` or by itself. */
  readonly ended: Promise<void>;
  /** Ends the thread at once. */
  close(): void;
}

export interface LocalModelsPort {
  /** The files of models, outside of every vault and shared by all of them. */
  readonly files: CachePort;
  /** A file below a folder that the owner names; null when it is not there. Absent where there are no folders. */
  readonly readFolder?: (folder: string, file: string) => Promise<Uint8Array | null>;
  /** Hex. */
  sha256(bytes: Uint8Array): Promise<string>;
  /** Why no model can be started now, and what to do about it; null: it can. Absent where it always can. */
  whyNotHere?(): { readonly reason: string; readonly hint: string } | null;
  /** Rejects with an Error that says why when the model can not be loaded. */
  start(model: ModelToStart): Promise<ModelThread>;
}
