// @vitest-environment happy-dom
/** "Find note or row": names at once, texts a moment later, Enter opens. docs/quick-find.md#in-obsidian */

import { expect, it, vi } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { demoVault, find, press, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

async function openFind(): Promise<NodeTestApp> {
  const app = await startApp({ folder: await demoVault() });
  await app.core.vault.createFolder('Diary');
  await app.core.vault.create('Diary/Boiler.md', 'The plumber says zirconium valves.\n\n# Valves and pipes\n');
  await turnOn(app);
  await eventually(() => {
    if (document.querySelector('.prompt-input') === null) askForFind(app);
    find('.prompt-input', '');
  });
  return app;
}

const askForFind = ({ core }: NodeTestApp): boolean => core.commands.executeCommandById('notedb:find-note-or-row');

function search(text: string): void {
  const field = find<HTMLInputElement>('.prompt-input', '');
  field.value = text;
  field.dispatchEvent(new Event('input'));
}

const suggestion = (title: string): Promise<HTMLElement> =>
  eventually(() => find<HTMLElement>('.suggestion-item', title));

const places = (title: string): (string | null | undefined)[] =>
  [...document.querySelectorAll('.suggestion-item')]
    .filter((el) => el.querySelector('.suggestion-title')?.textContent === title)
    .map((el) => el.querySelector('.suggestion-flair')?.textContent);

it('finds by name with a slip, by heading and by text, says where and why, and opens on Enter', async () => {
  const app = await openFind();
  search('zirconium');
  await suggestion('The plumber says zirconium valves.');
  expect(places('Boiler')).toEqual(['Diary']);
  const tabs = document.querySelectorAll('.workspace-leaf').length;
  press(document.body, 'Enter', { ctrlKey: true });
  await eventually(() => expect(app.core.workspace.getActiveFile()?.path).toBe('Diary/Boiler.md'));
  expect(document.querySelectorAll('.workspace-leaf')).toHaveLength(tabs + 1);
  askForFind(app);
  await eventually(() => find('.prompt-input', ''));
  search('pipes');
  await suggestion('heading: Valves and pipes');
  expect(places('Boiler')).toEqual(['Diary']);
  search('heat pumb');
  await suggestion('Heat pump');
  expect(places('Heat pump')).toEqual(['Projects']);
  press(document.body, 'Enter');
  expect(document.querySelector('.prompt')).toBeNull();
  await eventually(() =>
    expect(app.core.workspace.getActiveFile()?.path).toBe('notedb/main/default/projects/Heat pump.md'),
  );
});

it('lists a note once, says when there is none, and opens a table in the table view', async () => {
  const app = await openFind();
  await app.core.vault.create('Diary/Valve shop.md', 'Sells a boiler.\n');
  search('boiler');
  await suggestion('Sells a boiler.');
  expect(places('Boiler')).toEqual(['Diary']);
  search('qqqqqq');
  await eventually(() => expect(find('.suggestion-empty', '').textContent).toBe('Nothing is called like that.'));
  search('projects');
  await eventually(() => expect(places('Projects')).toContain('Table'));
  const tables = [...document.querySelectorAll<HTMLElement>('.suggestion-item')];
  tables.find((el) => el.querySelector('.suggestion-flair')?.textContent === 'Table')?.click();
  await eventually(() => expect(find('.ndb-title', '').textContent).toBe('Projects'));
});

it('says that there are no tables to find in yet', async () => {
  const app = await startApp({ folder: await demoVault() });
  const { adapter } = app.core.vault;
  // Two metastores: which one counts is for its person to say.
  await adapter.mkdir('other');
  await adapter.write('other/metastore.yaml', await adapter.read('notedb/metastore.yaml'));
  await adapter.rename('notedb', 'first');
  await app.settled();
  vi.spyOn(console, 'error').mockReturnValue();
  await turnOn(app);
  app.core.commands.executeCommandById('notedb:find-note-or-row');
  await eventually(() => find('.notice', 'The tables are not open yet.'));
  expect(document.querySelector('.prompt')).toBeNull();
});
