/**
 * Text from input methods and dead keys on a selected cell, in both homes, with Chromium's own composition; and the keys that the hidden
 * text area must leave to the grid. docs/app/editing.md#input-methods
 */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, openVault } from '../engine/open-vault';
import { NodeDisk } from '../host/node-disk';
import { Scratch } from '../headless/run-program';
import { type Screen, openApp, openTables, servePlugin } from './app-page';
import { axeFindings } from './axe';
import { launchBrowser } from './launch';
import { TOKEN, openPage, unlock } from './served-page';

const WORDS = {
  name: 'words',
  description: 'Words of many languages',
  filename: '{name}',
  columns: [
    column('name', 'string', { required: true }),
    column('meaning', 'string'),
    column('state', 'enum', { values: ['new', 'known', '完了'] }),
    column('count', 'integer'),
    column('tags', 'list'),
    column('done', 'boolean'),
  ],
};
const [MEANING, STATE, COUNT, TAGS, DONE] = [1, 2, 3, 4, 5];
/** Each test has rows of its own, apart from those of others: a click on the cell of the cursor opens its field. */
const ROWS = 24;
const rowName = (row: number): string => `Word ${String(row).padStart(2, '0')}`;

const WIDE: Screen = { width: 1280, height: 800, isDark: false };
const PHONE: Screen = { width: 390, height: 844, isDark: false };

async function fillFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'notedb-input-'));
  const vault = await openVault();
  await vault.run('create_table', WORDS);
  const rows = Array.from({ length: ROWS }, (_, row) => ({ name: rowName(row), count: row }));
  await vault.run('merge_rows', { table: 'words', on: ['name'], rows });
  await vault.engine.close();
  for (const [file, { text }] of vault.host.image().files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return folder;
}

interface Opened {
  readonly tab: Page;
  readonly errors: readonly string[];
}

interface Home {
  /** Another window of it. */
  readonly open: (screen: Screen) => Promise<Opened>;
  readonly close: () => Promise<void>;
}

async function servePluginOf(browser: Browser, folder: string): Promise<Home> {
  const server = await servePlugin(new NodeDisk(folder, null));
  return {
    open: async (screen) => {
      const opened = await openApp(browser, server.url, screen);
      if (screen.width < 600) {
        await opened.tab.evaluate(() => void window.testApp.core.commands.executeCommandById('notedb:open-tables'));
      } else await openTables(opened.tab, 'Words');
      return opened;
    },
    close: () => server.close(),
  };
}

async function servePageOf(browser: Browser, folder: string): Promise<Home> {
  const scratch = new Scratch();
  const { address } = await scratch.serve([folder, '--port', '0', '--token', TOKEN]);
  return {
    open: async (screen) => {
      const opened = await openPage(browser, address, screen, '#table=main.default.words');
      await unlock(opened.tab);
      return opened;
    },
    close: () => scratch.remove(),
  };
}

const HOMES = { plugin: servePluginOf, page: servePageOf };

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

describe.each(['plugin', 'page'] as const)('in the %s', (where) => {
  let folder: string;
  let home: Home;
  let tab: Page;
  let errors: readonly string[];
  let devtools: CDPSession;

  beforeAll(async () => {
    folder = await fillFolder();
    home = await HOMES[where](browser, folder);
    ({ tab, errors } = await home.open(WIDE));
    await tab.getByRole('grid', { name: 'Words' }).waitFor();
    devtools = await tab.context().newCDPSession(tab);
  });
  afterAll(async () => {
    expect(errors).toEqual([]);
    await tab.context().close();
    await home.close();
    await rm(folder, { recursive: true, force: true });
  });

  const cell = (row: number, at: number): Locator =>
    tab
      .getByRole('row')
      .filter({ hasText: rowName(row) })
      .getByRole('gridcell')
      .nth(at);
  const select = async (row: number, at: number): Promise<void> => {
    await cell(row, at).click({ position: { x: 40, y: 4 } });
    expect([await place(), await field().count()]).toEqual([`${row}:${at}`, 0]);
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await tab.keyboard.press(key);
  };
  /** As an input method shows what it was given until now. */
  const compose = (text: string): Promise<unknown> =>
    devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  /** As it hands over what was chosen; also a dead key with its letter, and an emoji of the system's panel. */
  const insert = (text: string): Promise<unknown> => devtools.send('Input.insertText', { text });
  const field = (): Locator => tab.locator('.ndb-floating .ndb-field');
  const hidden = (): Locator => tab.locator('.ndb-scroll > textarea');
  const stored = async (row: number, name: string): Promise<string | null> => {
    const text = await readFile(path.join(folder, `notedb/main/default/words/${rowName(row)}.md`), 'utf8');
    return new RegExp(`^${name}: *(.*)$`, 'm').exec(text)?.[1] ?? null;
  };
  const isWritten = (row: number, name: string, value: string | null): Promise<void> =>
    expect.poll(() => stored(row, name)).toBe(value);
  const place = async (): Promise<string> => {
    const id = await tab.getByRole('grid', { name: 'Words' }).getAttribute('aria-activedescendant');
    return (id ?? '').split('-').slice(-2).join(':');
  };
  const hasKeyboard = (): Promise<boolean> =>
    tab.getByRole('grid', { name: 'Words' }).evaluate((grid) => {
      const { activeElement: active } = grid.ownerDocument;
      return active === grid || active?.getAttribute('aria-controls') === grid.id;
    });

  it('shows a composition over the cell, opens the field with what was chosen, and goes on in it', async () => {
    await select(0, MEANING);
    await compose('に');
    await compose('にほん');
    expect(await hidden().inputValue()).toBe('にほん');
    await expect.poll(() => hidden().evaluate((area) => getComputedStyle(area).opacity)).toBe('1');
    const [over, under] = [await hidden().boundingBox(), await cell(0, MEANING).boundingBox()];
    expect([over?.x, over?.y]).toEqual([under?.x, under?.y]);
    expect(await axeFindings(tab, '.ndb-pane')).toEqual([]);
    await insert('日本');
    await expect.poll(() => field().inputValue()).toBe('日本');
    expect(await hidden().inputValue()).toBe('');
    await expect.poll(() => hidden().evaluate((area) => getComputedStyle(area).opacity)).toBe('0');
    await compose('ご');
    await insert('語');
    await press('Enter');
    await isWritten(0, 'meaning', '日本語');
    expect([await place(), await hasKeyboard()]).toEqual(['1:1', true]);
  });

  it.each([
    ['a choice', STATE, 'state', 'か', '完了', ['Enter'], '完了'],
    ['a number', COUNT, 'count', '１２', '12', ['Enter'], '12'],
    ['a list', TAGS, 'tags', 'にわ', '庭', ['Control+Enter'], ''],
  ] as const)('composes on %s', async (_, at, name, first, text, keys, value) => {
    await select(2, at);
    await compose(first);
    await insert(text);
    await press(...keys);
    await isWritten(2, name, value);
    if (at === TAGS) await expect.poll(() => cell(2, TAGS).locator('.ndb-pill').allTextContents()).toEqual(['庭']);
  });

  it('takes the letter of a dead key', async () => {
    await select(4, MEANING);
    await insert('é');
    await press('t');
    await insert('é');
    await press('Enter');
    await isWritten(4, 'meaning', 'été');
  });

  it('leaves the first key of a composition to the input method', async () => {
    await select(6, MEANING);
    // A Mac sends the letter with it.
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'a', windowsVirtualKeyCode: 229 });
    expect(await field().count()).toBe(0);
    await compose('あ');
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
    expect([await field().count(), await place()]).toEqual([0, '6:1']);
    await insert('亜');
    await expect.poll(() => field().inputValue()).toBe('亜');
    await press('Escape');
    expect([await field().count(), await stored(6, 'meaning')]).toEqual([0, null]);
  });

  it('opens nothing after a composition that was given up, and takes the next letter', async () => {
    await select(8, MEANING);
    await compose('に');
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Escape', windowsVirtualKeyCode: 229 });
    await compose('');
    await expect.poll(() => hidden().evaluate((area) => getComputedStyle(area).opacity)).toBe('0');
    expect([await field().count(), await place(), await hasKeyboard()]).toEqual([0, '8:1', true]);
    await press('x', 'Enter');
    await isWritten(8, 'meaning', 'x');
  });

  it('loses nothing of what comes at once: the next composition, letters, and Enter', async () => {
    await select(10, MEANING);
    await compose('に');
    const key = (name: string, text: string): readonly Promise<unknown>[] => [
      devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: name, text, unmodifiedText: text }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: name }),
    ];
    await Promise.all([
      insert('日本'),
      compose('ご'),
      insert('語'),
      ...key('1', '1'),
      ...key('2', '2'),
      ...key('Enter', '\r'),
      ...key('z', 'z'),
      ...key('Enter', '\r'),
    ]);
    await isWritten(10, 'meaning', '日本語12');
    await isWritten(11, 'meaning', 'z');
    expect(await place()).toBe('12:1');
  });

  it('writes into its cell what was composed before a click elsewhere', async () => {
    await select(14, MEANING);
    await compose('いぬ');
    await select(16, MEANING);
    await isWritten(14, 'meaning', 'いぬ');
    expect([await stored(16, 'meaning'), await field().count(), await place()]).toEqual([null, 0, '16:1']);
    await press('k', 'Enter');
    await isWritten(16, 'meaning', 'k');
  });

  it('drops text where none can be typed', async () => {
    await select(18, DONE);
    await compose('に');
    await insert('日本');
    await insert('é');
    await press('ArrowLeft', 'ArrowRight');
    expect([await field().count(), await hidden().inputValue(), await stored(18, 'done')]).toEqual([0, '', null]);
    await press('Space');
    await isWritten(18, 'done', 'true');
    // An ideographic space is no value.
    await press('ArrowLeft', 'ArrowLeft');
    await insert('　');
    await press('ArrowRight', 'ArrowLeft');
    expect([await field().count(), await stored(18, 'count')]).toEqual([0, '18']);
  });

  it('leaves the keys of the grid as they were', async () => {
    await select(20, MEANING);
    await press('b', 'Enter', 'ArrowUp', 'Control+c', 'ArrowDown', 'Control+v');
    await isWritten(21, 'meaning', 'b');
    await press('Control+x');
    await isWritten(21, 'meaning', null);
    await press('Control+z');
    await isWritten(21, 'meaning', 'b');
    await press('Tab');
    expect(await place()).toBe('21:2');
    await press('Shift+Tab');
    expect(await place()).toBe('21:1');
    await press('Control+a');
    expect(await tab.locator('[role=gridcell][aria-selected=true]').count()).toBeGreaterThan(50);
    await press('Control+Home', 'F2');
    expect(await field().inputValue()).toBe(rowName(0));
    await press('Escape');
    expect([await field().count(), await hasKeyboard()]).toEqual([0, true]);
  });

  it('is one stop of Tab, which leads into the grid and out of it on both sides', async () => {
    await select(23, MEANING);
    const outline = (): Promise<string> =>
      cell(23, MEANING).evaluate((element) => getComputedStyle(element, '::after').borderTopColor);
    const strong = await outline();
    await press('Escape', 'Tab');
    expect(await hasKeyboard()).toBe(false);
    expect(await outline()).not.toBe(strong);
    await press('Shift+Tab');
    expect(await outline()).toBe(strong);
    await press('Control+Home', 'ArrowUp');
    const heading = tab.getByRole('columnheader').first();
    expect(await heading.evaluate((element) => getComputedStyle(element, '::after').display)).toBe('block');
    await select(23, MEANING);
    await press('Escape', 'Tab', 'Shift+Tab');
    expect([await hasKeyboard(), await place()]).toEqual([true, '23:1']);
    await press('Escape', 'Shift+Tab');
    expect(await hasKeyboard()).toBe(false);
    await press('Tab');
    expect([await hasKeyboard(), await place()]).toEqual([true, '23:1']);
    expect(await axeFindings(tab, '.ndb-pane')).toEqual([]);
  });

  it('brings up no keyboard of a touch screen', async () => {
    const phone = await home.open(PHONE);
    await phone.tab.getByRole('button', { name: 'Show as a table' }).tap();
    await phone.tab.getByRole('gridcell').first().tap();
    const active = await phone.tab.evaluate(() => {
      const { activeElement } = document;
      return [activeElement?.getAttribute('role'), document.querySelectorAll('.ndb-scroll > textarea').length];
    });
    expect([active, phone.errors]).toEqual([['grid', 0], []]);
    await phone.tab.context().close();
  });
});
