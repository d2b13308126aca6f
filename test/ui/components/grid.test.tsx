/** The grid by keyboard and pointer: walking, sorting, editing, and what becomes of a refused value. */

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '../../../src/engine/index';
import type { GridProps } from '../../../src/ui/components/grid';
import { Grid } from '../../../src/ui/components/grid';
import type { GridRow } from '../../../src/ui/components/grid-column';
import type { CellOverlay, GridEditing } from '../../../src/ui/components/grid-editing';
import type { ProblemText } from '../../../src/ui/components/problem-text';
import { column, STATUS } from './grid-fixture';

const COLUMNS = [
  column('title'),
  STATUS,
  column('hours', { type: 'number' }),
  column('owned', { type: 'boolean' }),
  column('tags', { type: 'list' }),
  column('made', { isEditable: false }),
];
const row = (key: string, values: Record<string, Json>): GridRow => ({ key, path: `${key}.md`, values });
const ROWS = [
  row('a', { title: 'Ape', status: 'todo', hours: 1, owned: true, tags: ['x'], made: 'today' }),
  row('b', { title: 'Bee', status: 'doing', hours: null, owned: null, tags: [] }),
  row('c', { title: 'Cat', status: 'done' }),
];

type Saved = [key: string, column: string, value: Json, before: Json | undefined];
let container: HTMLElement;
let saved: Saved[];
/** By `key.column`. */
let overlays: Map<string, CellOverlay>;
let undo: ReturnType<typeof vi.fn<() => void>>;
let fieldIsOpen: ReturnType<typeof vi.fn<(isOpen: boolean) => void>>;

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  saved = [];
  overlays = new Map();
  undo = vi.fn();
  fieldIsOpen = vi.fn();
});
afterEach(() => {
  render(null, container);
  container.remove();
});

const editing: GridEditing = {
  overlay: ({ key }, { name }) => overlays.get(`${key}.${name}`) ?? null,
  put: ({ key }, { name }, value, before) => void saved.push([key, name, value, before]),
  refuse: ({ key }, { name }, typed, problem) => {
    overlays.set(`${key}.${name}`, { kind: 'refused', value: null, typed, problem });
  },
  suggest: () => Promise.resolve([]),
  giveUp: ({ key }, { name }) => void overlays.delete(`${key}.${name}`),
  undo: () => undo(),
  fieldIsOpen: (isOpen) => fieldIsOpen(isOpen),
};

function draw(more: Partial<GridProps> = {}): void {
  const usual = { label: 'Things', columns: COLUMNS, rows: ROWS, total: 3, sort: null };
  render(
    <Grid {...usual} editing={editing} openRow={() => undefined} openLink={() => undefined} {...more} />,
    container,
  );
}

const cell = (at: number, of: number): HTMLElement => {
  const found = container.querySelectorAll('tbody tr')[at]?.querySelectorAll<HTMLElement>('td')[of];
  if (found === undefined) throw new Error('no such cell');
  return found;
};
const field = (): HTMLInputElement | null => container.querySelector<HTMLInputElement>('.ndb-field');
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));

async function press(target: Element, key: string, more: KeyboardEventInit = {}): Promise<boolean> {
  const isUnused = target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
  await settle();
  return !isUnused;
}

async function click(target: HTMLElement): Promise<void> {
  target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  if (target.tabIndex >= -1) target.focus();
  target.click();
  await settle();
}

function type(text: string): void {
  const input = field();
  if (input === null) throw new Error('no field is open');
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('reading', () => {
  it('tells assistive technology what is where', () => {
    draw({ total: 250, sort: { column: 'status', isDescending: true }, onSort: () => undefined });
    const grid = container.querySelector('[role=grid]');
    expect(grid?.getAttribute('aria-label')).toBe('Things');
    expect([grid?.getAttribute('aria-rowcount'), grid?.getAttribute('aria-colcount')]).toEqual(['251', '6']);
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
    cell(0, 0).focus();
    await press(cell(0, 0), 'ArrowDown');
    expect(document.activeElement).toBe(cell(1, 0));
    await press(cell(1, 0), 'ArrowRight');
    expect(document.activeElement).toBe(cell(1, 1));
    await press(cell(1, 1), 'ArrowUp', { ctrlKey: true });
    await press(cell(0, 1), 'ArrowUp');
    const head = container.querySelectorAll<HTMLElement>('.ndb-sort')[1];
    expect(document.activeElement).toBe(head);
    head?.click();
    expect(onSort).toHaveBeenCalledExactlyOnceWith('status');
    expect(await press(head as Element, 'ArrowDown')).toBe(true);
    expect(document.activeElement).toBe(cell(0, 1));
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
    for (const key of ['Enter', 'F2', 'x', 'Delete', ' ']) expect(await press(cell(0, 0), key)).toBe(false);
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
    expect(document.activeElement).toBe(cell(1, 0));
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
    expect(document.activeElement).toBe(cell(toRow, toColumn));
  });

  it('opens by a second click, not by the first', async () => {
    draw();
    await click(cell(1, 0));
    expect([field(), document.activeElement]).toEqual([null, cell(1, 0)]);
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
    const options = [...container.querySelectorAll('option')].map((el) => el.value);
    expect(options).toEqual(['', 'don', 'todo', 'doing', 'done']);
    type('done');
    await press(field() as Element, 'Enter');
    expect(saved).toEqual([['a', 'status', 'done', 'don']]);
  });

  it('takes a list one item a line, and Enter for a new line', async () => {
    draw();
    await press(cell(0, 4), 'Enter');
    expect(container.querySelector('.ndb-editor-note')?.textContent).toContain('One a line');
    type('x\n y \n\nz');
    expect(await press(field() as Element, 'Enter')).toBe(false);
    expect(saved).toEqual([]);
    await press(field() as Element, 'Enter', { ctrlKey: true });
    expect(saved).toEqual([['a', 'tags', ['x', 'y', 'z'], ['x']]]);
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

  it('undoes by Ctrl+Z', async () => {
    draw();
    await press(cell(0, 0), 'z', { ctrlKey: true });
    await press(cell(0, 0), 'Z', { metaKey: true });
    expect(undo).toHaveBeenCalledTimes(2);
  });
});

describe('keys that come faster than anything is drawn', () => {
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
    cell(0, 2).focus();
    for (const key of ['1', '1', 'Enter', '2', '2', 'Enter', '3', '3', 'Tab', 'ArrowLeft']) now(key);
    expect(saved).toEqual([
      ['a', 'hours', 11, 1],
      ['b', 'hours', 22, null],
      ['c', 'hours', 33, undefined],
    ]);
    expect(document.activeElement).toBe(cell(2, 2));
  });

  it('walk as far as they say', () => {
    draw();
    cell(0, 0).focus();
    for (const key of ['End', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) now(key);
    expect(document.activeElement).toBe(cell(1, 2));
  });

  it('go on from a value that stood there already', () => {
    draw();
    cell(0, 2).focus();
    for (const key of ['1', 'Enter', '2', 'Enter']) now(key);
    expect(saved.map(([key, , value]) => [key, value])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    cell(0, 2).focus();
    for (const key of ['Enter', 'Enter']) now(key);
    expect(document.activeElement).toBe(cell(1, 2));
  });
});

describe('an open field', () => {
  it('is handed over when its row, its table or the whole grid goes', async () => {
    draw();
    await press(cell(0, 0), 'Enter');
    type('Left');
    draw({ rows: ROWS.slice(1) });
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
    expect([saved, document.activeElement]).toEqual([[['a', 'hours', 5, 1]], cell(2, 1)]);
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

  it('stands in its cell as it was typed, with the reason', () => {
    draw();
    expect(cell(0, 0).querySelector('.ndb-value')?.textContent).toBe('Wrong');
    const reason = cell(0, 0).querySelector('.ndb-problem');
    expect(reason?.textContent).toBe('Status: "don" is not allowed.Use one of the listed values.');
    expect(cell(0, 0).getAttribute('aria-describedby')).toBe(reason?.id);
    expect(cell(0, 0).getAttribute('aria-invalid')).toBe('true');
  });

  it('is corrected in a field that opens with it and with the reason', async () => {
    draw();
    await press(cell(0, 0), 'Enter');
    expect(field()?.value).toBe('Wrong');
    const reason = container.querySelector('[role=alert]');
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
    expect([field(), cell(0, 0).textContent, saved]).toEqual([null, 'Ape', []]);
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
    expect(container.querySelector('[role=alert]')?.textContent).toContain('This is not JSON.');
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

it('keeps the focus at its row when an answer moves the row, and gives it to no other one', async () => {
  draw();
  await click(cell(0, 0));
  draw({ rows: [...ROWS.slice(1), ...ROWS.slice(0, 1)] });
  expect(document.activeElement).toBe(cell(2, 0));
  draw({ rows: ROWS.slice(1) });
  expect(document.activeElement).toBe(document.body);
});

it('keeps the cursor with its row when rows come and go', async () => {
  draw();
  await click(cell(1, 0));
  draw({ rows: [row('new', { title: 'New' }), ...ROWS] });
  expect(cell(2, 0).tabIndex).toBe(0);
  draw({ rows: [row('new', { title: 'New' })] });
  expect(cell(0, 0).tabIndex).toBe(0);
});
