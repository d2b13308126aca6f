/** What a person looks at: a table or a view and how, another screen in its place, a note beside it. The shell keeps it. */

import type { ViewSpec } from './view-spec';

/**
 * `folder:Reading` makes a table of the notes there, `where:{…}` of the notes that a filter of infer_table finds; `start` lists what looks like
 * a table; the last two are of a qualified table.
 */
export type BrowserScreen =
  | 'start'
  | 'empty'
  | 'csv'
  | 'journal'
  | `folder:${string}`
  | `where:${string}`
  | `history:${string}`
  | `import:${string}`;

export interface TableChoice {
  /** Qualified, of a table or a view; null: the first one. */
  readonly table: string | null;
  /** Absent: as it is saved. */
  readonly spec?: ViewSpec | undefined;
  /** In place of the table. */
  readonly screen?: BrowserScreen | undefined;
  /** The path of the note in the panel. */
  readonly note?: string | undefined;
}

/** What was kept, or stands in an address, may be anything. */
export function readScreen(text: unknown): BrowserScreen | undefined {
  if (typeof text !== 'string') return undefined;
  const isKnown = ['start', 'empty', 'csv', 'journal'].includes(text) || /^(folder|where|history|import):/.test(text);
  return isKnown ? (text as BrowserScreen) : undefined;
}
