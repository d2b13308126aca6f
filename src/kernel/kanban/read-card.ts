/** A card of a board of the plugin Kanban: its name, and the date, time, links and tags that its text has. docs/import.md#kanban */

import type { DayOrder } from '../day-text';
import { parseLink } from '../link-text';

export interface BoardSettings {
  /** Before `{2026-11-28}` or `[[2026-11-28]]`. */
  readonly dateSign: string;
  readonly timeSign: string;
  readonly order: DayOrder;
}

interface CardText {
  readonly name: string;
  /** As it is written, unless the name says all of it. */
  readonly body: string;
  readonly dateText: string | null;
  readonly time: string | null;
  readonly links: readonly string[];
  readonly tags: readonly string[];
}

export interface Card extends CardText {
  readonly date: string | null;
  /** Null: it is in the archive, or above all lanes. */
  readonly lane: string | null;
  readonly isDone: boolean;
  readonly isArchived: boolean;
  /** In its lane, from 1. */
  readonly position: number;
}

const LINK = /!?\[\[[^\][\n]+\]\]/g;
const TAG = /(^|\s)#([\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)/gu;
const BLOCK_ID = /\s+\^[A-Za-z0-9-]+\s*$/;
/** Of a name; the body has the rest. */
const MOST_LETTERS = 100;

/** The first line, and those below it as they are indented. */
export function cardOf(lines: readonly string[], { dateSign, timeSign }: BoardSettings): CardText {
  const text = dedented(lines)
    .replace(/<br\s*\/?>/g, '\n')
    .trim();
  const time = signed(timeSign).exec(text);
  // The sign of the time may begin with that of the date.
  const untimed = time === null ? text : text.replace(time[0], '');
  const date = signed(dateSign).exec(untimed);
  const undated = date === null ? untimed : untimed.replace(date[0], '');
  const links = (undated.match(LINK) ?? []).filter((link) => !link.startsWith('!'));
  const tags = [...undated.matchAll(TAG)].map(([, , tag = '']) => tag);
  const said = (undated.split('\n').find((line) => nameOf(line) !== '') ?? '').trim();
  const name = nameOf(said) || 'Card';
  return {
    name,
    body: text === name ? '' : `${text}\n`,
    dateText: date === null ? null : innerOf(date),
    time: time === null ? null : innerOf(time),
    links: [...new Set(links)],
    tags: [...new Set(tags)],
  };
}

/** `@{…}`, `@[[…]]`, `@[…](…)`. */
const signed = (sign: string): RegExp =>
  new RegExp(
    `${sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:\\{([^}\\n]*)\\}|\\[\\[([^\\]\\n]*)\\]\\]|\\[([^\\]\\n]*)\\]\\([^)\\n]*\\))`,
  );

const innerOf = ([, braced, linked, named]: RegExpExecArray): string => (braced ?? linked ?? named ?? '').trim();

function nameOf(line: string): string {
  const plain = line
    .replace(BLOCK_ID, '')
    .replace(TAG, '$1')
    .replace(LINK, (link) => parseLink(link)?.text ?? link)
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= MOST_LETTERS ? plain : `${plain.slice(0, MOST_LETTERS).trimEnd()}…`;
}

/** Lines below a card are indented by a tab or by spaces. */
function dedented([first = '', ...rest]: readonly string[]): string {
  const indents = rest.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const indent = Math.min(...indents, 80);
  return [first, ...rest.map((line) => line.slice(indent).trimEnd())].join('\n');
}
