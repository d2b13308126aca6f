import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './launch';

let browser: Browser | undefined;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

it('renders a page, runs its script and draws its letters', async () => {
  const context = await browser!.newContext({ viewport: { width: 400, height: 300 } });
  const page = await context.newPage();
  await page.setContent(
    '<p style="font: 40px sans-serif; display: inline">Wide text</p><script>document.title = `sum ${1 + 1}`</script>',
  );
  expect(await page.title()).toBe('sum 2');
  expect(await page.locator('p').evaluate((element) => element.getBoundingClientRect().width)).toBeGreaterThan(100);
  const blank = await context.newPage();
  expect((await page.screenshot()).equals(await blank.screenshot())).toBe(false);
});
