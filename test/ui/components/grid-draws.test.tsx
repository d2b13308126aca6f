/** What a grid draws again, and what not. Whoever draws a cell asks once what lies over it. */

import { type Signal, signal } from '@preact/signals';
import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Grid } from '../../../src/ui/components/grid/grid';
import { listSource } from '../../../src/ui/components/grid/row-source';
import type { GridRow } from '../../../src/ui/components/grid-column';
import type { GridEditing } from '../../../src/ui/components/grid-editing';
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
