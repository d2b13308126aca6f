/** A row as a card. docs/views.md#layouts */

import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, it } from 'vitest';
import type { Json } from '../../../src/engine/index';
import type { GridRow } from '../../../src/ui/components/grid-column';
import type { CellOverlay, GridEditing } from '../../../src/ui/components/grid-editing';
import { CardRefusal } from '../../../src/ui/layouts/card-refusal';
import { RowCard, cardSize } from '../../../src/ui/layouts/row-card';
import { EMPTY_SPEC, withDisplay } from '../../../src/ui/rows/view-spec';
import { STATUS, column } from '../components/grid-fixture';

const COLUMNS = [column('title'), STATUS, column('place'), column('hours', { type: 'number' })];
const ROW = { key: 'a', path: 'a.md', values: { title: 'Ape', status: 'todo', place: 'Bern', hours: null } };

const container = document.body.appendChild(document.createElement('div'));
const done: (readonly Json[])[] = [];
afterEach(() => {
  void act(() => render(null, container));
  done.length = 0;
});

function editingWith(overlays: Readonly<Record<string, CellOverlay>>): GridEditing {
  return {
    overlay: (_, { name }) => overlays[name] ?? null,
    version: () => 0,
    put: (_, { name }, value, before) => void done.push(['put', name, value, before ?? null]),
    refuse: () => undefined,
    giveUp: (_, { name }) => void done.push(['giveUp', name]),
    undo: () => undefined,
    redo: () => undefined,
    fieldIsOpen: () => undefined,
  };
}

function draw(overlays: Readonly<Record<string, CellOverlay>> = {}): void {
  const card = {
    ...{ row: ROW, editing: editingWith(overlays), written: [STATUS] },
    openRow: ({ key }: GridRow) => void done.push(['open', key]),
  };
  void act(() =>
    render(
      <>
        <RowCard
          {...card}
          columns={COLUMNS}
          spec={EMPTY_SPEC}
          {...{ said: ['status'], factLines: 2 }}
          openLink={() => undefined}
        />
        <CardRefusal {...card} focus={() => undefined} />
      </>,
      container,
    ),
  );
}

const facts = (): readonly (string | null)[] =>
  [...container.querySelectorAll('.ndb-row-fact')].map((each) => each.textContent);
const reason = (): Element | null => document.querySelector('.ndb-card-refusal');
const press = (label: string): void =>
  [...document.querySelectorAll('button')].find((each) => each.textContent === label)?.click();

it('has the name and the facts that its place does not say', () => {
  draw();
  expect(container.querySelector('.ndb-row-name')?.textContent).toBe('Ape');
  expect(facts()).toEqual(['Place Bern']);
  press('Ape');
  expect(done).toEqual([['open', 'a']]);
});

it('shows a value on its way', () => {
  draw({ hours: { kind: 'pending', value: 3, typed: '3', problem: null } });
  expect(facts()).toEqual(['Place Bern', 'Hours 3']);
});

const REFUSED: CellOverlay = {
  kind: 'refused',
  value: 'dnoe',
  typed: 'dnoe',
  problem: { message: 'There is no choice "dnoe".', hint: 'Did you mean done?', near: ['done'] },
};

it('says why its value was refused, with the near one, the row and the way back', () => {
  draw({ status: REFUSED });
  expect(container.querySelector('.ndb-card.ndb-is-refused')).not.toBeNull();
  expect(reason()?.textContent).toContain('a: There is no choice "dnoe".');
  for (const way of ['done', 'Open the row', 'Leave Status as it is']) press(way);
  expect(done).toEqual([
    ['put', 'status', 'done', 'todo'],
    ['open', 'a'],
    ['giveUp', 'status'],
  ]);
});

it('says it not of a column that its place does not write', () => {
  draw({ place: REFUSED });
  expect(reason()).toBeNull();
  expect(container.querySelector('.ndb-is-refused')).toBeNull();
});

it('says where a value was changed meanwhile, and offers both', () => {
  const problem = { message: 'Status was changed meanwhile.', hint: null, conflict: { now: 'waiting' } };
  draw({ status: { ...REFUSED, value: 'done', problem } });
  for (const way of ['Use mine', 'Keep theirs']) press(way);
  expect(done).toEqual([
    ['put', 'status', 'done', 'waiting'],
    ['giveUp', 'status'],
  ]);
});

it('is higher where the rows of its view are', () => {
  const heights = (['short', 'medium', 'tall'] as const).map(
    (rowHeight) => cardSize(withDisplay(EMPTY_SPEC, { rowHeight })).height,
  );
  expect(heights).toEqual([82, 102, 142]);
});
