/** What a hand does in a table of many rows and thirty columns, and how long it waits. docs/performance.md#tables-on-the-screen */

import type { Page } from 'playwright-core';
import { medianOf } from '../measure';
import { ROUNDS } from './wide-vault';

/** Milliseconds, unless the figure says otherwise. */
export type Samples = readonly number[];

/** From the answer, and from the click, to the frame with the rows; the first one is cold. */
export async function firstPaint(tab: Page): Promise<{ readonly answer: Samples; readonly click: Samples }> {
  const answer: number[] = [];
  const click: number[] = [];
  for (let time = 0; time < 6; time++) {
    if (time > 0) await tab.evaluate(chooseOther);
    const taken = await tab.evaluate(chooseWide);
    answer.push(taken.answer);
    click.push(taken.click);
  }
  return { answer, click };
}

const chooseOther = async (): Promise<void> => {
  const { bench } = window;
  const choices = [...document.querySelectorAll<HTMLElement>('.ndb-table-choice')];
  choices.find((el) => el.textContent?.includes('People'))?.click();
  await bench.shown(performance.now(), () => document.querySelector('[role=grid][aria-label="Wide"]') === null);
  await bench.quiet();
};

const chooseWide = async (): Promise<{ readonly answer: number; readonly click: number }> => {
  const { bench } = window;
  performance.clearResourceTimings();
  bench.answers.length = 0;
  const choices = [...document.querySelectorAll<HTMLElement>('.ndb-table-choice')];
  const since = performance.now();
  choices.find((el) => el.textContent?.includes('Wide'))?.click();
  const rows = '.ndb-pane-place:not([inert]):not([hidden]) [role=grid][aria-label="Wide"] .ndb-row:not(.ndb-is-unread)';
  const click = await bench.shown(since, () => document.querySelector(rows) !== null);
  const answer = since + click - bench.answered(since);
  await bench.quiet();
  return { answer, click };
};

/** As many cells as the grid shows, as a plain table. */
export const plainTable = (tab: Page): Promise<Samples> =>
  tab.evaluate(async () => {
    const { bench } = window;
    const rows = [...bench.grid().querySelectorAll('.ndb-row')].map((row) =>
      [...row.querySelectorAll('.ndb-cell')].map((cell) => cell.textContent),
    );
    const times: number[] = [];
    for (let time = 0; time < 6; time++) {
      await bench.anyMoment();
      const since = performance.now();
      const table = document.createElement('table');
      table.style.cssText = 'position: fixed; inset: 0; background: white; z-index: 9';
      for (const cells of rows) {
        const line = table.insertRow();
        for (const text of cells) line.insertCell().textContent = text;
      }
      document.body.append(table);
      times.push(await bench.shown(since, () => true));
      table.remove();
    }
    return times;
  });

export interface Scrolled {
  /** A second. */
  readonly frames: number;
  /** Of a loop that does nothing. */
  readonly emptyFrames: number;
  /** Milliseconds between two frames: the 99th percentile. */
  readonly late: number;
  readonly mostRows: number;
  readonly mostNodes: number;
  /** Frames that showed a row without its values. */
  readonly unread: number;
}

/** Five rows a frame for five seconds: 10,000 pixels a second. */
export const scroll = (tab: Page): Promise<Scrolled> =>
  tab.evaluate(async () => {
    const { hand } = window;
    const empty = await hand.walk(() => undefined);
    const scroller = window.bench.scroller();
    scroller.scrollTop = 0;
    await window.bench.quiet();
    let [top, mostRows, mostNodes, unread] = [0, 0, 0, 0];
    const moved = await hand.walk(() => {
      // Reading where it is would lay the page out once more.
      scroller.scrollTop = top += 160;
      mostRows = Math.max(mostRows, scroller.querySelectorAll('.ndb-row').length);
      mostNodes = Math.max(mostNodes, document.getElementsByTagName('*').length);
      if (scroller.querySelector('.ndb-is-unread') !== null) unread += 1;
    });
    await window.bench.quiet();
    return { frames: moved.rate, emptyFrames: empty.rate, late: moved.late, mostRows, mostNodes, unread };
  });

/** From the key to the frame, at any moment of a frame; and the same for a key that moves one element. */
export const arrows = (
  tab: Page,
): Promise<{ readonly arrow: Samples; readonly anchor: Samples; readonly work: Samples }> =>
  tab.evaluate(async () => {
    const { bench } = window;
    const grid = bench.grid();
    bench.scroller().scrollTop = 0;
    bench.scroller().scrollLeft = 0;
    await bench.quiet();
    grid.focus();
    const walk = async (key: string): Promise<{ readonly shown: number; readonly work: number }> => {
      await bench.anyMoment();
      const before = bench.place();
      const since = performance.now();
      bench.press(key);
      await Promise.resolve();
      void document.body.offsetHeight;
      const work = performance.now() - since;
      return { shown: await bench.shown(since, () => bench.place() !== before), work };
    };
    const arrow: number[] = [];
    const work: number[] = [];
    for (let count = 0; count < 100; count++) {
      const taken = await walk(count % 10 < 7 ? 'ArrowDown' : count % 20 < 10 ? 'ArrowRight' : 'ArrowLeft');
      arrow.push(taken.shown);
      work.push(taken.work);
    }
    const dot = document.createElement('div');
    dot.tabIndex = 0;
    dot.textContent = '0';
    document.body.append(dot);
    dot.addEventListener('keydown', () => (dot.textContent = String(Number(dot.textContent) + 1)));
    const anchor: number[] = [];
    for (let count = 0; count < 100; count++) {
      await bench.anyMoment();
      const since = performance.now();
      dot.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
      anchor.push(await bench.shown(since, () => dot.textContent === String(count + 1)));
    }
    dot.remove();
    return { arrow, anchor, work };
  });

/** From Enter to the frame with the field, once for each kind of column; the times by column. */
export const openings = (tab: Page): Promise<Readonly<Record<string, Samples>>> =>
  tab.evaluate(async () => {
    const { bench } = window;
    const grid = bench.grid();
    grid.focus();
    bench.press('Escape');
    const times: Record<string, number[]> = {};
    for (let round = 0; round < 4; round++) {
      while (!bench.place().endsWith(':0')) bench.press('ArrowLeft');
      for (let column = 1; column < 10; column++) {
        bench.press('ArrowRight');
        await bench.quiet();
        const since = performance.now();
        bench.press('Enter');
        // A checkbox has no field: its key is the edit.
        if (column === 7) continue;
        const taken = await bench.shown(since, () => document.querySelector('.ndb-field') !== null);
        const label = document.querySelector('.ndb-field')?.getAttribute('aria-label') ?? '';
        (times[label] ??= []).push(taken);
        bench.press('Escape');
        await bench.shown(performance.now(), () => document.querySelector('.ndb-field') === null);
      }
    }
    return times;
  });

/** From the Enter that ends an edit to the frame whose cell has the new value; and how long the write went on. */
export const edits = (tab: Page): Promise<{ readonly echo: Samples; readonly saved: Samples }> =>
  tab.evaluate(async () => {
    const { bench } = window;
    const grid = bench.grid();
    grid.focus();
    while (!bench.place().endsWith(':0')) bench.press('ArrowLeft');
    for (let column = 1; column <= 6; column++) bench.press('ArrowRight');
    const echo: number[] = [];
    const saved: number[] = [];
    for (let count = 0; count < 12; count++) {
      await bench.quiet();
      const cell = grid.getAttribute('aria-activedescendant') ?? '';
      const text = `edited ${count} ${Math.round(performance.now())}`;
      bench.press('Enter');
      await bench.shown(performance.now(), () => document.querySelector('.ndb-field') !== null);
      bench.type(text);
      await bench.anyMoment();
      const since = performance.now();
      bench.press('Enter');
      const isThere = (): boolean => document.getElementById(cell)?.textContent?.includes(text) === true;
      echo.push(await bench.shown(since, () => document.querySelector('.ndb-field') === null && isThere()));
      saved.push(await bench.shown(since, () => document.querySelector('[aria-busy=true]') === null));
      if (bench.place() === cell.split('-').slice(-2).join(':')) bench.press('ArrowDown');
    }
    return { echo, saved };
  });

/** Two columns of numbers pasted into fifty rows, and a few less: from the press that confirms it to the frame that says it is written. */
export const pastes = (tab: Page): Promise<Samples> =>
  tab.evaluate(async () => {
    const { bench } = window;
    const grid = bench.grid();
    bench.scroller().scrollTop = 0;
    bench.scroller().scrollLeft = 0;
    await bench.quiet();
    grid.focus();
    bench.press('Escape');
    while (!bench.place().endsWith(':0')) bench.press('ArrowLeft');
    bench.press('ArrowRight');
    const times: number[] = [];
    // What a start before pasted would be no change.
    const fresh = 1 + (Date.now() % 9999);
    for (let rows = 50; rows > 44; rows--) {
      await bench.quiet();
      const clipboardData = new DataTransfer();
      const lines = Array.from({ length: rows }, (_, row) => `${rows * 1000 + row + fresh}\t${rows}.${fresh}`);
      clipboardData.setData('text/plain', lines.join('\n'));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      const says = (selector: string, text: string): boolean =>
        document.querySelector(selector)?.textContent?.startsWith(text) === true;
      await bench.shown(performance.now(), () => says('.ndb-block-fit', `All ${rows * 2} cells fit.`));
      await bench.anyMoment();
      const since = performance.now();
      document.querySelector<HTMLElement>('[role=dialog] .mod-cta')?.click();
      times.push(await bench.shown(since, () => says('.ndb-pane-notice', `Pasted ${rows * 2} cells in ${rows} notes`)));
    }
    return times;
  });

const SORTED = ['Rank', 'Score', 'Due', 'Text'];

/** From the click on a heading to the frame with other rows; the first time, and when the column was sorted by before. */
export async function sorts(tab: Page): Promise<{ readonly first: Samples; readonly again: Samples }> {
  const first: number[] = [];
  const again: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    for (const name of SORTED) first.push(await tab.evaluate(sortBy, `${name} ${round}`));
  }
  for (const name of SORTED) again.push(await tab.evaluate(sortBy, `${name} 1`));
  for (const name of SORTED) again.push(await tab.evaluate(sortBy, `${name} 2`));
  return { first, again };
}

const sortBy = async (label: string): Promise<number> => {
  const { bench } = window;
  const heading = await bench.heading(label);
  await bench.quiet();
  const top = (): string | null | undefined => {
    const row = bench.grid().querySelector('.ndb-row[aria-rowindex="2"]:not(.ndb-is-unread)');
    return row?.querySelector('.ndb-cell')?.textContent;
  };
  bench.scroller().scrollTop = 0;
  await bench.shown(performance.now(), () => top() !== undefined);
  const before = top();
  const since = performance.now();
  heading.click();
  return bench.shown(since, () => top() !== undefined && top() !== before);
};

export interface TouchedBlocks {
  readonly touched: number;
  /** Rows within them. */
  readonly rows: number;
  readonly time: number;
  /** From the opening of their note to the frame that shows the rows of all. */
  readonly opened: number;
}

/** A note with so many blocks opens; then a row of the first one changes: in how many blocks, and rows, anything in the document changed. */
export const touchedBlocks = (tab: Page, blocks: number): Promise<TouchedBlocks> =>
  tab.evaluate(async (count) => {
    const { bench } = window;
    const { vault, workspace, plugins } = window.testApp.core;
    const block = (at: number): string =>
      `\`\`\`notedb\ntable: wide\ncolumns: [name, remark, score_1]\nwhere: {remark: block ${at}}\norder_by: name\n\`\`\`\n`;
    const text = Array.from({ length: count }, (_, at) => block(at)).join('\n');
    if (vault.getFileByPath('Blocks.md') === null) await vault.create('Blocks.md', text);
    await bench.quiet();
    const start = performance.now();
    await workspace.openLinkText('Blocks', '', true);
    const places = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.block-language-notedb')];
    const ready = (): boolean => places().filter((el) => el.querySelector('.ndb-row') !== null).length === count;
    const opened = await bench.shown(start, ready);
    await bench.quiet();
    const { api } = plugins.getPlugin('notedb') as unknown as {
      readonly api: { run(name: string, args: object): Promise<{ rows: { path: string }[] }> };
    };
    const { rows } = await api.run('select_rows', { table: 'wide', where: { remark: 'block 0' }, limit: 1 });
    const touched = new Set<HTMLElement>();
    const touchedRows = new Set<Element>();
    const observers = places().map((place) => {
      const observer = new MutationObserver((records) => {
        touched.add(place);
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          touchedRows.add(element?.closest('.ndb-row') ?? place);
        }
      });
      observer.observe(place, { subtree: true, childList: true, attributes: true, characterData: true });
      return observer;
    });
    const since = performance.now();
    // Another one in each run: they share the vault.
    const score = Math.round(Date.now() / 1000) + 0.5;
    await api.run('update_row', { table: 'wide', path: rows[0]?.path, set_values: { score_1: score } });
    const isShown = (): boolean =>
      places()[0]
        ?.textContent?.replaceAll(/\D/g, '')
        .includes(`${score * 10}`) === true;
    const time = await bench.shown(since, isShown);
    await bench.quiet();
    for (const observer of observers) observer.disconnect();
    return { touched: touched.size, rows: touchedRows.size, time, opened };
  }, blocks);

export const median = (samples: Samples): number => medianOf(samples);
