/** How the shell shows a note. */

export interface OpenNotes {
  /** A path or the target of a link that stands in `source`; the event tells whether in a new tab. */
  readonly open: (target: string, source: string, event: MouseEvent | KeyboardEvent) => void;
}
