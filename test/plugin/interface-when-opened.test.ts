// @vitest-environment happy-dom
/** Loading the plugin and opening the vault evaluates nothing of what draws tables. docs/performance.md#tables-on-the-screen */

import path from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../eventually';
import { buildPlugin } from '../host/build-plugin';
import type { PluginManifest } from '../host/plugin';
import { rootFile } from './built-plugin';
import { demoVault, find, showTable, startApp, usePluginFixture } from './plugin-fixture';

usePluginFixture();

const INTERFACE =
  /^(src\/ui\/(components|client|rows|changes|layouts|screens)\/|node_modules\/(preact|@preact|@floating-ui)\/)/;

/** esbuild begins each module with its path, and writes one that is evaluated later as a function of that name. */
const modulesOf = (code: string): readonly string[] =>
  [...code.matchAll(/^\/\/ ((?:src|node_modules)\/\S+)$/gm)].map(([, name = '']) => name);

const EVALUATES = /var __esm = \(fn, res[^]*?function __init\(\) \{/;

declare global {
  var evaluated: string[] | undefined;
}

it(
  'evaluates components and the browser of tables when a view opens, and not before',
  { timeout: 60_000 },
  async () => {
    const code = await buildPlugin(path.join(import.meta.dirname, '../../src/main.ts'));
    const parts = modulesOf(code).filter((name) => INTERFACE.test(name));
    expect(parts.length).toBeGreaterThan(150);
    expect(parts.filter((name) => !code.includes(`"${name}"()`))).toEqual([]);

    globalThis.evaluated = [];
    const recording = code.replace(EVALUATES, (text) => `${text} if (fn) evaluated.push(Object.keys(fn)[0]);`);
    const evaluated = (): readonly string[] => (globalThis.evaluated ?? []).filter((name) => INTERFACE.test(name));
    const app = await startApp({ folder: await demoVault() });
    const manifest = JSON.parse(await rootFile('manifest.json')) as PluginManifest;
    await app.enable({ code: recording, manifest });
    const plugin = app.core.plugins.getPlugin('notedb') as unknown as { readonly api: { isReady: boolean } };
    await eventually(() => expect(plugin.api.isReady).toBe(true));
    app.core.setting.open();
    app.core.setting.openTabById('notedb');
    find('.setting-item-name', 'History of this device');
    expect(globalThis.evaluated).not.toEqual([]);
    expect(evaluated()).toEqual([]);

    await showTable(app, 'Projects');
    expect(evaluated()).toContain('src/ui/components/grid/grid.tsx');
  },
);
