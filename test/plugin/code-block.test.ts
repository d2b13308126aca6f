// @vitest-environment happy-dom
/** The `notedb` code block in a note: rows that follow the table, and errors in words. */

import { expect, it, vi } from 'vitest';
import type { NodeTestApp } from '../host/create-test-app';
import { demoVault, find, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

async function showBlock(yaml: string): Promise<{ app: NodeTestApp; block: HTMLElement }> {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  await app.core.vault.create('Note.md', `# Note\n\n\`\`\`notedb\n${yaml}\n\`\`\`\n`);
  await app.core.workspace.openLinkText('Note', '', true);
  const block = find<HTMLElement>('.block-language-notedb', '');
  await vi.waitFor(() => expect(block.querySelector('.ndb-block, .ndb-state-error')).not.toBeNull(), 5000);
  return { app, block };
}

const heads = (block: HTMLElement): string[] => [...block.querySelectorAll('th')].map((el) => el.textContent ?? '');
const rows = (block: HTMLElement): string[] =>
  [...block.querySelectorAll('tbody tr')].map((el) => el.querySelector('td')?.textContent ?? '');

it('asks again when its table changed, and leaves the document alone when the answer did not', async () => {
  const { app, block } = await showBlock(
    'table: tasks\ncolumns: [title, status, file_modified]\nwhere:\n  status: inbox\norder_by: -title\nlimit: 3',
  );
  expect(heads(block)).toEqual(['Title', 'Status', 'File modified']);
  expect(rows(block)).toHaveLength(3);
  expect(block.querySelector('.ndb-grid')?.getAttribute('aria-readonly')).toBe('true');
  const shown = rows(block);
  expect(shown).toEqual([...shown].sort().reverse());

  const touched = new MutationObserver(() => undefined);
  touched.observe(block, { subtree: true, childList: true, attributes: true, characterData: true });
  const { vault } = app.core;
  const elsewhere = vault.getFileByPath('notedb/main/default/books/Die Wand.md');
  if (elsewhere === null) throw new Error('no such book');
  await vault.process(elsewhere, (text) => text.replace('rating: 5', 'rating: 4'));
  const other = vault.getFileByPath('notedb/main/default/tasks/Choose the tiles.md');
  if (other === null) throw new Error('no such task');
  await vault.process(other, (text) => text.replace('status: done', 'status: dropped'));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(touched.takeRecords()).toEqual([]);

  const last = vault.getFileByPath(`notedb/main/default/tasks/${shown[2] ?? ''}.md`);
  if (last === null) throw new Error('no such task');
  await vault.process(last, (text) => text.replace('status: inbox', 'status: todo'));
  await vi.waitFor(() => expect(rows(block)[2]).not.toBe(shown[2]), 5000);
  expect(rows(block).slice(0, 2)).toEqual(shown.slice(0, 2));
});

it('orders by a column at a click, without touching the other blocks', async () => {
  const { block } = await showBlock('table: books\ncolumns: [title, year]\nwhere: {year: {lt: 1980}}');
  const years = (): number[] => [...block.querySelectorAll('.ndb-type-integer')].map((el) => Number(el.textContent));
  const sort = block.querySelectorAll<HTMLElement>('.ndb-sort')[1];
  sort?.click();
  await vi.waitFor(() => expect(years()).toEqual([...years()].sort((a, b) => a - b)));
  expect(block.querySelectorAll('th')[1]?.getAttribute('aria-sort')).toBe('ascending');
  expect(years().length).toBeGreaterThan(3);
});

it('opens the note of a row, and the note that a link points to', async () => {
  const { app, block } = await showBlock('table: tasks\ncolumns: [title, assignee]\nlimit: 1');
  const title = rows(block)[0] ?? '';
  block.querySelector<HTMLElement>('.ndb-open')?.click();
  const shown = (): string | undefined => app.core.workspace.getActiveFile()?.path;
  await vi.waitFor(() => expect(shown()).toBe(`notedb/main/default/tasks/${title}.md`));
  block.querySelector<HTMLElement>('.ndb-link')?.click();
  await vi.waitFor(() =>
    expect(app.core.workspace.getActiveFile()?.path).toBe('notedb/main/default/people/Hanna Wyss.md'),
  );
});

const WRONG: readonly (readonly [yaml: string, message: string, hint: string])[] = [
  ['view: vw_open_tasks', 'There are no views yet.', 'Name a table instead'],
  ['table: taskz', 'taskz', 'tasks'],
  ['table: tasks\ncolumns: [title, statuss]', 'statuss', 'status'],
  ['table: tasks\nwhere: {status: {eqq: todo}}', 'eqq', ''],
  ['table: tasks\nlayout: board', 'A block has no key layout.', 'Its keys are table, columns, where, order_by, limit.'],
  ['table: tasks\nlimit: many', 'limit is no number of rows.', 'Write a whole number from 1 to 1000.'],
  ['columns: [title]', 'The block names no table.', 'Write, for example:'],
  ['- a list', 'The block is empty, or is no list of keys and values.', 'Write, for example:'],
  ['table: [tasks', 'The block is no YAML.', ''],
  ['table: tasks\nwhere: {project: "{this.file}"}', '{this.file} is not filled in yet.', 'Write the value itself.'],
];

it('says in words what is wrong, and what to write instead', async () => {
  const yaml = WRONG.map(([text]) => text).join('\n```\n\n```notedb\n');
  const { app } = await showBlock(`table: tasks\nlimit: 1\n\`\`\`\n\n\`\`\`notedb\n${yaml}`);
  expect(app.core.vault.getFileByPath('Note.md')).not.toBeNull();
  const blocks = [...document.querySelectorAll('.block-language-notedb')].slice(1);
  expect(blocks).toHaveLength(WRONG.length);
  await vi.waitFor(() => expect(document.querySelectorAll('.ndb-state-error')).toHaveLength(WRONG.length), 5000);
  for (const [index, [text, message, hint]] of WRONG.entries()) {
    const error = blocks[index]?.querySelector('.ndb-state-error');
    expect(error?.querySelector('.ndb-state-title')?.textContent, text).toContain(message);
    expect(error?.textContent, text).toContain(hint);
    expect(blocks[index]?.querySelector('.ndb-grid'), text).toBeNull();
  }
});
