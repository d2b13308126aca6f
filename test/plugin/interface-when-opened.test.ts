// @vitest-environment happy-dom
/** Loading the plugin evaluates only its shell, and opening the vault nothing of what draws tables. docs/performance.md#tables-on-the-screen */

import path from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../eventually';
import { buildPlugin } from '../host/build-plugin';
import type { NodeTestApp } from '../host/create-test-app';
import type { PluginManifest } from '../host/plugin';
import { rootFile } from './built-plugin';
import { demoVault, find, showTable, startApp, usePluginFixture } from './plugin-fixture';

usePluginFixture();

const INTERFACE =
  /^(src\/ui\/(components|client|rows|changes|layouts|screens)\/|node_modules\/(preact|@preact|@floating-ui)\/)/;

/** The modules that loading may evaluate: what the app needs before the layout is ready. Each costs every start of the app. */
const SHELL = [
  /^src\/(main\.ts$|plugin\/|ui\/shells\/obsidian\/|kernel\/as-sentence\.ts$)/,
  /^src\/engine\/(index|errors|json|operations\/typed-run|rules\/rule-actor|text\/table-patterns|semantic\/known-models)\.ts$/,
  /^src\/engine\/ports\/(http|vault)-port\.ts$/,
  /^src\/hosts\/obsidian\/(portable-crypto|model-plugin)\.ts$/,
  /^src\/server\/(actor-header|allowed-origins|api-version|caller-error|connection-text|http-message|json-body|mirror-choice|webhook-text)\.ts$/,
  /^src\/server\/tokens\//,
  /^node_modules\/@noble\/hashes\//,
];

/** esbuild begins each module with its path. */
const modulesOf = (code: string): readonly string[] =>
  [...code.matchAll(/^\/\/ (?:\.\.\/\S+?\/)?((?:src|node_modules)\/\S+\.\w+)$/gm)].map(([, name = '']) => name);

/** It writes a module that is evaluated later as a function of its path. */
const isLater = (code: string, name: string): boolean =>
  code.includes(`${name}"()`) || code.includes(`${name}"(exports`);

const EVALUATES = /var __esm = \(fn, res[^]*?function __init\(\) \{/;
/** The same of a module that is CommonJS. */
const REQUIRES = /var __commonJS = \(cb, mod[^]*?function __require\d*\(\) \{/;

/** Modules that are packages lie elsewhere where the folder of packages is a link. */
const nameOf = (path: string): string => path.replace(/^\.\.\/.*?(?=node_modules\/)/, '');

declare global {
  var evaluated: string[] | undefined;
}

const build = (): Promise<string> => buildPlugin(path.join(import.meta.dirname, '../../src/main.ts'));

/** The names of modules that are evaluated later are collected from then on. */
function recording(code: string): string {
  globalThis.evaluated = [];
  return code
    .replace(EVALUATES, (text) => `${text} if (fn) evaluated.push(Object.keys(fn)[0]);`)
    .replace(REQUIRES, (text) => `${text} if (!mod) evaluated.push(Object.keys(cb)[0]);`);
}

const evaluatedLater = (): readonly string[] => (globalThis.evaluated ?? []).map(nameOf);

async function enable(app: NodeTestApp, code: string): Promise<void> {
  const manifest = JSON.parse(await rootFile('manifest.json')) as PluginManifest;
  await app.enable({ code, manifest });
}

it('evaluates the shell alone until the layout is ready', { timeout: 60_000 }, async () => {
  const code = await build();
  const app = await startApp({ folder: await demoVault(), layoutReady: false });
  await enable(app, recording(code));

  const atOnce = modulesOf(code).filter((name) => !isLater(code, name));
  const evaluated = [...new Set([...atOnce, ...evaluatedLater()])];
  expect(evaluated).toContain('src/main.ts');
  expect(evaluated).toContain('src/engine/errors.ts');
  expect(evaluated.filter((name) => !SHELL.some((pattern) => pattern.test(name)))).toEqual([]);
});

it(
  'evaluates components and the browser of tables when a view opens, and not before',
  { timeout: 60_000 },
  async () => {
    const code = await build();
    const parts = modulesOf(code).filter((name) => INTERFACE.test(name));
    expect(parts.length).toBeGreaterThan(150);
    expect(parts.filter((name) => !isLater(code, name))).toEqual([]);

    const evaluated = (): readonly string[] => evaluatedLater().filter((name) => INTERFACE.test(name));
    const app = await startApp({ folder: await demoVault() });
    await enable(app, recording(code));
    const plugin = app.core.plugins.getPlugin('notedb') as unknown as { readonly api: { isReady: boolean } };
    await eventually(() => expect(plugin.api.isReady).toBe(true));
    app.core.setting.open();
    app.core.setting.openTabById('notedb');
    find('.setting-item-name', 'History of this device');
    expect(evaluatedLater()).toContain('src/engine/engine.ts');
    expect(evaluatedLater().filter((name) => name.startsWith('node_modules/fflate/'))).toEqual([]);
    expect(evaluated()).toEqual([]);

    await showTable(app, 'Projects');
    expect(evaluated()).toContain('src/ui/components/grid/grid.tsx');
  },
);
