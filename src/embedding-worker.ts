/**
 * The thread of a local model: a bundle of its own, run as a Web Worker in the app and as a thread of Node. It sends no request:
 * model and WebAssembly are handed to it. docs/semantic.md#local-models
 */

import { env, pipeline } from '@xenova/transformers';
import { gunzipSync } from 'fflate';

/** The first message. */
interface StartMessage {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly isQuantized: boolean;
  readonly pooling: 'mean' | 'cls';
  /** The WebAssembly itself, or its gzip in base64. */
  readonly wasm: Uint8Array | string;
}

interface EmbedMessage {
  readonly id: number;
  readonly texts: readonly string[];
}

/** Of either kind of thread; the prelude of the bundle gives it. */
interface ThreadPort {
  onmessage: ((event: { readonly data: StartMessage | EmbedMessage }) => void) | null;
  postMessage(message: unknown): void;
}

declare const threadPort: ThreadPort;

/** Any name: the files are those that were handed over. */
const MODEL = 'model';
const WASM_NAME = 'ort-wasm-simd.wasm';

type Extractor = (
  texts: readonly string[],
  options: { readonly pooling: 'mean' | 'cls'; readonly normalize: boolean },
) => Promise<{ readonly dims: readonly number[]; readonly data: Float32Array }>;

let extractor: Extractor | null = null;
let pooling: 'mean' | 'cls' = 'mean';
/** One after the other: the model is not made for more. */
let work: Promise<void> = Promise.resolve();

threadPort.onmessage = ({ data }) => {
  work = work.then(() => ('texts' in data ? embed(data) : start(data)));
};

async function start(message: StartMessage): Promise<void> {
  try {
    handOver(message);
    ({ pooling } = message);
    const options = { quantized: message.isQuantized, local_files_only: true };
    extractor = (await pipeline('feature-extraction', MODEL, options)) as unknown as Extractor;
    threadPort.postMessage({ started: true });
  } catch (error) {
    threadPort.postMessage({ started: false, message: textOf(error) });
  }
}

/** Nothing is looked for in the network, in the browser's caches or on the disk. */
function handOver({ files, wasm }: StartMessage): void {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = '/';
  env.useBrowserCache = env.useFS = env.useFSCache = false;
  env.useCustomCache = true;
  env.customCache = {
    match: (key: string) => {
      const bytes = files.get(key.slice(`/${MODEL}/`.length));
      return Promise.resolve(
        bytes === undefined || !key.startsWith(`/${MODEL}/`) ? undefined : new Response(bytes as BlobPart),
      );
    },
    put: () => Promise.resolve(),
  };
  const code = typeof wasm === 'string' ? gunzipSync(bytesOf(wasm)) : wasm;
  const url = URL.createObjectURL(new Blob([code as BlobPart], { type: 'application/wasm' }));
  const { wasm: settings } = env.backends.onnx as unknown as {
    wasm: { wasmPaths: Record<string, string>; numThreads: number; simd: boolean; proxy: boolean };
  };
  settings.wasmPaths = { [WASM_NAME]: url };
  settings.numThreads = 1;
  settings.simd = true;
  settings.proxy = false;
}

async function embed({ id, texts }: EmbedMessage): Promise<void> {
  try {
    if (extractor === null) throw new Error('the model did not load');
    const { dims, data } = await extractor(texts, { pooling, normalize: true });
    const length = dims.at(-1) ?? 0;
    const vectors = texts.map((_, i) => data.slice(i * length, (i + 1) * length));
    threadPort.postMessage({ id, vectors });
  } catch (error) {
    threadPort.postMessage({ id, message: textOf(error) });
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function bytesOf(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
