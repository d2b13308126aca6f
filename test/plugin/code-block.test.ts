// @vitest-environment happy-dom
/** The `notedb` code block in a note: rows that follow the table, and errors in words. */

import { expect, it, vi } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { demoVault, find, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

async function showBlock(yaml: string): Promise<{ app: NodeTestApp; block: HTMLElement }> {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  await app.core.vault.create('Note.md', `# Note\n\n\`\`\`notedb\n${yaml}\n\`\`\`\n`);
  await app.core.workspace.openLinkText('Note', '', true);
  const block = find<HTMLElement>('.block-language-notedb', '');
  await eventually(() => expect(block.querySelector('.ndb-block, .ndb-state-error')).not.toBeNull());
  return { app, block };
}

const heads = (block: HTMLElement): string[] =>
  [...block.querySelectorAll('.ndb-head')].map((el) => el.textContent ?? '');
const rows = (block: HTMLElement): string[] =>
  [...block.querySelectorAll('.ndb-row')].map((el) => el.querySelector('.ndb-cell')?.textContent ?? '');

it('asks again when its table changed, and leaves the document alone when the answer did not', async () => {
  const { app, block } = await showBlock(
    'table: tasks\ncolumns: [title, status, file_modified]\nwhere:\n  status: inbox\norder_by: -title\nlimit: 3',
  );
  expect(heads(block)).toEqual(['Title', 'Status', 'File modified']);
  expect(rows(block)).toHaveLength(3);
  expect(block.querySelector('.ndb-grid')?.getAttribute('aria-readonly')).toBe('false');
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
  await eventually(() => expect(rows(block)[2]).not.toBe(shown[2]));
  expect(rows(block).slice(0, 2)).toEqual(shown.slice(0, 2));
});

it('orders by a column at a click, without touching the other blocks', async () => {
  const { block } = await showBlock('table: books\ncolumns: [title, year]\nwhere: {year: {lt: 1980}}');
  const years = (): number[] => [...block.querySelectorAll('.ndb-type-integer')].map((el) => Number(el.textContent));
  const sort = block.querySelectorAll<HTMLElement>('.ndb-sort')[1];
  sort?.click();
  await eventually(() => expect(years()).toEqual([...years()].sort((a, b) => a - b)));
  expect(block.querySelectorAll('.ndb-head')[1]?.getAttribute('aria-sort')).toBe('ascending');
  expect(years().length).toBeGreaterThan(3);
});

it('opens the note of a row', async () => {
  const { app, block } = await showBlock('table: tasks\ncolumns: [title, assignee]\nlimit: 1');
  const title = rows(block)[0] ?? '';
  block.querySelector<HTMLElement>('.ndb-open')?.click();
  const shown = (): string | undefined => app.core.workspace.getActiveFile()?.path;
  await eventually(() => expect(shown()).toBe(`notedb/main/default/tasks/${title}.md`));
});

// The block goes with its note when another one is opened in its place.
it('opens the note that a link points to', async () => {
  const { app, block } = await showBlock('table: tasks\ncolumns: [title, assignee]\nlimit: 1');
  block.querySelector<HTMLElement>('.ndb-link')?.click();
  await eventually(() =>
    expect(app.core.workspace.getActiveFile()?.path).toBe('notedb/main/default/people/Hanna Wyss.md'),
  );
});

const WRONG: readonly (readonly [yaml: string, message: string, hint: string])[] = [
  ['view: vw_tasks_for', 'vw_tasks_for', 'vw_tasks_of'],
  ['view: vw_tasks_of\ntable: tasks', 'The block names a view and a table.', 'Leave one of them away.'],
  ['view: vw_tasks_of\ncolumns: [title, estimate]', 'has no column "estimate"', 'title, status, due, project'],
  ['table: taskz', 'taskz', 'tasks'],
  ['table: tasks\ncolumns: [title, statuss]', 'statuss', 'status'],
  ['table: tasks\nwhere: {status: {eqq: todo}}', 'eqq', ''],
  [
    'table: tasks\nlook: board',
    'A block has no key look.',
    'Its keys are view, table, columns, where, order_by, limit',
  ],
  ['table: tasks\nlayout: globe', 'There is no layout globe.', 'Write layout: table or layout: list'],
  ['table: tasks\nlimit: many', 'limit is not a number of rows.', 'Write a whole number from 1 to 1000.'],
  ['columns: [title]', 'The block names neither a view nor a table.', 'Write, for example:'],
  ['- a list', 'The block is empty, or is not a list of keys and values.', 'Write, for example:'],
  ['table: [tasks', 'The block is not YAML.', 'Line 1: '],
];

it('says in words what is wrong, and what to write instead', async () => {
  const yaml = WRONG.map(([text]) => text).join('\n```\n\n```notedb\n');
  const { app } = await showBlock(`table: tasks\nlimit: 1\n\`\`\`\n\n\`\`\`notedb\n${yaml}`);
  expect(app.core.vault.getFileByPath('Note.md')).not.toBeNull();
  const blocks = [...document.querySelectorAll('.block-language-notedb')].slice(1);
  expect(blocks).toHaveLength(WRONG.length);
  await eventually(() => expect(document.querySelectorAll('.ndb-state-error')).toHaveLength(WRONG.length));
  for (const [index, [text, message, hint]] of WRONG.entries()) {
    const error = blocks[index]?.querySelector('.ndb-state-error');
    expect(error?.querySelector('.ndb-state-title')?.textContent, text).toContain(message);
    expect(error?.textContent, text).toContain(hint);
    expect(blocks[index]?.querySelector('.ndb-grid'), text).toBeNull();
  }
});

const PEOPLE = 'notedb/main/default/people';

it.each(['preview', 'source'] as const)('shows each note the rows of its own, in %s mode', async (mode) => {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  const shown = async (name: string): Promise<string[]> => {
    const leaf = app.core.workspace.getLeaf('tab');
    await leaf.setViewState({ type: 'markdown', state: { file: `${PEOPLE}/${name}.md`, mode }, active: true });
    const block = leaf.view.containerEl.querySelector<HTMLElement>('.block-language-notedb');
    if (block === null) throw new Error('no block');
    await eventually(() => expect(block.querySelector('.ndb-block')).not.toBeNull());
    expect(heads(block)).toEqual(['To do', 'Status', 'Due', 'Project']);
    return rows(block);
  };
  expect(await shown('Jan Kowalski')).toEqual(['Finish the soak test', 'Plan the rollout in three waves']);
  expect(await shown('Reto Wyss')).toHaveLength(1);
  const [first, second] = [...document.querySelectorAll('.block-language-notedb')] as [HTMLElement, HTMLElement];
  expect(rows(first)).toHaveLength(2);
  expect(rows(second)).toHaveLength(1);
});

it('fills its tokens anew when the front matter of its note changes, and when the note is renamed', async () => {
  const { app, block } = await showBlock(
    'table: tasks\ncolumns: [title]\nwhere: {status: "<this.state>", title: {ne: "{this.name}"}}\nlimit: 3',
  );
  const { vault } = app.core;
  const note = vault.getFileByPath('Note.md');
  if (note === null) throw new Error('no note');
  expect(block.querySelector('.ndb-warnings')?.textContent).toBe(
    '<this.state> is not filled in and matches no row: Note.md has no state',
  );
  expect(rows(block)).toEqual([]);
  await vault.process(note, (text) => `---\nstate: waiting\n---\n${text}`);
  await eventually(() => expect(rows(block)).toHaveLength(3));
  expect(block.querySelector('.ndb-warnings')).toBeNull();
  const [first = '', second = ''] = rows(block);
  await vault.rename(note, `${first}.md`);
  await eventually(() => expect(rows(block)[0]).toBe(second));
});

it('is as high as it was when the app draws its section anew, until it has its rows', async () => {
  const seen: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look: () => void) {
        seen.push(look);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const { app, block } = await showBlock('table: tasks\ncolumns: [title]\nlimit: 3');
  expect(block.classList.contains('ndb-keeps-height')).toBe(false);
  Object.defineProperty(block, 'offsetHeight', { value: 217 });
  for (const look of seen) look();
  const leaf = app.core.workspace.getLeaf('tab');
  await leaf.setViewState({ type: 'markdown', state: { file: 'Note.md', mode: 'preview' }, active: true });
  const again = leaf.view.containerEl.querySelector<HTMLElement>('.block-language-notedb');
  expect(again).not.toBe(block);
  expect(again?.classList.contains('ndb-keeps-height')).toBe(true);
  expect(again?.style.getPropertyValue('--ndb-kept-height')).toBe('217px');
  vi.unstubAllGlobals();
});
