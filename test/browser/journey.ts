/** What a person does from the start screen on: a table of own notes, edits, a paste, a view, a row, and everything taken back. docs/app/first-table.md */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Hand } from './hand';
import { BLOCK_NOTE, FILMS, filmName, filmPath } from './journey-notes';

/** Where it happens: in the app, or on the page of the server. */
export interface Home {
  readonly tab: Page;
  readonly hand: Hand;
  /** Of the vault, on the disk. */
  readonly folder: string;
  /** A write of a program, in one piece. */
  readonly agent: (operation: string, args: object) => Promise<unknown>;
  /** Messages that lie over what is to be seen go. */
  readonly dismiss: () => Promise<void>;
}

const PATIENT = { timeout: 60_000 };
const TABLE = 'My films';

const COLUMNS = ['Name', 'Rating', 'Price', 'Seen', 'Released', 'Watched', 'Mood', 'Director', 'Genres', 'Summary'];
const columnOf = (label: string): number => COLUMNS.indexOf(label);

export class Journey {
  private readonly tab: Page;
  private readonly hand: Hand;
  private readonly grid: Locator;

  constructor(private readonly home: Home) {
    ({ tab: this.tab, hand: this.hand } = home);
    this.grid = this.tab.getByRole('grid', { name: TABLE });
  }

  async makesATable(): Promise<void> {
    const { tab, hand } = this;
    await hand.press(tab.getByRole('button', { name: 'Look at it: Films' }));
    await hand.write(tab.getByLabel('Name', { exact: true }), TABLE);
    await hand.press(this.button(`Create table, take over ${FILMS} notes`));
    await expect.poll(() => this.grid.getAttribute('aria-rowcount'), PATIENT).toBe(String(FILMS + 1));
    expect(await this.note(1)).toContain('\ntable: main.default.my_films\nid: ');
  }

  /** A value of each type, in a row for each speed of the hand: milliseconds between its keys. */
  async editsEachType(pauses: readonly number[]): Promise<void> {
    for (const [row, pause] of pauses.entries()) {
      for (const [label, keys] of EDITS) {
        await this.hand.select(this.grid, row, columnOf(label));
        await this.type(keys, pause);
      }
    }
    for (const row of pauses.keys()) {
      for (const line of EDITED) await expect.poll(() => this.note(row + 1), PATIENT).toMatch(line);
    }
  }

  async isRefusedAndCorrects(): Promise<void> {
    const { tab, hand } = this;
    const [row, mood] = [3, columnOf('Mood')];
    await hand.select(this.grid, row, mood);
    await this.type(['angry', 'Enter'], 30);
    await expect.poll(() => this.cell(row, mood).getAttribute('aria-invalid'), PATIENT).toBe('true');
    expect(await this.note(row + 1)).toMatch(/^mood: funny$/m);
    await hand.select(this.grid, row, mood);
    await expect.poll(() => tab.locator('.ndb-floating .ndb-problem').textContent(), PATIENT).toContain('calm');
    await this.type(['Enter', 'Control+a', 'ten', 'Enter'], 30);
    await expect.poll(() => this.note(row + 1), PATIENT).toMatch(/^mood: tense$/m);
    await expect.poll(() => this.cell(row, mood).getAttribute('aria-invalid'), PATIENT).toBe(null);
  }

  /** Of a spreadsheet. One cell does not fit. */
  async pastesFiftyRows(): Promise<void> {
    const { tab, hand } = this;
    const lines = Array.from({ length: 50 }, (_, line) => `${line === 6 ? 'many' : line + 100}\t${line}.25`);
    await copyElsewhere(tab, lines.join('\r\n'));
    await hand.select(this.grid, 5, columnOf('Rating'));
    await tab.keyboard.press('Control+v');
    const dialog = tab.getByRole('dialog', { name: 'Paste 100 cells in 50 notes' });
    await expect
      .poll(() => dialog.getByRole('status').textContent(), PATIENT)
      .toBe('99 of 100 cells fit, 1 does not. 100 values will be replaced.');
    expect(await this.note(6)).toMatch(/^rating: 7$/m);
    await hand.press(dialog.getByRole('button', { name: /^Paste/ }));
    await expect.poll(() => this.note(55), PATIENT).toMatch(/^rating: 149\nprice: 49.25$/m);
    expect(await this.note(12)).toMatch(/^rating: 3\nprice: 6.25$/m);
    // The views tell of it.
    expect(await tab.locator('.notice').count()).toBe(0);
    await hand.select(this.grid, 11, columnOf('Rating'));
    await this.type(['Enter', 'Control+a', '106', 'Enter'], 0);
    await expect.poll(() => this.note(12), PATIENT).toMatch(/^rating: 106\nprice: 6.25$/m);
  }

  async makesAView(): Promise<void> {
    const { tab, hand } = this;
    const dialog = tab.getByRole('dialog');
    await hand.press(this.tool('Filter'));
    await hand.press(dialog.getByRole('button', { name: 'Condition', exact: true }));
    await hand.choose(dialog.getByLabel('Column', { exact: true }), 'Rating');
    await hand.choose(dialog.getByLabel('Rating: comparison'), 'is at least');
    await hand.write(dialog.getByLabel('Rating', { exact: true }), '100');
    await expect.poll(() => dialog.getByRole('status').textContent(), PATIENT).toBe(`50 of ${FILMS} rows`);
    await tab.keyboard.press('Escape');
    await hand.press(this.tool('Group'));
    await hand.choose(dialog.getByLabel('Group by'), 'Mood');
    await tab.keyboard.press('Escape');
    await expect.poll(() => this.grid.locator('.ndb-group').count(), PATIENT).toBeGreaterThan(0);
    await hand.press(tab.getByRole('button', { name: 'Save as view' }));
    await hand.write(dialog.getByLabel('Save as a new view'), 'Rated');
    await tab.keyboard.press('Enter');
    await tab.getByRole('grid', { name: 'Rated' }).waitFor(PATIENT);
    await hand.press(tab.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: /^My films/ }));
    await expect.poll(() => this.grid.getAttribute('aria-rowcount'), PATIENT).toBe(String(FILMS + 1));
  }

  /** Its note holds a block, which follows what a program writes. */
  async opensARow(): Promise<void> {
    const { tab, hand, home } = this;
    await hand.select(this.grid, BLOCK_NOTE - 1, columnOf('Rating'));
    await tab.keyboard.press('Space');
    const panel = tab.getByRole('complementary', { name: filmName(BLOCK_NOTE) });
    const block = panel.locator('.ndb-block').getByRole('grid');
    await expect.poll(() => block.getByRole('row').count(), PATIENT).toBe(3);
    await home.agent('update_row', { table: 'my_films', path: filmPath(4), set_values: { rating: 9 } });
    await expect.poll(() => block.getByText('9', { exact: true }).count(), PATIENT).toBe(1);
    await hand.press(panel.getByRole('tab', { name: 'History' }));
    await panel.getByText('The row came.').waitFor(PATIENT);
    await home.dismiss();
    await hand.press(panel.getByRole('button', { name: 'Close the note' }));
    await expect.poll(() => panel.count(), PATIENT).toBe(0);
  }

  async undoesFromANotice(): Promise<void> {
    const { tab, hand, home } = this;
    const before = await this.note(58);
    // In the app writes of other plugins are told of from ten notes on.
    await home.agent('update_rows', { ...films(46, 60), set_values: { price: 1 } });
    await expect.poll(() => this.note(58), PATIENT).toMatch(/^price: 1$/m);
    // What came shortly before may be told along.
    const notice = tab.locator('.ndb-notice, .notice').filter({ hasText: /1[56] (rows|notes)/ });
    await hand.press(notice.getByRole('button', { name: 'Undo' }));
    await expect.poll(() => this.note(58), PATIENT).toBe(before);
  }

  async undoesAPart(): Promise<void> {
    const { tab, hand, home } = this;
    await home.agent('update_rows', { ...films(58, 60), set_values: { price: 2 } });
    await home.agent('update_row', { table: 'my_films', path: filmPath(59), set_values: { price: 3 } });
    await hand.press(tab.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: 'History' }));
    const journal = tab.getByRole('region', { name: 'History' });
    await hand.press(journal.getByRole('button', { name: /^Undo: .* set Price of 3 rows in My films to 2$/ }).first());
    const refused = journal.locator('.ndb-refused-undo');
    await expect.poll(() => refused.textContent(), PATIENT).toContain('Not undone: 1 of 3 notes changed since.');
    await hand.press(refused.getByRole('button', { name: 'Undo the other 2' }));
    await expect
      .poll(() => Promise.all([58, 60].map((film) => this.note(film))), PATIENT)
      .toEqual([expect.stringMatching(/^price: 58.5$/m), expect.stringMatching(/^price: 60.5$/m)]);
    expect(await this.note(59)).toMatch(/^price: 3$/m);
  }

  private button(name: string): Locator {
    return this.tab.getByRole('button', { name });
  }

  private tool(name: string): Locator {
    return this.tab.getByRole('toolbar').getByRole('button', { name, exact: true });
  }

  private cell(row: number, column: number): Locator {
    return this.grid.locator(`[aria-rowindex="${row + 2}"] [role=gridcell][aria-colindex="${column + 1}"]`);
  }

  private note(film: number): Promise<string> {
    return readFile(path.join(this.home.folder, filmPath(film)), 'utf8');
  }

  /** Names of keys are pressed, any other text is typed. */
  private async type(keys: readonly string[], pause: number): Promise<void> {
    for (const key of keys) {
      if (/^([A-Z][a-z]+\d?$|Control\+)/.test(key) && key.length > 1) await this.tab.keyboard.press(key);
      else await this.tab.keyboard.type(key, { delay: pause });
      if (pause > 0) await this.tab.waitForTimeout(pause);
    }
  }
}

const films = (first: number, last: number): object => ({
  table: 'my_films',
  where: { path: { in: Array.from({ length: last - first + 1 }, (_, at) => filmPath(first + at)) } },
});

const EDITS: readonly (readonly [string, readonly string[]])[] = [
  ['Rating', ['7', 'Enter']],
  ['Price', ['8.25', 'Enter']],
  ['Seen', ['Enter']],
  ['Released', ['24 Dec', 'Enter']],
  ['Watched', ['1 Dec 18:30', 'Enter']],
  ['Mood', ['ca', 'Enter']],
  ['Director', ['Bo Li', 'Enter']],
  ['Genres', ['war', 'Enter', 'Enter']],
  ['Summary', ['ok', 'Enter']],
];
const EDITED = [
  /^rating: 7$/m,
  /^price: 8.25$/m,
  /^released: \d+-12-24$/m,
  /^watched: \d+-12-01T18:30/m,
  /^mood: calm$/m,
  /^director: "\[\[Bo Li\]\]"$/m,
  /^genres: \[drama, \w+, war\]$/m,
  /^summary: ok$/m,
];

/** Copies a text as another program does. */
async function copyElsewhere(tab: Page, text: string): Promise<void> {
  await tab.evaluate((value) => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.value = value;
    field.className = 'elsewhere';
    field.select();
  }, text);
  await tab.keyboard.press('Control+c');
  await tab.evaluate(() => document.querySelector('.elsewhere')?.remove());
}
