/** The stand-in for the app runs in a real browser over a real folder, and so does built plugin code in it. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildBrowserHost, buildPlugin } from '../host/build-plugin';
import { serveFolder } from '../host/folder-server';
import type { FolderServer, ServedFile } from '../host/folder-server';
import { NodeDisk } from '../host/node-disk';
import { launchBrowser } from './launch';

const hostFolder = path.join(import.meta.dirname, '../host');
const manifest = { id: 'fake', name: 'Fake', version: '1.0.0', minAppVersion: '1.13.0', author: 'x', description: 'x' };
const page = '<!doctype html><html><head><link rel="stylesheet" href="/theme.css"></head><body></body></html>';

let browser: Browser;
let folder: string;
let server: FolderServer;

beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(path.join(tmpdir(), 'notedb-browser-'));
  const files = new Map<string, ServedFile>([
    ['/', { type: 'text/html', content: page }],
    ['/theme.css', { type: 'text/css', content: await readFile(path.join(hostFolder, 'theme.css'), 'utf8') }],
    ['/host.js', { type: 'text/javascript', content: await buildBrowserHost() }],
    ['/main.js', { type: 'text/plain', content: await buildPlugin(path.join(hostFolder, 'fake-plugin.ts')) }],
    ['/manifest.json', { type: 'application/json', content: JSON.stringify(manifest) }],
  ]);
  server = await serveFolder(new NodeDisk(folder, null), files);
});

afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** `mobile` false is a desktop whose window has no Node. */
async function start(mobile: boolean): Promise<{ tab: Page; errors: string[] }> {
  const tab = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const errors: string[] = [];
  tab.on('pageerror', (error) => errors.push(String(error)));
  await tab.goto(server.url);
  await tab.addScriptTag({ url: '/host.js' });
  await tab.evaluate(
    (isMobile) => window.startApp({ mobile: isMobile, plugin: { code: '/main.js', manifest: '/manifest.json' } }),
    mobile,
  );
  return { tab, errors };
}

describe.each([[true], [false]])('mobile %s', (mobile) => {
  it('writes real files, one after another', async () => {
    const { tab, errors } = await start(mobile);
    await tab.evaluate(async () => {
      const { vault } = window.testApp.core;
      const file = vault.getFileByPath('counter.md') ?? (await vault.create('counter.md', '0'));
      if (file === null) throw new Error('hidden');
      await vault.modify(file, '0');
      const more = (text: string): string => String(Number(text) + 1);
      await Promise.all(Array.from({ length: 20 }, () => vault.process(file, more)));
    });
    expect(await readFile(path.join(folder, 'counter.md'), 'utf8')).toBe('20');
    expect(errors).toEqual([]);
  });

  it('runs a plugin without Node: its host keeps private files and a cache', async () => {
    const { tab, errors } = await start(mobile);
    const log = path.join(folder, '.notedb/fake/journal/log');
    await expect.poll(() => readFile(log).then((bytes) => bytes.length >= 3)).toBe(true);
    const cached = await tab.evaluate(async () => {
      const plugin = window.testApp.core.plugins.getPlugin('fake') as unknown as {
        host: { cache: { read(name: string): Promise<Uint8Array | null> } };
      };
      for (let wait = 0; wait < 50; wait += 1) {
        const bytes = await plugin.host.cache.read('rows');
        if (bytes !== null) return [...bytes];
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return null;
    });
    expect(cached).toEqual([4]);
    expect(errors).toEqual([]);
  });
});

it('shows a view, settings and a note in the window', async () => {
  const { tab, errors } = await start(false);
  await tab.getByLabel('Open notes').click();
  await tab.locator('.workspace-leaf td').first().waitFor();
  await tab.evaluate(async () => {
    const { vault, workspace } = window.testApp.core;
    await vault.create('note.md', '# Heading\n\nText with [[counter]].\n\n```fake\n```\n');
    await workspace.openLinkText('note', '', true);
  });
  expect(await tab.locator('h1').textContent()).toBe('Heading');
  expect(await tab.locator('.block-language-fake').textContent()).toMatch(/^\d+ notes$/);
  expect(await tab.locator('.mod-root .workspace-leaf:visible').count()).toBe(1);
  await tab.evaluate(() => {
    window.testApp.core.setting.open();
    window.testApp.core.setting.openTabById('fake');
  });
  await tab.locator('.checkbox-container').click();
  await expect.poll(() => readFile(path.join(folder, '.obsidian/plugins/fake/data.json'), 'utf8')).toContain('true');
  expect(await tab.locator('.setting-item:visible').count()).toBeGreaterThan(3);
  expect(errors).toEqual([]);
});
