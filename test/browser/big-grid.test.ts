/** The grid over 100,000 rows of 30 columns: what is in the document, and how long a hand waits. docs/performance.md#tables-on-the-screen */

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

interface Figures {
  readonly shown: number;
  readonly arrow: number;
  readonly scroll: number;
  readonly open: number;
  readonly mostRows: number;
  readonly mostNodes: number;
}

/** Milliseconds, from the hand to the layout that follows: medians but for the first showing. */
const measure = (): Promise<Figures> =>
  tab.evaluate(async () => {
    const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
    const median = (times: readonly number[]): number =>
      [...times].sort((one, other) => one - other)[times.length >> 1] ?? 0;
    let [mostRows, mostNodes] = [0, 0];
    const timed = async (act: () => void): Promise<number> => {
      const before = performance.now();
      act();
      await Promise.resolve();
      void document.body.offsetHeight;
      const time = performance.now() - before;
      mostRows = Math.max(mostRows, document.querySelectorAll('.ndb-row').length);
      mostNodes = Math.max(mostNodes, document.querySelectorAll('*').length);
      await frame();
      return time;
    };
    const shown = await timed(() => window.showBigGrid());
    await frame();
    const grid = document.querySelector('[role=grid]') as HTMLElement;
    const scroll = document.querySelector('.ndb-scroll') as HTMLElement;
    grid.focus();
    const press = (key: string): void => {
      const target = document.activeElement ?? grid;
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    };
    const arrows: number[] = [];
    for (let step = 0; step < 60; step += 1) arrows.push(await timed(() => press('ArrowDown')));
    for (let step = 0; step < 40; step += 1) arrows.push(await timed(() => press('ArrowRight')));
    const scrolls: number[] = [];
    for (let step = 0; step < 60; step += 1) {
      const move = (): void => {
        scroll.scrollTop += step % 2 === 0 ? 640 : 41_000;
        scroll.dispatchEvent(new Event('scroll'));
      };
      scrolls.push(await timed(move));
    }
    const opens: number[] = [];
    for (let step = 0; step < 10; step += 1) {
      opens.push(await timed(() => press('Enter')));
      press('Escape');
      await frame();
    }
    return { shown, arrow: median(arrows), scroll: median(scrolls), open: median(opens), mostRows, mostNodes };
  });

it('has at most sixty rows in the document, and answers a hand within its time', async () => {
  const figures = await measure();
  if (process.env['FIGURES'] === '1') console.log(figures);
  expect(figures.mostRows).toBeLessThanOrEqual(60);
  expect(figures.mostNodes).toBeLessThan(4000);
  expect(figures.arrow).toBeLessThan(16);
  expect(figures.open).toBeLessThan(50);
  expect(figures.shown).toBeLessThan(400);
});
