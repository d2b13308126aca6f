/** The program around a view, for tests: does nothing but what a test replaces. */

import type { AppServices } from '../../../src/ui/browser/app-services';

export const testServices = (replaced: Partial<AppServices> = {}): AppServices => ({
  notes: { open: () => undefined },
  notify: () => undefined,
  showTrail: () => undefined,
  tellsWrites: false,
  saveFile: () => Promise.resolve(),
  renderMarkdown: (text, _source, element) => {
    element.textContent = text;
    return () => element.replaceChildren();
  },
  ...replaced,
});
