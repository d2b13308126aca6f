/** A grid in a document, and a hand for its keys, its clicks and its field. */

import { signal } from '@preact/signals';
import { render } from 'preact';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Json } from '../../../src/engine/index';
import type { GridProps } from '../../../src/ui/components/grid/grid';
import { Grid } from '../../../src/ui/components/grid/grid';
import { listSource } from '../../../src/ui/components/grid/row-source';
import type { GridRow } from '../../../src/ui/components/grid-column';
import type { CellOverlay, GridEditing } from '../../../src/ui/components/grid-editing';
import { column, STATUS } from './grid-fixture';

export const COLUMNS = [
  column('title'),
  STATUS,
  column('hours', { type: 'number' }),
  column('owned', { type: 'boolean' }),
  column('tags', { type: 'list' }),
  column('made', { isEditable: false }),
];
export const row = (key: string, values: Record<string, Json>): GridRow => ({ key, path: `${key}.md`, values });
export const ROWS = [
  row('a', { title: 'Ape', status: 'todo', hours: 1, owned: true, tags: ['x'], made: 'today' }),
  row('b', { title: 'Bee', status: 'doing', hours: null, owned: null, tags: [] }),
  row('c', { title: 'Cat', status: 'done' }),
];

type Saved = [key: string, column: string, value: Json, before: Json | undefined];
export let container: HTMLElement;
export let saved: Saved[];
/** By `key.column`. */
export let overlays: Map<string, CellOverlay>;
export let undo: ReturnType<typeof vi.fn<() => void>>;
export let redo: ReturnType<typeof vi.fn<() => void>>;
export let fieldIsOpen: ReturnType<typeof vi.fn<(isOpen: boolean) => void>>;

/** To be called by each file of tests: files share this module, and hooks belong to the file that is read. */
export function setUpGrid(): void {
  beforeEach(() => {
    container = document.body.appendChild(document.createElement('div'));
    saved = [];
    overlays = new Map();
    undo = vi.fn();
    redo = vi.fn();
    fieldIsOpen = vi.fn();
  });
  afterEach(() => {
    render(null, container);
    container.remove();
  });
}

const drawn = signal(0);
export const editing: GridEditing = {
  version: () => drawn.value,
  overlay: ({ key }, { name }) => overlays.get(`${key}.${name}`) ?? null,
  put: ({ key }, { name }, value, before) => void saved.push([key, name, value, before]),
  refuse: ({ key }, { name }, typed, problem) => {
    overlays.set(`${key}.${name}`, { kind: 'refused', value: null, typed, problem });
  },
  giveUp: ({ key }, { name }) => void overlays.delete(`${key}.${name}`),
  undo: () => undo(),
  redo: () => redo(),
  fieldIsOpen: (isOpen) => fieldIsOpen(isOpen),
};

export function draw({ rows = ROWS, ...more }: Partial<GridProps> & { readonly rows?: readonly GridRow[] } = {}): void {
  const usual = { label: 'Things', columns: COLUMNS, source: listSource(rows), sort: [] };
  drawn.value += 1;
  render(
    <Grid {...usual} editing={editing} openRow={() => undefined} openLink={() => undefined} {...more} />,
    container,
  );
}

export const cell = (at: number, of: number): HTMLElement => {
  const found = container.querySelectorAll('.ndb-row')[at]?.querySelectorAll<HTMLElement>('.ndb-cell')[of];
  if (found === undefined) throw new Error('no such cell');
  return found;
};
export const grid = (): HTMLElement => container.querySelector('[role=grid]') as HTMLElement;
/** What has the keyboard in place of the grid. */
export const textarea = (): HTMLTextAreaElement | null => container.querySelector('.ndb-scroll > textarea');
/** The cell of the cursor, as a reader of the screen is told. */
export const current = (): Element | null =>
  document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
export const field = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('.ndb-field');
export const options = (): (string | null)[] =>
  [...document.querySelectorAll('[role=option]')].map((el) => el.textContent);
/** What floats above the page. */
export const floating = (): Element | null => document.querySelector('.ndb-floating');
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

export async function press(target: Element, key: string, more: KeyboardEventInit = {}): Promise<boolean> {
  if (target.matches('.ndb-cell') && target !== current()) await click(target as HTMLElement);
  const isUnused = target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
  await settle();
  return !isUnused;
}

export async function click(target: HTMLElement, more: PointerEventInit = {}): Promise<void> {
  target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, ...more }));
  // What a browser does with a press.
  grid().focus();
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, ...more }));
  await settle();
}

/** What an input method, or a dead key, puts into the text area. */
export async function compose(text: string): Promise<void> {
  const area = textarea();
  if (area === null) throw new Error('no text area');
  area.value = text;
  area.dispatchEvent(new InputEvent('input', { data: text, bubbles: true }));
  await settle();
}

export function type(text: string): void {
  const input = field();
  if (input === null) throw new Error('no field is open');
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
