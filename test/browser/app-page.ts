/** A browser page in which the built plugin runs in the test app over a copy of the demo vault. */

import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildBrowserHost } from '../host/build-plugin';
import type { Disk } from '../host/disk';
import type { FolderServer, ServedFile } from '../host/folder-server';
import { serveFolder } from '../host/folder-server';
import { rootFile } from '../plugin/built-plugin';

const html = `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/styles.css"></head><body></body></html>`;

export async function servePlugin(disk: Disk): Promise<FolderServer> {
  const files = new Map<string, ServedFile>([
    ['/', { type: 'text/html', content: html }],
    ['/theme.css', { type: 'text/css', content: await rootFile(path.join('test', 'host', 'theme.css')) }],
    ['/styles.css', { type: 'text/css', content: await rootFile('styles.css') }],
    ['/host.js', { type: 'text/javascript', content: await buildBrowserHost() }],
    ['/main.js', { type: 'text/plain', content: await rootFile('main.js') }],
    ['/manifest.json', { type: 'application/json', content: await rootFile('manifest.json') }],
  ]);
  return serveFolder(disk, files);
}

export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly isDark: boolean;
}

export interface AppPage {
  readonly tab: Page;
  /** What the page complained of. */
  readonly errors: readonly string[];
}

/** Narrow screens are phones: no Node, no ribbon, fingers. */
export async function openApp(browser: Browser, url: string, screen: Screen, locale = 'en-GB'): Promise<AppPage> {
  const { width, height, isDark } = screen;
  const isPhone = width < 600;
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: isPhone, locale });
  const tab = await context.newPage();
  const errors: string[] = [];
  tab.on('pageerror', (error) => errors.push(String(error)));
  tab.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await tab.goto(url);
  await tab.addScriptTag({ url: '/host.js' });
  await tab.evaluate(
    (mobile) =>
      window.startApp({ mobile, vaultName: 'Demo', plugin: { code: '/main.js', manifest: '/manifest.json' } }),
    isPhone,
  );
  if (isDark) await tab.evaluate(() => document.body.classList.replace('theme-light', 'theme-dark'));
  return { tab, errors };
}

export async function openTables(tab: Page, table: string): Promise<void> {
  await tab.evaluate(() => void window.testApp.core.commands.executeCommandById('notedb:open-tables'));
  const list = tab.getByRole('navigation', { name: 'Tables' });
  await list.waitFor();
  // On a phone it is the menu at the title.
  const title = list.locator('.ndb-sidebar-open');
  if (await title.isVisible()) await title.click();
  await list.locator('.ndb-sidebar-list').getByRole('button', { name: table }).click();
  const rows = tab.getByRole('grid', { name: table }).or(tab.getByRole('list', { name: table }));
  await rows.waitFor();
}
