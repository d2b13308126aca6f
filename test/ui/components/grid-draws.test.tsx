/** What a grid draws again, and what not. Whoever draws a cell asks once what lies over it. */

import { type Signal, signal } from '@preact/signals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import { Grid } from '../../../src/ui/components/grid/grid';
import { type RowSource, listSource } from '../../../src/ui/components/grid/row-source';
import type { GridRow } from '../../../src/ui/components/grid-column';
import type { GridEditing } from '../../../src/ui/components/grid-editing';
import { sizeDocument } from '../sized-document';
import { column } from './grid-fixture';

const COLUMNS = [column('name'), column('text'), column('more')];
const ROWS: readonly GridRow[] = ['a', 'b', 'c', 'd'].map((key) => ({ key, path: `${key}.md`, values: { name: key } }));
const SOURCE = listSource(ROWS);

let container: HTMLElement;
let drawn: string[];
let versions: ReadonlyMap<string, Signal<number>>;
/** Changes with each edit, wherever it is. */
let revision: Signal<number>;
let editing: GridEditing;

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  versions = new Map(ROWS.map(({ key }) => [key, signal(0)]));
  revision = signal(0);
  const nothing = (): void => undefined;
  editing = {
    version: ({ key }) => {
      void revision.value;
      return versions.get(key)?.value ?? 0;
    },
    overlay: ({ key }, { name }) => {
      drawn.push(`${key}.${name}`);
      return null;
    },
    ...{ put: nothing, refuse: nothing, giveUp: nothing, undo: nothing, redo: nothing, fieldIsOpen: nothing },
  };
  drawn = [];
});
afterEach(() => {
  render(null, container);
  container.remove();
});

/** With lists of its own, as a pane that is drawn anew has them. */
async function draw(widths: Readonly<Record<string, number>> = { name: 200 }): Promise<void> {
  const lists = { columns: [...COLUMNS], widths: { ...widths }, sort: [] };
  const open = { openRow: () => undefined, openLink: () => undefined };
  render(<Grid label="Things" source={SOURCE} {...lists} {...open} editing={editing} />, container);
  await settled();
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

it('draws no cell again for new lists of the same columns and widths', async () => {
  await draw();
  expect(drawn).toHaveLength(12);
  await draw();
  expect(drawn).toHaveLength(12);
  await draw({ name: 300 });
  expect(drawn).toHaveLength(24);
});

it('draws the row again that was edited, and no other', async () => {
  await draw();
  drawn = [];
  (versions.get('b') as Signal<number>).value += 1;
  revision.value += 1;
  await settled();
  expect(new Set(drawn)).toEqual(new Set(['b.name', 'b.text', 'b.more']));
});

describe('a window of many rows', () => {
  const MANY = Array.from({ length: 1000 }, (_, at): GridRow => ({ key: `${at}`, path: `${at}.md`, values: {} }));
  const SEEN = 19;
  const lists = { columns: [column('name')], sort: [] };

  const drawMany = (source: RowSource): void => {
    const open = { openRow: () => undefined, openLink: () => undefined };
    void act(() => render(<Grid label="Things" source={source} {...lists} {...open} editing={editing} />, container));
  };
  const rowsDrawn = (): readonly number[] => drawn.map((each) => Number.parseInt(each, 10));
  const inDocument = (): readonly number[] =>
    [...container.querySelectorAll('.ndb-row')].map((each) => Number(each.getAttribute('aria-rowindex')) - 2);
  const numbers = (first: number, last: number): readonly number[] =>
    Array.from({ length: last - first }, (_, index) => first + index);
  const scrollTo = (line: number): void => {
    const scroller = container.querySelector('.ndb-scroll') as HTMLElement;
    scroller.scrollTop = line * 32;
    void act(() => void scroller.dispatchEvent(new Event('scroll')));
  };

  beforeEach(() => void sizeDocument({ width: 1000, height: 32 + 18 * 32 }));

  it('draws the rows in sight first, and those around them after the next frame', async () => {
    drawMany(listSource(MANY));
    expect(rowsDrawn()).toEqual(numbers(0, SEEN));
    await eventually(() => expect(inDocument()).toEqual(numbers(0, 28)));
    expect(rowsDrawn()).toEqual(numbers(0, 28));
  });

  it('draws other rows in sight first, and those around them after the next frame', async () => {
    drawMany(listSource(MANY));
    await eventually(() => expect(inDocument()).toHaveLength(28));
    drawn = [];
    drawMany(listSource([...MANY].reverse()));
    expect(rowsDrawn()).toEqual(numbers(0, SEEN).map((line) => 999 - line));
    await eventually(() => expect(drawn).toHaveLength(28));
    expect(new Set(rowsDrawn())).toEqual(new Set(numbers(0, 28).map((line) => 999 - line)));
  });

  it('draws each row once where it scrolls on, and always those in sight', async () => {
    drawMany(listSource(MANY));
    await eventually(() => expect(inDocument()).toHaveLength(28));
    drawn = [];
    for (const line of [5, 10, 15, 20]) {
      scrollTo(line);
      expect(inDocument()).toEqual(expect.arrayContaining([...numbers(line, line + SEEN)]));
      const last = inDocument().at(-1) ?? 0;
      await eventually(() => expect(inDocument().at(-1)).toBeGreaterThan(last));
    }
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it('draws the rows in sight first after a jump', async () => {
    drawMany(listSource(MANY));
    await eventually(() => expect(inDocument()).toHaveLength(28));
    drawn = [];
    scrollTo(500);
    expect(rowsDrawn()).toEqual(numbers(500, 500 + SEEN));
    await eventually(() => expect(inDocument().length).toBeGreaterThanOrEqual(36));
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it('names the cell of the cursor to readers of the screen only while it is drawn', async () => {
    drawMany(listSource(MANY));
    const named = (): string | null | undefined =>
      container.querySelector('[role=grid]')?.getAttribute('aria-activedescendant');
    expect(document.getElementById(named() ?? '')).not.toBeNull();
    scrollTo(500);
    await eventually(() => expect(named()).toBeNull());
    scrollTo(0);
    await eventually(() => expect(document.getElementById(named() ?? '')).not.toBeNull());
  });
});
