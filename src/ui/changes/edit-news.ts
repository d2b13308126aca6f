/** What edits are called on buttons, and what is told of them. */

import type { ProblemText } from '../components/text/problem-text';
import type { CellEdit, LaneNews, LaneStep } from './lane-port';
import { noteName } from '../client/note-text';
import { tableName } from './write-words';

export interface EditNews {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  /** Without the reason, which stands at the cell. */
  readonly short: string;
  /** Qualified. */
  readonly table: string;
  /** Whether it is told also where another table is shown. */
  readonly isToldElsewhere: boolean;
  /** Written just now, and to be taken back from the news. */
  readonly step: LaneStep | null;
}

/** What an edit is called in messages and on buttons. */
export const nameOf = ({ column, row }: CellEdit): string => `${column.label} of ${rowName(row.path)}`;

export const rowName = (path: string): string => (path === '' ? 'the new row' : noteName(path));

/** `Status of Bake a cake`, `paste of 50 cells`. */
export function stepName({ name, edits: [first] }: LaneStep): string {
  return name ?? (first === undefined ? 'change' : nameOf(first));
}

export function newsOf(news: LaneNews): EditNews {
  if (news.kind === 'refused') {
    const { edit, problem, isLost = false } = news;
    const told = refusalNews(edit.table, `${nameOf(edit)} was not changed to "${cut(edit.typed)}".`, problem);
    return isLost ? wholeNews(told) : told;
  }
  const { step } = news;
  const what = stepName(step);
  const isCell = step.name === null;
  switch (news.kind) {
    case 'written':
      return doneNews(step.table, news.text ?? `${what} changed${othersText(news.others)}.`, isCell ? null : step);
    case 'undone':
      return turnedNews(step.table, 'Undone', what);
    case 'redone':
      return turnedNews(step.table, 'Done again', what);
    case 'notDone':
      return wholeNews(refusalNews(step.table, news.text, news.problem));
    case 'notUndone':
      return wholeNews(
        refusalNews(
          step.table,
          isCell ? `The change of ${what} was not undone.` : `Not undone: ${what}.`,
          news.problem,
        ),
      );
    case 'notRedone':
      return wholeNews(
        refusalNews(
          step.table,
          isCell ? `The change of ${what} was not made again.` : `Not done again: ${what}.`,
          news.problem,
        ),
      );
  }
}

/** So much of what was typed is repeated. */
const MOST_TYPED = 80;
const cut = (text: string): string => (text.length > MOST_TYPED ? `${text.slice(0, MOST_TYPED)}…` : text);

/** A row that has another name now is linked by it. */
const othersText = (others: number): string =>
  others === 0 ? '' : others === 1 ? ', and 1 other note with it' : `, and ${others} other notes with it`;

/** No cell says the reason. */
const wholeNews = (news: EditNews): EditNews => ({ ...news, short: news.text });

const doneNews = (table: string, text: string, step: LaneStep | null = null): EditNews => ({
  kind: 'done',
  table,
  text,
  short: text,
  step,
  isToldElsewhere: false,
});

/** The panel of a row may be of another table than the one that is shown. */
const turnedNews = (table: string, verb: string, what: string): EditNews => ({
  ...doneNews(table, `${verb} in ${tableName(table)}: ${what}.`),
  short: `${verb}: ${what}.`,
  isToldElsewhere: true,
});

const refusalNews = (table: string, start: string, { message, hint }: ProblemText): EditNews => ({
  kind: 'refused',
  table,
  short: start,
  text: [start, message, hint].filter((part) => part !== null).join(' '),
  step: null,
  isToldElsewhere: true,
});
