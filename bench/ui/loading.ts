/** The CPU that loading `main.js` takes: its text is compiled and called as the app does it, in a new page of Chromium each time. */

import fs from 'node:fs';
import type { Browser, CDPSession } from 'playwright-core';
import type { Figure } from './report';

const RUNS = 9;
const GOAL_MS = 100;

interface Cost {
  readonly compile: number;
  readonly call: number;
}

/** The best of several: the processor is shared. */
export async function loadingFigure(browser: Browser, file: string): Promise<Figure> {
  const text = fs.readFileSync(file, 'utf8');
  const anchorText = smallFunctions(text.length);
  const costs: Cost[] = [];
  const anchors: Cost[] = [];
  for (let run = 0; run < RUNS; run++) {
    costs.push(await loadingCost(browser, text));
    anchors.push(await loadingCost(browser, anchorText));
  }
  const { compile, call } = cheapest(costs);
  return {
    name: 'CPU to load main.js',
    goal: GOAL_MS,
    unit: 'ms',
    measured: compile + call,
    note: `compile ${compile.toFixed(1)}, call ${call.toFixed(1)}; a text of small functions as long ${sum(cheapest(anchors)).toFixed(1)}`,
  };
}

const sum = ({ compile, call }: Cost): number => compile + call;

const cheapest = (costs: readonly Cost[]): Cost =>
  costs.reduce((best, cost) => (sum(cost) < sum(best) ? cost : best), { compile: Infinity, call: Infinity });

function smallFunctions(length: number): string {
  let text = '';
  for (let i = 0; text.length < length; i++) text += `function f${i}(a,b){return a+b}`;
  return text;
}

async function loadingCost(browser: Browser, text: string): Promise<Cost> {
  const tab = await browser.newPage();
  try {
    const session = await tab.context().newCDPSession(tab);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await tab.evaluate((code) => Object.assign(window, { code }), text);
    const nothing = await cpuOf(session, '0');
    const compile = await cpuOf(session, COMPILE);
    const call = await cpuOf(session, CALL);
    return { compile: compile - nothing, call: call - nothing };
  } finally {
    await tab.close();
  }
}

/** As the app wraps a plugin. */
const COMPILE = `window.load = window.eval('(function (require, module, exports) {' + window.code + '\\n})'); 0`;

/** `obsidian` is a stand-in whose every name is a class. */
const CALL = `{
  const obsidian = new Proxy({}, { get: () => class {} });
  const module = { exports: {} };
  window.load((name) => (name === 'obsidian' ? obsidian : {}), module, module.exports);
}`;

/** Milliseconds of the page's main thread, without its waits for a processor. */
async function cpuOf(session: CDPSession, expression: string): Promise<number> {
  const before = await threadTime(session);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return (await threadTime(session)) - before;
}

async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'ThreadTime');
  if (found === undefined) throw new Error('this browser does not say how long its main thread was busy');
  return found.value * 1000;
}
