/** From the start screen to a table of own notes and everything that is done with it, in the app, also by the keyboard alone. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { NotedbApi } from '../../src/plugin/javascript-api';
import { NodeDisk } from '../host/node-disk';
import { openApp, servePlugin } from './app-page';
import { makeFilmNotes } from './journey-notes';
import { type OpensHome, testJourneys } from './journey-steps';
import { launchBrowser } from './launch';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const inTheApp: OpensHome = async (hand) => {
  const notes = await makeFilmNotes();
  const server = await servePlugin(new NodeDisk(notes.folder, null));
  const { tab, errors } = await openApp(browser, server.url, { width: 1280, height: 800, isDark: false });
  await tab.evaluate(() => void window.testApp.core.commands.executeCommandById('notedb:open-tables'));
  return {
    tab,
    errors,
    hand: hand(tab),
    folder: notes.folder,
    agent: (operation, args) => tab.evaluate(asPlugin, { operation, args }),
    // A click on a notice closes it.
    dismiss: async () => {
      const notice = tab.locator('.notice').first();
      while ((await notice.count()) > 0) await notice.click({ position: { x: 3, y: 3 } });
    },
    close: async () => {
      await tab.context().close();
      await server.close();
      await notes.remove();
    },
  };
};

interface WithApi {
  readonly api: NotedbApi;
}

/** In the page of the app: a write of another plugin. docs/javascript-api.md */
async function asPlugin({ operation, args }: { readonly operation: string; readonly args: object }): Promise<void> {
  const { plugins } = window.testApp.core.plugins as unknown as { readonly plugins: { readonly notedb: WithApi } };
  await plugins.notedb.api.run(operation as 'update_rows', args as never, { harness: 'planner' });
}

testJourneys(inTheApp);
