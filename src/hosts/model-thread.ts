/** Talks with the thread of a local model, whatever kind of thread it is. docs/semantic.md#local-models */

import type { ModelThread, ModelToStart } from '../engine/ports/local-models-port';

/** A Web Worker or a thread of Node. */
export interface ThreadLink {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The thread failed, or ended by itself. */
  onEnd(listener: (reason: string) => void): void;
  end(): void;
}

interface ThreadMessage {
  readonly started?: boolean;
  readonly id?: number;
  readonly vectors?: readonly Float32Array[];
  readonly message?: string;
}

interface WaitingCall {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: Error) => void;
}

/** Resolves when the model is loaded. `wasm`: as it is, or its gzip in base64. */
export function startModelThread(
  link: ThreadLink,
  { files, isQuantized, pooling }: ModelToStart,
  wasm: Uint8Array | string,
): Promise<ModelThread> {
  return new Promise((resolve, reject) => {
    const waiting = new Map<number, WaitingCall>();
    let calls = 0;
    let endedBy: string | null = null;
    let resolveEnded = (): void => undefined;
    const ended = new Promise<void>((resolveIt) => (resolveEnded = resolveIt));
    const thread: ModelThread = {
      ended,
      embed: (texts) =>
        new Promise((resolveCall, rejectCall) => {
          if (endedBy !== null) return rejectCall(new Error(endedBy));
          const id = calls++;
          waiting.set(id, { resolve: resolveCall, reject: rejectCall });
          link.post({ id, texts }, []);
        }),
      close: () => {
        if (endedBy !== null) return;
        link.end();
        end('the model was let go');
      },
    };
    const end = (reason: string): void => {
      endedBy ??= reason;
      resolveEnded();
      reject(new Error(reason));
      for (const call of waiting.values()) call.reject(new Error(reason));
      waiting.clear();
    };
    link.onMessage((said) => {
      const { started, id, vectors, message = 'it gave no reason' } = said as ThreadMessage;
      if (started === true) return resolve(thread);
      if (started === false) {
        link.end();
        return reject(new Error(message));
      }
      const call = waiting.get(id ?? -1);
      waiting.delete(id ?? -1);
      if (vectors !== undefined) call?.resolve(vectors);
      else call?.reject(new Error(message));
    });
    link.onEnd(end);
    const given = new Map([...files].map(([path, bytes]) => [path, bytes.slice()]));
    const buffers = [...given.values()].map(({ buffer }) => buffer);
    link.post({ files: given, isQuantized, pooling, wasm }, buffers);
  });
}
