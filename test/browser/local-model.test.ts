/** A real model in a Web Worker of Chromium, from the very bytes that the plugin *NoteDB local models* carries. docs/semantic.md#local-models */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import esbuild from 'esbuild';
import type { App } from 'obsidian';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBrowserHost } from '../host/build-plugin';
import { type FolderServer, type ServedFile, serveFolder } from '../host/folder-server';
import { NodeDisk } from '../host/node-disk';
import { TINY_DIMENSIONS, tinyModel } from '../models/tiny-model';
import { rootFile } from '../plugin/built-plugin';
import { launchBrowser } from './launch';

let browser: Browser;
let folder: string;
let server: FolderServer;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(path.join(tmpdir(), 'notedb-vault-'));
  const files = new Map<string, ServedFile>([
    ['/', { type: 'text/html', content: '<!doctype html><title>app</title>' }],
    ['/host.js', { type: 'text/javascript', content: await buildBrowserHost() }],
    ['/models.js', { type: 'text/javascript', content: await webModelsScript() }],
    ['/main.js', { type: 'text/plain', content: await rootFile('dist/local-models/main.js') }],
    ['/manifest.json', { type: 'application/json', content: await rootFile('dist/local-models/manifest.json') }],
  ]);
  server = await serveFolder(new NodeDisk(folder, null), files);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** `vectorsOf(app, files, texts)` in the page gives the vectors of the texts, by the code of the first plugin. */
async function webModelsScript(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `import { WebModels } from './src/hosts/obsidian/web-models';
        window.vectorsOf = async (app, files, texts) => {
          const bytes = new Map(files.map(([path, numbers]) => [path, Uint8Array.from(numbers)]));
          const models = new WebModels(app, { files: {} });
          const thread = await models.start({ files: bytes, isQuantized: true, pooling: 'mean' });
          const vectors = await thread.embed(texts);
          await app.plugins.disable('notedb-local-models');
          const after = await thread.embed(texts).catch(({ message }) => message);
          return { vectors: vectors.map((each) => [...each]), after, hash: await models.sha256(new Uint8Array(3)) };
        };`,
      resolveDir: path.join(import.meta.dirname, '../..'),
    },
    bundle: true,
    write: false,
    format: 'iife',
    alias: { obsidian: path.join(import.meta.dirname, '../host/platform.ts') },
  });
  return outputFiles[0]?.text ?? '';
}

interface PageWindow {
  vectorsOf(
    app: App,
    files: readonly (readonly [string, readonly number[]])[],
    texts: readonly string[],
  ): Promise<{ readonly vectors: readonly (readonly number[])[]; readonly after: unknown; readonly hash: string }>;
}

it('embeds texts without asking the network, beside what looks like Node', { timeout: 120_000 }, async () => {
  const page = await (await browser.newContext()).newPage();
  const asked: string[] = [];
  await page.goto(server.url);
  await page.evaluate(() =>
    Object.assign(window, { process: { release: { name: 'node' }, versions: { electron: '1' } } }),
  );
  await page.addScriptTag({ url: '/host.js' });
  await page.addScriptTag({ url: '/models.js' });
  await page.evaluate(() => window.startApp({ plugin: { code: '/main.js', manifest: '/manifest.json' } }));
  page.on('request', (request) => asked.push(request.url()));
  const files = [...tinyModel()].map(([name, bytes]) => [name, [...bytes]] as const);
  const texts = ['a ship at sea', 'sailing boat', 'bread from the oven'];
  const { vectors, after, hash } = await page.evaluate(
    ([given, asking]) => (window as unknown as PageWindow).vectorsOf(window.testApp.app, given, asking),
    [files, texts] as const,
  );
  const [ship, boat, bread] = vectors;
  const similarity = (other: readonly number[] | undefined): number =>
    (ship ?? []).reduce((sum, value, i) => sum + value * (other?.[i] ?? 0), 0);
  expect(ship).toHaveLength(TINY_DIMENSIONS);
  expect(similarity(boat)).toBeGreaterThan(0.8);
  expect(similarity(bread)).toBeLessThan(0.3);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(after).toBe('the plugin NoteDB local models is turned off');
  expect(asked.filter((url) => !url.startsWith('blob:'))).toEqual([]);
});
