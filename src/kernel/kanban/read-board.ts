/** A note of the plugin Kanban as a table of cards with a board: lanes, check marks, dates, links, the archive. docs/import.md#kanban */

import { readDay } from '../day-text';
import {
  type ImportedColumn,
  type ImportedRow,
  type ImportedSet,
  type Remark,
  plainColumn,
} from '../imported/imported-set';
import type { TextValue } from '../read-text';
import { type BoardSettings, type Card, cardOf } from './read-card';

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const KEY = /^kanban-plugin\s*:/m;

export const isBoard = (text: string): boolean => KEY.test(FRONT_MATTER.exec(text)?.[1] ?? '');

/** `text`: of a note that is a board. */
export function readBoard(name: string, text: string): ImportedSet {
  const { cards, lanes, untranslated } = new BoardReader(text.replace(FRONT_MATTER, blankLines)).read();
  const fields = FIELDS.filter(({ isUsed }) => cards.some(isUsed));
  const column = (label: string): number => fields.findIndex((field) => field.column.label === label);
  const columns = fields.map((field) =>
    field.column.label === 'Lane' ? { ...field.column, values: lanes.length > 0 ? lanes : [NO_LANE] } : field.column,
  );
  const rows = cards.map((card): ImportedRow => ({
    name: card.name,
    values: fields.map(({ value }) => value(card)),
    links: new Map(),
    body: card.body === '' ? [] : [card.body],
  }));
  const without = column('Archived');
  return {
    tables: [{ label: name, description: `Cards of the board ${name}`, columns, rows }],
    views: [
      {
        label: `${name} board`,
        table: 0,
        lanes: column('Lane'),
        order: column('Position'),
        without: without < 0 ? null : without,
      },
    ],
    untranslated,
  };
}

/** Lines keep their numbers. */
const blankLines = (text: string): string => text.replace(/[^\n]+/g, '');

const NO_LANE = 'No lane';

interface CardField {
  readonly column: ImportedColumn;
  readonly value: (card: Card) => TextValue;
  readonly isUsed: (card: Card) => boolean;
}

const always = (): boolean => true;

const FIELDS: readonly CardField[] = [
  { column: plainColumn('Name', 'string', { required: true }), value: ({ name }) => name, isUsed: always },
  { column: plainColumn('Lane', 'enum'), value: ({ lane }) => lane, isUsed: always },
  { column: plainColumn('Done', 'boolean'), value: ({ isDone }) => isDone, isUsed: always },
  { column: plainColumn('Date', 'date'), value: ({ date }) => date, isUsed: ({ date }) => date !== null },
  { column: plainColumn('Time', 'string'), value: ({ time }) => time, isUsed: ({ time }) => time !== null },
  {
    column: plainColumn('Links', 'list', { itemType: 'link' }),
    value: ({ links }) => (links.length === 0 ? null : links),
    isUsed: ({ links }) => links.length > 0,
  },
  {
    column: plainColumn('Tags', 'list'),
    value: ({ tags }) => (tags.length === 0 ? null : tags),
    isUsed: ({ tags }) => tags.length > 0,
  },
  { column: plainColumn('Position', 'number'), value: ({ position }) => position, isUsed: always },
  {
    column: plainColumn('Archived', 'boolean'),
    value: ({ isArchived }) => isArchived,
    isUsed: ({ isArchived }) => isArchived,
  },
];

const HEADING = /^#{1,6}[ \t]+(.*?)[ \t]*#*$/;
const CARD = /^[-*+][ \t]+(?:\[(.)\][ \t]?)?(.*)$/;
const RULE = /^(?:\*{3,}|-{3,}|_{3,})[ \t]*$/;
const LIMIT = /^(.*?)[ \t]*\((\d+)\)$/;

class BoardReader {
  private readonly cards: Card[] = [];
  private readonly lanes: string[] = [];
  private readonly untranslated: Remark[] = [];
  private readonly settings: BoardSettings;
  private readonly lines: readonly string[];
  private lane: string | null = null;
  private isComplete = false;
  private isArchive = false;
  private position = 0;
  /** A line across the note comes before the archive. */
  private isAfterRule = false;

  constructor(text: string) {
    const [board = '', settings = ''] = text.split(/^%% kanban:settings[ \t]*$/m);
    this.lines = board.split(/\r\n|\r|\n/);
    this.settings = this.readSettings(settings);
  }

  read(): {
    readonly cards: readonly Card[];
    readonly lanes: readonly string[];
    readonly untranslated: readonly Remark[];
  } {
    for (let at = 0; at < this.lines.length;) at = this.readLine(at);
    const { cards, lanes, untranslated } = this;
    return { cards, lanes, untranslated };
  }

  /** Gives the next line. */
  private readLine(at: number): number {
    const line = this.lines[at] ?? '';
    const [, heading] = HEADING.exec(line) ?? [];
    const [card, mark, first = ''] = CARD.exec(line) ?? [];
    if (heading !== undefined) this.beginLane(heading);
    else if (RULE.test(line)) this.isAfterRule = true;
    else if (/^\*\*[^*]+\*\*[ \t]*$/.test(line)) this.isComplete = true;
    else if (card !== undefined) return this.readCard(at, mark, first);
    else if (line.trim() !== '') this.report(at, line.trim(), 'Text beside the cards is left out. The note keeps it.');
    return at + 1;
  }

  private beginLane(heading: string): void {
    this.position = 0;
    this.isComplete = false;
    this.isArchive = this.isAfterRule;
    this.isAfterRule = false;
    this.lane = null;
    if (this.isArchive) return;
    const [, title = heading, limit] = LIMIT.exec(heading) ?? [];
    if (limit !== undefined)
      this.untranslated.push({ at: title, text: heading, reason: `The limit of ${limit} cards is left out.` });
    this.lane = title.trim() || NO_LANE;
    if (!this.lanes.includes(this.lane)) this.lanes.push(this.lane);
  }

  private readCard(at: number, mark: string | undefined, first: string): number {
    const rest: string[] = [];
    let next = at + 1;
    for (; next < this.lines.length; next += 1) {
      const line = this.lines[next] ?? '';
      const isBelow = /^[ \t]+\S/.test(line);
      const isGap = line.trim() === '' && /^[ \t]+\S/.test(this.lines[next + 1] ?? '');
      if (!isBelow && !isGap) break;
      rest.push(line);
    }
    this.position += 1;
    const card = cardOf([first, ...rest], this.settings);
    const date = card.dateText === null ? null : readDay(card.dateText, { order: this.settings.order, today: null });
    if (card.dateText !== null && date === null) this.report(at, card.dateText, 'The date can’t be read.');
    if (mark !== undefined && !/[ xX]/.test(mark))
      this.report(at, `[${mark}] ${card.name}`, 'The mark has no counterpart. The card is not done.');
    this.cards.push({
      ...card,
      date,
      lane: this.lane,
      isDone: this.isComplete || mark === 'x' || mark === 'X',
      isArchived: this.isArchive,
      position: this.position,
    });
    return next;
  }

  private report(at: number, text: string, reason: string): void {
    this.untranslated.push({ at: this.lane ?? `Line ${at + 1}`, text, reason });
  }

  private readSettings(text: string): BoardSettings {
    const [json = '{}'] = /\{[\s\S]*\}/.exec(text) ?? [];
    const given = parsed(json);
    if (given === null) this.untranslated.push({ at: 'Settings', text: '', reason: 'They are not JSON.' });
    const word = (key: string, usual: string): string => {
      const value = given?.[key];
      return typeof value === 'string' && value !== '' ? value : usual;
    };
    const format = word('date-format', 'YYYY-MM-DD');
    return {
      dateSign: word('date-trigger', '@'),
      timeSign: word('time-trigger', '@@'),
      order: /^[^A-Za-z]*M/.test(format) ? 'mdy' : 'dmy',
    };
  }
}

function parsed(json: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(json) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}
