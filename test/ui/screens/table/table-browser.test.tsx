/** The browser of tables over a real engine: choosing, paging, editing, undoing, and every state in which there are no rows. */

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../eventually';
import type { JsonObject } from '../../../../src/engine/index';
import type { TableChoice } from '../../../../src/ui/rows/table-choice';
import { TableBrowser } from '../../../../src/ui/screens/table/table-browser';
import { readSpec } from '../../../../src/ui/rows/view-spec';
import type { TestVault } from '../../../engine/open-vault';
import { column, openVault } from '../../../engine/open-vault';
import { ChangingDatabase, openState } from '../../open-database';
import { testServices } from '../../test-services';

let vault: TestVault;
let container: HTMLElement;
let choice: TableChoice;
let database: ChangingDatabase;
let told: string[];

beforeEach(async () => {
  vault = await openVault();
  container = document.body.appendChild(document.createElement('div'));
  choice = { table: null };
  told = [];
  database = new ChangingDatabase(openState(vault));
});
afterEach(async () => {
  render(null, container);
  container.remove();
  expect(database.listeners.size).toBe(0);
  await vault.engine.close();
});

function draw(): void {
  const choose = (next: TableChoice): void => {
    choice = next;
    draw();
  };
  const notify = (news: string): void => void told.push(news);
  const services = testServices({ notify });
  render(<TableBrowser {...{ database, choice, choose, services }} />, container);
}

const text = (selector: string): string | undefined => container.querySelector(selector)?.textContent ?? undefined;
const titles = (): string[] =>
  [...container.querySelectorAll('.ndb-row .ndb-cell.ndb-is-pinned')].map((el) => el.textContent ?? '');
const button = (label: string): HTMLElement => {
  const all = container.querySelectorAll<HTMLElement>('button:not(.ndb-sidebar-open)');
  const found = [...all].find((el) => el.textContent?.startsWith(label));
  if (found === undefined) throw new Error(`no button ${label}`);
  return found;
};

/** Undo or Redo above the rows in sight, also with nothing to do. */
const step = (word: string): HTMLButtonElement => {
  const found = [...container.querySelectorAll<HTMLButtonElement>('.ndb-pane-place:not([inert]) .ndb-step')];
  const button = found.find((each) => each.getAttribute('aria-label')?.toLowerCase().includes(word.toLowerCase()));
  if (button === undefined) throw new Error(`no button ${word}`);
  return button;
};
const undoButton = (): HTMLButtonElement => step('Undo');

const TASKS: JsonObject = {
  name: 'open_tasks',
  description: 'What is to do',
  filename: '{title}',
  columns: [
    column('title', 'string', { required: true }),
    column('status', 'enum', { values: ['todo', 'done'] }),
    column('hours', 'number', { label: 'Hours spent', max: 8 }),
  ],
};

async function makeTasks(count: number): Promise<void> {
  await vault.run('create_table', TASKS);
  for (let i = 0; i < count; i += 1) {
    const title = `Task ${String(i).padStart(3, '0')}`;
    await vault.run('insert_row', { table: 'open_tasks', values: { title, status: 'todo', hours: i % 7 } });
  }
}

const taskText = (title: string): string => vault.text(`notedb/main/default/open_tasks/${title}.md`) ?? '';

/** Types into a cell by keyboard. */
async function edit(title: string, at: number, value: string): Promise<void> {
  const row = [...container.querySelectorAll('.ndb-row')].find((el) => el.textContent?.includes(title));
  const cell = row?.querySelectorAll<HTMLElement>('.ndb-cell')[at];
  cell?.click();
  cell?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  const field = await eventually(() => {
    const found = document.querySelector<HTMLInputElement>('.ndb-field');
    if (found === null) throw new Error('no field');
    return found;
  });
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}

describe('without rows', () => {
  it('waits while the vault opens, says why it does not, and tries again', async () => {
    database.state = { kind: 'opening' };
    draw();
    expect(text('.ndb-state-loading')).toBe('Opening the tables…The vault is being read.');
    await eventually(() => expect(database.listeners.size).toBe(1));
    database.become({ kind: 'failed', message: 'The journal is broken.', hint: 'Look at it.' });
    await eventually(() => expect(text('.ndb-state-error')).toBe('The journal is broken.Look at it.Try again'));
    button('Try again').click();
    expect(database.reopen).toHaveBeenCalledOnce();
    database.become(openState(vault));
    await eventually(() => expect(text('.ndb-start-title')).toBe('Turn notes into a table'));
  });

  it('says what makes a row, and shows the first one', async () => {
    await makeTasks(0);
    draw();
    await eventually(() => expect(text('.ndb-state-empty')).toContain('table: main.default.open_tasks'));
    await vault.run('insert_row', { table: 'open_tasks', values: { title: 'First' } });
    await eventually(() => expect(titles()).toEqual(['First']));
    expect(text('.ndb-count')).toBe('1');
  });

  it('says so when the chosen table is dropped, and leads to another one', async () => {
    await makeTasks(1);
    await vault.run('create_table', { name: 'visits', description: 'Who came', columns: [column('name', 'string')] });
    choice = { table: 'main.default.visits', spec: readSpec({ order_by: 'name' }) };
    draw();
    await eventually(() => expect(text('.ndb-state-empty')).toContain('main.default.visits'));
    await vault.run('drop_table', { table: 'visits' });
    await eventually(() => expect(text('.ndb-state-empty')).toContain('Visits is gone'));
    expect(choice.table).toBe('main.default.visits');
    button('Show Open tasks').click();
    await eventually(() => expect(titles()).toEqual(['Task 000']));
    expect(container.querySelector('[aria-sort=ascending]')).toBeNull();
  });
});

describe('reading', () => {
  it('forgets an order by a column that has another name now', async () => {
    await makeTasks(2);
    draw();
    await eventually(() => expect(titles()).toHaveLength(2));
    button('Hours spent').click();
    await eventually(() => expect(choice.spec?.sort[0]?.column).toBe('hours'));
    await vault.run('rename_column', { table: 'open_tasks', from_column: 'hours', to_column: 'spent' });
    await vault.run('insert_row', { table: 'open_tasks', values: { title: 'New' } });
    await eventually(() => expect(titles()).toHaveLength(3));
    expect(container.querySelector('.ndb-state-error')).toBeNull();
  });

  it('shows names and labels as people read them, and follows a new table', async () => {
    await makeTasks(1);
    draw();
    await eventually(() => expect(text('.ndb-title')).toBe('Open tasks'));
    expect(text('.ndb-description')).toBe('What is to do');
    expect([...container.querySelectorAll('.ndb-head')].map((el) => el.textContent)).toEqual([
      'Title',
      'Status',
      'Hours spent',
    ]);
    await vault.run('create_table', { name: 'people', description: 'Who', columns: [column('name', 'string')] });
    await eventually(() =>
      expect([...container.querySelectorAll('.ndb-table-name')].map((el) => el.textContent)).toEqual([
        'Open tasks',
        'People',
      ]),
    );
    button('People').click();
    await eventually(() => expect(text('.ndb-title')).toBe('People'));
    expect(choice).toEqual({ table: 'main.default.people' });
    expect(button('People').getAttribute('aria-current')).toBe('page');
  });

  it('has rows in the document only near the window, and tells how many there are', async () => {
    await makeTasks(150);
    draw();
    await eventually(() => expect(text('.ndb-total')).toBe('150 rows'));
    expect(container.querySelector('.ndb-grid')?.getAttribute('aria-rowcount')).toBe('151');
    expect(titles().length).toBeLessThanOrEqual(60);
    const grid = container.querySelector<HTMLElement>('[role=grid]');
    grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true }));
    await eventually(() => expect(titles().at(-1)).toBe('Task 149'));
    expect(titles().length).toBeLessThanOrEqual(60);
  });

  it('sorts by a column: up, down, not at all', async () => {
    await makeTasks(3);
    draw();
    await eventually(() => expect(titles()).toHaveLength(3));
    const sorted = async (expected: string[]): Promise<void> => {
      button('Title').click();
      await eventually(() => expect(titles()).toEqual(expected));
    };
    await sorted(['Task 000', 'Task 001', 'Task 002']);
    await sorted(['Task 002', 'Task 001', 'Task 000']);
    expect(choice.spec?.sort).toEqual([{ column: 'title', isDescending: true }]);
    await sorted(['Task 000', 'Task 001', 'Task 002']);
    expect(choice.spec?.sort).toEqual([]);
  });
});

describe('writing', () => {
  it('saves a cell, tells so, and takes several edits back one after the other', async () => {
    await makeTasks(2);
    const before = [taskText('Task 000'), taskText('Task 001')];
    draw();
    await eventually(() => expect(titles()).toHaveLength(2));
    await edit('Task 000', 1, 'done');
    await eventually(() => expect(text('.ndb-pane-notice')).toBe('Status of Task 000 changed.'));
    await edit('Task 001', 2, '7.5');
    await eventually(() => expect(text('.ndb-pane-notice')).toBe('Hours spent of Task 001 changed.'));
    expect([taskText('Task 000'), taskText('Task 001')]).toEqual([
      before[0]?.replace('status: todo', 'status: done'),
      before[1]?.replace('hours: 1', 'hours: 7.5'),
    ]);
    undoButton().click();
    await eventually(() => expect(text('.ndb-pane-notice')).toBe('Undone: Hours spent of Task 001.'));
    undoButton().click();
    await eventually(() => expect(text('.ndb-pane-notice')).toBe('Undone: Status of Task 000.'));
    expect([taskText('Task 000'), taskText('Task 001')]).toEqual(before);
    step('Redo').click();
    await eventually(() => expect(text('.ndb-pane-notice')).toBe('Done again: Status of Task 000.'));
    expect(taskText('Task 000')).toBe(before[0]?.replace('status: todo', 'status: done'));
    expect(undoButton().getAttribute('aria-label')).toBe('Undo Status of Task 000');
  });

  it('takes back with an undo what was edited in the table that is shown, and nothing of another', async () => {
    await makeTasks(1);
    await vault.run('create_table', { name: 'people', description: 'p', columns: [column('name', 'string')] });
    await vault.run('insert_row', { table: 'people', values: { name: 'Ann' } });
    const before = taskText('Task 000');
    draw();
    await eventually(() => expect(titles()).toHaveLength(1));
    await edit('Task 000', 1, 'done');
    await eventually(() => expect(text('.ndb-pane-notice')).toBe('Status of Task 000 changed.'));
    button('People').click();
    await eventually(() => expect(text('.ndb-title')).toBe('People'));
    const undo = (): void => {
      const grid = container.querySelector('.ndb-pane-place:not([inert]) [role=grid]');
      grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }));
    };
    undo();
    await Promise.all(database.held);
    expect(taskText('Task 000')).toContain('status: done');
    expect(undoButton().disabled).toBe(true);
    button('Open tasks').click();
    await eventually(() => expect(text('.ndb-title')).toBe('Open tasks'));
    undo();
    await eventually(() => expect(text('.ndb-pane-notice')).toBe('Undone: Status of Task 000.'));
    expect(taskText('Task 000')).toBe(before);
  });

  it('leaves a time in the zone that it was given', async () => {
    await makeTasks(1);
    await vault.run('add_column', { table: 'open_tasks', column: column('due', 'datetime') });
    const path = 'notedb/main/default/open_tasks/Task 000.md';
    await vault.run('update_row', { table: 'open_tasks', path, set_values: { due: '2026-03-05T09:00:00+09:00' } });
    draw();
    await eventually(() => expect(titles()).toHaveLength(1));
    await edit('Task 000', 3, '2026-03-05T09:05');
    await eventually(() => expect(text('.ndb-pane-notice')).toBe('Due of Task 000 changed.'));
    expect(taskText('Task 000')).toContain('due: 2026-03-05T09:05:00+09:00\n');
  });

  it('shows the refusal of the engine under the cell', async () => {
    await makeTasks(1);
    draw();
    await eventually(() => expect(titles()).toHaveLength(1));
    await edit('Task 000', 2, '9');
    await eventually(() => expect(text('.ndb-cell[aria-invalid] .ndb-unseen')).toContain('8'));
    expect(text('.ndb-refused-text')).toBe('9');
    expect(taskText('Task 000')).toContain('hours: 0');
  });

  it('says what was refused though another table is shown by then', async () => {
    await makeTasks(1);
    await vault.run('create_table', { name: 'people', description: 'p', columns: [column('name', 'string')] });
    draw();
    await eventually(() => expect(titles()).toHaveLength(1));
    await edit('Task 000', 2, '9');
    button('People').click();
    await eventually(() => expect(text('.ndb-title')).toBe('People'));
    await eventually(() =>
      expect(text('.ndb-pane-notice.ndb-is-refused')).toContain('Hours spent of Task 000 was not changed to "9".'),
    );
    expect(text('.ndb-pane-notice')).toContain('above the maximum 8');
  });

  it('says what is refused when the view is closed, and what is refused after that', async () => {
    await makeTasks(2);
    draw();
    await eventually(() => expect(titles()).toHaveLength(2));
    await edit('Task 000', 2, '9');
    await eventually(() => expect(text('.ndb-refused-text')).toBe('9'));
    await edit('Task 001', 2, '10');
    render(null, container);
    await Promise.all(database.held);
    expect(told).toEqual([
      expect.stringContaining('Hours spent of Task 000 was not changed to "9".'),
      expect.stringContaining('Hours spent of Task 001 was not changed to "10".'),
    ]);
  });

  it('keeps every row in its place while rows are sorted by the edited column and says how many would move', async () => {
    await makeTasks(12);
    choice = { table: 'main.default.open_tasks', spec: readSpec({ order_by: 'title' }) };
    draw();
    await eventually(() => expect(titles()).toHaveLength(12));
    const before = titles();
    await edit('Task 000', 0, 'Zebra');
    await eventually(() => expect(text('.ndb-reorder')).toBe('1 row would move'));
    expect(titles()).toEqual(['Zebra', ...before.slice(1)]);
    button('1 row would move').click();
    await eventually(() => expect(titles()).toEqual([...before.slice(1), 'Zebra']));
    expect(container.querySelector('.ndb-reorder')).toBeNull();
  });

  it('does not overwrite what somebody else wrote meanwhile', async () => {
    await makeTasks(1);
    draw();
    await eventually(() => expect(titles()).toHaveLength(1));
    const run = vault.engine.run.bind(vault.engine);
    // Another program is quicker by a moment.
    vi.spyOn(vault.engine, 'run').mockImplementationOnce(async (name, args) => {
      await run('update_row', {
        table: 'open_tasks',
        path: 'notedb/main/default/open_tasks/Task 000.md',
        set_values: { hours: 4 },
      });
      return run(name, args);
    });
    await edit('Task 000', 2, '5');
    await eventually(() => expect(text('.ndb-cell[aria-invalid] .ndb-unseen')).toContain('Now: 4 · yours: 5'));
    expect(taskText('Task 000')).toContain('hours: 4');
  });

  it('says why an undo is refused', async () => {
    await makeTasks(1);
    draw();
    await eventually(() => expect(titles()).toHaveLength(1));
    await edit('Task 000', 1, 'done');
    await eventually(() => expect(text('.ndb-pane-notice')).toContain('changed'));
    await vault.run('update_row', {
      table: 'open_tasks',
      path: 'notedb/main/default/open_tasks/Task 000.md',
      set_values: { hours: 3 },
    });
    undoButton().click();
    await eventually(() => expect(text('.ndb-pane-notice.ndb-is-refused')).toContain('changed since'));
    expect(text('.ndb-pane-notice')).toContain('History shows both changes.');
    expect(text('.ndb-pane-notice')).not.toContain('undo_migration');
    button('Keep this change').click();
    await eventually(() => expect(undoButton().disabled).toBe(true));
    expect(taskText('Task 000')).toContain('status: done');
  });

  it('is not offered while another program has the vault, and can be asked for again', async () => {
    await makeTasks(1);
    database.state = openState(vault, 'Read-only: another program has this vault open.');
    draw();
    await eventually(() => expect(text('.ndb-protection')).toContain('Read-only'));
    expect(container.querySelector('.ndb-grid')?.getAttribute('aria-readonly')).toBe('true');
    button('Try again').click();
    expect(database.reopen).toHaveBeenCalledOnce();
  });
});
