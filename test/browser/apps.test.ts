/** What a person sees of apps in Chromium: the notice after a write, the question before one, and the settings. D12, D13, D15 */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FolderServer } from '../host/folder-server';
import { NodeDisk } from '../host/node-disk';
import type { DemoVault } from '../plugin/built-plugin';
import { copyDemoVault } from '../plugin/built-plugin';
import { openApp, openTables, servePlugin } from './app-page';
import { axeFindings } from './axe';
import { launchBrowser } from './launch';
import { picture } from './picture';

let browser: Browser;
let vault: DemoVault;
let server: FolderServer;
let tab: Page;
let errors: readonly string[];

beforeAll(async () => {
  browser = await launchBrowser();
  vault = await copyDemoVault();
  server = await servePlugin(new NodeDisk(vault.folder, null));
  ({ tab, errors } = await openApp(browser, server.url, { width: 1280, height: 800, isDark: false }));
  await openTables(tab, 'Tasks');
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await vault.remove();
});

/** Of a part of the page, light and dark. The colours of its buttons are the app's. */
async function findings(part: string): Promise<readonly string[]> {
  const turn = (): Promise<void> =>
    tab.evaluate(() => ['theme-light', 'theme-dark'].forEach((each) => document.body.classList.toggle(each)));
  const light = await axeFindings(tab, part, '.mod-cta, .mod-destructive');
  await turn();
  const dark = await axeFindings(tab, part, '.mod-cta, .mod-destructive');
  await turn();
  return [...light, ...dark];
}

/** A call of an app; there is no server in a browser. Its answer, or the code of its refusal. */
function call(operation: string, args: object, ask: boolean): Promise<unknown> {
  return tab.evaluate(
    async ([name, given, asks]) => {
      const plugin = window.testApp.core.plugins.getPlugin('notedb') as unknown as {
        session: { engine: { run(op: string, args: object, caller: object): Promise<{ changed: number }> } };
      };
      const permissions = new Set(['read', 'write']);
      const app = { kind: 'app', id: 'a', name: 'Claude Code', permissions, tables: null, ask: asks, actor: null };
      try {
        return (await plugin.session.engine.run(name, given, app)).changed;
      } catch (error) {
        return (error as { code: string }).code;
      }
    },
    [operation, args, ask] as const,
  );
}

it('shows a notice that counts up, inside the page, and takes the writes back', async () => {
  for (const title of ['Rehearse bar 12', 'Rehearse bar 13', 'Rehearse bar 14']) {
    expect(await call('insert_row', { table: 'tasks', values: { title } }, false)).toBe(1);
  }
  const notice = tab.locator('.notice');
  await expect
    .poll(() => notice.locator('.ndb-notice-text').textContent())
    .toBe('Claude Code added 3 notes to Tasks (3 writes).');
  const box = await notice.boundingBox();
  expect(box === null ? 0 : box.x + box.width).toBeLessThanOrEqual(1280);
  expect(await axeFindings(tab, '.notice', '.mod-cta')).toEqual([]);
  await picture(tab, 'notice-1280-light');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => tab.locator('.notice').textContent()).toBe('3 writes were taken back.');
  await tab.locator('.notice').click();
});

it('asks with the change before its eyes: no key presses Allow, and a denied write is refused', async () => {
  const answer = call(
    'update_rows',
    { table: 'tasks', where: { status: 'todo' }, set_values: { status: 'waiting' } },
    true,
  );
  const window = tab.locator('.ndb-approval');
  await window.waitFor();
  await expect.poll(() => window.getByRole('button', { name: 'Allow' }).isEnabled()).toBe(true);
  await tab.keyboard.press('Enter');
  await tab.keyboard.press('Space');
  expect(await window.isVisible()).toBe(true);
  expect(await window.locator('.ndb-approval-note').count()).toBeGreaterThan(0);
  expect(await findings('.ndb-approval')).toEqual([]);
  await picture(tab, 'ask-first-1280-light');
  await window.getByRole('button', { name: 'Deny' }).click();
  expect(await answer).toBe('forbidden');
});

it('lists apps in the settings', async () => {
  await tab.evaluate(() => {
    const { setting } = window.testApp.core;
    setting.open();
    setting.openTabById('notedb');
  });
  expect(await findings('.vertical-tab-content')).toEqual([]);
  await tab.getByRole('button', { name: 'New app' }).click();
  const form = tab.locator('.ndb-token-form');
  await form
    .locator('.setting-item', { hasText: 'Shown with what it writes' })
    .locator('input')
    .fill('Kitchen dashboard');
  expect(await findings('.ndb-token-form')).toEqual([]);
  await picture(tab, 'new-app-1280-light');
  await form.getByRole('button', { name: 'Make the token' }).click();
  await form.locator('.ndb-token').waitFor();
  await form.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => tab.getByText('May read rows, write rows · all tables · not heard of yet').count()).toBe(1);
  await picture(tab, 'apps-1280-light');
  expect(errors).toEqual([]);
});
