/** The grid over 100,000 rows of 30 columns: what is in the document. `npm run bench:ui` has the times. docs/performance.md#tables-on-the-screen */

import path from 'node:path';
import esbuild from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rootFile } from '../plugin/built-plugin';
import { launchBrowser } from './launch';

let browser: Browser;
let tab: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(import.meta.dirname, 'big-grid-page.tsx')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  await tab.setContent('<html lang="en"><body class="theme-light"></body></html>');
  await tab.addStyleTag({ content: await rootFile(path.join('test', 'host', 'theme.css')) });
  await tab.addStyleTag({ content: await rootFile('styles.css') });
  await tab.addStyleTag({ content: '.view-content { height: 760px; padding: 0 }' });
  await tab.addScriptTag({ content: outputFiles[0]?.text ?? '' });
});
afterAll(() => browser.close());

interface Counts {
  readonly mostRows: number;
  readonly mostNodes: number;
  readonly fieldsOpened: number;
}

/** A hand moves the cursor, jumps to other rows, and opens fields; looks after each step. */
const lookWhileMoving = (): Promise<Counts> =>
  tab.evaluate(async () => {
    const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
    let [mostRows, mostNodes, fieldsOpened] = [0, 0, 0];
    const step = async (act: () => void): Promise<void> => {
      act();
      await frame();
      mostRows = Math.max(mostRows, document.querySelectorAll('.ndb-row').length);
      mostNodes = Math.max(mostNodes, document.querySelectorAll('*').length);
    };
    await step(() => window.showBigGrid());
    const grid = document.querySelector('[role=grid]') as HTMLElement;
    const scroll = document.querySelector('.ndb-scroll') as HTMLElement;
    grid.focus();
    const press = (key: string): void => {
      const target = document.activeElement ?? grid;
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    };
    for (let count = 0; count < 60; count += 1) await step(() => press('ArrowDown'));
    for (let count = 0; count < 40; count += 1) await step(() => press('ArrowRight'));
    for (let count = 0; count < 30; count += 1) {
      await step(() => {
        scroll.scrollTop += count % 2 === 0 ? 640 : 41_000;
        scroll.dispatchEvent(new Event('scroll'));
      });
    }
    for (let count = 0; count < 5; count += 1) {
      await step(() => press('Enter'));
      fieldsOpened += document.querySelectorAll('.ndb-field').length;
      await step(() => press('Escape'));
    }
    return { mostRows, mostNodes, fieldsOpened };
  });

it('has at most sixty rows in the document, whatever a hand does', async () => {
  const { mostRows, mostNodes, fieldsOpened } = await lookWhileMoving();
  expect(mostRows).toBeGreaterThan(20);
  expect(mostRows).toBeLessThanOrEqual(60);
  expect(mostNodes).toBeLessThan(4000);
  expect(fieldsOpened).toBe(5);
});
