/** The grid by keyboard and pointer: walking, sorting, editing, and what becomes of a refused value. */

import { render } from 'preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GridRow } from '../../../src/ui/components/grid-column';
import type { ProblemText } from '../../../src/ui/components/text/problem-text';
import { column } from './grid-fixture';
import {
  COLUMNS,
  ROWS,
  row,
  container,
  saved,
  overlays,
  undo,
  redo,
  fieldIsOpen,
  draw,
  cell,
  grid,
  current,
  field,
  options,
  floating,
  settle,
  press,
  click,
  type,
  textarea,
  compose,
  setUpGrid,
} from './grid-page';

setUpGrid();

describe('reading', () => {
  it('tells assistive technology what is where', () => {
    draw({ sort: [{ column: 'status', isDescending: true }], onSort: () => undefined });
    expect(grid().getAttribute('aria-label')).toBe('Things');
    expect([grid().getAttribute('aria-rowcount'), grid().getAttribute('aria-colcount')]).toEqual(['4', '6']);
    expect([...container.querySelectorAll('[role=row]')].map((el) => el.getAttribute('aria-rowindex'))).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
    const sorts = [...container.querySelectorAll('[role=columnheader]')].map((el) => el.getAttribute('aria-sort'));
    expect(sorts).toEqual(['none', 'descending', 'none', 'none', 'none', 'none']);
    expect(cell(0, 5).getAttribute('aria-readonly')).toBe('true');
    expect(cell(0, 0).getAttribute('aria-readonly')).toBe('false');
    expect(container.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it('walks with the arrows, into the header too, where Enter sorts', async () => {
    const onSort = vi.fn();
    draw({ onSort });
    await click(cell(0, 0));
    await press(cell(0, 0), 'ArrowDown');
    expect(current()).toBe(cell(1, 0));
    await press(cell(1, 0), 'ArrowRight');
    expect(current()).toBe(cell(1, 1));
    await press(cell(1, 1), 'ArrowUp', { ctrlKey: true });
    await press(cell(0, 1), 'ArrowUp');
    const head = container.querySelectorAll<HTMLElement>('.ndb-head')[1];
    expect(current()).toBe(head);
    await press(grid(), 'Enter');
    expect(onSort).toHaveBeenCalledExactlyOnceWith('status', false);
    head?.querySelector<HTMLElement>('.ndb-sort')?.click();
    expect(onSort).toHaveBeenCalledTimes(2);
    expect(await press(grid(), 'ArrowDown')).toBe(true);
    expect(current()).toBe(cell(0, 1));
  });

  it('opens the note of a row by its button and by Ctrl+Enter', async () => {
    const openRow = vi.fn();
    draw({ openRow });
    await press(cell(1, 2), 'Enter', { ctrlKey: true });
    cell(2, 0).querySelector<HTMLElement>('.ndb-open')?.click();
    expect(openRow.mock.calls.map(([of]) => (of as GridRow).key)).toEqual(['b', 'c']);
  });

  it('edits nothing where nothing may be edited', async () => {
    draw({ editing: undefined });
    for (const key of ['Enter', 'F2', 'x', 'Delete']) expect(await press(cell(0, 0), key)).toBe(false);
    await click(cell(0, 0));
    await click(cell(0, 0));
    expect(field()).toBeNull();
    expect(container.querySelector<HTMLInputElement>('input[type=checkbox]')?.disabled).toBe(true);
  });
});

describe('editing', () => {
  it('opens by Enter, writes by Enter and goes down', async () => {
    draw();
    await click(cell(0, 0));
    await press(cell(0, 0), 'Enter');
    expect(field()?.value).toBe('Ape');
    expect(document.activeElement).toBe(field());
    type('Ant');
    await press(field() as Element, 'Enter');
    expect(saved).toEqual([['a', 'title', 'Ant', 'Ape']]);
    expect(field()).toBeNull();
    expect(current()).toBe(cell(1, 0));
  });

  it.each([
    ['Tab', {}, 0, 1],
    ['Tab', { shiftKey: true }, 0, 0],
    ['Enter', { ctrlKey: true }, 0, 0],
  ])('goes on after %s %j', async (key, more, toRow, toColumn) => {
    draw();
    await click(cell(0, 0));
    await press(cell(0, 0), 'F2');
    type('Ant');
    await press(field() as Element, key, more);
    expect(saved).toHaveLength(1);
    expect(current()).toBe(cell(toRow, toColumn));
  });

  it('opens by a second click, not by the first', async () => {
    draw();
    await click(cell(1, 0));
    expect([field(), current()]).toEqual([null, cell(1, 0)]);
    await click(cell(1, 0));
    expect(field()?.value).toBe('Bee');
  });

  it('begins with the letter that is typed', async () => {
    draw();
    await press(cell(0, 0), 'Q');
    expect(field()?.value).toBe('Q');
    await press(field() as Element, 'Escape');
    expect([field(), saved]).toEqual([null, []]);
  });

  it('writes nothing when nothing changed, also when the focus goes elsewhere', async () => {
    draw();
    await press(cell(0, 0), 'Enter');
    await press(field() as Element, 'Enter');
    await press(cell(0, 2), 'Enter');
    field()?.dispatchEvent(new FocusEvent('blur'));
    await settle();
    expect([field(), saved]).toEqual([null, []]);
  });

  it('writes what was typed when the focus goes elsewhere', async () => {
    draw();
    await press(cell(0, 2), 'Enter');
    type('2.5');
    field()?.dispatchEvent(new FocusEvent('blur'));
    await settle();
    expect(saved).toEqual([['a', 'hours', 2.5, 1]]);
  });

  it('offers the allowed values, and what stands there though it is not allowed', async () => {
    draw({ rows: [row('a', { status: 'don' })] });
    await press(cell(0, 1), 'Enter');
    expect(field()?.value).toBe('don');
    expect(options()).toEqual(['todo', 'doing', 'done']);
    type('one');
    await settle();
    expect(options()).toEqual(['done']);
    await press(field() as Element, 'Enter');
    expect(saved).toEqual([['a', 'status', 'done', 'don']]);
  });

  it('takes the items of a list as pills: one more with Enter or a comma, one less with Backspace', async () => {
    draw();
    const pills = (): (string | null)[] =>
      [...document.querySelectorAll('.ndb-list-field .ndb-pill')].map((pill) => pill.textContent);
    await press(cell(0, 4), 'Enter');
    expect(pills()).toEqual(['x']);
    type('y');
    await press(field() as Element, 'Enter');
    type('z');
    await press(field() as Element, ',');
    expect([pills(), field()?.value, saved]).toEqual([['x', 'y', 'z'], '', []]);
    await press(field() as Element, 'Backspace');
    document.querySelector<HTMLElement>('.ndb-tiny-button')?.click();
    await settle();
    expect(pills()).toEqual(['y']);
    type('half');
    await press(field() as Element, 'Tab');
    expect(saved).toEqual([['a', 'tags', ['y', 'half'], ['x']]]);
  });

  it('takes what is typed with semicolons for several items, as a paste does', async () => {
    draw();
    await press(cell(0, 4), 'Enter');
    type('eu; us');
    await press(field() as Element, 'Tab');
    expect(saved).toEqual([['a', 'tags', ['x', 'eu', 'us'], ['x']]]);
  });

  it('begins one more item of a list with a letter, and is done with it by Enter', async () => {
    draw();
    await press(cell(0, 4), 'n');
    expect(field()?.value).toBe('n');
    await press(field() as Element, 'Enter');
    await press(field() as Element, 'Enter');
    expect(saved).toEqual([['a', 'tags', ['x', 'n'], ['x']]]);
    expect(current()).toBe(cell(1, 4));
  });

  it('leaves a list alone that nobody changed', async () => {
    draw();
    await press(cell(0, 4), 'Enter');
    await press(field() as Element, 'Tab');
    expect(saved).toEqual([]);
  });

  it('opens no field for a text that would take it seconds, and says so', async () => {
    const told: string[] = [];
    const long = 'x'.repeat(10_000_000);
    draw({ rows: [row('a', { title: long })], tell: (text) => void told.push(text) });
    await press(cell(0, 0), 'Enter');
    await press(cell(0, 0), 'y');
    expect([field(), saved]).toEqual([null, []]);
    expect(told[0]).toMatch(/^Title has 10.000.000 letters, too many for a field\. Open the note to edit it\.$/);
    expect(cell(0, 0).textContent?.length).toBeLessThan(600);
  });

  it('reads a text from the right where its letters say so', () => {
    draw({ rows: [row('a', { title: 'שלום' })] });
    expect(cell(0, 0).querySelector('.ndb-value')?.getAttribute('dir')).toBe('auto');
  });

  it.each([
    ['Delete', 0, 0, ['a', 'title', null, 'Ape']],
    ['Backspace', 0, 4, ['a', 'tags', null, ['x']]],
    [' ', 0, 3, ['a', 'owned', false, true]],
    ['Enter', 1, 3, ['b', 'owned', true, null]],
  ])('%j in a cell writes at once', async (key, at, of, expected) => {
    draw();
    await press(cell(at, of), key);
    expect(saved).toEqual([expected]);
    expect(field()).toBeNull();
  });

  it('leaves a Japanese word that is being composed alone', async () => {
    draw();
    await press(cell(0, 0), 'Enter');
    type('にほ');
    await press(field() as Element, 'Enter', { isComposing: true });
    expect(saved).toEqual([]);
    expect(field()).not.toBeNull();
  });

  it('redoes by Shift+Ctrl+Z and Ctrl+Y', async () => {
    draw();
    await press(cell(0, 0), 'Z', { ctrlKey: true, shiftKey: true });
    await press(cell(0, 0), 'y', { ctrlKey: true });
    expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([0, 2]);
  });

  it('undoes by Ctrl+Z', async () => {
    draw();
    await press(cell(0, 0), 'z', { ctrlKey: true });
    await press(cell(0, 0), 'Z', { metaKey: true });
    expect(undo).toHaveBeenCalledTimes(2);
  });
});

describe('the text area that has the keyboard', () => {
  it('is there where a cell can be edited, and names what the grid names', async () => {
    draw();
    await click(cell(0, 0));
    expect(document.activeElement).toBe(textarea());
    await press(textarea() as Element, 'ArrowDown');
    const told = (name: string): (string | null | undefined)[] =>
      [textarea(), grid()].map((element) => element?.getAttribute(name));
    for (const name of ['aria-label', 'aria-activedescendant', 'aria-describedby']) {
      expect(told(name)[0], name).toBe(told(name)[1]);
    }
    expect([textarea()?.getAttribute('aria-controls'), current()]).toEqual([grid().id, cell(1, 0)]);
  });

  it('goes where nothing can be edited any more, and comes again, without the keyboard being lost', async () => {
    draw();
    await click(cell(1, 0));
    draw({ editing: undefined });
    await settle();
    expect([textarea(), document.activeElement]).toEqual([null, grid()]);
    draw({ columns: COLUMNS.map((each) => ({ ...each, isEditable: false })) });
    await settle();
    expect(textarea()).toBeNull();
    draw();
    await settle();
    expect(document.activeElement).toBe(textarea());
    expect(textarea()).not.toBeNull();
    await compose('é');
    expect([field()?.value, current()]).toEqual(['é', cell(1, 0)]);
  });

  it('hands over what was composed for a column that is gone by then', async () => {
    draw();
    await click(cell(0, 0));
    textarea()?.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    draw({ columns: COLUMNS.slice(1) });
    await compose('猿');
    expect([saved, field()]).toEqual([[['a', 'title', '猿', 'Ape']], null]);
  });
});

describe('keys that come faster than anything is drawn', () => {
  const go = (row: number, of: number): void => {
    grid().focus();
    cell(row, of).click();
  };
  const now = (key: string): void => {
    const target = document.activeElement ?? document.body;
    if (!target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))) return;
    if (target instanceof HTMLInputElement) {
      target.value += key;
      target.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };

  it('are typed into the cell to which the one before led', () => {
    draw();
    go(0, 2);
    for (const key of ['1', '1', 'Enter', '2', '2', 'Enter', '3', '3', 'Tab', 'ArrowLeft']) now(key);
    expect(saved).toEqual([
      ['a', 'hours', 11, 1],
      ['b', 'hours', 22, null],
      ['c', 'hours', 33, undefined],
    ]);
    expect(current()).toBe(cell(2, 2));
  });

  it('walk as far as they say', () => {
    draw();
    go(0, 0);
    for (const key of ['End', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) now(key);
    expect(current()).toBe(cell(1, 2));
  });

  it('go on from a value that stood there already', () => {
    draw();
    go(0, 2);
    for (const key of ['1', 'Enter', '2', 'Enter']) now(key);
    expect(saved.map(([key, , value]) => [key, value])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    go(0, 2);
    for (const key of ['Enter', 'Enter']) now(key);
    expect(current()).toBe(cell(1, 2));
  });
});

describe('an open field', () => {
  it('is handed over when its row, its table or the whole grid goes', async () => {
    draw();
    await press(cell(0, 0), 'Enter');
    type('Left');
    draw({ rows: ROWS.slice(1) });
    await click(cell(0, 0));
    await press(cell(0, 0), 'Enter');
    type('Closed');
    render(null, container);
    expect(saved).toEqual([
      ['a', 'title', 'Left', 'Ape'],
      ['b', 'title', 'Closed', 'Bee'],
    ]);
  });

  it('is told of when it opens and when it closes', async () => {
    draw();
    await press(cell(0, 0), 'Enter');
    expect(fieldIsOpen.mock.calls).toEqual([[true]]);
    await press(field() as Element, 'Escape');
    expect(fieldIsOpen.mock.calls).toEqual([[true], [false]]);
  });

  it('is handed over without the cursor when the person is elsewhere already', async () => {
    draw();
    await press(cell(0, 2), 'Enter');
    type('5');
    await click(cell(2, 1));
    expect([saved, current()]).toEqual([[['a', 'hours', 5, 1]], cell(2, 1)]);
  });
});

describe('a value on its way', () => {
  beforeEach(() => void overlays.set('a.title', { kind: 'pending', value: 'Ant', typed: 'Ant', problem: null }));

  it('is shown as the value of its cell, also in a field that is opened, and is what the person saw', async () => {
    draw();
    expect(cell(0, 0).textContent).toBe('Ant');
    expect(cell(0, 0).getAttribute('aria-busy')).toBe('true');
    await press(cell(0, 0), 'Enter');
    expect(field()?.value).toBe('Ant');
    type('Anteater');
    await press(field() as Element, 'Enter');
    expect(saved).toEqual([['a', 'title', 'Anteater', 'Ant']]);
  });
});

describe('a refused value', () => {
  const problem: ProblemText = { message: 'Status: "don" is not allowed.', hint: 'Use one of the listed values.' };
  beforeEach(() => void overlays.set('a.title', { kind: 'refused', value: 'Wrong', typed: 'Wrong', problem }));

  it('stands in its cell as it was typed, with the reason, which floats above the page while its cell is selected', async () => {
    draw();
    expect(cell(0, 0).querySelector('.ndb-value')?.textContent).toBe('Wrong');
    const reason = document.getElementById(cell(0, 0).getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Status: "don" is not allowed. Use one of the listed values.');
    expect(cell(0, 0).getAttribute('aria-invalid')).toBe('true');
    expect(floating()).toBeNull();
    await click(cell(0, 0));
    expect(floating()?.textContent).toContain('Status: "don" is not allowed.Use one of the listed values.');
    expect(floating()?.parentElement).toBe(document.body);
    await click(cell(1, 0));
    expect(floating()).toBeNull();
  });

  it('is corrected in a field that opens with it and with the reason', async () => {
    draw();
    await press(cell(0, 0), 'Enter');
    expect(field()?.value).toBe('Wrong');
    const reason = document.querySelector('[role=alert]');
    expect(reason?.id).toBe(field()?.getAttribute('aria-describedby'));
    expect(reason?.textContent).toContain('not allowed');
    type('Right');
    await press(field() as Element, 'Enter');
    expect(saved).toEqual([['a', 'title', 'Right', 'Ape']]);
  });

  it('is tried again when it is committed as it is, over what stands there by now', async () => {
    draw({ rows: [row('a', { title: 'Theirs' }), ...ROWS.slice(1)] });
    await press(cell(0, 0), 'Enter');
    await press(field() as Element, 'Enter');
    expect(saved).toEqual([['a', 'title', 'Wrong', 'Theirs']]);
  });

  it('gives way to a letter that is typed over it', async () => {
    draw();
    await press(cell(0, 0), 'Q');
    expect(field()?.value).toBe('Q');
  });

  it.each([['in its cell'], ['in its field']])('is given up with Escape %s', async (where) => {
    draw();
    if (where === 'in its field') await press(cell(0, 0), 'Enter');
    await press(field() ?? cell(0, 0), 'Escape');
    draw();
    await settle();
    expect([field(), floating(), cell(0, 0).textContent, saved]).toEqual([null, null, 'Ape', []]);
  });

  it('stays when another cell is edited', async () => {
    draw();
    await press(cell(1, 0), 'Enter');
    type('Bat');
    await press(field() as Element, 'Enter');
    expect(cell(0, 0).querySelector('.ndb-value')?.textContent).toBe('Wrong');
  });
});

describe('text that is no JSON', () => {
  it('stays in the field, which says so, when a key commits it', async () => {
    draw({ columns: [column('extra', { type: 'json' })] });
    await press(cell(0, 0), 'Enter');
    type('{unit: km}');
    await press(field() as Element, 'Enter', { ctrlKey: true });
    expect(field()?.value).toBe('{unit: km}');
    expect(document.querySelector('[role=alert]')?.textContent).toContain('This is not JSON.');
    expect(saved).toEqual([]);
  });

  it('stays at its cell when the person goes elsewhere', async () => {
    draw({ columns: [column('extra', { type: 'json' })] });
    await press(cell(0, 0), 'Enter');
    type('{unit: km}');
    field()?.dispatchEvent(new FocusEvent('blur'));
    await settle();
    expect([field(), saved, overlays.get('a.extra')?.typed]).toEqual([null, [], '{unit: km}']);
  });
});
