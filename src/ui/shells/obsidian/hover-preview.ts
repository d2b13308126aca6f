/** The app's preview of a note while the pointer is over a link to it, or over the name of a row. docs/app/editing.md#links */

import type { App, Component, HoverParent } from 'obsidian';

/** As the settings of Page preview name it. */
export const HOVER_SOURCE = 'notedb';

/** Elements with `data-href` lead to a note, as the app marks its own links; `data-source` is the note that has the link. */
export function previewOnHover(app: App, owner: Component & HoverParent, element: HTMLElement): void {
  owner.registerDomEvent(element, 'mouseover', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-href]') : null;
    const from = event.relatedTarget;
    // The pointer moves within the link.
    if (link === null || (from instanceof Node && link.contains(from))) return;
    app.workspace.trigger('hover-link', {
      event,
      source: HOVER_SOURCE,
      hoverParent: owner,
      targetEl: link,
      linktext: link.dataset['href'] ?? '',
      sourcePath: link.dataset['source'] ?? '',
    });
  });
}
