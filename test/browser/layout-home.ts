/** A vault of tasks with days, open in either home, for the tests of layouts. The 18th of November 2026 is today. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type TestVault, column, openVault } from '../engine/open-vault';
import { Scratch } from '../headless/run-program';
import { NodeDisk } from '../host/node-disk';
import { openApp, openTables, servePlugin } from './app-page';
import { TASKS, TOKEN, openPage, unlock } from './served-page';

export const SLOW = { timeout: 30_000 };
const NOW = new Date('2026-11-18T10:00:00Z');
const noteOf = (title: string): string => `notedb/main/default/tasks/${title}.md`;

export type HomeName = 'page' | 'app';
export const HOMES: readonly HomeName[] = ['page', 'app'];

export interface LayoutScreen {
  readonly width: number;
  readonly isDark?: boolean;
  /** Lines of the code block in the note of `A`. */
  readonly block?: string;
  /** Makes another vault with a table of tasks, and returns its folder. */
  readonly vault?: () => Promise<string>;
}

export interface LayoutHome {
  readonly tab: Page;
  readonly errors: readonly string[];
  /** A property in the note of a task; empty: none. */
  property(title: string, name: string): Promise<string>;
  /** Another program, on the disk or in the app, changes the note of a task. */
  edit(title: string, change: (text: string) => string): Promise<void>;
  /** Opens the note of `A`, and returns its block. `opener` opens the row on the page. */
  openNote(opener: Locator): Promise<Locator>;
  close(): Promise<void>;
}

/** Pictures, by the blue, green and red of their left side. */
const PICTURES = { blue: [0xd0, 0x7f, 0x4a], green: [0x6a, 0xa3, 0x5f] } as const;
const SIDE = { width: 64, height: 40 };

/** A bitmap of two halves. */
function bitmap(color: readonly number[]): Buffer {
  const { width, height } = SIDE;
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54 + width * height * 3, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const line = Array.from({ length: width }, (_, at) => (at < width / 2 ? color : [0xee, 0xee, 0xee])).flat();
  return Buffer.concat([head, ...Array.from({ length: height }, () => Buffer.from(line))]);
}

const ROWS = [
  { title: 'A', status: 'todo', due: '2026-11-10', until: '2026-11-12', hours: 2, cover: '![[blue.bmp]]' },
  { title: 'B', status: 'doing', due: '2026-11-17', until: '2026-11-24', hours: 3, after: '[[A]]' },
  { title: 'C', status: 'done', due: '2026-11-18', hours: 5, cover: '![[gone.png]]' },
  { title: 'D', status: 'todo', hours: 1 },
] as const;

/** The end of a task lies before the 28th. */
async function makeVault(block: string): Promise<string> {
  const vault = await openVault();
  await vault.run('create_table', {
    name: 'tasks',
    description: 'Work with days',
    filename: '{title}',
    columns: [
      column('title', 'string', { required: true }),
      column('status', 'enum', { values: ['todo', 'doing', 'done'], required: true, default: 'todo' }),
      column('due', 'date'),
      column('until', 'date'),
      column('hours', 'number'),
      column('cover', 'string'),
      column('repeats', 'string'),
      column('after', 'link', { ref: 'tasks' }),
    ],
  });
  const check = { or: [{ until: { exists: false } }, { until: { lt: '2026-11-28' } }] };
  await vault.run('add_constraint', { table: 'tasks', name: 'ends_early', check });
  for (const values of ROWS) {
    const body = values.title === 'A' ? `\`\`\`notedb\ntable: tasks\n${block}\n\`\`\`\n` : '![[green.bmp]]\n';
    await vault.run('insert_row', { table: 'tasks', values: { ...values }, body });
  }
  return writtenVault(vault, new Map(Object.entries(PICTURES).map(([name, color]) => [`${name}.bmp`, bitmap(color)])));
}

/** The folder that a vault in memory is written to. It is closed before. */
export async function writtenVault(
  { engine, host }: Pick<TestVault, 'engine' | 'host'>,
  more: ReadonlyMap<string, Buffer> = new Map(),
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'notedb-layout-'));
  await engine.close();
  const texts = [...host.image().files].map(([file, { text }]) => [file, text] as const);
  for (const [file, content] of [...texts, ...more]) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return folder;
}

const propertyIn =
  (folder: string): LayoutHome['property'] =>
  async (title, name) => {
    const text = await readFile(path.join(folder, noteOf(title)), 'utf8').catch(() => '');
    return new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  };

export const openHome = (browser: Browser, name: HomeName, screen: LayoutScreen): Promise<LayoutHome> =>
  name === 'page' ? pageHome(browser, screen) : appHome(browser, screen);

async function pageHome(browser: Browser, screen: LayoutScreen): Promise<LayoutHome> {
  const { width, isDark = false, block = '', vault = () => makeVault(block) } = screen;
  const folder = await vault();
  const scratch = new Scratch({});
  const serving = await scratch.serve([folder, '--port', '0', '--token', TOKEN]);
  const { tab, errors } = await openPage(browser, serving.address, { width, height: 800, isDark }, TASKS);
  await tab.clock.setFixedTime(NOW);
  await unlock(tab);
  return {
    ...{ tab, errors, property: propertyIn(folder) },
    edit: async (title, change) => {
      const file = path.join(folder, noteOf(title));
      await writeFile(file, change(await readFile(file, 'utf8')));
    },
    openNote: async (opener) => {
      await opener.click(SLOW);
      return tab.getByRole('complementary', { name: 'A' }).locator('.ndb-block');
    },
    close: async () => {
      await tab.context().close();
      serving.child.kill('SIGTERM');
      await serving.finished;
      await scratch.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function appHome(browser: Browser, screen: LayoutScreen): Promise<LayoutHome> {
  const { width, isDark = false, block = '', vault = () => makeVault(block) } = screen;
  const folder = await vault();
  const server = await servePlugin(new NodeDisk(folder, null));
  const { tab, errors } = await openApp(browser, server.url, { width, height: 800, isDark });
  // The test app has no scheme of its own for files of the vault.
  await tab.route('**/vault/*', (route) =>
    route.fulfill({ path: path.join(folder, path.basename(route.request().url())) }),
  );
  await tab.evaluate(() => {
    window.testApp.core.vault.getResourcePath = (file) => `/vault/${file.path}`;
  });
  await openTables(tab, 'Tasks');
  await tab.clock.setFixedTime(NOW);
  return {
    ...{ tab, errors, property: propertyIn(folder) },
    edit: async (title, change) => {
      const text = change(await readFile(path.join(folder, noteOf(title)), 'utf8'));
      await tab.evaluate(
        async ([note, changed]) => {
          const { vault } = window.testApp.core;
          const file = vault.getFileByPath(note);
          if (file !== null) await vault.modify(file, changed);
        },
        [noteOf(title), text] as const,
      );
    },
    openNote: async () => {
      await tab.evaluate(() => window.testApp.core.workspace.openLinkText('A', '', true));
      return tab.locator('.block-language-notedb');
    },
    close: async () => {
      await tab.context().close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** By the tool *View*: the layout, and its settings by what they are called. */
export async function showLayout(
  { tab }: LayoutHome,
  layout: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await tab.locator('button[title=View]').click(SLOW);
  const tool = tab.getByRole('dialog');
  await tool.getByRole('button', { name: layout, exact: true }).click();
  for (const [label, option] of Object.entries(settings)) {
    const field = tool.locator('label', { hasText: new RegExp(`^${label}`) }).locator('select');
    const choice = tool.getByRole('group', { name: label }).getByRole('button', { name: option, exact: true });
    await field.or(choice).waitFor(SLOW);
    await ((await field.count()) > 0 ? field.selectOption({ label: option }) : choice.click());
  }
  await tab.keyboard.press('Escape');
}

export async function saveView({ tab }: LayoutHome, name: string): Promise<void> {
  await tab.locator('button[title=View]').click(SLOW);
  await tab.getByRole('dialog').getByLabel('Save as a new view').fill(name);
  await tab.keyboard.press('Enter');
}

export const notice = ({ tab }: LayoutHome): Locator => tab.locator('.ndb-pane-notice');

export async function middleOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  await target.scrollIntoViewIfNeeded(SLOW);
  const box = await target.boundingBox(SLOW);
  if (box === null) throw new Error(`${String(target)} is not in sight.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** From one place to another; `over` waits for the state in which it is dropped. */
export async function dragByMouse(
  tab: Page,
  [from, to]: readonly [Locator, Locator],
  over: () => Promise<unknown>,
): Promise<void> {
  const target = await middleOf(to);
  const start = await middleOf(from);
  await tab.mouse.move(start.x, start.y);
  await tab.mouse.down();
  await tab.mouse.move(start.x + 6, start.y, { steps: 2 });
  await tab.mouse.move(target.x, target.y, { steps: 4 });
  await over();
  await tab.mouse.up();
}

/** The finger rests until `lifted`. */
export async function dragByFinger(
  tab: Page,
  [from, to]: readonly [Locator, Locator],
  lifted: () => Promise<unknown>,
): Promise<void> {
  const target = await middleOf(to);
  const start = await middleOf(from);
  const finger = await tab.context().newCDPSession(tab);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0): Promise<unknown> =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', start.x, start.y);
  await lifted();
  for (let step = 1; step <= 4; step += 1)
    await touch('touchMove', start.x + ((target.x - start.x) * step) / 4, start.y + ((target.y - start.y) * step) / 4);
  await touch('touchEnd');
}

/** Facts that find no room on a card are counted beside the others, and named below the pointer. */
export async function expectFactsCounted(tab: Page): Promise<void> {
  const said = (): Promise<readonly (readonly string[])[]> =>
    tab.locator('.ndb-facts-frame').evaluateAll((frames) =>
      frames.map((frame) => {
        const facts = [...frame.querySelectorAll('.ndb-row-fact')];
        const { bottom = 0 } = frame.querySelector('.ndb-row-facts')?.getBoundingClientRect() ?? {};
        const out = facts.filter((fact) => fact.getBoundingClientRect().top >= bottom - 1).length;
        const names = frame.parentElement?.querySelector<HTMLElement>('.ndb-row-name')?.title.split('\n') ?? [];
        return [
          out === 0 ? '' : `+${out}`,
          frame.querySelector('.ndb-more-facts')?.textContent ?? '',
          `+${names.length - 1}`,
        ];
      }),
    );
  await expect.poll(async () => (await said()).some(([, badge]) => badge !== ''), SLOW).toBe(true);
  await expect.poll(async () => (await said()).filter(([out, badge]) => out !== badge)).toEqual([]);
  expect((await said()).filter(([, badge, named]) => badge !== '' && badge !== named)).toEqual([]);
}

/** Nothing sticks out of a phone. */
export async function expectNoSidewaysScroll(tab: Page, width: number): Promise<void> {
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}
