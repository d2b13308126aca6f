/** The two homes of the interface, each in a tab of Chromium with the tables open. */

import type { Browser, Page } from 'playwright-core';
import { openApp, servePlugin } from '../../test/browser/app-page';
import { TOKEN, openPage, unlock } from '../../test/browser/served-page';
import { Scratch } from '../../test/headless/run-program';
import { NodeDisk } from '../../test/host/node-disk';
import { installHand } from './hand-in-page';
import { install } from './in-page';

export type HomeName = 'page' | 'app';

export interface Home {
  readonly name: HomeName;
  readonly tab: Page;
  /** Milliseconds of the start, in words. */
  readonly started: string;
  close(): Promise<void>;
}

const SCREEN = { width: 1280, height: 800, isDark: false };
/** Of the table that is measured. */
export const LABEL = 'Wide';
/** A start over 100,000 notes. */
const LONGEST_START = 20 * 60_000;

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The page at `/app/`, served by the built program. */
export async function openPageHome(browser: Browser, folder: string): Promise<Home> {
  const scratch = new Scratch();
  const start = performance.now();
  const { address } = await scratch.serve([folder, '--port', '0', '--token', TOKEN]);
  const started = `program ${seconds(start)}`;
  const { tab } = await openPage(browser, address, SCREEN);
  tab.setDefaultTimeout(LONGEST_START);
  await unlock(tab);
  await tab.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: LABEL }).waitFor();
  await tab.evaluate(install, LABEL);
  await tab.evaluate(installHand);
  const close = async (): Promise<void> => {
    await tab.context().close();
    await scratch.remove();
  };
  return { name: 'page', tab, started: `${started}, open ${seconds(start)}`, close };
}

/** The built plugin in the test app, engine and all in the page's one thread. */
export async function openAppHome(browser: Browser, folder: string): Promise<Home> {
  const server = await servePlugin(new NodeDisk(folder, null));
  const start = performance.now();
  const { tab } = await openApp(browser, server.url, SCREEN);
  tab.setDefaultTimeout(LONGEST_START);
  const app = `test app ${seconds(start)}`;
  await tab.evaluate(install, LABEL);
  await tab.evaluate(installHand);
  await tab.evaluate(async () => {
    interface Inside {
      readonly api: { ready(): Promise<void> };
      readonly session: { state: { client: { run: (name: string, args: object) => Promise<unknown> } } };
    }
    const plugin = window.testApp.core.plugins.getPlugin('notedb') as unknown as Inside;
    await plugin.api.ready();
    const { client } = plugin.session.state;
    const { run } = client;
    client.run = async (name, args) => {
      const answer = await run(name, args);
      if (name === 'select_rows') window.bench.answers.push(performance.now());
      return answer;
    };
  });
  const started = `${app}, plugin ${seconds(start)}`;
  await tab.evaluate(() => void window.testApp.core.commands.executeCommandById('notedb:open-tables'));
  await tab.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: LABEL }).waitFor();
  const close = async (): Promise<void> => {
    await tab.context().close();
    await server.close();
  };
  return { name: 'app', tab, started, close };
}
