/** A running app over a folder, as tests hold it. */

import type { App } from 'obsidian';
import { TestAppCore } from './app';
import { CapacitorAdapter, FileSystemAdapter } from './data-adapter';
import type { Disk } from './disk';
import { IndexedDatabases } from './indexed-databases';
import type { DeviceStorage } from './local-storage';
import * as obsidianModule from './obsidian-module';
import { setPlatform } from './platform';
import type { Plugin } from './plugin';
import type { PluginSource } from './plugins';

export interface TestAppOptions {
  /** As on a phone: no Node, no base path, `Platform.isMobile`. */
  readonly mobile?: boolean;
  /** The user's settings of the app: `trashOption`, `newLinkFormat`, `useMarkdownLinks`, `alwaysUpdateLinks`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the device keeps between two runs of the app. */
  readonly storage?: DeviceStorage;
  readonly configDir?: string;
  /** False leaves the window before its layout stands. */
  readonly layoutReady?: boolean;
  /** False leaves the index of notes as empty as at the app's first start. */
  readonly indexed?: boolean;
}

export interface TestApp {
  /** The same object under the public type, for our own source. */
  readonly app: App;
  readonly core: TestAppCore;
  readonly storage: DeviceStorage;
  enable(source: PluginSource, byUser?: boolean): Promise<Plugin>;
  disable(id: string): Promise<void>;
  /** What the app's watcher does after another program wrote to the folder. */
  noticeOutsideChanges(): Promise<void>;
  /** Until the index of notes has caught up. */
  settled(): Promise<void>;
  /** Closes the window: plugins are unloaded, the document is emptied. */
  close(): Promise<void>;
  /** What the app does when it ends: 'quit', and a wait for what the plugins ask to wait for. Nothing is unloaded. */
  quit(): Promise<void>;
}

export interface TestAppHost {
  readonly disk: Disk;
  readonly vaultName: string;
  readonly basePath: string;
  /** Node's `require` where there is Node. */
  readonly requireNode: ((name: string) => unknown) | null;
}

/** What plugin code must not find on a phone. */
const NODE_NAMES = ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate', '__dirname', '__filename'];

export async function startTestApp(host: TestAppHost, options: TestAppOptions): Promise<TestApp> {
  const isMobile = options.mobile === true;
  setPlatform(isMobile);
  await extendDocument();
  if (isMobile) IndexedDatabases.install();
  const storage: DeviceStorage = options.storage ?? new Map<string, string>();
  const core = new TestAppCore({
    adapter:
      isMobile || host.requireNode === null
        ? new CapacitorAdapter(host.disk, host.vaultName)
        : new FileSystemAdapter(host.disk, host.vaultName, host.basePath),
    storage,
    require: requireFor(isMobile ? null : host.requireNode),
    absentNames: isMobile ? NODE_NAMES : [],
    ...(options.configDir === undefined ? {} : { configDir: options.configDir }),
  });
  await prepare(core, options);
  return handle(core, storage);
}

/** The app adds `createEl`, `empty` and the like to every element. */
async function extendDocument(): Promise<void> {
  if (typeof document === 'undefined' || 'createDiv' in globalThis) return;
  const { setup } = await import('obsidian-test-mocks/setup');
  setup();
}

async function prepare(core: TestAppCore, options: TestAppOptions): Promise<void> {
  await core.vault.load();
  for (const [key, value] of Object.entries(options.settings ?? {})) await core.vault.setConfig(key, value);
  if (options.indexed !== false) await core.metadataCache.settled();
  if (typeof document === 'undefined') return;
  const { workspace } = core;
  document.body.addClass('theme-light', ...(options.mobile === true ? ['is-mobile', 'is-phone'] : []));
  document.body.append(createDiv('app-container', (el) => el.append(workspace.containerEl, workspace.statusBarEl)));
  if (options.layoutReady !== false) workspace.setLayoutReady();
}

function handle(core: TestAppCore, storage: DeviceStorage): TestApp {
  return {
    app: core as unknown as App,
    core,
    storage,
    enable: (source, byUser) => core.plugins.enable(source, byUser),
    disable: (id) => core.plugins.disable(id),
    noticeOutsideChanges: () => core.vault.noticeOutsideChanges(),
    settled: () => core.metadataCache.settled(),
    async quit() {
      const tasks: Promise<unknown>[] = [];
      core.workspace.trigger('quit', {
        add: (task: () => Promise<unknown>) => tasks.push(task()),
        addPromise: (promise: Promise<unknown>) => tasks.push(promise),
        isEmpty: () => tasks.length === 0,
        promise: () => Promise.all(tasks),
      });
      await Promise.all(tasks);
    },
    async close() {
      for (const id of Object.keys(core.plugins.plugins).reverse()) await core.plugins.disable(id);
      await core.metadataCache.settled();
      if (typeof document === 'undefined') return;
      document.body.removeClass('is-mobile', 'is-phone');
      document.body.empty();
    },
  };
}

/** `obsidian` is this host; Node's modules are real on desktops and throw on phones. */
function requireFor(requireNode: ((name: string) => unknown) | null): (name: string) => unknown {
  return (name) => {
    if (name === 'obsidian') return obsidianModule;
    if (requireNode === null) throw new Error(`Cannot find module '${name}'`);
    return requireNode(name);
  };
}
