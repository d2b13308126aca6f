/** Draws a component into an element of the app, and takes it away; opens the notes that it names. */

import { type VNode, render } from 'preact';
import { type App, Keymap } from 'obsidian';
import type { OpenNotes } from '../browser/use-database';

export function mountComponent(vnode: VNode, container: HTMLElement): void {
  render(vnode, container);
}

/** Stops everything that the components there listen to. */
export function unmountComponent(container: HTMLElement): void {
  render(null, container);
}

export function appNotes(app: App): OpenNotes {
  return {
    open: (target, source, event) => {
      void app.workspace.openLinkText(target, source, Keymap.isModEvent(event));
    },
  };
}
