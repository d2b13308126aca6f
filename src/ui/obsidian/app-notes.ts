/** Opens notes in the app: where a click with these keys would open a link. */

import type { App } from 'obsidian';
import { Keymap } from 'obsidian';
import type { OpenNotes } from '../browser/open-notes';

export function appNotes(app: App): OpenNotes {
  return {
    open: (target, source, event) => {
      void app.workspace.openLinkText(target, source, Keymap.isModEvent(event));
    },
  };
}
