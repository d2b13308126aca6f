/** A real model in a Web Worker of Chromium, from the very bytes that the plugin carries. docs/semantic.md#local-models */

import path from 'node:path';
import esbuild from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longStringsOfPlugin } from '../models/shipped-assets';
import { TINY_DIMENSIONS, tinyModel } from '../models/tiny-model';
import { launchBrowser } from './launch';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** `startModel(files)` in the page gives the vectors of `texts`. */
async function pageScript(): Promise<string> {
  const texts = (await longStringsOfPlugin()).map(({ text }) => text).sort((a, b) => b.length - a.length);
  const [wasm] = texts;
  const worker = texts.find((text) => text.includes('threadPort'));
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `import { webModels } from './src/hosts/obsidian/web-models';
        window.vectorsOf = async (files, texts) => {
          const bytes = new Map(files.map(([path, numbers]) => [path, Uint8Array.from(numbers)]));
          const models = webModels({ files: {} });
          const thread = await models.start({ files: bytes, isQuantized: true, pooling: 'mean' });
          const vectors = await thread.embed(texts);
          thread.close();
          return { vectors: vectors.map((each) => [...each]), hash: await models.sha256(new Uint8Array(3)) };
        };`,
      resolveDir: path.join(import.meta.dirname, '../..'),
    },
    bundle: true,
    write: false,
    format: 'iife',
    define: { EMBEDDING_WORKER: JSON.stringify(worker), EMBEDDING_WASM: JSON.stringify(wasm) },
  });
  return outputFiles[0]?.text ?? '';
}

interface PageWindow {
  vectorsOf(
    files: readonly (readonly [string, readonly number[]])[],
    texts: readonly string[],
  ): Promise<{ readonly vectors: readonly (readonly number[])[]; readonly hash: string }>;
}

it('embeds texts without asking the network, beside what looks like Node', { timeout: 120_000 }, async () => {
  const page = await (await browser.newContext()).newPage();
  const asked: string[] = [];
  await page.route('**/*', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>app</title>' });
  });
  await page.goto('http://app.test/');
  await page.evaluate(() =>
    Object.assign(window, { process: { release: { name: 'node' }, versions: { electron: '1' } } }),
  );
  await page.addScriptTag({ content: await pageScript() });
  const files = [...tinyModel()].map(([name, bytes]) => [name, [...bytes]] as const);
  const texts = ['a ship at sea', 'sailing boat', 'bread from the oven'];
  const { vectors, hash } = await page.evaluate(
    ([given, asking]) => (window as unknown as PageWindow).vectorsOf(given, asking),
    [files, texts] as const,
  );
  const [ship, boat, bread] = vectors;
  const similarity = (other: readonly number[] | undefined): number =>
    (ship ?? []).reduce((sum, value, i) => sum + value * (other?.[i] ?? 0), 0);
  expect(ship).toHaveLength(TINY_DIMENSIONS);
  expect(similarity(boat)).toBeGreaterThan(0.8);
  expect(similarity(bread)).toBeLessThan(0.3);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(asked.filter((url) => !url.startsWith('blob:'))).toEqual(['http://app.test/']);
});
