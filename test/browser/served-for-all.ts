/** A browser and a served copy of the demo vault, for all tests of a file. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './launch';
import { type ServedPage, servePage } from './served-page';

/** There from the first `beforeAll` of the file that comes after it. */
export interface ServedForAll {
  browser: Browser;
  served: ServedPage;
}

export function servedForAll(): ServedForAll {
  const all = {} as ServedForAll;
  beforeAll(async () => {
    [all.browser, all.served] = await Promise.all([launchBrowser(), servePage()]);
  });
  afterAll(async () => {
    await all.browser.close();
    await all.served.remove();
  });
  return all;
}
