/** Entry for a browser: bundle it, load it in a page of the folder server, then `await window.startApp({...})`. */

import { FetchDisk } from './fetch-disk';
import type { PluginManifest } from './plugin';
import { startTestApp } from './test-app';
import type { TestApp, TestAppOptions } from './test-app';

export interface BrowserAppOptions extends TestAppOptions {
  readonly vaultName?: string;
  /** Paths on the server: built code and manifest of a plugin to turn on. */
  readonly plugin?: { readonly code: string; readonly manifest: string };
}

declare global {
  interface Window {
    testApp: TestApp;
    startApp(options?: BrowserAppOptions): Promise<void>;
  }
}

/** A page has no Node, so it is a phone, or a desktop whose `require` finds nothing. */
window.startApp = async (options = {}) => {
  const disk = new FetchDisk('/disk');
  const vaultName = options.vaultName ?? 'vault';
  window.testApp = await startTestApp({ disk, vaultName, basePath: '/vault', requireNode: null }, options);
  if (options.plugin === undefined) return;
  const [code, manifest] = await Promise.all([load(options.plugin.code), load(options.plugin.manifest)]);
  await window.testApp.enable({ code, manifest: JSON.parse(manifest) as PluginManifest }, true);
};

async function load(path: string): Promise<string> {
  return (await fetch(path)).text();
}
