/** The port of the views to the program around them: the app, or the page of the server. docs/page.md#two-homes */

export interface AppServices {
  readonly notes: OpenNotes;
  /** Shows a message outside of every view, until its reader dismisses it. */
  readonly notify: (text: string) => void;
  /** Draws the Markdown of the note at `source` into the element. Returns the function that takes it away. */
  readonly renderMarkdown: (text: string, source: string, element: HTMLElement) => () => void;
}

export interface OpenNotes {
  /** A path or the target of a link that stands in `source`; the event tells whether in a new tab. */
  readonly open: (target: string, source: string, event: MouseEvent | KeyboardEvent) => void;
}
