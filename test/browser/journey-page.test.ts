/** From the start screen to a table of own notes and everything that is done with it, on the page of the server, also by the keyboard alone. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { Scratch, bearer, post } from '../headless/run-program';
import { makeFilmNotes } from './journey-notes';
import { type OpensHome, testJourneys } from './journey-steps';
import { launchBrowser } from './launch';
import { TOKEN, openPage, unlock } from './served-page';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const onThePage: OpensHome = async (hand) => {
  const scratch = new Scratch();
  const notes = await makeFilmNotes();
  const { address, port } = await scratch.serve([notes.folder, '--port', '0', '--token', TOKEN]);
  const create = ['token', 'create', '--name', 'Planner', '--permissions', 'read,write', '--vault', notes.folder];
  const token = /ndb\w*_[\w-]+/.exec((await scratch.run(create)).stdout)?.[0] ?? '';
  const { tab, errors } = await openPage(browser, address, { width: 1280, height: 800, isDark: false });
  await unlock(tab);
  return {
    tab,
    errors,
    hand: hand(tab),
    folder: notes.folder,
    agent: async (operation, args) => {
      const { json, status } = await post(port, operation, args as never, bearer(token));
      expect([status, json]).toEqual([200, expect.anything()]);
    },
    dismiss: () => Promise.resolve(),
    close: async () => {
      await tab.context().close();
      await scratch.remove();
      await notes.remove();
    },
  };
};

testJourneys(onThePage);
