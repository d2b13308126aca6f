/** Turns plugins on and off: their built code runs as the app runs it, with a `require` of the app's own. */

import type { TestAppCore } from './app';
import type { Plugin, PluginManifest } from './plugin';

export type Require = (name: string) => unknown;

export interface PluginSource {
  readonly manifest: PluginManifest;
  /** The text of the built `main.js`. */
  readonly code: string;
  /** The text of the built `styles.css`; the app installs it beside the code. */
  readonly styles?: string;
}

type PluginClass = new (app: TestAppCore, manifest: PluginManifest) => Plugin;

export class Plugins {
  readonly plugins: Record<string, Plugin> = {};
  readonly manifests: Record<string, PluginManifest> = {};

  constructor(
    private readonly app: TestAppCore,
    private readonly require: Require,
    /** On a phone there is no `process`, and so on: the code sees these names as undefined. */
    private readonly absentNames: readonly string[],
  ) {}

  /** Loads and starts it. The first time with `byUser` also calls `onUserEnable`. */
  async enable(source: PluginSource, byUser = false): Promise<Plugin> {
    const manifest = { ...source.manifest, dir: `${this.app.vault.configDir}/plugins/${source.manifest.id}` };
    if (source.styles !== undefined) {
      await this.app.vault.adapter.mkdir(manifest.dir);
      await this.app.vault.adapter.write(`${manifest.dir}/styles.css`, source.styles);
    }
    const plugin = new (this.evaluate(source.code))(this.app, manifest);
    this.plugins[manifest.id] = plugin;
    this.manifests[manifest.id] = manifest;
    await plugin.load();
    if (byUser) plugin.onUserEnable();
    return plugin;
  }

  async disable(id: string): Promise<void> {
    const plugin = this.plugins[id];
    if (plugin === undefined) throw new Error(`plugin ${id} is not on`);
    Reflect.deleteProperty(this.plugins, id);
    plugin.unload();
  }

  getPlugin(id: string): Plugin | null {
    return this.plugins[id] ?? null;
  }

  private evaluate(code: string): PluginClass {
    const module: { exports: Record<string, unknown> } = { exports: {} };
    Reflect.apply(compiled(code, this.absentNames), undefined, [this.require, module, module.exports]);
    return (module.exports['default'] ?? module.exports) as PluginClass;
  }
}

type Compiled = (...args: readonly unknown[]) => unknown;

/** A plugin of megabytes takes longer to compile than to start, and each run of it makes all of it anew. */
const compiledCode = new Map<string, Compiled>();

function compiled(code: string, absentNames: readonly string[]): Compiled {
  const key = `${absentNames.join()}:${code}`;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the app itself runs plugins so
  const run = compiledCode.get(key) ?? (new Function('require', 'module', 'exports', ...absentNames, code) as Compiled);
  compiledCode.set(key, run);
  return run;
}
