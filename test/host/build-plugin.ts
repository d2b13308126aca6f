/** Bundles a plugin's source as `npm run build` bundles ours, and the host for a page. */

import { builtinModules } from 'node:module';
import path from 'node:path';
import esbuild from 'esbuild';

/** CommonJS for the app: what it provides, and Node, stay `require`s that run when they are reached. */
export async function buildPlugin(entry: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'browser',
    target: 'es2022',
    supported: { 'dynamic-import': false },
    external: ['obsidian', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
  });
  return outputFiles[0]?.text ?? '';
}

/** The test app itself as a script for a page. */
export async function buildBrowserHost(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(import.meta.dirname, 'browser.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}
