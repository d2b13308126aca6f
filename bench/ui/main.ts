/** Measures the interface in Chromium against the goals of docs/performance.md#tables-on-the-screen. `npm run bench:ui -- --size 10000 --home app` */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../test/browser/launch';
import { withCopy } from '../vault/copies';
import {
  arrows,
  edits,
  firstPaint,
  median,
  openings,
  pastes,
  plainTable,
  scroll,
  sorts,
  touchedBlocks,
} from './figures';
import { measureBoard } from './board';
import { measureCalendar } from './calendar';
import { measureCards } from './cards';
import { measureChart } from './chart';
import { loadingFigure } from './loading';
import { type Home, openAppHome, openPageHome } from './homes';
import { type Figure, type Figures, isMissed, markdownTable, middleOf } from './report';
import { tasksDuring } from './tasks';
import { measureTimeline } from './timeline';
import { BLOCKS, wideVault } from './wide-vault';

const root = path.join(import.meta.dirname, '../..');
const HOMES = { page: openPageHome, app: openAppHome } as const;
type Measure = (browser: Browser, home: Home) => Promise<readonly Figure[]>;
const LAYOUTS: Readonly<Record<string, Measure>> = {
  table: measureTable,
  board: (from, { tab }) => measureBoard(from, tab),
  calendar: (from, { tab }) => measureCalendar(from, tab),
  timeline: (from, { tab }) => measureTimeline(from, tab),
  cards: (from, { tab }) => measureCards(from, tab),
  chart: (from, { tab }) => measureChart(from, tab),
};

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    /** Rows of the app, whose host in a page is slow to start. */
    'app-size': { type: 'string' },
    home: { type: 'string', multiple: true },
    runs: { type: 'string', default: '3' },
    /** Several are measured one after the other in the same start. */
    layout: { type: 'string', multiple: true, default: ['table'] },
    /** Measures the loading of main.js alone. */
    loading: { type: 'boolean', default: false },
  },
});
const names = (['page', 'app'] as const).filter((name) => !values.loading && (values.home?.includes(name) ?? true));

const measures = values.layout.map((name) => {
  const measure = LAYOUTS[name];
  if (measure === undefined) throw new Error(`--layout is one of ${Object.keys(LAYOUTS).join(', ')}`);
  return measure;
});

const load = (): string =>
  os
    .loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');
console.log(`load ${load()}, ${os.cpus().length} processors, Node ${process.version}`);
const browser = await launchBrowser();
const figures: Partial<Record<keyof typeof HOMES, readonly Figure[]>> = {};
try {
  if (values.layout.includes('table')) {
    const loading = await loadingFigure(browser, path.join(root, 'main.js'));
    console.log(line(loading));
    figures.app = [loading];
  }
  for (const name of names) {
    const size = Number((name === 'app' ? values['app-size'] : undefined) ?? values.size);
    const measured = await withCopy(wideVault(size), async (folder) => {
      const runs: (readonly Figure[])[] = [];
      for (let run = 0; run < Number(values.runs); run++) runs.push(await measureHome(browser, name, folder, size));
      return middleOf(runs);
    });
    figures[name] = [...(figures[name] ?? []), ...measured];
  }
} finally {
  await browser.close();
}
report({ ...figures });

/** Orders are asked for the first time once a start, so that each run starts anew. */
async function measureHome(
  browser: Browser,
  name: keyof typeof HOMES,
  folder: string,
  size: number,
): Promise<readonly Figure[]> {
  const home = await HOMES[name](browser, folder);
  console.log(`${name}, ${size} rows: ${home.started}; load ${load()}`);
  try {
    const measured: Figure[] = [];
    for (const measure of measures) {
      const figures = await measure(browser, home);
      for (const figure of figures) console.log(`  ${line(figure)}`);
      measured.push(...figures);
    }
    return measured;
  } finally {
    await home.close();
  }
}

function line(figure: Figure): string {
  const { name, measured, unit, note = '' } = figure;
  return `${name}: ${measured.toFixed(1)} ${unit}${isMissed(figure) ? ' MISSED' : ''} ${note}`;
}

async function measureTable(browser: Browser, { name, tab }: Home): Promise<readonly Figure[]> {
  const paint = await firstPaint(tab);
  const plain = await plainTable(tab);
  const moved = await scroll(tab);
  const keys = await arrows(tab);
  const opened = await openings(tab);
  const edited = await edits(tab);
  const pasted = await pastes(tab);
  const sorted = await sorts(tab);
  const tasks = await tasksDuring(browser, tab, async () => {
    await scroll(tab);
    await arrows(tab);
    await openings(tab);
    await edits(tab);
    await sorts(tab);
  });
  const ms = 'ms';
  const slowest = Object.entries(opened)
    .map(([label, times]) => [label, median(times)] as const)
    .sort((a, b) => b[1] - a[1])[0];
  const [cold = 0, ...warm] = paint.answer;
  return [
    {
      name: 'first paint after the answer, cold',
      goal: 100,
      unit: ms,
      measured: cold,
      note: `from the click ${Math.round(paint.click[0] ?? 0)}`,
    },
    {
      name: 'the same, a table seen before',
      goal: 100,
      unit: ms,
      measured: median(warm),
      note: `plain table ${median(plain).toFixed(1)}`,
    },
    {
      ...{
        name: 'scrolling 10,000 pixels a second',
        goal: Math.floor(Math.min(60, moved.emptyFrames) * 0.97),
        atLeast: true,
        unit: 'frames/s',
      },
      measured: moved.frames,
      note: `empty loop ${moved.emptyFrames.toFixed(1)}, p99 of a frame ${moved.late.toFixed(0)} ms, ${moved.unread} frames with unread rows`,
    },
    { name: 'rows in the document', goal: 60, unit: '', measured: moved.mostRows, note: `${moved.mostNodes} elements` },
    {
      name: 'arrow key to its frame',
      goal: 16,
      unit: ms,
      measured: median(keys.arrow),
      note: `one element ${median(keys.anchor).toFixed(1)}, work ${median(keys.work).toFixed(1)}`,
    },
    {
      name: 'opening an editor',
      goal: 50,
      unit: ms,
      measured: median(Object.values(opened).flat()),
      note: `slowest: ${slowest?.[0] ?? ''} ${(slowest?.[1] ?? 0).toFixed(1)}`,
    },
    {
      name: 'echo of an edit',
      goal: 50,
      unit: ms,
      measured: median(edited.echo),
      note: `worst ${Math.max(...edited.echo).toFixed(1)}, written after ${median(edited.saved).toFixed(0)}`,
    },
    {
      name: 'paste of 100 cells in 50 notes',
      goal: 500,
      unit: ms,
      measured: median(pasted),
      note: `worst ${Math.max(...pasted).toFixed(0)}`,
    },
    {
      name: 'sort, the first time',
      goal: 600,
      unit: ms,
      measured: median(sorted.first),
      note: `worst ${Math.max(...sorted.first).toFixed(0)}`,
    },
    {
      name: 'sort, then',
      goal: 50,
      unit: ms,
      measured: median(sorted.again),
      note: `worst ${Math.max(...sorted.again).toFixed(0)}`,
    },
    {
      name: 'blocks of the main thread, p99',
      goal: 10,
      unit: ms,
      measured: tasks.p99,
      note: `of ${tasks.count} tasks from 1 ms`,
    },
    {
      name: 'the same, over 50 ms',
      goal: 0,
      unit: '',
      measured: tasks.over50,
      note: `longest ${tasks.longest.toFixed(0)} ms`,
    },
    ...(name === 'app' ? await inTheApp(tab) : []),
  ];
}

async function inTheApp(tab: Home['tab']): Promise<readonly Figure[]> {
  const { touched, rows, time, opened } = await touchedBlocks(tab, BLOCKS);
  const bytes = fs.statSync(path.join(root, 'main.js')).size;
  return [
    { name: `a note with ${BLOCKS} blocks, opened`, goal: 100, unit: 'ms', measured: opened },
    {
      name: `blocks redrawn for one changed row, of ${BLOCKS}`,
      goal: 1,
      unit: '',
      measured: touched,
      note: `${rows} rows in it, shown after ${time.toFixed(0)} ms`,
    },
    { name: 'main.js', goal: 2.2, unit: 'MB', measured: bytes / 1e6 },
  ];
}

function report(all: Figures): void {
  console.log(`\n${markdownTable(all)}\n\nload ${load()}`);
  const missed = Object.entries(all).flatMap(([name, each]) =>
    (each ?? []).filter(isMissed).map((figure) => `${name}: ${line(figure)}`),
  );
  console.log(missed.length === 0 ? 'Nothing missed its goal.' : `Missed:\n${missed.join('\n')}`);
  const folder = path.join(root, 'bench/results');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, 'latest-ui.json'),
    `${JSON.stringify({ load: os.loadavg(), figures: all }, null, 2)}\n`,
  );
}
