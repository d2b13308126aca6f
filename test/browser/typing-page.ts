/** Tables of numbers in a browser page, over a disk that takes its time: what typing tests start from. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { JsonObject } from '../../src/engine/index';
import { column, openVault } from '../engine/open-vault';
import type { Screen } from './app-page';
import { openApp, openTables, servePlugin } from './app-page';
import { SlowDisk } from './slow-disk';

/** Empty marks in rows `Row 01` to `Row 99`; ranks 10, 20, … 60 in rows `Ant` to `Fox`. */
const TABLES: readonly JsonObject[] = [
  {
    name: 'marks',
    description: 'Marks to fill in',
    filename: '{name}',
    columns: [column('name', 'string'), column('mark', 'number', { max: 100 }), column('remark', 'string')],
  },
  {
    name: 'ranks',
    description: 'Rows in an order of their own',
    filename: '{name}',
    columns: [column('name', 'string'), column('rank', 'number')],
  },
];
const ANIMALS = ['Ant', 'Bee', 'Cat', 'Dog', 'Eel', 'Fox'];

export const rowName = (row: number): string => `Row ${String(row).padStart(2, '0')}`;

async function fillVault(folder: string): Promise<void> {
  const vault = await openVault();
  for (const table of TABLES) await vault.run('create_table', table);
  const marks = Array.from({ length: 99 }, (_, index) => ({ name: rowName(index + 1) }));
  const ranks = ANIMALS.map((name, index) => ({ name, rank: (index + 1) * 10 }));
  await vault.run('merge_rows', { table: 'marks', on: ['name'], rows: marks });
  await vault.run('merge_rows', { table: 'ranks', on: ['name'], rows: ranks });
  await vault.engine.close();
  for (const [file, { text }] of vault.host.image().files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
}

export interface TypingPage {
  readonly tab: Page;
  readonly disk: SlowDisk;
  /** What the page complained of. */
  readonly errors: readonly string[];
  /** What the note of a row holds for a column; null for nothing. */
  stored(row: string, column: string): Promise<string | null>;
  cell(row: string, column: number): Locator;
  /** Scrolls to a row of the first table, as far as it takes to have it in the document. */
  reveal(row: string): Promise<void>;
  /** Another program changes the note. */
  editOutside(row: string, column: string, value: string): Promise<void>;
  close(): Promise<void>;
}

export async function openTypingPage(browser: Browser, screen: Screen): Promise<TypingPage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'notedb-typing-'));
  await fillVault(folder);
  const disk = new SlowDisk(folder, null);
  const server = await servePlugin(disk);
  const { tab, errors } = await openApp(browser, server.url, screen);
  await openTables(tab, 'Marks');
  const fileOf = (row: string): string =>
    path.join(folder, `notedb/main/default/${ANIMALS.includes(row) ? 'ranks' : 'marks'}/${row}.md`);
  return {
    tab,
    disk,
    errors,
    stored: async (row, name) =>
      new RegExp(`^${name}: (.*)$`, 'm').exec(await readFile(fileOf(row), 'utf8'))?.[1] ?? null,
    editOutside: async (row, name, value) => {
      const text = await readFile(fileOf(row), 'utf8');
      await writeFile(fileOf(row), text.replace('---\n', `---\n${name}: ${value}\n`));
      await tab.evaluate(() => window.testApp.noticeOutsideChanges());
    },
    reveal: (row) =>
      tab.locator('.ndb-scroll').evaluate(
        (scroll, line) => {
          if (line < 0) return;
          const y = line * 32;
          if (y < scroll.scrollTop || y + 96 > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = y - 64;
        },
        Number(/^Row (\d+)$/.exec(row)?.[1] ?? 0) - 1,
      ),
    cell: (row, at) => tab.getByRole('row').filter({ hasText: row }).getByRole('gridcell').nth(at),
    close: async () => {
      await tab.context().close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `⏎` is Enter, `⇥` Tab, `↑` the arrow, `⎋` Escape, `⤺` Ctrl+Z; each key is waited after for `pause` milliseconds. */
export async function type(tab: Page, keys: string, pause: number): Promise<void> {
  for (const key of keys) {
    await tab.keyboard.press(KEYS[key] ?? key);
    if (pause > 0) await tab.waitForTimeout(pause);
  }
}

const KEYS: Readonly<Record<string, string>> = {
  '⏎': 'Enter',
  '⇥': 'Tab',
  '↑': 'ArrowUp',
  '⎋': 'Escape',
  '⤺': 'Control+z',
};

/** All keys in one task of the page: nothing is drawn, and no promise goes on, between two of them. */
export async function typeInOneTask(tab: Page, keys: string): Promise<void> {
  await tab.evaluate((all) => {
    for (const key of all) {
      const target = document.activeElement ?? document.body;
      const options = { key: key === '⏎' ? 'Enter' : key, bubbles: true, cancelable: true };
      if (!target.dispatchEvent(new KeyboardEvent('keydown', options)) || key === '⏎') continue;
      // What the browser does with a key that nobody took.
      if (target instanceof HTMLInputElement) document.execCommand('insertText', false, key);
    }
  }, keys);
}
