/** A note of ten megabytes on the page: its row is read beside its table all the same. docs/page.md#a-row */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { launchBrowser } from './launch';
import { openTasks, servePage, TASK, TASK_PATH } from './served-page';

const TEN_MB = 10 * 1024 * 1024;

it('a text of ten megabytes is shown cut in the panel of its row, beside its properties', async () => {
  const [browser, served] = await Promise.all([launchBrowser(), servePage()]);
  const text = await served.note();
  await writeFile(path.join(served.vault.folder, TASK_PATH), `${text}\n${'A line of text.\n\n'.repeat(TEN_MB / 17)}`);
  const { tab, errors } = await openTasks(browser, served);
  tab.setDefaultTimeout(10_000);
  await tab.getByRole('button', { name: `Open ${TASK_PATH}` }).click({ force: true });
  const panel = tab.getByRole('complementary', { name: TASK });
  await panel.getByText('A line of text.').first().waitFor();
  await panel.getByText(/^This is the beginning. The text has 10,\d+,\d+ letters/).waitFor();
  await panel.locator('.ndb-property').filter({ hasText: 'Status' }).waitFor();
  expect(await panel.locator('*').count()).toBeLessThan(20_000);
  await panel.getByRole('button', { name: 'Close the note' }).click();
  await expect.poll(() => panel.count()).toBe(0);
  expect(errors).toEqual([]);
  await browser.close();
  await served.remove();
});
