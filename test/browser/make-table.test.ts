/** From a folder of notes to a table and back, on the page: what is found, reviewed, refused, written and undone. docs/page.md#make-a-table */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './launch';
import { READING, fromFolderToTable, makeTable } from './make-table-flow';
import { picture } from './picture';
import { type ServedPage, openPage, openTasks, servePage, unlock } from './served-page';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('on the page', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage();
  });
  afterAll(() => served.remove());

  it('makes a table of a folder, refuses what does not fit, and takes all of it back', async () => {
    const { tab, errors, foreign } = await openTasks(browser, served);
    await fromFolderToTable(tab, served.vault.folder);
    expect([errors, foreign]).toEqual([[], []]);
    await tab.context().close();
  });

  it('says in words that a name is taken, and makes an empty table by the keyboard', async () => {
    const { tab, errors } = await openTasks(browser, served);
    await makeTable(tab);
    await tab.getByRole('button', { name: 'Empty table' }).press('Enter');
    await tab.getByLabel('Name', { exact: true }).fill('Tasks');
    await expect
      .poll(() => tab.locator('.ndb-create-fields .ndb-form-refused').textContent())
      .toContain('There is a table');
    await tab.getByLabel('Name', { exact: true }).fill('Plants');
    await tab.getByRole('button', { name: 'Column', exact: true }).press('Enter');
    await tab.keyboard.type('Grows in');
    await tab.keyboard.press('Enter');
    await tab.keyboard.type('Watered');
    await tab.getByLabel('Type of Watered').selectOption('date');
    const create = tab.getByRole('button', { name: 'Create table' });
    await expect.poll(() => create.isEnabled()).toBe(true);
    await create.press('Enter');
    await tab.getByRole('heading', { name: 'Plants' }).waitFor();
    await expect
      .poll(() => served.call('describe_table', { table: 'plants' }))
      .toMatchObject({
        json: {
          columns: [
            { name: 'id' },
            { name: 'name', required: true },
            { name: 'grows_in' },
            { name: 'watered', type: 'date' },
          ],
        },
      });
    expect(errors).toEqual([]);
    await tab.context().close();
  });

  it('reads a CSV file as rows of guessed types, with one undo', async () => {
    const { tab, errors } = await openTasks(browser, served);
    await makeTable(tab);
    await tab.getByRole('button', { name: 'CSV file' }).click();
    const csv =
      'Name;Born;Kg;Kind\r\nAda;2019-04-01;3,5;cat\r\n"Bo; the big";2020-01-31;12;dog\r\nCy;;4;cat\r\nDi;2021-02-03;5;dog\r\n';
    await tab
      .getByLabel('CSV file')
      .setInputFiles({ name: 'pets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await tab.getByRole('heading', { name: 'Make a table from a file' }).waitFor();
    expect(await tab.getByLabel('Type of born').inputValue()).toBe('date');
    expect(await tab.getByLabel('Type of kg').inputValue()).toBe('number');
    expect(await tab.getByLabel('Type of kind').inputValue()).toBe('enum');
    const create = tab.getByRole('button', { name: 'Create table with 4 rows' });
    await expect.poll(() => create.isEnabled()).toBe(true);
    await create.click();
    await tab.getByRole('grid', { name: 'Pets' }).waitFor();
    const { json } = await served.call('select_rows', {
      table: 'pets',
      order_by: 'name',
      columns: ['name', 'born', 'kg', 'kind'],
    });
    expect(json).toMatchObject({
      total: 4,
      rows: [
        { name: 'Ada', born: '2019-04-01', kg: 3.5, kind: 'cat' },
        { name: 'Bo; the big', born: '2020-01-31', kg: 12, kind: 'dog' },
        { name: 'Cy', born: null, kg: 4 },
        { name: 'Di' },
      ],
    });
    await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await served.call('describe_table', { table: 'pets' })).status).toBe(404);
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});

const REFERENCES = {
  'References/Dune.md': 'categories: ["[[Novels]]"]\nauthor: "[[Frank Herbert]]"\npages: 412',
  'References/Emma.md': 'categories: ["[[Novels]]"]\nauthor: "[[Jane Austen]]"\npages: 474',
  'References/Alien.md': 'categories: ["[[Films]]"]\ndirector: "[[Ridley Scott]]"',
  'References/Heat.md': 'categories: ["[[Films]]"]\ndirector: "[[Michael Mann]]"',
  'Shelf/Ulysses.md': 'categories: ["[[Novels]]"]\nauthor: "[[James Joyce]]"\npages: 730',
  'Shelf/Jazz.md': 'categories: ["[[Music]]"]',
  'Forms/Book template.md': 'categories: ["[[Novels]]"]\nauthor: x',
  'Forms/Film template.md': 'categories: ["[[Films]]"]\ndirector: x',
};

describe('notes of several kinds in one folder', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage();
    await served.stop();
    const write = async (file: string, text: string): Promise<void> => {
      const place = path.join(served.vault.folder, file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, text);
    };
    for (const [file, lines] of Object.entries(REFERENCES)) await write(file, `---\n${lines}\n---\n`);
    await write('.obsidian/templates.json', '{"folder": "Forms"}');
    await served.start();
  });
  afterAll(() => served.remove());

  it('of a folder are narrowed to those of a kind', async () => {
    const { tab, errors } = await openTasks(browser, served);
    await makeTable(tab);
    await tab.getByRole('button', { name: 'Look at it: References' }).click();
    await tab.getByLabel('Notes to take').selectOption({ label: 'only those with categories Films (2)' });
    await tab.getByRole('button', { name: 'Create table, take over 2 notes' }).waitFor();
    expect(await tab.getByLabel('Type of author').count()).toBe(0);
    await tab.getByLabel('Notes to take').selectOption({ label: 'all of these notes' });
    await tab.getByRole('button', { name: 'Create table, take over 2 notes' }).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await tab.context().close();
  });

  it('become a table by a property, whatever their folder; folders of templates are not offered', async () => {
    const { tab, errors } = await openTasks(browser, served);
    await makeTable(tab);
    await tab.getByRole('button', { name: 'Look at it: References' }).waitFor();
    await expect.poll(() => tab.locator('.ndb-start-found').first().getAttribute('aria-busy')).toBe('false');
    expect(await tab.getByText('Forms', { exact: true }).count()).toBe(0);
    await tab.getByRole('button', { name: 'categories Novels (2)' }).click();
    await tab.getByText('the notes with categories Novels').waitFor();
    const create = tab.getByRole('button', { name: 'Create table, take over 3 notes' });
    await expect.poll(() => create.isEnabled()).toBe(true);
    expect(await tab.getByLabel('Name', { exact: true }).inputValue()).toBe('novels');
    expect(await tab.getByLabel('Type of pages').inputValue()).toBe('integer');
    expect(await tab.getByLabel('Type of director').count()).toBe(0);
    await create.click();
    await tab.getByRole('grid', { name: 'Novels' }).waitFor();
    expect(await served.note('Shelf/Ulysses.md')).toContain('table: main.default.novels');
    expect(await served.note('Forms/Book template.md')).not.toContain('table:');
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});

describe('a vault without tables', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage();
    await served.stop();
    for (const name of ['notedb', '.notedb']) await rm(path.join(served.vault.folder, name), { recursive: true });
    await served.start();
  });
  afterAll(() => served.remove());

  it('begins with the folders that look like tables', async () => {
    const { tab, errors } = await openPage(browser, served.address);
    await unlock(tab);
    await tab.getByRole('button', { name: `Look at it: ${READING}` }).waitFor();
    await expect.poll(() => tab.locator('.ndb-start-found').getAttribute('aria-busy')).toBe('false');
    await picture(tab, 'page-first-1280-light');
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});
