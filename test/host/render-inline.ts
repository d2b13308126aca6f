/** The inside of a paragraph: links, code, emphasis, tags; a click on a link opens the note. */

import type { TestAppCore } from './app';
import { getLinkpath } from './link-paths';

const INLINE =
  /(!?)\[\[([^[\]|]+)(?:\|([^[\]]*))?\]\]|\[([^\]]+)\]\(([^)\s]+)\)|`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|(?<=^|\s)(#[\p{L}\p{N}_/-]+)/gu;

export function renderInline(app: TestAppCore, text: string, el: HTMLElement, sourcePath: string): void {
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    el.appendText(text.slice(last, match.index));
    last = match.index + match[0].length;
    const [, , link, alias, label, url, code, bold, italic, tag] = match;
    if (link !== undefined) renderLink(app, el, link, alias ?? link, sourcePath);
    else if (url !== undefined) el.createEl('a', { cls: 'external-link', href: url, text: label ?? url });
    else if (code !== undefined) el.createEl('code', { text: code });
    else if (bold !== undefined) el.createEl('strong', { text: bold });
    else if (italic !== undefined) el.createEl('em', { text: italic });
    else if (tag !== undefined) el.createEl('a', { cls: 'tag', href: tag, text: tag });
  }
  el.appendText(text.slice(last));
}

function renderLink(app: TestAppCore, el: HTMLElement, link: string, text: string, sourcePath: string): void {
  const linkEl = el.createEl('a', { cls: 'internal-link', href: link, text });
  linkEl.dataset['href'] = link;
  const isResolved = app.metadataCache.getFirstLinkpathDest(getLinkpath(link), sourcePath) !== null;
  linkEl.toggleClass('is-unresolved', !isResolved);
  linkEl.addEventListener('click', (event) => {
    event.preventDefault();
    void app.workspace.openLinkText(link, sourcePath);
  });
}
