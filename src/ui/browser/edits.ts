/** Edits of one view: pending, refused and undoable ones, with their messages. */

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Operations, Json } from '../../engine/index';
import { draftOf } from '../components/edit-draft';
import type { GridEditing } from '../components/grid-editing';
import type { ProblemText } from '../components/problem-text';
import { describeProblem, refusalOf } from './describe-problem';
import { type CellEdit, type LaneNews, type LanePort, type EditOutcome, EditLane } from './edit-lane';
import { suggestLinks } from './link-suggestions';
import { type OperationsClient, asText } from './operations-client';
import type { GridColumn } from '../components/grid-column';

export interface EditNews {
  readonly kind: 'done' | 'refused';
  readonly text: string;
}

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
  private readonly refreshers = new Map<string, () => Promise<void>>();
  private isClosed = false;

  constructor(
    private readonly place: EditsPlace,
    draw: () => void,
  ) {
    const port: LanePort = {
      write: (edit) => writeEdit(place.client, edit),
      undo: (migrationId) => undoEdit(place.client, migrationId),
      shown: (table) => this.refreshers.get(table)?.() ?? Promise.resolve(),
      changed: () => {
        if (!this.isClosed) draw();
      },
      tell: (news) => this.tell(news),
    };
    this.lane = new EditLane(port);
  }

  of(table: string): Omit<GridEditing, 'fieldIsOpen'> {
    const { lane, place } = this;
    return {
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
    };
  }

  shows(table: string, refresh: () => Promise<void>): () => void {
    this.refreshers.set(table, refresh);
    return () => {
      if (this.refreshers.get(table) === refresh) this.refreshers.delete(table);
    };
  }

  close(): void {
    this.isClosed = true;
    for (const { edit, problem } of this.lane.refused) this.tell({ kind: 'refused', edit, problem });
  }

  private tell(news: LaneNews): void {
    this.news = newsOf(news);
    if (this.isClosed && this.news.kind === 'refused') this.place.notify(this.news.text);
  }
}

function newsOf(news: LaneNews): EditNews {
  const what = nameOf(news.edit);
  switch (news.kind) {
    case 'written':
      return { kind: 'done', text: `${what} changed.` };
    case 'undone':
      return { kind: 'done', text: `${what} is as before.` };
    case 'refused':
      return refusalNews(`${what} was not changed to "${news.edit.typed}".`, news.problem);
    case 'notUndone':
      return refusalNews(`The change of ${what} was not undone.`, news.problem);
  }
}

const refusalNews = (start: string, { message, hint }: ProblemText): EditNews => ({
  kind: 'refused',
  text: [start, message, hint].filter((part) => part !== null).join(' '),
});

async function writeEdit(client: OperationsClient, edit: CellEdit): Promise<EditOutcome> {
  try {
    const value = await withItsOffset(client, edit);
    const { migrationId, row } = await client.run('update_row', updateOf({ ...edit, value }));
    return {
      kind: 'written',
      migrationId,
      value: row === undefined ? value : (row[edit.column.name] ?? null),
      path: row?.path ?? edit.row.path,
    };
  } catch (thrown) {
    return { kind: 'refused', problem: describeProblem(thrown), isLost: isLost(thrown) };
  }
}

async function undoEdit(client: OperationsClient, migrationId: string): Promise<ProblemText | null> {
  try {
    await client.run('undo_migration', { migration_id: migrationId });
    return null;
  } catch (thrown) {
    return describeProblem(thrown);
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

const nameOf = ({ column, row }: CellEdit): string => `${column.label} of ${noteName(row.path)}`;

const noteName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');

/** Of a date-time, apart from its day and its time. */
const OFFSET = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}[\d:.]*) ?(Z|[+-]\d{2}:?\d{2})$/i;

interface EditedTime {
  readonly column: GridColumn;
  readonly value: Json;
  readonly before: Json | undefined;
}

/**
 * The value to write, of a date-time that a person edits as a clock shows it: a time of another zone stays in it. Without an offset where the old one is that of the database's own zone,
 * or where there was none: the engine adds the one that holds at the new time.
 */
export async function withItsOffset(client: OperationsClient, { column, value, before }: EditedTime): Promise<Json> {
  if (column.type !== 'datetime' || typeof value !== 'string' || typeof before !== 'string') return value;
  const [, day = '', time = '', offset] = OFFSET.exec(before) ?? [];
  if (offset === undefined || OFFSET.test(value)) return value;
  // The engine writes +00:00 where that is the zone's: somebody else meant UTC.
  if (/z/i.test(offset)) return `${value}${offset}`;
  const { configuration } = await client.run('describe_database', {});
  const instant = new Date(`${day}T${time}${plainOffset(offset)}`);
  return offsetIn(configuration.timezone, instant) === plainOffset(offset) ? value : `${value}${offset}`;
}

/** `+HH:MM`. */
const plainOffset = (offset: string): string => `${offset.slice(0, 3)}:${offset.slice(-2)}`;

/** Null for a zone that is not known here, or no time. */
function offsetIn(zone: string, instant: Date): string | null {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
      instant,
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name === 'GMT' ? '+00:00' : name.replace('GMT', '');
  } catch {
    return null;
  }
}
