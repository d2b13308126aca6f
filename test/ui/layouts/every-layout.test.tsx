/** What each layout does, whichever it is: rows, an edit from elsewhere, a block of a note, no rows, a narrow place. docs/views.md#layouts */

import { render } from 'preact';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../eventually';
import { LAYOUTS, LAYOUT_NAMES } from '../../../src/ui/layouts/layout-registry';
import { readBlock } from '../../../src/ui/screens/block/block-query';
import { TableBlock, clockAt } from '../../../src/ui/screens/block/table-block';
import { EditingPage } from '../editing-page';
import { openDatabase } from '../open-database';
import { sizeDocument } from '../sized-document';
import { testServices } from '../test-services';

let page: EditingPage;
afterEach(() => page.close());

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 700 };
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    title: `Task ${String(at).padStart(3, '0')}`,
    status: 'todo',
    hours: 1,
  }));
const rowsText = (): string => page.container.querySelector('.ndb-pane-rows')?.textContent ?? '';

/** A chart draws groups, no rows. */
const OF_ROWS = LAYOUT_NAMES.filter((name) => name !== 'chart');

describe.each(OF_ROWS)('the layout %s', (layout) => {
  it('shows rows, and what another program writes into them', async () => {
    sizeDocument(WIDE);
    page = await EditingPage.open(rowsOf(3));
    page.show(layout);
    await eventually(() => expect(rowsText()).toMatch(/Task 000.*Task 001.*Task 002/));
    await page.vault.run('update_rows', {
      table: 'tasks',
      where: { title: 'Task 001' },
      set_values: { title: 'Another' },
    });
    await eventually(() => expect(rowsText()).toContain('Another'));
  });

  it('draws the rows near its window alone', async () => {
    sizeDocument(WIDE);
    page = await EditingPage.open(rowsOf(400));
    page.show(layout);
    await eventually(() => expect(rowsText()).toContain('Task 000'));
    const drawn = rowsText().match(/Task \d{3}/g) ?? [];
    expect(new Set(drawn).size).toBeLessThanOrEqual(60);
  });

  it('opens a row', async () => {
    sizeDocument(WIDE);
    page = await EditingPage.open(rowsOf(1));
    page.show(layout);
    await eventually(() => expect(rowsText()).toContain('Task 000'));
    const buttons = [...page.container.querySelectorAll<HTMLElement>('.ndb-pane-rows button')];
    buttons.find((each) => /Task 000/.test(each.getAttribute('aria-label') ?? each.textContent ?? ''))?.click();
    await eventually(() => expect(page.container.querySelector('aside[aria-label="Task 000"]')).not.toBeNull());
  });

  it('shows rows in a block of a note too, and what another program writes into them', async () => {
    sizeDocument(WIDE);
    page = await EditingPage.open(rowsOf(3));
    const { vault } = page;
    const note = document.body.appendChild(document.createElement('div'));
    onTestFinished(() => {
      render(null, note);
      note.remove();
    });
    render(
      <TableBlock
        database={openDatabase(vault)}
        clock={clockAt(new Date())}
        query={readBlock({ table: 'tasks', columns: ['title', 'status', 'due'], layout })}
        note={{ path: 'N.md', properties: '{}' }}
        services={testServices()}
      />,
      note,
    );
    await eventually(() => expect(note.textContent).toMatch(/Task 000.*Task 001.*Task 002/));
    const set_values = { title: 'Another' };
    await vault.run('update_rows', { table: 'tasks', where: { title: 'Task 001' }, set_values });
    await eventually(() => expect(note.textContent).toContain('Another'));
  });

  it('says that there are no rows', async () => {
    sizeDocument(WIDE);
    page = await EditingPage.open([]);
    page.show(layout);
    await eventually(() => expect(rowsText()).toContain('No rows yet'));
  });

  it('is shown where there is little room, or the layout for it', async () => {
    sizeDocument(PHONE);
    page = await EditingPage.open(rowsOf(3));
    page.show(layout);
    await eventually(() => expect(rowsText()).toMatch(/Task 000.*Task 001.*Task 002/));
    const { narrow, label } = LAYOUTS[layout];
    expect(rowsText().includes(`Show as a ${label.toLowerCase()}`)).toBe(narrow !== null);
  });
});
