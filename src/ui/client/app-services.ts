/** The port of the views to the program around them: the app, or the page of the server. docs/page.md#two-homes */

import type { SavedFile } from '../components/download-file';
import type { UnsentInput } from './unsent-input';

export interface AppServices {
  readonly notes: OpenNotes;
  /** Opens a note in the program itself; absent where there is nothing but the views. */
  readonly openNote?: (path: string, event: MouseEvent) => void;
  /** Shows a message outside of every view, until its reader dismisses it. */
  readonly notify: (text: string) => void;
  /** Keeps what was typed and is not written while no view has it. */
  readonly unsent: UnsentInput;
  /** Tells where the views are; called with each change. */
  readonly showBreadcrumbs: (breadcrumbs: readonly Breadcrumb[]) => void;
  /** Whether the program itself tells what apps write: the views don't do so too. */
  readonly tellsWrites: boolean;
  /** Gives a file to whoever looks, where the program puts such files. */
  readonly saveFile: (file: SavedFile) => Promise<void>;
  /** Prints what the page shows; absent where the program has commands of its own for that. */
  readonly print?: () => void;
  /** Draws the Markdown of the note at `source` into the element. Returns the function that takes it away. */
  readonly renderMarkdown: (text: string, source: string, element: HTMLElement) => () => void;
}

export interface OpenNotes {
  /** A path or the target of a link that stands in `source`; the event tells whether in a new tab. */
  readonly open: (target: string, source: string, event: MouseEvent | KeyboardEvent) => void;
}

/** A part of the way to what is open. */
export interface Breadcrumb {
  readonly label: string;
  /** The table or view to go up to, qualified; null: this is the last step, or there is nothing to open. */
  readonly opens: string | null;
}
