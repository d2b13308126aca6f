/** A served vault keeps a view as a table of Markdown in a note. docs/publish.md#a-table-in-a-note */

import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { eventually } from '../eventually';
import { Scratch, bearer, post, taskVault } from './run-program';

const TOKEN = 'a-token-of-ours';
const scratch = new Scratch({ NOTEDB_TOKEN: TOKEN });
afterAll(() => scratch.remove());

it('a table in a note follows the rows, written by a call or by any editor', async () => {
  const vault = scratch.vault({ ...taskVault(1), 'Home.md': 'Tasks\n' });
  const home = path.join(vault, 'Home.md');
  const text = (): string => fs.readFileSync(home, 'utf8');
  const first = await scratch.serve([vault, '--port', '0', '--quiet']);
  // Any editor, any program.
  fs.writeFileSync(home, 'Tasks\n<!-- notedb: view tasks -->\n<!-- /notedb -->\nmine');
  const values = { name: 'By a call' };
  await post(first.port, 'insert_row', { table: 'tasks', values }, bearer(TOKEN));
  await eventually(() => expect(text()).toContain('| By a call |'));
  expect(text()).toMatch(/^Tasks\n<!-- notedb: view tasks -->\n\n\| name \|[^]*\|\n\n<!-- \/notedb -->\nmine$/);
  const row = path.join(vault, 'notedb/main/default/tasks/By a call.md');
  fs.writeFileSync(row, fs.readFileSync(row, 'utf8').replace('name: By a call', 'name: By hand'));
  await eventually(() => expect(text()).toContain('| By hand |'));
  first.child.kill('SIGTERM');
  await first.finished;
});
