/** The port of the views to the program around them: the app, or the page of the server. docs/page.md#two-homes */

import type { SavedFile } from '../components/download-file';
import type { PictureAddress } from '../components/cells/cell-picture';
import type { UnsentInput } from './unsent-input';

export interface AppServices {
  readonly notes: OpenNotes;
  /** Opens a note in the program itself; absent where there is nothing but the views. */
  readonly openNote?: (path: string, event: MouseEvent) => void;
  /** Opens a note beside the view; absent where there is one place for everything. */
  readonly openBeside?: (path: string) => void;
  /** Shows a message outside of every view, until its reader dismisses it. */
  readonly notify: (text: string) => void;
  /** Keeps typed input that is not written while no view has it. */
  readonly unsent: UnsentInput;
  /** Shows where the views are; called with each change. */
  readonly showBreadcrumbs: (breadcrumbs: readonly Breadcrumb[]) => void;
  /** Whether the program itself reports the writes of apps: then the views don't report them too. */
  readonly tellsWrites: boolean;
  /** Gives a file to the person, where the program puts such files. */
  readonly saveFile: (file: SavedFile) => Promise<void>;
  /** Prints what the page shows; absent where the program has commands of its own for that. */
  readonly print?: () => void;
  /** The address of the picture that a link in the note `source` leads to; null for none. */
  readonly pictureAddress: PictureAddress;
  /** Draws the Markdown of the note at `source` into the element. Returns the function that takes it away. */
  readonly renderMarkdown: (text: string, source: string, element: HTMLElement) => () => void;
}

export interface OpenNotes {
  /** Opens a path, or the target of a link in `source`; the event says whether in a new tab. */
  readonly open: (target: string, source: string, event: MouseEvent | KeyboardEvent) => void;
}

/** A part of the way to the place that is open. */
export interface Breadcrumb {
  readonly label: string;
  /** The table or view to go up to, qualified; null: this is the last step, or there is nothing to open. */
  readonly opens: string | null;
}
