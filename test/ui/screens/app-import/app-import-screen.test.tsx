/** Imports over a real engine: what each input becomes, what is left out, the one undo. docs/import.md */

import { strToU8, zipSync } from 'fflate';
import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/engine/index';
import type { TableChoice } from '../../../../src/ui/rows/table-choice';
import { TableBrowser } from '../../../../src/ui/screens/table/table-browser';
import { type TestVault, column, onHost } from '../../../engine/open-vault';
import { createMemoryHost } from '../../../memory-host/memory-host';
import { eventually } from '../../../eventually';
import { ChangingDatabase, openState } from '../../open-database';
import { testServices } from '../../test-services';

const BOARD = `---
kanban-plugin: board
---

## To do

- [ ] Paint the fence #home @{2026-12-24}
- [ ] [[Garden]] plan
\tWith trees.

## Done (3)

- [x] Mow

***

## Archive

- [x] Dig
`;

const ID = ['1', '2', '3', '4'].map((digit) => digit.repeat(32));
const [TASKS = '', PROJECTS = '', PAINT = '', GARDEN = ''] = ID;
const NOTION = zipSync({
  [`Tasks ${TASKS}_all.csv`]: strToU8(
    `Name,Due,Project\nPaint,"January 5, 2026",Garden (Projects%20${PROJECTS}/Garden%20${GARDEN}.md)\n`,
  ),
  [`Tasks ${TASKS}/Paint ${PAINT}.md`]: strToU8(
    `# Paint\n\nDue: January 5, 2026\n\nFor [Garden](../Projects%20${PROJECTS}/Garden%20${GARDEN}.md).\n`,
  ),
  [`Projects ${PROJECTS}_all.csv`]: strToU8(`Name,Tasks\nGarden,Paint (Tasks%20${TASKS}/Paint%20${PAINT}.md)\n`),
  [`Projects ${PROJECTS}/Garden ${GARDEN}.md`]: strToU8('# Garden\n\nThe garden.\n'),
  [`Home ${'5'.repeat(32)}.md`]: strToU8('# Home\n\nWelcome.\n'),
});

const PLANT = (name: string, size: number, status: string): string =>
  `---\nname: ${name}\nsize: ${size}\nstatus: ${status}\n---\nText of ${name}.\n`;
const PLANTS = {
  'Plants/Oak.md': PLANT('Oak', 30, 'old'),
  'Plants/Rose.md': PLANT('Rose', 2, 'new'),
  'Plants/Ivy.md': PLANT('Ivy', 4, 'new'),
  'Plants/Elm.md': PLANT('Elm', 20, 'old'),
};

const PROJECTS_DATA = JSON.stringify({
  version: 2,
  projects: [
    {
      name: 'Garden',
      id: 'a',
      dataSource: { kind: 'folder', config: { path: 'Plants', recursive: true } },
      views: [
        {
          name: 'Big ones',
          id: '1',
          type: 'table',
          config: { orderFields: ['name', 'size'] },
          filter: { conjunction: 'and', conditions: [{ field: 'size', operator: 'gt', value: '10' }] },
        },
        { name: 'By status', id: '2', type: 'board', config: { groupByField: 'status' } },
      ],
    },
    {
      name: 'Same notes',
      id: 'b',
      dataSource: { kind: 'folder', config: { path: 'Plants', recursive: true } },
      views: [{ name: 'More', id: '3', type: 'table', config: {} }],
    },
  ],
});

const DATABASE = `---
database-plugin: basic
---
\`\`\`yaml:dbfolder
name: Plants here
columns:
  __file__: { key: __file__, accessorKey: __file__, position: 0 }
  size: { key: size, accessorKey: size, input: number, position: 1, isSorted: true, isSortedDesc: true, sortIndex: 0 }
config: { source_data: current_folder }
filters:
  enabled: true
  conditions:
    - { field: size, operator: GREATER_THAN, value: "3" }
    - { field: gone, operator: EQUAL, value: x }
\`\`\`
`;

let vault: TestVault;
let container: HTMLElement;
let choice: TableChoice;

const open = async (files: Readonly<Record<string, string>> = {}): Promise<void> => {
  vault = await onHost(createMemoryHost({ files }));
};
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  choice = { table: null, screen: 'app' };
});
afterEach(async () => {
  render(null, container);
  container.remove();
  await vault.engine.close();
});

function draw(): void {
  const choose = (next: TableChoice): void => {
    choice = next;
    draw();
  };
  const database = new ChangingDatabase(openState(vault));
  render(<TableBrowser {...{ database, choice, choose }} services={testServices()} />, container);
}

const found = <Element extends HTMLElement>(selector: string): Promise<Element> =>
  eventually(() => {
    const element = container.querySelector<Element>(selector);
    if (element === null) throw new Error(`no ${selector}`);
    return element;
  });
const items = (label: string): readonly (string | null)[] =>
  [...container.querySelectorAll(`ul[aria-label="${label}"] > li`)].map(({ textContent }) => textContent);
const button = (label: string): HTMLButtonElement => {
  const each = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  if (each === undefined) throw new Error(`no button ${label}`);
  return each;
};

async function choose(...files: readonly (readonly [name: string, content: string | Uint8Array])[]): Promise<void> {
  draw();
  const input = await found<HTMLInputElement>('input[type="file"]');
  const given = files.map(([name, content]) => new File([content as BlobPart], name));
  Object.defineProperty(input, 'files', { value: given, configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function chooseNote(path: string): Promise<void> {
  draw();
  const input = await found<HTMLInputElement>('.ndb-start-field input');
  input.value = path;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await eventually(() => expect(button('Look at it').disabled).toBe(false));
  button('Look at it').click();
}

/** Writes what is planned, looks at it, and takes it back. */
async function importAndUndo(look: () => Promise<void>): Promise<void> {
  const before = vault.tree();
  await eventually(() => expect(button('Import').disabled).toBe(false));
  expect(vault.tree()).toBe(before);
  button('Import').click();
  await eventually(() => button('Undo'));
  await look();
  button('Undo').click();
  await eventually(async () => expect((await vault.run('list_tables'))['tables']).toEqual([]));
  expect((await vault.run('list_tables'))['views']).toEqual([]);
  await eventually(() => expect(notesOf()).toBe(notesOf(before)));
}

/** Of the tree: the notes without the journal. */
const notesOf = (tree = vault.tree()): string =>
  tree
    .split(/\n(?=\S+\.md)/)
    .filter((part) => part.includes('.md'))
    .join('\n');
const rows = async (table: string, more: JsonObject = {}): Promise<readonly JsonObject[]> =>
  (await vault.run('select_rows', { table, ...more }))['rows'] as readonly JsonObject[];

const holding = (text: string): unknown => expect.stringContaining(text);

describe('an import', () => {
  it('of a board is a table of cards with a board, and the note stays', async () => {
    await open({ 'Boards/Home.md': BOARD, 'Garden.md': 'The garden.\n' });
    await chooseNote('Boards/Home.md');
    await eventually(() => expect(items('Views')).toEqual(['Home board']));
    expect(items('Tables')).toEqual([holding('Home: 4 rows')]);
    expect(items('Left out')).toEqual(['Done: Done (3) The limit of 3 cards is left out.']);
    await importAndUndo(async () => {
      expect(await rows('home', { order_by: ['name'] })).toMatchObject([
        { name: 'Dig', done: true, archived: true },
        { name: 'Garden plan', links: ['[[Garden]]'] },
        { name: 'Mow', lane: 'Done', done: true, archived: false },
        { name: 'Paint the fence', lane: 'To do', date: '2026-12-24', tags: ['home'], done: false },
      ]);
      expect(await rows('vw_home_board')).toHaveLength(3);
      expect(vault.text('Boards/Home.md')).toBe(BOARD);
      expect(vault.text('notedb/main/default/home/Garden plan.md')).toContain('[[Garden]] plan\nWith trees.\n');
      const { display } = (await vault.run('describe_table', { table: 'vw_home_board' })) as { display: JsonObject };
      expect(display).toMatchObject({ layout: 'board', group: 'lane', board: { order: 'position' } });
    });
  });

  it('of the CSV files of a base is tables with links', async () => {
    await open();
    await choose(
      ['Tasks-Grid view.csv', 'Name,Project,Ready,Labels\nPaint,Garden,checked,"a,b"\nMow,Garden,,b\nMow,,,"a,b"\n'],
      ['Projects-Grid view.csv', 'Name,Tasks\nGarden,"Paint,Mow"\n'],
    );
    await eventually(() => expect(items('Tables')).toHaveLength(2));
    expect(items('Tables')[0]).toContain('Project (link to Projects)');
    await importAndUndo(async () => {
      const { columns } = (await vault.run('describe_table', { table: 'tasks' })) as { columns: JsonObject[] };
      expect(columns.find(({ name }) => name === 'project')).toMatchObject({
        type: 'link',
        ref: holding('projects'),
      });
      expect(await rows('tasks', { order_by: ['path'] })).toMatchObject([
        { name: 'Mow', path: 'notedb/main/default/tasks/Mow 2.md', labels: ['a', 'b'] },
        { name: 'Mow', project: '[[Garden]]', ready: false, labels: ['b'] },
        { name: 'Paint', project: holding('Garden'), ready: true, labels: ['a', 'b'] },
      ]);
      expect(await rows('projects')).toMatchObject([{ name: 'Garden', tasks: [holding('Paint'), holding('Mow')] }]);
      expect((await vault.run('check_table', { table: 'tasks' }))['violations']).toEqual([]);
    });
  });

  it('of a zip of Notion is tables with texts, dates and relations', async () => {
    await open();
    await choose(['Export.zip', NOTION]);
    await eventually(() =>
      expect(items('Tables').map((text) => text?.split(':')[0])).toEqual(['Tasks', 'Projects', 'Pages']),
    );
    await importAndUndo(async () => {
      expect(await rows('tasks')).toMatchObject([{ name: 'Paint', due: '2026-01-05', project: holding('Garden') }]);
      expect(await rows('projects')).toMatchObject([{ name: 'Garden', tasks: holding('Paint') }]);
      expect(vault.text('notedb/main/default/tasks/Paint.md')).toMatch(
        /\nFor \[\[notedb\/main\/default\/projects\/Garden\|Garden\]\]\.\s*$/,
      );
      expect(vault.text('notedb/main/default/pages/Home.md')).toContain('Welcome.');
    });
  });

  it('of data.json of Projects is a table of the notes with its views', async () => {
    await open(PLANTS);
    await choose(['data.json', PROJECTS_DATA]);
    await eventually(() =>
      expect(items('Views')).toEqual(['Big ones (Garden)', 'By status (Garden)', 'More (Same notes)']),
    );
    expect(items('Tables')).toEqual([holding('Garden: 4 rows')]);
    await importAndUndo(async () => {
      expect(await rows('vw_big_ones')).toHaveLength(2);
      expect(vault.text('Plants/Oak.md')).toContain('Text of Oak.');
      const { display } = (await vault.run('describe_table', { table: 'vw_by_status' })) as { display: JsonObject };
      expect(display).toMatchObject({ layout: 'board', group: 'status' });
    });
    for (const [path, text] of Object.entries(PLANTS)) expect(vault.text(path)).toBe(text);
  });

  it('of a database of DB Folder is a table of the notes in its folder', async () => {
    await open({ ...PLANTS, 'Plants/List.md': DATABASE });
    await chooseNote('Plants/List');
    await eventually(() => expect(items('Views')).toEqual(['Plants here (Plants here)']));
    expect(items('Left out')).toEqual([holding('gone == "x"')]);
    await importAndUndo(async () => {
      const found = await rows('vw_plants_here');
      expect(found.map(({ size }) => size)).toEqual([30, 20, 4]);
      expect(vault.text('Plants/List.md')).toBe(DATABASE);
    });
  });
});

describe('definitions', () => {
  it('become views of a table that is there, or are left out', async () => {
    await open(PLANTS);
    const columns = [column('size', 'integer'), column('status', 'string')];
    await vault.run('create_table', { name: 'trees', description: 'Trees', columns });
    await choose(['data.json', PROJECTS_DATA]);
    await eventually(() => expect(items('Views')).toHaveLength(3));
    const place = async (at: number, value: string): Promise<void> => {
      const select = container.querySelectorAll<HTMLSelectElement>('.ndb-app-import select')[at];
      if (select === undefined) throw new Error('no place to choose');
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    await place(0, 'main.default.trees');
    await eventually(() => expect(items('Tables')).toEqual([holding('Same notes: 4 rows')]));
    await place(1, 'none');
    await eventually(() => expect(items('Views')).toEqual(['Big ones (Garden)', 'By status (Garden)']));
    expect(items('Tables')).toEqual([]);
  });
});

describe('the notes of a definition', () => {
  const data = (source: JsonObject): string =>
    JSON.stringify({
      projects: [{ name: 'Some', id: 'a', dataSource: source, views: [{ name: 'V', id: '1', type: 'table' }] }],
    });
  it.each<[string, JsonObject, string]>([
    ['in one folder alone', { kind: 'folder', config: { path: 'Plants', recursive: false } }, 'Some: 4 rows'],
    ['with a tag', { kind: 'tag', config: { tag: '#green' } }, 'Some: 2 rows'],
  ])('are those %s', async (_, source, text) => {
    const deep = {
      'Plants/More/Fir.md': PLANT('Fir', 1, 'new\ntags: [green]'),
      'Moss.md': PLANT('Moss', 1, 'new\ntags: [green]'),
    };
    await open({ ...PLANTS, ...deep });
    await choose(['data.json', data(source)]);
    await eventually(() => expect(items('Tables')).toEqual([holding(text)]));
  });

  it('are missed, where none can become a row', async () => {
    await open(PLANTS);
    await choose(['data.json', data({ kind: 'folder', config: { path: 'Nowhere', recursive: true } })]);
    await eventually(() => expect(container.textContent).toMatch(/Nowhere|None of its notes can become a row/));
    expect(button('Import').disabled).toBe(true);
  });
});

describe('an input that can’t be read is named, and nothing is written:', () => {
  it.each<[string, readonly (readonly [string, string | Uint8Array])[], string]>([
    ['no known file', [['a.docx', 'x']], 'a.docx is none of the files that can be read here.'],
    ['a base', [['a.base', 'views: []']], 'a.base is none of the files that can be read here. Choose Obsidian base.'],
    ['another note', [['a.md', '# A']], 'a.md is neither a board of Kanban nor a database of DB Folder.'],
    ['an empty board', [['a.md', '---\nkanban-plugin: board\n---\n## A\n']], 'The board a has no cards.'],
    [
      'a broken database',
      [['a.md', '---\ndatabase-plugin: basic\n---\n```yaml:dbfolder\na: [\n```\n']],
      'The database in a.md is not YAML.',
    ],
    ['other JSON', [['a.json', '{}']], 'a.json is not the data.json of the plugin Projects.'],
    ['broken JSON', [['a.json', '{"projects": [']], 'a.json is not JSON.'],
    ['no projects', [['a.json', '{"projects": []}']], 'a.json has no projects.'],
    [
      'several kinds',
      [
        ['a.csv', 'a\n1'],
        ['b.md', 'x'],
      ],
      'Several files can be read together',
    ],
    [
      'an empty CSV file',
      [
        ['a.csv', ''],
        ['b.csv', 'a\n1\n'],
      ],
      'a.csv is empty.',
    ],
    [
      'a zip that leads out',
      [['a.zip', zipSync({ '../a.md': strToU8('x') })]],
      'a.zip has the path ../a.md, which leads out of it.',
    ],
    ['half a zip', [['a.zip', NOTION.slice(0, 200)]], 'a.zip is not a whole zip archive.'],
    [
      'a zip of pictures',
      [['a.zip', zipSync({ 'a.png': strToU8('x') })]],
      'a.zip has neither pages of Notion nor CSV files.',
    ],
  ])('%s', async (_, files, problem) => {
    await open();
    const before = vault.tree();
    await choose(...files);
    await eventually(() => expect(container.textContent).toContain(problem));
    expect(vault.tree()).toBe(before);
  });

  it('a note that is not there', async () => {
    await open();
    await chooseNote('Gone.md');
    await eventually(() => expect(container.textContent).toContain('Gone.md'));
    expect(button('Look at it').disabled).toBe(false);
  });
});
