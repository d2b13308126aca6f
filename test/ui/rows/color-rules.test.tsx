/** Colors of rows and cells by rules of a view, and the editor of the rules. docs/views.md#colors-by-rule */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ColorRule, coloringClient, readColors } from '../../../src/ui/rows/color-rules';
import { EMPTY_SPEC, withDisplay } from '../../../src/ui/rows/view-spec';
import { eventually } from '../../eventually';
import { EditingPage } from '../editing-page';
import { sizeDocument } from '../sized-document';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', hours: 1 },
    { title: 'Bee', status: 'doing', hours: 7 },
    { title: 'Cat', status: 'done', hours: 3 },
  ]);
  await eventually(() => expect(page.text('Cat', 1)).toBe('done'));
});
afterEach(() => page.close());

const LONG: ColorRule = { where: { hours: { gt: 5 } }, color: 'red', column: null };
const OPEN: ColorRule = { where: { status: { in: ['todo', 'doing'] } }, color: 'blue', column: null };
const CELL: ColorRule = { where: { status: 'done' }, color: 'green', column: 'hours' };

const show = (layout: string, colors: readonly ColorRule[], more: object = {}): void => {
  page.choose({ table: 'main.default.tasks', spec: { ...withDisplay(EMPTY_SPEC, { layout, colors }), ...more } });
};
const hueOf = (element: Element | null | undefined): string | null =>
  element?.classList.contains('ndb-is-colored') === true
    ? (element as HTMLElement).style.getPropertyValue('--ndb-rule-hue')
    : null;
const rowHue = (title: string): string | null => hueOf(page.cell(title, 0).closest('.ndb-row'));

describe('a rule', () => {
  it('colors the rows that its filter finds; the first rule counts', async () => {
    show('table', [LONG, OPEN]);
    await eventually(() =>
      expect(['Ape', 'Bee', 'Cat'].map(rowHue)).toEqual(['var(--color-blue)', 'var(--color-red)', null]),
    );
    show('table', [OPEN, LONG]);
    await eventually(() => expect(rowHue('Bee')).toBe('var(--color-blue)'));
  });

  it('colors the cell of one column, beside the color of the row', async () => {
    show('table', [CELL, { ...OPEN, where: {} }]);
    await eventually(() => expect(hueOf(page.cell('Cat', 2))).toBe('var(--color-green)'));
    expect([hueOf(page.cell('Cat', 1)), hueOf(page.cell('Ape', 2)), rowHue('Cat')]).toEqual([
      null,
      null,
      'var(--color-blue)',
    ]);
  });

  it('follows a change of the row', async () => {
    show('table', [LONG]);
    await eventually(() => expect(rowHue('Bee')).toBe('var(--color-red)'));
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'Ape' }, set_values: { hours: 8 } });
    await eventually(() => expect(rowHue('Ape')).toBe('var(--color-red)'));
  });

  it('colors rows of groups, lines of a list and cards of a board', async () => {
    sizeDocument({ width: 1280, height: 800 });
    show('table', [LONG], { group: { column: 'status', isDescending: false } });
    await eventually(() => expect(rowHue('Bee')).toBe('var(--color-red)'));
    show('list', [LONG, CELL]);
    await eventually(() => {
      const lines = [...page.container.querySelectorAll('.ndb-row-line')];
      expect(lines.map(hueOf)).toEqual([null, 'var(--color-red)', null]);
      expect(lines[2]?.querySelector('.ndb-row-fact.ndb-is-colored')?.textContent).toContain('3');
    });
    show('board', [LONG], { group: { column: 'status', isDescending: false } });
    await eventually(() =>
      expect([...page.container.querySelectorAll('.ndb-card.ndb-is-colored')].map((card) => card.textContent)).toEqual([
        expect.stringContaining('Bee'),
      ]),
    );
  });

  it('that does not run colors nothing, and the rows are there', async () => {
    show('table', [{ ...LONG, where: { gone: 1 } }, OPEN]);
    await eventually(() => expect(['Ape', 'Cat'].map(rowHue)).toEqual(['var(--color-blue)', null]));
  });
});

it('asks once a page and rule, and never where no rows are shown', async () => {
  const asked: unknown[] = [];
  const run = (_: string, args: unknown): Promise<unknown> => {
    asked.push(args);
    return Promise.resolve({ rows: [{ id: 'a', path: 'a.md' }], total: 1 });
  };
  const client = { run, onChange: () => () => undefined } as unknown as Parameters<typeof coloringClient>[0];
  const colored = coloringClient(client, 't', [LONG, OPEN]);
  await colored.run('select_rows', { table: 't', limit: 100 });
  expect(asked).toHaveLength(3);
  await colored.run('select_rows', { table: 't', limit: 0 });
  await colored.run('select_rows', { table: 't', group_by: ['status'] });
  await colored.run('select_rows', { table: 'other' });
  expect(asked).toHaveLength(6);
  expect(coloringClient(client, 't', [])).toBe(client);
});

it('leaves out what is no rule', () => {
  const rule = { where: { a: 1 }, color: 'red' };
  expect(readColors([rule, 'red', { color: 'red' }, { ...rule, color: 'mauve' }, null])).toEqual([
    { ...rule, column: null },
  ]);
  expect(readColors('red')).toEqual([]);
});

describe('the editor', () => {
  const click = async (label: string): Promise<void> => {
    await eventually(() => page.button(label));
    page.button(label).click();
  };

  it('adds a rule by its filter, changes its color and place, and removes it', async () => {
    const title = page.container.querySelector('.ndb-tool[title=View]') as HTMLElement;
    title.click();
    await click('Color rows by a rule');
    await click('YAML');
    const yaml = await eventually(() => {
      const found = document.querySelector<HTMLTextAreaElement>('.ndb-popover textarea');
      if (found === null) throw new Error('no YAML');
      return found;
    });
    yaml.value = 'hours: { gt: 5 }';
    yaml.dispatchEvent(new Event('input', { bubbles: true }));
    await eventually(() => expect(rowHue('Bee')).toBe('var(--color-blue)'));
    await click('Back');
    await eventually(() => page.button('1 condition'));
    await click('Color of rule 1: blue');
    await click('Red');
    await eventually(() => expect(rowHue('Bee')).toBe('var(--color-red)'));
    const place = document.querySelector<HTMLSelectElement>('[aria-label="Place of rule 1"]') as HTMLSelectElement;
    place.value = 'hours';
    place.dispatchEvent(new Event('change', { bubbles: true }));
    await eventually(() => expect(hueOf(page.cell('Bee', 2))).toBe('var(--color-red)'));
    expect(rowHue('Bee')).toBeNull();
    await click('Remove rule 1');
    await eventually(() => expect(hueOf(page.cell('Bee', 2))).toBeNull());
  });
});
