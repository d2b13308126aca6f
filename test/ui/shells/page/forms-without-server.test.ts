/** Each form while its server is gone, at each of its steps: words at the place, what was typed stays, one write when it is back. docs/page.md#when-the-server-is-gone */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpDatabase } from '../../../../src/ui/shells/page/server/http-database';
import { ServerConnection } from '../../../../src/ui/shells/page/server/server-connection';
import type { BrowserScreen } from '../../../../src/ui/rows/table-choice';
import { eventually } from '../../../eventually';
import { TOKEN } from '../../../server/server-fixture';
import { EditingPage } from '../../editing-page';
import { type ServerInReach, serverInReach } from './server-in-reach';

const TASKS = 'main.default.tasks';
const ROWS = [
  { title: 'Ape', status: 'todo', hours: 1 },
  { title: 'Bee', status: 'doing', hours: 2 },
];

let reach: ServerInReach;
let connection: ServerConnection;
let database: HttpDatabase;
let page: EditingPage;

beforeEach(async () => {
  reach = await serverInReach();
  connection = new ServerConnection(reach.place);
  database = new HttpDatabase(connection, { isSeen: () => true, onChange: () => () => undefined });
  await database.unlock(TOKEN);
  const { engine, host } = reach.fixture;
  const run = (name: string, args = {}): ReturnType<typeof engine.run> => engine.run(name, args);
  const text = (path: string): string | undefined => host.image().files.get(path)?.text;
  page = await EditingPage.open(ROWS, { vault: { engine, host, run, text }, database });
  await eventually(() => expect(page.text('Bee', 1)).toBe('doing'));
});
afterEach(async () => {
  database.close();
  await page.close();
  await reach.fixture.server.stop();
});

interface Step {
  readonly name: string;
  readonly act: () => void | Promise<void>;
  /** Where the form is afterwards, with its words while the server is gone; null: what was typed is in the table. */
  readonly place: string | null;
  /** What is there once the server has answered. */
  readonly then: () => void | Promise<void>;
}

interface Form {
  readonly name: string;
  /** Before its first step. */
  readonly given?: () => unknown;
  readonly steps: readonly Step[];
}

const within = (place: string): Element => {
  const found = document.querySelector(place);
  if (found === null) throw new Error(`no ${place}`);
  return found;
};
const press = (label: string, place: string): void => {
  const button = page.button(label, within(place));
  expect(button.disabled).toBe(false);
  button.click();
};
function type(text: string, place: string): void {
  const field = within(place) as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
const show = (screen: BrowserScreen) => (): void => page.choose({ table: TASKS, screen });
const enabled = (label: string, place: string) => (): void =>
  expect(page.button(label, within(place)).disabled).toBe(false);
const notice = (text: string) => (): void =>
  expect(page.container.querySelector('.ndb-notice-text')?.textContent).toContain(text);

async function choose(item: string): Promise<void> {
  const items = [...page.container.querySelectorAll('.ndb-sidebar-item')];
  const tasks = items.find((each) => each.querySelector('.ndb-table-name')?.textContent === 'Tasks');
  page.button('Menu', tasks).click();
  await eventually(() => press(item, '[role=menu]'));
}

const POPOVER = '.ndb-popover form';
const DESIGN = '.ndb-create';
const PANEL = '.ndb-side-panel';

/** A form behind the menu of a table: opened, typed into, written. */
const ofTable = (item: string, typed: string | null, submit: string, done: string): Form => ({
  name: `${item} of a table`,
  steps: [
    {
      name: 'is opened',
      act: () => choose(item),
      place: POPOVER,
      then: typed === null ? enabled(submit, POPOVER) : () => void within(`${POPOVER} :is(input, textarea)`),
    },
    ...(typed === null
      ? []
      : [
          {
            name: 'is typed into',
            act: () => type(typed, `${POPOVER} :is(input, textarea)`),
            place: POPOVER,
            then: enabled(submit, POPOVER),
          },
        ]),
    { name: 'is written', act: () => press(submit, POPOVER), place: POPOVER, then: notice(done) },
  ],
});

const named = (name: string, submit: string): Step => ({
  name: 'is given a name',
  act: () => type(name, '#ndb-create-name'),
  place: DESIGN,
  then: () => {
    expect((within('#ndb-create-name') as HTMLInputElement).value).toBe(name);
    enabled(submit, DESIGN)();
  },
});

const FORMS: readonly Form[] = [
  ofTable('Rename…', 'To do', 'Rename', 'Tasks is called To do now'),
  ofTable('Describe…', 'Things', 'Save', 'Description of Tasks changed'),
  ofTable('Duplicate…', 'Second', 'Duplicate', 'Tasks copied as Second'),
  ofTable('Drop…', null, 'Drop the table', 'Tasks dropped'),
  {
    name: 'the home of the page, and an empty table',
    steps: [
      {
        name: 'is shown',
        act: show('start'),
        place: '.ndb-start',
        then: () => expect(within('.ndb-start').textContent).not.toContain('Looking at the folders'),
      },
      {
        name: 'leads to the form',
        act: () => {
          const ways = [...within('.ndb-start-ways').querySelectorAll('button')];
          ways.find(({ textContent }) => textContent?.includes('Empty table') === true)?.click();
        },
        place: DESIGN,
        then: () => void within('#ndb-create-name'),
      },
      named('Plants', 'Create table'),
      {
        name: 'is written',
        act: () => press('Create table', DESIGN),
        place: DESIGN,
        then: notice('Table Plants made'),
      },
    ],
  },
  {
    name: 'a table of the notes of a folder',
    given: async () => {
      for (const name of ['Oak', 'Elm']) reach.fixture.host.external.write(`Trees/${name}.md`, `---\nheight: 3\n---\n`);
      await reach.fixture.engine.rescan();
    },
    steps: [
      {
        name: 'looks at the notes',
        act: show('folder:Trees'),
        place: '.ndb-state, .ndb-create',
        then: enabled('Create table, take over 2 notes', DESIGN),
      },
      named('Forest', 'Create table, take over 2 notes'),
      {
        name: 'is written',
        act: () => press('Create table, take over 2 notes', DESIGN),
        place: DESIGN,
        then: notice('Table Forest made of 2 notes'),
      },
    ],
  },
  {
    name: 'a table of a file',
    steps: [
      {
        name: 'reads the text',
        act: async () => {
          show('csv')();
          await eventually(() => type('Name,Height\nOak,3\nElm,4\n', '.ndb-start textarea'));
          await eventually(() => press('Look at it', '.ndb-start'));
          await eventually(() => within('#ndb-create-name'));
        },
        place: DESIGN,
        then: enabled('Create table with 2 rows', DESIGN),
      },
      named('Wood', 'Create table with 2 rows'),
      {
        name: 'is written',
        act: () => press('Create table with 2 rows', DESIGN),
        place: DESIGN,
        then: notice('Table Wood made of 2 notes'),
      },
    ],
  },
  {
    name: 'the import of a file',
    steps: [
      {
        name: 'reads the table',
        act: show(`import:${TASKS}`),
        place: '.ndb-state, .ndb-start',
        then: () => void within('.ndb-start textarea'),
      },
      {
        name: 'reads the text',
        act: async () => {
          type('Title,Status,Hours\nCat,done,2\n', '.ndb-start textarea');
          await eventually(() => press('Look at it', '.ndb-start'));
          await eventually(() => within('.ndb-import'));
        },
        place: DESIGN,
        then: enabled('Import 1 line', DESIGN),
      },
      { name: 'is written', act: () => press('Import 1 line', DESIGN), place: DESIGN, then: notice('1 row added') },
    ],
  },
  {
    name: 'a new column',
    steps: [
      {
        name: 'is begun',
        act: () => page.button('Add a column').click(),
        place: PANEL,
        then: () => void within(`${PANEL} input`),
      },
      {
        name: 'is given a name',
        act: () => type('Mood', `${PANEL} input`),
        place: PANEL,
        then: enabled('Add the column', PANEL),
      },
      {
        name: 'is written',
        act: () => press('Add the column', PANEL),
        place: PANEL,
        then: notice('Column Mood added to Tasks'),
      },
    ],
  },
  {
    name: 'a column that is dropped',
    steps: [
      {
        name: 'is opened',
        act: async () => {
          const heads = [...page.container.querySelectorAll<HTMLElement>('.ndb-head')];
          const hours = heads.find(({ textContent }) => textContent === 'Hours');
          hours?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
          await eventually(() => press('Edit column…', '[role=menu]'));
        },
        place: PANEL,
        then: () => void page.button('Drop…', within(PANEL)),
      },
      {
        name: 'is looked at',
        act: () => press('Drop…', PANEL),
        place: PANEL,
        then: () => expect(within(PANEL).textContent).toContain('leaves 2 notes'),
      },
      {
        name: 'is written',
        act: () => press('Drop the column', PANEL),
        place: PANEL,
        then: notice('Column Hours dropped from Tasks'),
      },
    ],
  },
  {
    name: 'a paste',
    steps: [
      {
        name: 'is tried',
        act: async () => {
          await page.select('Ape', 1);
          await page.paste('done\t99');
        },
        place: '.ndb-block-preview',
        then: () => expect(within('.ndb-block-preview').textContent).toContain('1 of 2 cells fit, 1 does not.'),
      },
      {
        name: 'is written',
        act: () => press('Paste 1 cell', '.ndb-block-preview'),
        place: null,
        then: () => expect(page.news).toContain('Pasted 1 cell in 1 note.'),
      },
    ],
  },
  {
    name: 'the text of a row',
    steps: [
      {
        name: 'is read',
        act: () => page.choose({ table: TASKS, note: 'notedb/main/default/tasks/Ape.md' }),
        place: '.ndb-panel',
        then: () => void page.button('Edit the text', within('.ndb-panel')),
      },
      {
        name: 'is typed',
        act: async () => {
          press('Edit the text', '.ndb-panel');
          await eventually(() => type('Flour, eggs.\n', '.ndb-note-field'));
        },
        place: null,
        then: () => expect((within('.ndb-note-field') as HTMLTextAreaElement).value).toBe('Flour, eggs.\n'),
      },
      {
        name: 'is written',
        act: () => void within('.ndb-note-field').dispatchEvent(new FocusEvent('blur')),
        place: null,
        then: () => expect(page.note('Ape')).toContain('Flour, eggs.\n'),
      },
    ],
  },
  {
    name: 'the table as it was',
    given: async () => {
      await page.vault.run('alter_table', { table: 'tasks', history: true });
      await page.vault.run('update_rows', { table: 'tasks', where: {}, set_values: { hours: 7 } });
    },
    steps: [
      {
        name: 'is shown',
        act: show(`history:${TASKS}`),
        place: '.ndb-state, .ndb-history',
        then: enabled('Restore the table…', '.ndb-history'),
      },
      {
        name: 'says what it restores',
        act: () => press('Restore the table…', '.ndb-history'),
        place: '.ndb-restore',
        then: () => expect(within('.ndb-restore').textContent).toContain('2 notes change.'),
      },
      {
        name: 'is written',
        act: () => press('Restore', '.ndb-restore'),
        place: '.ndb-restore',
        then: notice('Tasks restored, in 2 notes'),
      },
    ],
  },
];

async function goes(): Promise<void> {
  reach.cut();
  await eventually(() => expect(connection.state.kind).toBe('gone'));
}
async function comesBack(): Promise<void> {
  reach.mend();
  connection.tryNow();
  await eventually(() => expect(connection.state.kind).toBe('ready'));
}

const openFields = (form: Element): readonly Element[] =>
  [...form.querySelectorAll<HTMLInputElement>('input:not([type=checkbox]), textarea')].filter(
    (field) => !field.readOnly && !field.disabled && field.closest('[inert], fieldset:disabled') === null,
  );

const WORDS = 'The server does not answer. What you typed is kept, and this goes on by itself.';

describe.each(FORMS)('$name', ({ given, steps }) => {
  it.each(steps.map(({ name }, at) => ({ name, at })))('$name while the server is gone', async ({ at: gone }) => {
    await given?.();
    const before = await page.migrations();
    for (const [at, { act, place, then }] of steps.entries()) {
      if (at === gone) await goes();
      await act();
      if (at === gone) {
        if (place !== null) await eventually(() => expect(within(place).textContent).toContain(WORDS));
        // What is typed into a form whose write waits would be lost with it.
        if (place !== null && at === steps.length - 1) expect(openFields(within(place))).toEqual([]);
        await comesBack();
      }
      await eventually(then);
      expect(document.body.textContent).not.toContain(WORDS);
    }
    expect(await page.migrations()).toBe(before + 1);
    expect(connection.waitingWrites).toBe(0);
  });
});
