/** Local models in a Web Worker of the app, which runs what another plugin brings. docs/semantic.md#local-models */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { App, Events } from 'obsidian';
import type { LocalModelsPort, ModelThread, ModelToStart } from '../../engine/ports/local-models-port';
import { type ThreadLink, startModelThread } from '../model-thread';
import {
  type MissingRuntime,
  type PluginModelRuntime,
  RUNTIME_EVENT,
  findModelRuntime,
  isMissingRuntime,
} from './model-plugin';

/** Where model files are kept, and how folders are read where there are any. */
export type ModelFilesOfDevice = Pick<LocalModelsPort, 'files' | 'readFolder'>;

/** A `LocalModelsPort` over Web Workers. */
export class WebModels implements LocalModelsPort {
  readonly files: LocalModelsPort['files'];
  readonly readFolder?: NonNullable<LocalModelsPort['readFolder']>;
  readonly close: () => void;
  private readonly workers = new Set<RunningWorker>();

  constructor(
    private readonly app: App,
    { files, readFolder }: ModelFilesOfDevice,
  ) {
    this.files = files;
    if (readFolder !== undefined) this.readFolder = readFolder;
    const events: Events = app.workspace;
    const subscription = events.on(RUNTIME_EVENT, () => this.endWithoutRuntime());
    this.close = () => events.offref(subscription);
  }

  /** The system's own, where it is there: a phone may serve the app from no secure place. */
  async sha256(bytes: Uint8Array): Promise<string> {
    const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
    if (subtle === undefined) return bytesToHex(sha256(bytes));
    return bytesToHex(new Uint8Array(await subtle.digest('SHA-256', bytes as BufferSource)));
  }

  whyNotHere(): MissingRuntime | null {
    const found = findModelRuntime(this.app);
    return isMissingRuntime(found) ? found : null;
  }

  async start(model: ModelToStart): Promise<ModelThread> {
    const runtime = findModelRuntime(this.app);
    if (isMissingRuntime(runtime)) throw new Error(`${runtime.reason}: ${runtime.hint}`);
    return startModelThread(this.startWorker(runtime), model, runtime.wasm());
  }

  private startWorker(runtime: PluginModelRuntime): RunningWorker {
    const worker = new RunningWorker(runtime.script(), () => this.workers.delete(worker));
    this.workers.add(worker);
    return worker;
  }

  /** Code of a plugin that was turned off does not run on. */
  private endWithoutRuntime(): void {
    const missing = this.whyNotHere();
    if (missing !== null) for (const worker of this.workers) worker.fail(missing.reason);
  }
}

class RunningWorker implements ThreadLink {
  private readonly url: string;
  private readonly worker: Worker;
  private report: (reason: string) => void = () => undefined;

  constructor(
    script: string,
    private readonly ended: () => void,
  ) {
    this.url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    this.worker = new Worker(this.url);
  }

  post(message: unknown, transfer: readonly ArrayBuffer[]): void {
    this.worker.postMessage(message, [...transfer]);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data));
  }

  onEnd(listener: (reason: string) => void): void {
    this.report = listener;
    this.worker.addEventListener('error', ({ message }) => {
      this.fail(message === '' ? 'the thread of the model ended' : message);
    });
  }

  fail(reason: string): void {
    this.end();
    this.report(reason);
  }

  end(): void {
    this.worker.terminate();
    URL.revokeObjectURL(this.url);
    this.ended();
  }
}
