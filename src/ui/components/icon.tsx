/** The few icons that components need, drawn here because components know no app. */

import type { JSX } from 'preact';

const OUTLINES = {
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  'arrow-down': 'M12 5v14M6 13l6 6 6-6',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  search: 'M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14M20 20l-4-4',
  close: 'M6 6l12 12M18 6L6 18',
  table: 'M3 5h18v14H3zM3 10h18M9 5v14',
  alert: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 8v5M12 16v.5',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevron-right': 'M9 6l6 6-6 6',
  download: 'M12 4v11M7 10l5 5 5-5M4 20h16',
  folder: 'M3 6h6l2 3h10v10H3z',
  history: 'M4 12a8 8 0 1 0 3-6.2L4 8M4 3v5h5M12 8v4l3 2',
  note: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  person: 'M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4 21c0-4 4-6 8-6s8 2 8 6',
  plus: 'M12 5v14M5 12h14',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  robot: 'M5 9h14v10H5zM12 9V5M9 14h.01M15 14h.01M3 13v3M21 13v3',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9c-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  upload: 'M12 15V4M7 9l5-5 5 5M4 20h16',
} as const;

export type IconName = keyof typeof OUTLINES;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="ndb-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={OUTLINES[name]} />
    </svg>
  );
}
