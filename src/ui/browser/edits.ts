/** Edits of one view: pending, refused and undoable ones, with their messages. */

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Operations } from '../../engine/index';
import { draftOf } from '../components/edit-draft';
import type { GridEditing } from '../components/grid-editing';
import type { ProblemText } from '../components/problem-text';
import { describeProblem, refusalOf } from './describe-problem';
import { type CellEdit, type LaneNews, type LanePort, type EditOutcome, type UndoOutcome, EditLane } from './edit-lane';
import { withItsOffset } from './keep-offset';
import { suggestLinks } from './link-suggestions';
import { describeRefusedValue } from './refused-value';
import { type OperationsClient, asText } from './operations-client';

export interface EditNews {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  /** Without the reason, which stands at the cell. */
  readonly short: string;
  /** Qualified: what is done is told at its own table only. */
  readonly table: string;
}

/** News leave by themselves. A refusal also stays at its cell. */
const NEWS_MS = { done: 8000, refused: 30_000 };

export interface Edits {
  readonly lane: EditLane;
  readonly news: EditNews | null;
  /** What the grid of a table asks, but for its order. */
  readonly of: (table: string) => Omit<GridEditing, 'fieldIsOpen'>;
  /** Reads the rows of a shown table again. Returns the function that ends it. */
  readonly shows: (table: string, refresh: () => Promise<void>) => () => void;
}

export interface EditsPlace {
  readonly client: OperationsClient;
  /** For what was refused when its view is closed. */
  readonly notify: (text: string) => void;
  /** The vault is not closed before this is done. */
  readonly holdOpen: (work: Promise<void>) => void;
}

export function useEdits(place: EditsPlace): Edits {
  const [, draw] = useState(0);
  const [edits] = useState(() => new ViewEdits(place, () => draw((count) => count + 1)));
  useLayoutEffect(() => () => edits.close(), []);
  return edits;
}

/** Lives on when its view is closed, until everything is written or told. */
class ViewEdits implements Edits {
  news: EditNews | null = null;
  readonly lane: EditLane;
  /** With the table that each shows. */
  private readonly refreshers = new Map<() => Promise<void>, string>();
  private readonly tables = new Map<string, Omit<GridEditing, 'fieldIsOpen'>>();
  private isClosed = false;
  private leaving = 0;

  constructor(
    private readonly place: EditsPlace,
    private readonly draw: () => void,
  ) {
    const port: LanePort = {
      write: (edit) => writeEdit(place.client, edit),
      undo: (migrationId) => undoEdit(place.client, migrationId),
      shown: async (table) => {
        const showing = [...this.refreshers].filter(([, shown]) => shown === table);
        await Promise.all(showing.map(([refresh]) => refresh()));
      },
      changed: () => {
        if (!this.isClosed) draw();
      },
      tell: (news) => this.tell(news),
    };
    this.lane = new EditLane(port);
  }

  of(table: string): Omit<GridEditing, 'fieldIsOpen'> {
    const known = this.tables.get(table) ?? this.make(table);
    this.tables.set(table, known);
    return known;
  }

  private make(table: string): Omit<GridEditing, 'fieldIsOpen'> {
    const { lane, place } = this;
    return {
      version: (row) => lane.version(table, row),
      overlay: (row, column) => lane.overlay(table, row, column),
      put: (row, column, value, before) =>
        place.holdOpen(lane.put({ table, row, column, value, before, typed: draftOf(column, value) })),
      refuse: (row, column, typed, problem) =>
        void lane.refuse({ table, row, column, value: null, before: row.values[column.name], typed }, problem),
      giveUp: (row, column) => {
        if (this.news?.kind === 'refused') this.news = null;
        lane.giveUp(table, row, column);
      },
      suggest: (row, column, typed) => suggestLinks(place.client, { table, row, column }, typed),
      undo: () => place.holdOpen(lane.undo()),
      redo: () => place.holdOpen(lane.redo()),
    };
  }

  shows(table: string, refresh: () => Promise<void>): () => void {
    this.refreshers.set(refresh, table);
    return () => void this.refreshers.delete(refresh);
  }

  close(): void {
    this.isClosed = true;
    window.clearTimeout(this.leaving);
    for (const { edit, problem } of this.lane.refused) this.tell({ kind: 'refused', edit, problem });
  }

  private tell(lane: LaneNews): void {
    // What was refused and is not put right is worth more than what went well.
    if (lane.kind === 'written' && this.news?.kind === 'refused' && this.lane.refused.length > 0) return;
    const news = newsOf(lane);
    this.news = news;
    if (this.isClosed && news.kind === 'refused') this.place.notify(news.text);
    window.clearTimeout(this.leaving);
    if (this.isClosed) return;
    this.leaving = window.setTimeout(() => {
      this.news = null;
      this.draw();
    }, NEWS_MS[news.kind]);
  }
}

function newsOf(news: LaneNews): EditNews {
  const { table } = news.edit;
  const what = nameOf(news.edit);
  switch (news.kind) {
    case 'written':
      return doneNews(table, `${what} changed${othersText(news.others)}.`);
    case 'undone':
      return doneNews(table, `${what} is as before.`);
    case 'redone':
      return doneNews(table, `${what} is changed again.`);
    case 'refused':
      return refusalNews(table, `${what} was not changed to "${news.edit.typed}".`, news.problem);
    case 'notUndone':
      return wholeNews(refusalNews(table, `The change of ${what} was not undone.`, news.problem));
    case 'notRedone':
      return wholeNews(refusalNews(table, `The change of ${what} was not made again.`, news.problem));
  }
}

/** A row that has another name now is linked by it. */
const othersText = (others: number): string =>
  others === 0 ? '' : others === 1 ? ', and 1 other note with it' : `, and ${others} other notes with it`;

/** No cell says the reason. */
const wholeNews = (news: EditNews): EditNews => ({ ...news, short: news.text });

const doneNews = (table: string, text: string): EditNews => ({ kind: 'done', table, text, short: text });

const refusalNews = (table: string, start: string, { message, hint }: ProblemText): EditNews => ({
  kind: 'refused',
  table,
  short: start,
  text: [start, message, hint].filter((part) => part !== null).join(' '),
});

async function writeEdit(client: OperationsClient, edit: CellEdit): Promise<EditOutcome> {
  try {
    const value = await withItsOffset(client, edit);
    const { migrationId, row, changed } = await client.run('update_row', updateOf({ ...edit, value }));
    return {
      kind: 'written',
      migrationId,
      value: row === undefined ? value : (row[edit.column.name] ?? null),
      path: row?.path ?? edit.row.path,
      others: Math.max(changed - 1, 0),
    };
  } catch (thrown) {
    return { kind: 'refused', problem: describeRefusedValue(thrown, edit.column, edit.typed), isLost: isLost(thrown) };
  }
}

async function undoEdit(client: OperationsClient, migration: string): Promise<UndoOutcome> {
  try {
    const { migrationId } = await client.run('undo_migration', { migration_id: migration });
    return { kind: 'undone', migrationId };
  } catch (thrown) {
    return { kind: 'refused', problem: describeProblem(thrown) };
  }
}

function isLost(thrown: unknown): boolean {
  const refusal = refusalOf(thrown);
  return refusal?.code === 'not_found' || refusal?.conflicts.some(({ code }) => code === 'missing') === true;
}

function updateOf({ table, row, column, value, before }: CellEdit): Operations['update_row']['args'] {
  const id = asText(row.values['id']);
  return {
    table,
    ...(id === null ? { path: row.path } : { id }),
    set_values: { [column.name]: value },
    expect: { [column.name]: before ?? null },
  };
}

/** What an edit is called in messages and on buttons. */
export const nameOf = ({ column, row }: CellEdit): string => `${column.label} of ${noteName(row.path)}`;

const noteName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
