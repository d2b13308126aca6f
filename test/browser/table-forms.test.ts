/**
 * Forms of a table in Chromium, on a phone in the page and wide in the app: its folders, its archive, its history, and how rows come again.
 * docs/tables.md#settings-of-a-table
 */

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axe';
import { launchBrowser } from './launch';
import { type LayoutHome, SLOW, expectNoSidewaysScroll, openHome } from './layout-home';
import { picture } from './picture';

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

async function openSettings({ tab }: LayoutHome): Promise<Locator> {
  await tab.getByRole('button', { name: 'More', exact: true }).click(SLOW);
  await tab.getByRole('menuitem', { name: 'Settings of the table' }).click();
  const settings = tab.getByRole('region', { name: 'Settings of Tasks' });
  await settings.waitFor(SLOW);
  return settings;
}

it.each([
  ['page', 390],
  ['app', 1280],
] as const)(
  'on the %s at %d px notes are sorted into folders and back, rows archived, versions kept',
  async (name, width) => {
    const home = await openHome(browser, name, { width });
    const { tab } = home;
    const settings = await openSettings(home);
    const section = (label: string): Promise<void> =>
      settings.getByRole('button', { name: label, exact: true }).click();
    const looks = async (): Promise<void> => {
      expect(await axeFindings(tab, '.ndb-settings')).toEqual([]);
      if (name === 'page') await expectNoSidewaysScroll(tab, width);
    };
    await section('Folders');
    await settings.getByLabel('Folders', { exact: true }).and(settings.locator('input')).focus();
    await tab.keyboard.type('{status}');
    await settings.getByText('4 notes move.').waitFor(SLOW);
    await looks();
    await picture(tab, `settings-folders-${width}`);
    await tab.keyboard.press('Enter');
    await expect.poll(() => home.property('A', 'title'), SLOW).toBe('');
    await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click(SLOW);
    await expect.poll(() => home.property('A', 'title'), SLOW).toBe('A');

    await section('Archive');
    await settings.getByRole('button', { name: 'YAML' }).click();
    await settings.locator('.ndb-filter textarea').fill('status: done');
    await settings.getByText('1 note goes into the archive.').waitFor(SLOW);
    await looks();
    await picture(tab, `settings-archive-${width}`);
    await section('History');
    await settings.getByLabel('Keep every version').check();
    await settings.getByRole('button', { name: 'Save', exact: true }).click(SLOW);
    await settings.getByText('Version 0 is kept.').waitFor(SLOW);
    await looks();
    expect(home.errors).toEqual([]);
    await home.close();
  },
);

it('sets how rows come again by fields, with the next days', async () => {
  const home = await openHome(browser, 'page', { width: 1280 });
  const { tab } = home;
  await tab.getByRole('columnheader', { name: 'Due' }).click({ button: 'right', ...SLOW });
  await tab.getByRole('menuitem', { name: 'Edit column…' }).click();
  const form = tab.locator('.ndb-column-form');
  await form.getByLabel('Comes again when done').check(SLOW);
  await form.getByLabel('New rows repeat').selectOption('WEEKLY');
  await form.getByRole('button', { name: 'Thu' }).click();
  await form.getByText(/would come again on Thu,? 19 Nov 2026; Thu,? 26 Nov 2026; Thu,? 3 Dec 2026/).waitFor(SLOW);
  await form.getByText('No note changes.').waitFor(SLOW);
  expect(await axeFindings(tab, '.ndb-column-form')).toEqual([]);
  await form.getByLabel('New rows repeat').scrollIntoViewIfNeeded();
  await picture(tab, 'column-recurs');
  expect(home.errors).toEqual([]);
  await home.close();
});
