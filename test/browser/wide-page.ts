/** A table of many rows and columns in a browser page: what tests of the grid's window start from. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { column, openVault } from '../engine/open-vault';
import { NodeDisk } from '../host/node-disk';
import { type Screen, openApp, openTables, servePlugin } from './app-page';

/** Of thirty columns. */
const NUMBERS = 24;

export const wideName = (row: number): string => `Row ${String(row).padStart(3, '0')}`;

export interface WidePage {
  readonly tab: Page;
  readonly grid: Locator;
  readonly errors: readonly string[];
  stored(row: number, name: string): Promise<string | null>;
  /** The cell of the cursor, as a reader of the screen is told. */
  current(): Locator;
  /** `line:column` of it, from 0. */
  place(): Promise<string>;
  close(): Promise<void>;
}

/** Rows `Row 000` and so on, with thirty columns; the numbers are at most 100. */
export async function openWidePage(
  browser: Browser,
  screen: Screen,
  { rows, locale }: { readonly rows: number; readonly locale?: string },
): Promise<WidePage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'notedb-wide-'));
  await fill(folder, rows);
  const server = await servePlugin(new NodeDisk(folder, null));
  const { tab, errors } = await openApp(browser, server.url, screen, locale);
  await openTables(tab, 'Wide');
  const grid = tab.getByRole('grid', { name: 'Wide' });
  const currentId = async (): Promise<string> => (await grid.getAttribute('aria-activedescendant')) ?? '';
  return {
    tab,
    grid,
    errors,
    stored: async (row, name) => {
      const text = await readFile(path.join(folder, `notedb/main/default/wide/${wideName(row)}.md`), 'utf8');
      return new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? null;
    },
    current: () => tab.locator('.ndb-is-active'),
    place: async () => (await currentId()).split('-').slice(-2).join(':'),
    close: async () => {
      await tab.context().close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fill(folder: string, count: number): Promise<void> {
  const vault = await openVault();
  await vault.run('create_table', {
    name: 'wide',
    description: 'Many columns',
    filename: '{name}',
    columns: [
      column('name', 'string'),
      column('status', 'enum', { values: ['todo', 'doing', 'done'] }),
      column('tags', 'list'),
      column('due', 'date'),
      column('text', 'string'),
      ...Array.from({ length: NUMBERS }, (_, index) => column(`n${index}`, 'number', { max: 100 })),
      column('last', 'string'),
    ],
  });
  await vault.run('create_table', { name: 'empty', description: 'No rows', columns: [column('name', 'string')] });
  const tags = ['garden', 'kitchen', 'cellar', 'attic'];
  const rows = Array.from({ length: count }, (_, row) => ({
    name: wideName(row),
    status: 'todo',
    tags,
    n0: row % 100,
  }));
  await vault.run('merge_rows', { table: 'wide', on: ['name'], rows });
  await vault.engine.close();
  for (const [file, { text }] of vault.host.image().files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
}
