/** The page at `/app/` in a browser, served by the built program from a copy of the demo vault. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Answer, Scratch, type Serving, bearer, post } from '../headless/run-program';
import { type DemoVault, copyDemoVault } from '../plugin/built-plugin';
import type { Screen } from './app-page';

export const TOKEN = 'the-token-of-the-demo';

/** A task of the demo vault. */
export const TASK = 'Bake a trial panettone';
export const TASK_PATH = `notedb/main/default/tasks/${TASK}.md`;
export const TASKS = '#table=main.default.tasks';

const SLOW_WALK = new URL('slow-walk.mjs', import.meta.url).href;

const SCREEN: Screen = { width: 1280, height: 800, isDark: false };

export interface ServedPage {
  readonly vault: DemoVault;
  readonly address: string;
  /** The text of a note. */
  note(path?: string): Promise<string>;
  /** Another program's call. */
  call(operation: string, args: object, token?: string): Promise<Answer>;
  /** The token of an app that may read and write rows. */
  agent(name: string): Promise<string>;
  /** Ends the program, as Ctrl-C does. */
  stop(): Promise<void>;
  /** Starts it again at the same port. Resolves when it has read the vault. */
  start(token?: string, more?: readonly string[]): Promise<void>;
  /** It does not get on with reading the vault before the returned function is called. */
  holdReading(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

export async function servePage(more: readonly string[] = []): Promise<ServedPage> {
  const vault = await copyDemoVault();
  const gate = `${vault.folder}.gate`;
  const scratch = new Scratch({ NODE_OPTIONS: `--import=${SLOW_WALK}`, NOTEDB_TEST_GATE: gate });
  let serving: Serving = await scratch.serve([vault.folder, '--port', '0', '--token', TOKEN, ...more]);
  const { address, port } = serving;
  const stop = async (): Promise<void> => {
    serving.child.kill('SIGTERM');
    await serving.finished;
  };
  return {
    vault,
    address,
    note: (file = TASK_PATH) => readFile(path.join(vault.folder, file), 'utf8'),
    call: (operation, args, token = TOKEN) => post(port, operation, args as never, bearer(token)),
    agent: async (name) => {
      const made = await scratch.run(['token', 'create', '--name', name, '--permissions', 'read,write']);
      return /ndb\w*_[\w-]+/.exec(made.stdout)?.[0] ?? made.stderr;
    },
    stop,
    start: async (token = TOKEN, others = []) => {
      serving = await scratch.serve([vault.folder, '--port', String(port), '--token', token, ...others]);
    },
    holdReading: async () => {
      await writeFile(gate, '');
      return () => rm(gate);
    },
    remove: async () => {
      await scratch.remove();
      await vault.remove();
    },
  };
}

export interface OpenPage {
  readonly tab: Page;
  /** What the page complained of; a server that is gone, and a token that is refused, are none of it. */
  readonly errors: readonly string[];
  /** Addresses asked for, other than this server's. */
  readonly foreign: readonly string[];
}

export async function openPage(browser: Browser, address: string, screen = SCREEN, hash = ''): Promise<OpenPage> {
  const { width, height, isDark } = screen;
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 600,
    locale: 'en-GB',
    colorScheme: isDark ? 'dark' : 'light',
  });
  const tab = await context.newPage();
  const errors: string[] = [];
  const foreign: string[] = [];
  tab.on('pageerror', (error) => errors.push(String(error)));
  tab.on('console', (message) => {
    const { url } = message.location();
    const isOfNet = message.text().startsWith('Failed to load resource') && url.startsWith(address);
    if (message.type() === 'error' && !isOfNet) errors.push(message.text());
  });
  tab.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${address}/`)) foreign.push(request.url());
  });
  await tab.goto(`${address}/app/${hash}`);
  return { tab, errors, foreign };
}

/** Pastes the token as a person does. */
export async function unlock(tab: Page, token = TOKEN): Promise<void> {
  const field = tab.getByLabel('Token');
  await field.waitFor();
  await field.fill('');
  await field.evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    (element as HTMLInputElement).focus();
    if (element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))) {
      document.execCommand('insertText', false, text);
    }
  }, token);
}

export async function openTasks(browser: Browser, { address }: ServedPage, screen = SCREEN): Promise<OpenPage> {
  const opened = await openPage(browser, address, screen, TASKS);
  await unlock(opened.tab);
  // Where there is no room for a grid the rows are a list.
  await opened.tab
    .getByRole('grid', { name: 'Tasks' })
    .or(opened.tab.getByRole('list', { name: 'Tasks' }))
    .waitFor();
  return opened;
}

/** Of the row of `TASK`. */
export const taskCell = (tab: Page, column: number): Locator =>
  tab.getByRole('row').filter({ hasText: TASK }).getByRole('gridcell').nth(column);

/** Edits the status of `TASK` by the keyboard. */
export async function chooseStatus(tab: Page, status: string): Promise<void> {
  await taskCell(tab, 1).click({ position: { x: 3, y: 17 } });
  await tab.keyboard.press('Enter');
  await tab.getByLabel('Status', { exact: true }).fill(status);
  await tab.keyboard.press('Enter');
}
