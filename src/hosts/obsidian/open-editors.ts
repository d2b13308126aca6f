/** The editors in which a note is open: a write reaches them as small changes, and never goes over text that is not saved. docs/external-edits.md#notes-that-are-open-in-obsidian */

import { type App, type Editor, MarkdownView } from 'obsidian';
import { type NotePath, VaultFailure } from '../../engine/ports/vault-port';
import { textChanges } from '../../engine/text/line-diff';

/** Not among the public types. Without them an editor whose text is not that of the file counts as ahead of it. */
interface ViewInside {
  /** A write of the editor's text is under way. */
  readonly saving?: boolean;
  readonly dirty?: boolean;
  /** What the file held when the view read or wrote it last; null: it has not read it yet. */
  lastSavedData?: string | null;
}

/** Undoes the call that returned it. */
export type TakeBack = () => void;

/** Nothing here waits: the result holds until the caller gives way. */
export class OpenEditors {
  constructor(private readonly app: App) {}

  /** `unsaved` when an editor holds something else than the file, which holds `text`. */
  refusal(path: NotePath, text: string): VaultFailure | null {
    return this.viewsOf(path).some((view) => isAhead(view, text)) ? new VaultFailure('unsaved', path) : null;
  }

  /**
   * Brings each editor from one text to the other in one transaction, just before the file is written. So selection and scroll
   * stay where they are, and the editor's undo knows of the change. The app finds nothing to load then.
   */
  change(path: NotePath, before: string, after: string): TakeBack {
    // An editor knows neither other line breaks nor the mark; the app loads such a text itself.
    if (/[\r\uFEFF]/.test(before + after)) return () => undefined;
    const changed = this.viewsOf(path).filter((view) => changeView(view, before, after));
    return () => changed.forEach((view) => changeView(view, after, before));
  }

  /** Other kinds of view may hold another text than the file. */
  private viewsOf(path: NotePath): readonly MarkdownView[] {
    const views: MarkdownView[] = [];
    this.app.workspace.iterateAllLeaves(({ view }) => {
      if (view instanceof MarkdownView && view.file?.path === path && inside(view).lastSavedData !== null)
        views.push(view);
    });
    return views;
  }
}

const inside = (view: MarkdownView): ViewInside => view as unknown as ViewInside;

/** As an editor shows a text. */
const shown = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** A view may also be behind: the file was changed, and the app has not loaded it yet. */
function isAhead(view: MarkdownView, text: string): boolean {
  const { saving, dirty, lastSavedData } = inside(view);
  if (saving === true) return true;
  const held = shown(view.getViewData());
  if (held === shown(text)) return false;
  return dirty !== false || typeof lastSavedData !== 'string' || held !== shown(lastSavedData);
}

/** False where the app brings the text itself: in reading view, and where the editor does not take the change. */
function changeView(view: MarkdownView, before: string, after: string): boolean {
  const { editor } = view;
  if (view.getMode() !== 'source' || editor.getValue() !== before) return false;
  applyChanges(editor, before, after);
  if (editor.getValue() !== after) return false;
  // The app takes a text that it read last for the one that an unsaved one is merged into.
  const internals = inside(view);
  if (typeof internals.lastSavedData === 'string') internals.lastSavedData = after;
  return true;
}

function applyChanges(editor: Editor, before: string, after: string): void {
  const changes = textChanges(before, after).map(({ from, to, text }) => {
    return { text, from: editor.offsetToPos(from), to: editor.offsetToPos(to) };
  });
  try {
    editor.transaction({ changes }, 'notedb');
  } catch {
    // A plugin that guards the editor refuses it: the app loads the file, as after any other write.
  }
}
