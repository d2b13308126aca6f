/** Shows results as lines while they come, as a Markdown table, and as a file for programs. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GOALS } from './goals';
import type { Spread } from './measure';
import type { Result } from './result';

const digits = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const spread = ({ min, median, max }: Spread): string => `${digits(min)} / ${digits(median)} / ${digits(max)}`;
function goalText({ goal, size }: Result): string {
  const { sense, ratio, within } = GOALS[goal];
  const text = `${sense === 'at most' ? '≤' : '≥'} ${ratio.toFixed(1)}`;
  return within?.size === size ? `${text}, ≤ ${within.ms} ms` : text;
}

export function printResult(result: Result): void {
  const { goal, label, size, unit, engine, anchor, runs, ratio, verdict } = result;
  const name = `${goal}${label === '' ? '' : ` ${label}`}`.padEnd(14);
  const judged = `${ratio.toFixed(2)} (goal ${goalText(result)}) ${verdict}`;
  console.log(
    `${name} ${String(size).padStart(6)}  ${judged.padEnd(32)} engine ${spread(engine)} ${unit}, anchor ${spread(anchor)} ${unit}, ${runs} runs`,
  );
}

/** The table of docs/performance.md. */
export function markdownTable(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { goal, label, size, unit, ratio, verdict } = result;
    const cells = [
      `${goal}${label === '' ? '' : ` (${label})`}`,
      String(size),
      ratio.toFixed(2),
      goalText(result),
      verdict,
      `${spread(result.engine)} ${unit}`,
      `${spread(result.anchor)} ${unit}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = '| figure | size | ratio | goal | verdict | engine min / median / max | anchor min / median / max |';
  return [head, '|---|--:|--:|--:|---|--:|--:|', ...rows].join('\n');
}

/** `bench/results/latest.json`: not committed. */
export function saveResults(folder: string, results: readonly Result[]): string {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'latest.json');
  const machine = { node: process.version, platform: process.platform, processors: os.cpus().length };
  fs.writeFileSync(file, `${JSON.stringify({ machine, load: os.loadavg(), results }, null, 2)}\n`);
  fs.writeFileSync(path.join(folder, 'latest.md'), `${markdownTable(results)}\n`);
  return file;
}
