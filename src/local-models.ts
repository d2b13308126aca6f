/** The plugin *NoteDB local models*: the runtime of local models, for NoteDB to take. docs/adr/0009-local-models-plugin.md */

import { Plugin } from 'obsidian';
import { type PluginModelRuntime, RUNTIME_EVENT, RUNTIME_FORMAT } from './hosts/obsidian/model-plugin';

/** Put in by `esbuild.config.mjs`. They are in functions: loading the plugin does not even make strings of them. */
declare const EMBEDDING_WORKER: string;
declare const EMBEDDING_WASM: string;

export default class LocalModelsPlugin extends Plugin {
  /** Null while it is off: the app may list it a moment longer. */
  modelRuntime: PluginModelRuntime | null = null;

  override onload(): void {
    this.offer({ format: RUNTIME_FORMAT, script: () => EMBEDDING_WORKER, wasm: () => EMBEDDING_WASM });
  }

  override onunload(): void {
    this.offer(null);
  }

  private offer(runtime: PluginModelRuntime | null): void {
    this.modelRuntime = runtime;
    this.app.workspace.trigger(RUNTIME_EVENT);
  }
}
