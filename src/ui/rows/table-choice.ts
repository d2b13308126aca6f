/** What a person looks at: a table or a view and how, another screen in its place, a note beside it. The shell keeps it. */

import type { ViewSpec } from './view-spec';

/** Each kind of screen, and the place that the list of tables marks for it: the table that it is of, the making of a table, or none. */
const SCREENS = {
  /** Lists what looks like a table. */
  start: 'making',
  empty: 'making',
  csv: 'making',
  /** Takes the views of an Obsidian base. */
  base: 'making',
  /** Takes what another program kept. */
  app: 'making',
  /** Makes a table of the notes in a folder. */
  folder: 'making',
  /** Makes a table of the notes that a filter of infer_table finds. */
  where: 'making',
  journal: 'vault',
  problems: 'vault',
  map: 'vault',
  rules: 'vault',
  history: 'table',
  import: 'table',
  settings: 'table',
} as const;

export type ScreenKind = keyof typeof SCREENS;

/** `journal`, `history:main.default.tasks`: the kind, and what it is of. */
export type BrowserScreen = ScreenKind | `${ScreenKind}:${string}`;

export interface ScreenParts {
  readonly kind: ScreenKind;
  /** A qualified table, a folder, a filter; empty where the kind needs none. */
  readonly of: string;
  readonly place: (typeof SCREENS)[ScreenKind];
}

export function partsOfScreen(screen: BrowserScreen): ScreenParts {
  const [kind] = screen.split(':', 1) as [ScreenKind];
  return { kind, of: screen.slice(kind.length + 1), place: SCREENS[kind] };
}

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

/** A text that was kept, or that an address contains, may be anything. */
export function readScreen(text: unknown): BrowserScreen | undefined {
  if (typeof text !== 'string') return undefined;
  const isKnown = Object.hasOwn(SCREENS, text.split(':', 1)[0] ?? '');
  return isKnown ? (text as BrowserScreen) : undefined;
}
