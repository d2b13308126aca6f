/** The files of both plugins as the build makes them: size, characters, versions, and strings that loading does not evaluate. docs/adr/0009-local-models-plugin.md */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MOST_BYTES, asciiOf } from '../../scripts/build/plugin-text.mjs';
import { MODEL_PLUGIN } from '../../src/hosts/obsidian/model-plugin';
import { longStringsOf } from '../models/shipped-assets';

const root = path.join(import.meta.dirname, '../..');
const manifestIn = async (folder: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(path.join(root, folder, 'manifest.json'), 'utf8')) as Record<string, unknown>;

it.each(['main.js', 'dist/local-models/main.js'])(
  'keeps %s in ASCII, so that the app holds one byte a character',
  async (file) => {
    const bytes = await readFile(path.join(root, file));
    expect(bytes.findIndex((byte) => byte > 0x7f)).toBe(-1);
  },
);

it('keeps main.js within its size, and the other plugin within that of a file that Obsidian Sync takes', async () => {
  expect((await readFile(path.join(root, 'main.js'))).length).toBeLessThanOrEqual(MOST_BYTES);
  expect((await readFile(path.join(root, 'dist/local-models/main.js'))).length).toBeLessThan(5_000_000);
});

it('keeps long strings in functions that loading does not call', { timeout: 60_000 }, async () => {
  expect(await longStringsOf('main.js')).toEqual([]);
  const runtime = await longStringsOf('dist/local-models/main.js');
  expect(runtime.map(({ isInFunction }) => isInFunction)).toEqual([true, true]);
  const [script = ''] = runtime.map(({ text }) => text).filter((text) => text.includes('threadPort'));
  expect(script).not.toMatch(/\beval\s*\(|\bnew\s+Function\b/);
});

it('gives both plugins one version', async () => {
  const first = await manifestIn('.');
  const second = await manifestIn('dist/local-models');
  const common = ({ version, minAppVersion, author }: Record<string, unknown>) => ({ version, minAppVersion, author });
  expect(common(second)).toEqual(common(first));
  expect(second).toMatchObject({ ...MODEL_PLUGIN, isDesktopOnly: true });
});

it('writes characters of regular expressions as escapes, and refuses a tagged template, where an escape is another text', () => {
  expect(asciiOf('x=/[é…]/.test(y)', 'a.js')).toBe('x=/[\\u00e9\\u2026]/.test(y)');
  expect(() => asciiOf('x=String.raw`é`', 'a.js')).toThrow('a.js');
});
