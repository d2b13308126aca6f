/** From a folder of notes to a table and back, as a person does it in either home. */

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A dry run in a browser on a busy machine. */
const SLOW = { timeout: 60_000 };

export const READING = 'Reading';

/** Every note of the folder, one after the other. */
async function notesIn(folder: string): Promise<string> {
  const names = (await readdir(path.join(folder, READING))).sort();
  return (await Promise.all(names.map((name) => readFile(path.join(folder, READING, name), 'utf8')))).join('\n');
}

export async function makeTable(tab: Page): Promise<void> {
  // On a phone the list of tables is the menu at the title.
  const title = tab.locator('.ndb-sidebar-open');
  if (await title.isVisible()) await title.click();
  await tab.getByRole('button', { name: 'Make a table' }).click();
}

async function reviewReading(tab: Page): Promise<void> {
  await makeTable(tab);
  await tab.getByRole('heading', { name: 'Turn notes into a table' }).waitFor();
  await tab.getByText('8 notes share author, source, published, minutes, topic and').waitFor();
  await tab.getByRole('button', { name: `Look at it: ${READING}` }).click();
  await tab.getByRole('heading', { name: 'Make a table from notes' }).waitFor();
}

/** What is found, refused, corrected, made, and taken back. */
export async function fromFolderToTable(tab: Page, folder: string): Promise<void> {
  const before = await notesIn(folder);
  await reviewReading(tab);
  const create = tab.getByRole('button', { name: 'Create table, take over 8 notes' });
  await expect.poll(() => create.isEnabled(), SLOW).toBe(true);
  const preview = tab.getByLabel('Changes of A short history of the tide table');
  await expect.poll(() => preview.textContent(), SLOW).toContain('+table: main.default.reading');
  // A property that is no column name keeps its key.
  expect(await preview.textContent()).toContain('recommendedBy: "[[Ingrid Solheim]]"');
  expect(await preview.textContent()).not.toContain('recommended_by');
  expect(await tab.getByLabel('Type of author').inputValue()).toBe('string');
  await tab.getByLabel('Type of minutes').selectOption('date');
  await expect.poll(() => tab.locator('.ndb-create-refused').textContent(), SLOW).toContain('8 notes would not fit');
  expect(await create.isEnabled()).toBe(false);
  await tab.getByLabel('Type of minutes').selectOption('integer');
  await tab.getByLabel('Name', { exact: true }).fill('My articles');
  await expect.poll(() => create.isEnabled(), SLOW).toBe(true);
  expect(await notesIn(folder)).toBe(before);

  await create.click();
  const grid = tab.getByRole('grid', { name: 'My articles' });
  await grid.waitFor();
  await expect.poll(() => grid.getByRole('row').count(), SLOW).toBe(9);
  expect(await notesIn(folder)).toContain('\ntable: main.default.my_articles\nid: ');
  await expect
    .poll(() => tab.locator('.ndb-notice-text').textContent(), SLOW)
    .toBe('Table My articles made of 8 notes');
  await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => notesIn(folder), SLOW).toBe(before);
  await expect.poll(() => tab.getByRole('navigation').getByText('My articles').count(), SLOW).toBe(0);
}
