/** The tools above the rows in Chromium: filter, sort, group, properties, saved views, the menu of a heading. docs/views.md#the-toolbar */

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chooseColumn } from './hand';
import { servedForAll } from './served-for-all';
import { TASKS, chooseStatus, openPage, openTasks, unlock } from './served-page';

const all = servedForAll();

const tools = (tab: Page): Locator => tab.getByRole('toolbar');
const tool = (tab: Page, name: string | RegExp): Locator => tools(tab).getByRole('button', { name, exact: true });
const dialog = (tab: Page): Locator => tab.getByRole('dialog');
const inDialog = (tab: Page, name: string): Locator => dialog(tab).getByRole('button', { name, exact: true });
const status = async (tab: Page): Promise<string> => (await dialog(tab).getByRole('status').textContent()) ?? '';
const results = async (tab: Page): Promise<string> => (await tab.locator('.ndb-total').textContent()) ?? '';

const viewJson = async (view: string): Promise<Record<string, unknown>> => {
  const { json } = await all.served.call('describe_table', { table: view });
  return json;
};

/** What select_rows counts. */
async function count(where: object): Promise<number> {
  const { json } = await all.served.call('select_rows', { table: 'tasks', where, limit: 0 });
  return (json as { total: number }).total;
}

describe('the filter', () => {
  it('is built with the keyboard alone, counts while it is built, and is the same as YAML', async () => {
    const { tab, errors } = await openTasks(all.browser, all.served);
    await tool(tab, 'Filter').focus();
    await tab.keyboard.press('Enter');
    await expect.poll(() => status(tab)).toBe('86 of 86 rows');
    await inDialog(tab, 'Condition').focus();
    await tab.keyboard.press('Enter');
    // The new condition has the focus: column, comparison, value.
    await tab.keyboard.type('Stat');
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Tab');
    await tab.keyboard.type('to');
    await tab.keyboard.press('Enter');
    await tab.keyboard.type('waiting');
    await tab.keyboard.press('Enter');
    await tab.keyboard.press('Escape');
    const both = await count({ status: { in: ['todo', 'waiting'] } });
    await expect.poll(() => status(tab)).toBe(`${both} of 86 rows`);
    await expect.poll(() => results(tab)).toBe(`${both} rows`);
    await inDialog(tab, 'Group').focus();
    await tab.keyboard.press('Enter');
    await tab.keyboard.type('Due');
    await tab.keyboard.press('Tab');
    await tab.keyboard.type('is on or before');
    await tab.keyboard.press('Tab');
    await tab.keyboard.type('1 week from');
    const due = await count({ status: { in: ['todo', 'waiting'] }, due: { lte: '{today+1w}' } });
    await expect.poll(() => status(tab)).toBe(`${due} of 86 rows`);
    await inDialog(tab, 'YAML').click();
    const yaml = dialog(tab).getByLabel('Filter as YAML');
    expect(await yaml.inputValue()).toContain('lte: "{today+1w}"');
    await yaml.fill('status: [todo');
    await expect.poll(() => dialog(tab).getByRole('alert').textContent()).toContain('Line ');
    await yaml.fill('statsu: todo');
    await expect.poll(() => dialog(tab).getByRole('alert').textContent()).toContain('status');
    // What is refused does not reach the rows.
    expect(await results(tab)).toBe(`${due} rows`);
    await yaml.fill('status: todo\nassignee.name:\n  icontains: wyss');
    const wyss = await count({ status: 'todo', 'assignee.name': { icontains: 'wyss' } });
    await expect.poll(() => status(tab)).toBe(`${wyss} of 86 rows`);
    await inDialog(tab, 'Builder').click();
    expect(await dialog(tab).getByLabel('Column', { exact: true }).nth(1).textContent()).toBe('Assignee › Name');
    await tab.keyboard.press('Escape');
    await expect.poll(() => tool(tab, 'Filter 2').evaluate((element) => element === document.activeElement)).toBe(true);
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});

describe('a view', () => {
  it('is made of order, groups, properties and limit, saved, changed, put back and deleted', async () => {
    const { tab, errors } = await openTasks(all.browser, all.served);
    await tool(tab, 'Sort').click();
    await inDialog(tab, 'Sort by a column').click();
    await inDialog(tab, 'Then by another').click();
    await chooseColumn(dialog(tab).getByLabel('Then by', { exact: true }), 'Due');
    await dialog(tab).getByLabel('Order of Due').selectOption('New → old');
    await inDialog(tab, 'Due: sort earlier').click();
    await tab.keyboard.press('Escape');
    await tool(tab, 'Group').click();
    await chooseColumn(dialog(tab).getByLabel('Group by'), 'Status');
    await tab.keyboard.press('Escape');
    await tool(tab, 'Properties').click();
    await dialog(tab).getByLabel('Find a property').fill('prio');
    await dialog(tab).getByLabel('Priority', { exact: true }).uncheck();
    await dialog(tab).getByLabel('Find a property').fill('');
    await dialog(tab).getByRole('button', { name: 'Move Due: arrow up or down' }).focus();
    for (let step = 0; step < 10; step += 1) await tab.keyboard.press('ArrowUp');
    await tab.keyboard.press('Escape');
    const headings = tab.getByRole('grid').getByRole('columnheader');
    await expect.poll(() => headings.first().textContent()).toContain('Due');
    expect(await tab.getByRole('columnheader', { name: 'Priority' }).count()).toBe(0);
    await tool(tab, 'Put back').waitFor();
    await tool(tab, 'Save as view').click();
    await dialog(tab).getByLabel('Save as a new view').fill('Fällig bald');
    await tab.keyboard.press('Enter');
    await tab.getByRole('grid', { name: 'Fällig bald' }).waitFor();
    await expect.poll(() => tool(tab, 'Put back').count()).toBe(0);
    expect(await viewJson('vw_fallig_bald')).toMatchObject({
      query: { table: 'main.default.tasks', order_by: ['-due', 'title'] },
      display: { title: 'Fällig bald', group: 'status' },
    });
    // The name is taken: the refusal stays with what was typed.
    await tool(tab, 'Fällig bald').click();
    await dialog(tab).getByLabel('Save as a new view').fill('Fällig bald');
    await inDialog(tab, 'Save').click();
    await expect.poll(() => dialog(tab).getByRole('alert').textContent()).toContain('already');
    expect(await dialog(tab).getByLabel('Save as a new view').inputValue()).toBe('Fällig bald');
    await tab.keyboard.press('Escape');
    await tool(tab, 'Sort 2').click();
    await inDialog(tab, 'Do not sort by Title').click();
    await tab.keyboard.press('Escape');
    await tool(tab, 'Put back').click();
    await tool(tab, 'Sort 2').click();
    await inDialog(tab, 'No order').click();
    await tab.keyboard.press('Escape');
    await tool(tab, 'Save').click();
    await expect.poll(async () => (await viewJson('vw_fallig_bald'))['query']).not.toHaveProperty('order_by');
    expect(await viewJson('vw_fallig_bald')).toMatchObject({ display: { title: 'Fällig bald', group: 'status' } });
    await tool(tab, 'Fällig bald').click();
    await inDialog(tab, 'Delete the view').click();
    await tab.getByText('You deleted the view Fällig bald. Its rows stay.').waitFor();
    await tab.getByRole('grid', { name: 'Tasks' }).waitFor();
    await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click();
    await tab.getByRole('navigation').getByRole('button', { name: 'Fällig bald' }).waitFor();
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});

it('a property is dragged to its place in the list: the list follows at once, the table when it is let go; Escape leaves all as it was', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  const headings = async (): Promise<readonly string[]> =>
    (await tab.getByRole('grid').getByRole('columnheader').allTextContents()).slice(0, 3);
  const lines = async (): Promise<readonly string[]> =>
    (await dialog(tab).locator('.ndb-shown-name').allTextContents()).slice(0, 3);
  await tool(tab, 'Properties').click();
  const before = await lines();
  const [first = '', second = '', third = ''] = before;
  const grip = (name: string): Locator => dialog(tab).getByRole('button', { name: `Move ${name}: arrow up or down` });
  const middle = async (name: string): Promise<readonly [number, number]> => {
    const { x, y, width, height } = (await grip(name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return [x + width / 2, y + height / 2];
  };
  await tab.mouse.move(...(await middle(third)));
  await tab.mouse.down();
  await tab.mouse.move(...(await middle(second)), { steps: 4 });
  await expect.poll(lines).toEqual([first, third, second]);
  expect(await headings()).toEqual(before);
  await tab.mouse.up();
  await expect.poll(headings).toEqual([first, third, second]);
  expect(await lines()).toEqual([first, third, second]);
  await tab.mouse.move(...(await middle(second)));
  await tab.mouse.down();
  await tab.mouse.move(...(await middle(first)), { steps: 4 });
  await expect.poll(lines).toEqual([second, first, third]);
  await tab.keyboard.press('Escape');
  await tab.mouse.up();
  await expect.poll(headings).toEqual([first, third, second]);
  expect(errors).toEqual([]);
  await tab.context().close();
});

describe('the menu of a heading', () => {
  it('sorts, hides, pins and begins a filter, with the keyboard too', async () => {
    const { tab, errors } = await openTasks(all.browser, all.served);
    await tab.getByRole('columnheader', { name: 'Status' }).click({ button: 'right' });
    await tab.getByRole('menuitem', { name: 'Hide' }).click();
    await expect.poll(() => tab.getByRole('columnheader', { name: 'Status' }).count()).toBe(0);
    await tab.getByRole('grid').focus();
    await tab.keyboard.press('Control+Home');
    await tab.keyboard.press('ArrowUp');
    await tab.keyboard.press('ArrowRight');
    await tab.keyboard.press('Alt+ArrowDown');
    await tab.getByRole('menuitem', { name: /^Sort/ }).first().waitFor();
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('Enter');
    const priority = tab.getByRole('columnheader', { name: 'Priority' });
    await expect.poll(() => priority.getAttribute('aria-sort')).toBe('descending');
    await priority.click({ button: 'right' });
    await tab.getByRole('menuitem', { name: 'Filter by this…' }).click();
    expect(await dialog(tab).getByLabel('Column', { exact: true }).textContent()).toBe('Priority');
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});

describe('on a phone', () => {
  it('the tools are chips that open sheets, and a press beside a sheet only closes it', async () => {
    const { tab, errors } = await openPage(
      all.browser,
      all.served.address,
      { width: 390, height: 800, isDark: true },
      TASKS,
    );
    await unlock(tab);
    await tools(tab).waitFor();
    await tool(tab, 'Filter').click();
    await expect.poll(() => status(tab)).toBe('86 of 86 rows');
    const sheet = await tab.locator('.ndb-sheet').boundingBox();
    expect([sheet?.x, sheet?.width, Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))]).toEqual([0, 390, 800]);
    const small = await dialog(tab)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.filter((button) => button.getBoundingClientRect().height < 44).map((button) => button.textContent),
      );
    expect(small).toEqual([]);
    await tab.mouse.click(200, 60);
    await expect.poll(() => dialog(tab).count()).toBe(0);
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});

it('keeps the tools at their places and with their words while rows are edited and another order is looked at', async () => {
  const { tab } = await openTasks(all.browser, all.served);
  const places = async (): Promise<readonly unknown[]> => {
    const { height } = (await tools(tab).boundingBox()) ?? {};
    const boxes = ['Properties', /undo/i, 'New'].map((name) => tools(tab).getByRole('button', { name }).boundingBox());
    const words = await tools(tab).locator('.ndb-chips .ndb-tool-text').allInnerTexts();
    return [height, ...(await Promise.all(boxes)).map((box) => box?.x), ...words];
  };
  const before = await places();
  await chooseStatus(tab, 'waiting');
  await tools(tab).getByRole('button', { name: 'Undo Status' }).waitFor();
  expect(await places()).toEqual(before);
  await tab.getByRole('grid').getByRole('button', { name: 'Title', exact: true }).click();
  await tool(tab, 'Put back').waitFor();
  expect(await places()).toEqual(before);
  await tools(tab).getByRole('button', { name: 'Undo Status' }).click();
  await expect.poll(() => tools(tab).getByRole('button', { name: 'Nothing to undo' }).count()).toBe(1);
  expect(await places()).toEqual(before);
  await tab.context().close();
});
