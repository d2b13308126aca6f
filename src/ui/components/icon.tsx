/** The icons that components need, drawn here because components know no app. */

import type { JSX } from 'preact';

const OUTLINES = {
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  'arrow-down': 'M12 5v14M6 13l6 6 6-6',
  alert: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 8v5M12 16v.5',
  archive: 'M4 5h16v4H4zM5 9v10h14V9M10 13h4',
  board: 'M4 4h16v16H4zM9 8v8M15 8v4',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  braces: 'M8 4H7a2 2 0 0 0-2 2v4l-2 2 2 2v4a2 2 0 0 0 2 2h1M16 4h1a2 2 0 0 1 2 2v4l2 2-2 2v4a2 2 0 0 1-2 2h-1',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  cards: 'M4 4h16v16H4zM4 13h16',
  check: 'M4 4h16v16H4zM8 12l3 3 5-6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevron-right': 'M9 6l6 6-6 6',
  choice: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M9 11l3 3 3-3',
  clock: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v5l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  download: 'M12 4v11M7 10l5 5 5-5M4 20h16',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6',
  'eye-off': 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12M4 4l16 16',
  filter: 'M3 6h18M7 12h10M10 18h4',
  formula: 'M18 5H7l6 7-6 7h11',
  folder: 'M3 6h6l2 3h10v10H3z',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  group: 'M4 4h16v7H4zM4 15h16v5H4z',
  history: 'M4 12a8 8 0 1 0 3-6.2L4 8M4 3v5h5M12 8v4l3 2',
  link: 'M7 17L17 7M8 7h9v9',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  map: 'M3 4h7v6H3zM14 14h7v6h-7zM6.5 10v7H14',
  minus: 'M5 12h14',
  note: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  number: 'M5 9h15M4 15h15M10 4L8 20M16 4l-2 16',
  open: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  person: 'M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4 21c0-4 4-6 8-6s8 2 8 6',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  pin: 'M9 4h6l-1 6 4 4H6l4-4zM12 14v6',
  plus: 'M12 5v14M5 12h14',
  properties: 'M4 4h16v16H4zM10 4v16M15 4v16',
  rank: 'M5 20v-4M12 20V10M19 20V4',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  robot: 'M5 9h14v10H5zM12 9V5M9 14h.01M15 14h.01M3 13v3M21 13v3',
  rollup: 'M3 5h6M3 12h6M3 19h6M9 5l5 7-5 7M14 12h7M18 9l3 3-3 3',
  search: 'M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14M20 20l-4-4',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9c-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  sort: 'M7 4v16M3 16l4 4 4-4M17 20V4M13 8l4-4 4 4',
  table: 'M3 5h18v14H3zM3 10h18M9 5v14',
  tags: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  text: 'M5 7V4h14v3M12 4v16M9 20h6',
  tick: 'M5 12l5 5 9-10',
  timeline: 'M4 6h8M9 12h9M6 18h7',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  upload: 'M12 15V4M7 9l5-5 5 5M4 20h16',
  warning: 'M12 4l9 16H3zM12 10v5M12 17.5v.5',
  view: 'M4 5h16v14H4zM4 10h16M4 14.5h16',
} as const;

export type IconName = keyof typeof OUTLINES;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="ndb-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={OUTLINES[name]} />
    </svg>
  );
}
