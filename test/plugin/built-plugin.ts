/** The plugin as it is released (`npm run build`, which `npm test` runs before), and a copy of the demo vault for it. */

import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PluginManifest } from '../host/plugin';
import type { PluginSource } from '../host/plugins';

const root = path.join(import.meta.dirname, '../..');
const MODEL_PLUGIN_FOLDER = 'dist/local-models';

export const rootFile = (name: string): Promise<string> => readFile(path.join(root, name), 'utf8');

export async function builtPlugin(): Promise<PluginSource> {
  const [code, styles, manifest] = await Promise.all([
    rootFile('main.js'),
    rootFile('styles.css'),
    rootFile('manifest.json'),
  ]);
  return { code, styles, manifest: JSON.parse(manifest) as PluginManifest };
}

/** *NoteDB local models*. */
export async function builtModelPlugin(): Promise<PluginSource> {
  const [code, manifest] = await Promise.all([
    rootFile(`${MODEL_PLUGIN_FOLDER}/main.js`),
    rootFile(`${MODEL_PLUGIN_FOLDER}/manifest.json`),
  ]);
  return { code, manifest: JSON.parse(manifest) as PluginManifest };
}

export interface DemoVault {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function copyDemoVault(): Promise<DemoVault> {
  const parent = await mkdtemp(path.join(tmpdir(), 'notedb-demo-'));
  const folder = path.join(parent, 'Demo');
  // A note that was written just now would be read again to be sure, and an earlier visit may have left private state.
  const filter = (file: string): boolean => !path.basename(file).startsWith('.');
  // Hundreds of small files: through the threads of the other one they cost twice as much.
  cpSync(path.join(root, 'demo-vault'), folder, { recursive: true, preserveTimestamps: true, filter });
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}
