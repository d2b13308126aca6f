/** Blocks of cells whose server goes, whose table or column goes, at each moment of a paste. docs/app/editing.md#blocks, docs/page.md#when-the-server-is-gone */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { NotedbError } from '../../../../src/engine/index';
import { HttpDatabase } from '../../../../src/ui/shells/page/server/http-database';
import { ServerConnection } from '../../../../src/ui/shells/page/server/server-connection';
import { eventually } from '../../../eventually';
import { TOKEN } from '../../../server/server-fixture';
import { type ServerInReach, serverInReach } from '../../shells/page/server-in-reach';
import { EditingPage } from '../../editing-page';

const ROWS = [
  { title: 'Ape', status: 'todo', hours: 1 },
  { title: 'Bee', status: 'doing', hours: 2 },
  { title: 'Cat', status: 'done' },
];

let page: EditingPage;
afterEach(async () => {
  vi.restoreAllMocks();
  await page.close();
});

const lines = (...rows: string[][]): string => rows.map((row) => row.join('\t')).join('\n');
const said = (text: string): Promise<void> => eventually(() => expect(page.news).toBe(text));
const asked = (text: string): Promise<void> => eventually(() => expect(page.dialog?.textContent ?? '').toContain(text));
const shown = (): Promise<void> => eventually(() => expect(page.text('Cat', 1)).toBe('done'));

describe('a server that is gone', () => {
  let reach: ServerInReach;
  let connection: ServerConnection;
  let database: HttpDatabase;

  async function open(): Promise<void> {
    reach = await serverInReach();
    connection = new ServerConnection(reach.place);
    database = new HttpDatabase(connection, { isSeen: () => true, onChange: () => () => undefined });
    await database.unlock(TOKEN);
    const { engine, host } = reach.fixture;
    const run = (name: string, args = {}): ReturnType<typeof engine.run> => engine.run(name, args);
    const text = (path: string): string | undefined => host.image().files.get(path)?.text;
    page = await EditingPage.open(ROWS, { vault: { engine, host, run, text }, database });
    await shown();
  }
  afterEach(async () => {
    database.close();
    await reach.fixture.server.stop();
  });

  const lost = (): Promise<void> => eventually(() => expect(connection.state.kind).toBe('gone'));
  async function comesBack(): Promise<void> {
    reach.mend();
    connection.tryNow();
    await eventually(() => expect(connection.state.kind).toBe('ready'));
  }

  it('before it tried the paste: the paste is shown to wait, and written when it is back', async () => {
    await open();
    const before = await page.migrations();
    await page.select('Ape', 1);
    reach.cut();
    await page.paste(lines(['done', '3'], ['todo', '4']));
    await asked('Trying whether all of it fits…');
    await comesBack();
    await said('Pasted 4 cells in 2 notes.');
    expect(page.dialog).toBe(null);
    expect(await page.row('Bee')).toMatchObject({ status: 'todo', hours: 4 });
    expect(await page.migrations()).toBe(before + 1);
  });

  it('before it tried the paste: whoever gives it up meanwhile has nothing written', async () => {
    await open();
    const before = await page.migrations();
    await page.select('Ape', 1);
    reach.cut();
    await page.paste(lines(['done', '3'], ['todo', '4']));
    await asked('Trying whether all of it fits…');
    page.button('Cancel').click();
    await comesBack();
    await eventually(() => expect(reach.asked.at(-1)?.[1]).toBe(200));
    await page.press('ArrowDown');
    expect([page.dialog, await page.migrations()]).toEqual([null, before]);
  });

  it('between the look at it and the write: it is at its cells, and written once when it is back', async () => {
    await open();
    const before = await page.migrations();
    await page.select('Ape', 1);
    await page.paste(lines(['done', '3'], ['doing', '99']));
    await asked('3 of 4 cells fit, 1 does not.');
    reach.cut();
    page.button('Paste 3 cells').click();
    await eventually(() => expect(connection.waitingWrites).toBe(1));
    expect([page.text('Ape', 1), page.text('Ape', 2), page.dialog]).toEqual(['done', '3', null]);
    await comesBack();
    await said('Pasted 2 cells in 1 note. 1 cell keeps what does not fit.');
    expect(await page.row('Ape')).toMatchObject({ status: 'done', hours: 3 });
    expect(page.text('Bee', 2)).toBe('99');
    expect(await page.migrations()).toBe(before + 1);
  });

  it('after it was written, before that was told: it is looked up, not written twice, and can be undone', async () => {
    await open();
    const before = await page.migrations();
    await page.select('Cat', 0);
    await page.paste(lines(['Cat', 'todo'], ['Dog', 'doing']));
    await asked('Add 1 row below the last one');
    reach.cut(true);
    page.button('Paste 4 cells, add 1 row').click();
    await lost();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(page.dialog).toBe(null);
    await comesBack();
    await said('Pasted 3 cells in 2 notes.');
    expect(await page.migrations()).toBe(before + 1);
    expect([await page.row('Cat'), await page.row('Dog')]).toMatchObject([{ status: 'todo' }, { status: 'doing' }]);
    await page.press('z', { ctrlKey: true });
    await eventually(async () => expect(await page.row('Dog')).toBe(null));
    expect(await page.row('Cat')).toMatchObject({ status: 'done' });
  });

  it('after one cell was written, before that was told: the cell has it, and the next edit too', async () => {
    await open();
    const before = await page.migrations();
    reach.cut(true);
    await page.select('Ape', 2);
    await page.press('Enter');
    await page.type('5');
    await lost();
    await comesBack();
    await said('Hours of Ape changed.');
    expect(page.text('Ape', 2)).toBe('5');
    await page.select('Ape', 2);
    await page.press('Enter');
    await page.type('6');
    await eventually(async () => expect(await page.row('Ape')).toMatchObject({ hours: 6 }));
    expect(await page.migrations()).toBe(before + 2);
  });
});

describe('a paste that fails as a whole', () => {
  const full = (): NotedbError =>
    new NotedbError('unavailable', 'the disk is full: nothing was written', {
      hint: 'free some space, then try again',
    });

  /** The engine refuses the next call that `isMeant`. */
  function failOnce(isMeant: (args: { dry_run?: unknown }) => boolean): void {
    const { engine } = page.vault;
    const run = engine.run.bind(engine);
    let isDone = false;
    vi.spyOn(engine, 'run').mockImplementation((name, args, call) => {
      if (isDone || name !== 'batch' || !isMeant(args as object)) return run(name, args, call);
      isDone = true;
      return Promise.reject(full());
    });
  }

  it('while it is written stays, says why and what to do, and is tried again by one press', async () => {
    page = await EditingPage.open(ROWS);
    await shown();
    await page.select('Ape', 1);
    failOnce(({ dry_run: dryRun }) => dryRun !== true);
    await page.paste(lines(['done', '3'], ['todo', '4']));
    await asked('The disk is full: nothing was written. Free some space, then try again.');
    expect([page.text('Ape', 1), await page.row('Ape')]).toMatchObject(['todo', { status: 'todo' }]);
    page.button('Try again').click();
    await said('Pasted 4 cells in 2 notes.');
    expect([page.dialog, await page.row('Bee')]).toMatchObject([null, { status: 'todo', hours: 4 }]);
  });

  it('while it is tried out does so too', async () => {
    page = await EditingPage.open(ROWS);
    await shown();
    await page.select('Ape', 1);
    failOnce(({ dry_run: dryRun }) => dryRun === true);
    await page.paste(lines(['done', '3'], ['todo', '4']));
    await asked('The disk is full: nothing was written. Free some space, then try again.');
    page.button('Try again').click();
    await said('Pasted 4 cells in 2 notes.');
    expect([page.dialog, await page.row('Bee')]).toMatchObject([null, { status: 'todo', hours: 4 }]);
  });
});

describe('a paste that is looked at', () => {
  it('comes back with its table, when that was dropped meanwhile', async () => {
    page = await EditingPage.open(ROWS);
    await shown();
    await page.select('Ape', 1);
    await page.paste(lines(['done', '3'], ['doing', '99']));
    await asked('3 of 4 cells fit');
    const { migrationId } = await page.vault.run('drop_table', { table: 'tasks', mode: 'archive' });
    await eventually(() => expect(page.container.textContent).toContain('Tasks is gone'));
    await page.vault.run('undo_migration', { migration_id: migrationId ?? null });
    await asked('3 of 4 cells fit');
    page.button('Paste 3 cells').click();
    await said('Pasted 2 cells in 1 note. 1 cell keeps what does not fit.');
  });

  it('says that its table is gone, when it is written at that moment', async () => {
    page = await EditingPage.open(ROWS);
    await shown();
    await page.select('Ape', 1);
    await page.paste(lines(['done', '3'], ['doing', '99']));
    await asked('3 of 4 cells fit');
    const dropped = page.vault.run('drop_table', { table: 'tasks', mode: 'archive' });
    page.button('Paste 3 cells').click();
    await dropped;
    await eventually(() => expect(page.told.join(' ')).toMatch(/No cell was changed\. The table is gone/));
    await eventually(() => expect(page.container.textContent).toContain('Tasks is gone'));
  });

  it('writes what goes to other columns, when one of its columns was dropped meanwhile, and says of the others why not', async () => {
    page = await EditingPage.open(ROWS);
    await shown();
    await page.select('Ape', 1);
    await page.paste(lines(['done', '3'], ['don', '4']));
    await asked('3 of 4 cells fit');
    await page.vault.run('drop_column', { table: 'tasks', column: 'hours' });
    page.button('Paste 3 cells').click();
    await eventually(async () => expect(await page.row('Ape')).toMatchObject({ status: 'done' }));
    await eventually(() => expect(page.news).toContain('Pasted 1 cell in 1 note.'));
    expect(page.news).toBe(
      'Pasted 1 cell in 1 note. 1 cell keeps what does not fit. 2 cells were left out. Hours is not a column any more: it was dropped, or has another name now.',
    );
    expect(page.cell('Bee', 1).textContent).toContain('don');
  });
});
