/** Takes the runtime of local models from the plugin *NoteDB local models*, which is installed beside this one. docs/adr/0009-local-models-plugin.md */

import { type App, Platform } from 'obsidian';

/** As in `local-models/manifest.json`. */
export const MODEL_PLUGIN = { id: 'notedb-local-models', name: 'NoteDB local models' } as const;

/** Of the messages between this plugin and the script. A change of them needs another number. */
export const RUNTIME_FORMAT = 1;

/** The event of `app.workspace` after the plugin was turned on or off. */
export const RUNTIME_EVENT = 'notedb:local-models';

/** `modelRuntime` of the plugin. */
export interface PluginModelRuntime {
  readonly format: number;
  /** A script for a Web Worker. */
  script(): string;
  /** Its WebAssembly: gzip, in base64. */
  wasm(): string;
}

/** Why there is no runtime, as a clause, and how to get one. */
export interface MissingRuntime {
  readonly reason: string;
  readonly hint: string;
  /** Whether the plugin's page in the directory helps. */
  readonly isInDirectory: boolean;
}

/** Not among the public types. Other plugins are code of others: whatever they hold is checked. */
interface AppWithPlugins {
  readonly plugins?: {
    readonly plugins?: Readonly<Record<string, unknown>>;
    readonly manifests?: Readonly<Record<string, unknown>>;
  };
}

/** Asked at each use, because the plugin may be turned on and off at any time. */
export function findModelRuntime(app: App): PluginModelRuntime | MissingRuntime {
  if (!Platform.isDesktop)
    return {
      reason: 'models on the device need a computer',
      hint: 'use a provider over HTTP',
      isInDirectory: false,
    };
  const { plugins, manifests } = (app as AppWithPlugins).plugins ?? {};
  const runtime = (plugins?.[MODEL_PLUGIN.id] as { readonly modelRuntime?: unknown } | undefined)?.modelRuntime;
  if (isRuntime(runtime)) return runtime;
  const { name } = MODEL_PLUGIN;
  if (runtime !== undefined && runtime !== null)
    return missing(`the plugin ${name} does not fit this version of NoteDB`, 'update both plugins');
  if (manifests?.[MODEL_PLUGIN.id] === undefined)
    return missing(`the plugin ${name} is not installed`, 'install and enable it');
  return missing(`the plugin ${name} is turned off`, 'enable it');
}

export const isMissingRuntime = (found: PluginModelRuntime | MissingRuntime): found is MissingRuntime =>
  'reason' in found;

const missing = (reason: string, hint: string): MissingRuntime => ({ reason, hint, isInDirectory: true });

function isRuntime(value: unknown): value is PluginModelRuntime {
  if (typeof value !== 'object' || value === null) return false;
  const { format, script, wasm } = value as Partial<Record<keyof PluginModelRuntime, unknown>>;
  return format === RUNTIME_FORMAT && typeof script === 'function' && typeof wasm === 'function';
}
