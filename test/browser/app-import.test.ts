/** What other programs kept, imported in either home: looked at, written, taken back with one undo. docs/import.md */

import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isDeep } from '../deep';
import { NodeDisk } from '../host/node-disk';
import { copyDemoVault } from '../plugin/built-plugin';
import { openApp, openTables, servePlugin } from './app-page';
import { makeTable } from './make-table-flow';
import { picture } from './picture';
import { servedForAll } from './served-for-all';
import { openTasks } from './served-page';

const SLOW = { timeout: 60_000 };
const all = servedForAll();

const BOARD = `---
kanban-plugin: board
---
## To do
- [ ] Oil the gate @{2026-12-24}
## Done
- [x] Sweep the yard
`;
const [DATABASE, OTHER, PAGE, SECOND] = ['1', '2', '3', '4'].map((digit) => digit.repeat(32));
const NOTION = zipSync({
  'Export-Part-1.zip': zipSync({
    [`Chores ${DATABASE}_all.csv`]: strToU8(
      `Name,Due,Place\nOil the gate,"January 5, 2026",Yard (Places%20${OTHER}/Yard%20${SECOND}.md)\n`,
    ),
    [`Chores ${DATABASE}/Oil the gate ${PAGE}.md`]: strToU8('# Oil the gate\n\nDue: January 5, 2026\n\nTwice.\n'),
    [`Places ${OTHER}_all.csv`]: strToU8('Name\nYard\n'),
    [`Places ${OTHER}/Yard ${SECOND}.md`]: strToU8('# Yard\n\nBehind the house.\n'),
  }),
});
const FOLDER = 'Plants to import';
const plant = (name: string, size: number): readonly [string, string] => [
  `${FOLDER}/${name}.md`,
  `---\nname: ${name}\nsize: ${size}\n---\nText.\n`,
];
const PROJECTS = JSON.stringify({
  version: 2,
  projects: [
    {
      ...{ name: 'Plants', id: 'a' },
      dataSource: { kind: 'folder', config: { path: FOLDER, recursive: true } },
      views: [
        {
          ...{ name: 'Big plants', id: '1', type: 'table', config: {} },
          filter: { conjunction: 'and', conditions: [{ field: 'size', operator: 'gt', value: '10' }] },
        },
      ],
    },
  ],
});
const DEFINITION = `---
database-plugin: basic
---
\`\`\`yaml:dbfolder
name: Plants
columns:
  size: { key: size, accessorKey: size, position: 0 }
config: { source_data: current_folder }
\`\`\`
`;
const NOTES = [
  plant('Oak', 30),
  plant('Elm', 20),
  plant('Ivy', 3),
  [`${FOLDER}/List.md`, DEFINITION],
  ['Boards/Yard.md', BOARD],
] as const;

const file = (name: string, content: string | Uint8Array): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

interface Input {
  readonly files?: readonly ReturnType<typeof file>[];
  /** Of a note in the vault. */
  readonly path?: string;
}

type Import = readonly [what: string, input: Input, counts: string, table: string];

const IMPORTS: readonly Import[] = [
  ['a board of Kanban', { path: 'Boards/Yard.md' }, '1 table with 2 rows, 1 view', 'Yard'],
  [
    'the CSV files of an Airtable base',
    {
      files: [
        file('Chores-Grid view.csv', 'Name,Place\nOil the gate,Yard\n'),
        file('Places-Grid view.csv', 'Name,Chores\nYard,Oil the gate\n'),
      ],
    },
    '2 tables with 2 rows',
    'Chores',
  ],
  ['data.json of Projects', { files: [file('data.json', PROJECTS)] }, '1 table with 3 rows, 1 view', 'Plants'],
  ['a database of DB Folder', { path: `${FOLDER}/List.md` }, '1 table with 3 rows, 1 view', 'Plants'],
  ['a zip of Notion', { files: [file('Export.zip', NOTION)] }, '2 tables with 2 rows', 'Chores'],
];

async function writeNotes(folder: string): Promise<void> {
  for (const [name, text] of NOTES) {
    const place = path.join(folder, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
}

/** Every note of the folder. */
async function notesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return new Map(names.map((name, at) => [name, texts[at] ?? '']));
}

async function importAndTakeBack(
  tab: Page,
  folder: string,
  [, { files, path: note }, counts, table]: Import,
): Promise<void> {
  const before = await notesIn(folder);
  await makeTable(tab);
  await tab.getByRole('button', { name: 'Import…' }).click();
  if (files !== undefined) await tab.getByLabel('Files to import').setInputFiles([...files]);
  else {
    await tab.getByLabel('Or the path of a note in this vault').fill(note ?? '');
    await tab.getByRole('button', { name: 'Look at it' }).click();
  }
  const screen = tab.getByRole('region', { name: 'Import' });
  await screen.getByText(`${counts}. Nothing is written yet.`).waitFor(SLOW);
  expect(await notesIn(folder)).toEqual(before);
  await picture(
    tab,
    `import-${table.toLowerCase()}-${new URL(tab.url()).pathname.startsWith('/app') ? 'page' : 'app'}`,
  );
  await screen.getByRole('button', { name: 'Import', exact: true }).click();
  await tab.getByRole('grid', { name: table }).waitFor(SLOW);
  const notice = tab.locator('.ndb-notice');
  await expect.poll(() => notice.locator('.ndb-notice-text').textContent(), SLOW).toContain(`${counts} imported from`);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => tab.getByRole('grid', { name: table }).count(), SLOW).toBe(0);
  await expect.poll(() => notesIn(folder), SLOW).toEqual(before);
}

it.each(IMPORTS)('imports %s, and takes all of it back', async (...each) => {
  const { folder } = all.served.vault;
  await writeNotes(folder);
  const tables = async (): Promise<unknown> => (await all.served.call('list_tables', {})).json;
  const before = await tables();
  const { tab, errors } = await openTasks(all.browser, all.served);
  await importAndTakeBack(tab, folder, each);
  expect(await tables()).toEqual(before);
  expect(errors).toEqual([]);
  await tab.context().close();
});

/** The form is one; what differs is how the app hands over files and the disk. */
it.each(isDeep ? IMPORTS : IMPORTS.slice(-1))('imports %s in the app, and takes all of it back', async (...each) => {
  const vault = await copyDemoVault();
  await writeNotes(vault.folder);
  const server = await servePlugin(new NodeDisk(vault.folder, null));
  const { tab, errors } = await openApp(all.browser, server.url, { width: 1280, height: 800, isDark: false });
  await openTables(tab, 'Tasks');
  await importAndTakeBack(tab, vault.folder, each);
  expect(errors).toEqual([]);
  await tab.context().close();
  await server.close();
  await vault.remove();
});

it('says on a phone why an archive is not read', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served, { width: 390, height: 844, isDark: false });
  await makeTable(tab);
  await tab.getByRole('button', { name: 'Import…' }).click();
  await tab.getByLabel('Files to import').setInputFiles(file('bad.zip', zipSync({ '../x.md': strToU8('x') })));
  await tab.getByText('bad.zip has the path ../x.md, which leads out of it. Nothing was read.').waitFor(SLOW);
  const { scrollWidth, clientWidth } = await tab.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  expect(errors).toEqual([]);
  await tab.context().close();
});
