/** What a person sees on a terminal: bars of long work, and tables of any script. docs/command-line.md#errors */

import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ProgressBar } from '../../src/headless/terminal/progress-bar';
import { terminalTable } from '../../src/headless/terminal/terminal-table';

async function shownBy(isErrorTerminal: boolean, before: number): Promise<string> {
  let said = '';
  const bar = new ProgressBar('Reading', { isErrorTerminal, printError: (text) => void (said += text) });
  await wait(before);
  bar.show(1000, 4000, 'rows');
  bar.end();
  return said;
}

it('shows long work as a bar on a terminal, and takes it away; short work and a pipe show none', async () => {
  const bar = 'Reading [######..................] 25 % (1000 of 4000 rows)';
  expect(await shownBy(true, 450)).toBe(`\r\u001B[K${bar}\r\u001B[K`);
  expect(await shownBy(true, 0)).toBe('');
  expect(await shownBy(false, 450)).toBe('');
});

it('draws columns of signs with two places, and cuts the widest column first', () => {
  const columns = ['name', 'n'].map((name) => ({ name, isNumeric: name === 'n' }));
  const style = { strong: String, bad: String, dim: String };
  const rows = [
    ['漢字', '1'],
    ['é👍', '10'],
  ];
  expect(terminalTable(columns, rows, { width: 40, style })).toBe('name   n\n────  ──\n漢字   1\né👍   10\n');
  expect(terminalTable(columns, [['漢字漢字漢字', '1']], { width: 11, style })).toContain('漢字漢…   1\n');
});
