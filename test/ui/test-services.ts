/** The program around a view, for tests: does nothing but what a test replaces. */

import type { AppServices } from '../../src/ui/client/app-services';
import { UnsentInput } from '../../src/ui/client/unsent-input';

export const testServices = (replaced: Partial<AppServices> = {}): AppServices => ({
  notes: { open: () => undefined },
  notify: () => undefined,
  unsent: new UnsentInput({ load: () => null, save: () => undefined }),
  showBreadcrumbs: () => undefined,
  tellsWrites: false,
  saveFile: () => Promise.resolve(),
  pictureAddress: () => Promise.resolve(null),
  renderMarkdown: (text, _source, element) => {
    element.textContent = text;
    return () => element.replaceChildren();
  },
  ...replaced,
});
