/** Boards of the plugin Kanban as tables: every part of the format, and what is left out. docs/import.md#kanban */

import { describe, expect, it } from 'vitest';
import type { ImportedSet } from '../../../src/kernel/imported/imported-set';
import { isBoard, readBoard } from '../../../src/kernel/kanban/read-board';
import type { TextValue } from '../../../src/kernel/read-text';

const BOARD = `---

kanban-plugin: board

---

Words above.

## Backlog

- [ ] Paint the fence #home @{2026-12-24} @@{14:30} ^a1b2c3
\tTwo coats.

\t- [ ] buy paint
- [/] [[Projects/Garden|Garden]] plan @[[2026-12-25]]
- [ ] Old<br>lines

## Doing (3)


## Done

**Complete**
- [ ] Sweep
- [x] Mow


***

## Archive

- [x] Dig

%% kanban:settings
\`\`\`
{"kanban-plugin":"board","list-collapse":[false,true]}
\`\`\`
%%
`;

const rowsOf = ({ tables: [table] }: ImportedSet): readonly Readonly<Record<string, TextValue>>[] =>
  (table?.rows ?? []).map(({ values }) =>
    Object.fromEntries(values.map((value, at) => [table?.columns[at]?.label ?? '', value])),
  );
const board = (text: string): ImportedSet => readBoard('Board', text);
const lane = (cards: string, settings = ''): string => `---\nkanban-plugin: board\n---\n## A\n${cards}\n${settings}`;

describe('a board', () => {
  it('is recognized by its front matter', () => {
    expect(isBoard(BOARD)).toBe(true);
    expect(isBoard('---\nkanban-plugin: basic\n---\n')).toBe(true);
    expect(isBoard('---\ntitle: a\n---\nkanban-plugin: board\n')).toBe(false);
    expect(isBoard('kanban-plugin: board')).toBe(false);
  });

  it('has its lanes, cards and archive', () => {
    const set = board(BOARD);
    const usual = { Date: null, Time: null, Links: null, Tags: null, Done: false, Archived: false };
    expect(rowsOf(set)).toEqual([
      {
        ...usual,
        Name: 'Paint the fence',
        Lane: 'Backlog',
        Date: '2026-12-24',
        Time: '14:30',
        Tags: ['home'],
        Position: 1,
      },
      {
        ...usual,
        Name: 'Garden plan',
        Lane: 'Backlog',
        Date: '2026-12-25',
        Links: ['[[Projects/Garden|Garden]]'],
        Position: 2,
      },
      { ...usual, Name: 'Old', Lane: 'Backlog', Position: 3 },
      { ...usual, Name: 'Sweep', Lane: 'Done', Done: true, Position: 1 },
      { ...usual, Name: 'Mow', Lane: 'Done', Done: true, Position: 2 },
      { ...usual, Name: 'Dig', Lane: null, Done: true, Position: 1, Archived: true },
    ]);
    expect(set.tables[0]?.columns.find(({ label }) => label === 'Lane')?.values).toEqual(['Backlog', 'Doing', 'Done']);
    const columns = set.tables[0]?.columns.map(({ label }) => label) ?? [];
    const [view] = set.views;
    expect([view?.lanes, view?.order, view?.without].map((at) => columns[at ?? -1])).toEqual([
      'Lane',
      'Position',
      'Archived',
    ]);
  });

  it('keeps the text of a card as it is written', () => {
    const bodies = board(BOARD).tables[0]?.rows.map(({ body }) =>
      body.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
    );
    expect(bodies?.[0]).toBe('Paint the fence #home @{2026-12-24} @@{14:30} ^a1b2c3\nTwo coats.\n\n- [ ] buy paint\n');
    expect(bodies?.[2]).toBe('Old\nlines\n');
    expect(bodies?.[4]).toBe('');
  });

  it('says what is left out', () => {
    expect(board(BOARD).untranslated.map(({ at, text }) => [at, text])).toEqual([
      ['Line 7', 'Words above.'],
      ['Backlog', '[/] Garden plan'],
      ['Doing', 'Doing (3)'],
    ]);
  });
});

describe('the text of a card', () => {
  it.each<[string, string, TextValue]>([
    ['Due @{24-12-2026}', '{"date-format":"DD-MM-YYYY"}', '2026-12-24'],
    ['Due @{12/24/2026}', '{"date-format":"MM/DD/YYYY"}', '2026-12-24'],
    ['Due ^{2026-12-24}', '{"date-trigger":"^"}', '2026-12-24'],
    ['Due @[2026-12-24](Daily/2026-12-24.md)', '{}', '2026-12-24'],
  ])('%s has a date by the settings %s', (text, settings, date) => {
    const set = board(lane(`- [ ] ${text}`, `%% kanban:settings\n\`\`\`\n${settings}\n\`\`\`\n%%`));
    expect(rowsOf(set)).toMatchObject([{ Name: 'Due', Date: date }]);
    expect(set.untranslated).toEqual([]);
  });

  it.each([
    ['- [ ] ', 'Card'],
    ['- plain', 'plain'],
    ['* [X] star', 'star'],
    [`- [ ] ${'x'.repeat(300)}`, `${'x'.repeat(100)}…`],
    ['- [ ] ![[picture.png]] shown', 'picture.png shown'],
  ])('%s is called %s', (text, name) => {
    expect(rowsOf(board(lane(text)))).toMatchObject([{ Name: name }]);
  });

  it('with a date that is none is named, and stays', () => {
    const set = board(lane('- [ ] Due @{some day}'));
    expect(set.untranslated.map(({ text }) => text)).toEqual(['some day']);
    expect(set.tables[0]?.rows[0]?.body).toEqual(['Due @{some day}\n']);
  });

  it('is read with lines of Windows, lanes of one name and settings that do not parse', () => {
    const set = board(`${lane('- [ ] a\r\n\tb\r\n## A\r\n- [ ] c')}%% kanban:settings\n{oops}\n%%`);
    expect(rowsOf(set)).toMatchObject([
      { Name: 'a', Lane: 'A' },
      { Name: 'c', Lane: 'A' },
    ]);
    expect(set.untranslated).toMatchObject([{ at: 'Settings' }]);
  });
});
