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
} as const;

export type IconName = keyof typeof OUTLINES;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="ndb-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={OUTLINES[name]} />
    </svg>
  );
}
