/**
 * New rows typed at any speed, on any disk, wherever they belong, while others write: every value is in its row, and there is no
 * note that nobody meant. docs/app/editing.md#new-rows
 */

import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NotedbApi } from '../../src/plugin/javascript-api';
import { isDeep, within } from '../deep';
import { column, openVault } from '../engine/open-vault';
import { Scratch, bearer, post } from '../headless/run-program';
import { openApp, openTables, servePlugin } from './app-page';
import { launchBrowser } from './launch';
import { usualScreens } from './screens';
import { TOKEN, openPage, unlock } from './served-page';
import { SlowDisk } from './slow-disk';
import { type } from './typing-page';

const FOLDER = 'notedb/main/default/orders';
const ORDERS = {
  name: 'orders',
  description: 'What was ordered',
  filename: '{name}',
  columns: [
    column('name', 'string', { required: true }),
    column('price', 'number'),
    column('count', 'integer'),
    column('status', 'enum', { values: ['open', 'paid', 'sent'], default: 'open' }),
    column('remark', 'string'),
  ],
};

/** Where the rows that are there leave room for new ones. */
const NAMES = { first: 'Aa', middle: 'Lb', last: 'Zz' } as const;
const rowName = (row: number): string => `${row % 2 === 0 ? 'La' : 'Lc'} ${String(row).padStart(3, '0')}`;

interface Factors {
  /** Milliseconds between two keys. */
  readonly pause: number;
  /** Milliseconds that a write takes. */
  readonly disk: number;
  readonly place: keyof typeof NAMES;
  /** Somebody inserts three rows a second. */
  readonly isBusy: boolean;
}

const ALL: readonly Factors[] = [0, 40, 80, 120, 180].flatMap((pause) =>
  [0, 20, 150].flatMap((disk) =>
    (['first', 'middle', 'last'] as const).flatMap((place) =>
      [false, true].map((isBusy) => ({ pause, disk, place, isBusy })),
    ),
  ),
);
/** Each factor at its worst, with each other one. */
const SAMPLE: readonly Factors[] = [
  { pause: 40, disk: 150, place: 'last', isBusy: true },
  { pause: 80, disk: 20, place: 'last', isBusy: false },
  { pause: 0, disk: 150, place: 'middle', isBusy: false },
  { pause: 40, disk: 0, place: 'first', isBusy: true },
];

interface Home {
  readonly tab: Page;
  readonly folder: string;
  readonly setDelay: (milliseconds: number) => void;
  /** Another program makes a row. */
  readonly insert: (name: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

async function fillFolder(rows: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'notedb-new-rows-'));
  const vault = await openVault();
  await vault.run('create_table', ORDERS);
  const orders = Array.from({ length: rows }, (_, row) => ({ name: rowName(row), count: row }));
  await vault.run('merge_rows', { table: 'orders', on: ['name'], rows: orders });
  await vault.engine.close();
  for (const [file, { text }] of vault.host.image().files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return folder;
}

async function openPlugin(rows: number): Promise<Home> {
  const folder = await fillFolder(rows);
  const disk = new SlowDisk(folder, null);
  const server = await servePlugin(disk);
  const { tab } = await openApp(browser, server.url, { width: 1280, height: 800, isDark: false });
  await openTables(tab, 'Orders');
  return {
    tab,
    folder,
    setDelay: (milliseconds) => void (disk.delay = milliseconds),
    insert: (name) => tab.evaluate(insertInApp, name),
    close: async () => {
      await tab.context().close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface AppWithApi {
  readonly plugins: { readonly plugins: { readonly notedb: { readonly api: NotedbApi } } };
}

/** In the page of the app. */
async function insertInApp(name: string): Promise<void> {
  const { plugins } = (window as unknown as { readonly testApp: { readonly core: AppWithApi } }).testApp.core.plugins;
  await plugins.notedb.api.run('insert_row', { table: 'orders', values: { name } }, { harness: 'agent' });
}

async function openServed(rows: number): Promise<Home> {
  const folder = await fillFolder(rows);
  const scratch = new Scratch();
  const { address, port } = await scratch.serve([folder, '--port', '0', '--token', TOKEN]);
  const { tab } = await openPage(browser, address, undefined, '#table=main.default.orders');
  await unlock(tab);
  await tab.getByRole('grid', { name: 'Orders' }).waitFor();
  let delay = 0;
  await tab.route('**/notedb/operations/**', async (route) => {
    const isWrite = /"(?:values|set_values|operations)"/.test(route.request().postData() ?? '');
    if (isWrite && delay > 0) await tab.waitForTimeout(delay);
    await route.continue();
  });
  return {
    tab,
    folder,
    setDelay: (milliseconds) => void (delay = milliseconds),
    insert: (name) => post(port, 'insert_row', { table: 'orders', values: { name } }, bearer(TOKEN)),
    close: async () => {
      await tab.context().close();
      await scratch.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The names of the notes that somebody inserted until the returned function is called. */
function keepInserting({ insert }: Home, place: Factors['place']): () => Promise<readonly string[]> {
  const names: string[] = [];
  let isDone = false;
  const inserting = (async () => {
    while (!isDone) {
      names.push(`${NAMES[place]} agent ${String(++inserted).padStart(4, '0')}`);
      await insert(names.at(-1) ?? '');
      await new Promise((resolve) => setTimeout(resolve, 333));
    }
  })();
  return async () => {
    isDone = true;
    await inserting;
    return names;
  };
}
let inserted = 0;
let typed = 0;

const VALUES = { price: '12.5', count: '3', status: 'paid', remark: 'zusatz' };

async function valuesOf(folder: string, name: string): Promise<Record<string, string>> {
  const text = await readFile(path.join(folder, FOLDER, `${name}.md`), 'utf8').catch(() => '');
  return Object.fromEntries(
    Object.keys(VALUES).map((key) => [key, new RegExp(`^${key}: (.*)$`, 'm').exec(text)?.[1] ?? '']),
  );
}

/** Types one new row, and tells what is wrong with it. */
async function typeRow(home: Home, factors: Factors, known: Set<string>): Promise<string | null> {
  const { tab, folder } = home;
  const name = `${NAMES[factors.place]} ${String(++typed).padStart(3, '0')}`;
  home.setDelay(factors.disk);
  const stop = factors.isBusy ? keepInserting(home, factors.place) : null;
  await tab.getByRole('grid', { name: 'Orders' }).focus();
  await tab.keyboard.press('Alt+n');
  await type(tab, `${name}⇥12.5⇥3⇥paid⇥zusatz⏎`, factors.pause);
  for (const each of (await stop?.()) ?? []) known.add(each);
  known.add(name);
  home.setDelay(0);
  try {
    await expect.poll(() => valuesOf(folder, name), { timeout: 60_000 }).toEqual(VALUES);
    const notes = (await readdir(path.join(folder, FOLDER))).map((file) => file.replace(/\.md$/, ''));
    const stray = notes.filter((note) => !known.has(note));
    return stray.length === 0 ? null : `${JSON.stringify(factors)}: stray notes ${stray.join(', ')}`;
  } catch {
    return `${JSON.stringify(factors)}: ${name} has ${JSON.stringify(await valuesOf(folder, name))}`;
  } finally {
    for (const file of await readdir(path.join(folder, FOLDER))) known.add(file.replace(/\.md$/, ''));
  }
}

const HOMES = { plugin: openPlugin, page: openServed };

const PLACES = [
  ['plugin', 20],
  ['plugin', 600],
  ['page', 20],
  ['page', 600],
] as const;

it.each(usualScreens(PLACES))(
  'each value is in its row: %s, %i rows',
  { timeout: within(60_000) },
  async (where, rows) => {
    const home = await HOMES[where](rows);
    const known = new Set(Array.from({ length: rows }, (_, row) => rowName(row)));
    const wrong: string[] = [];
    for (const factors of isDeep ? ALL : SAMPLE) {
      const problem = await typeRow(home, factors, known);
      if (problem !== null) wrong.push(problem);
    }
    await home.close();
    expect(wrong).toEqual([]);
  },
);
