/** Names of windows and controls of the app, for who hears them: the app itself gives them none. docs/page.md#for-everybody */

import type { Modal } from 'obsidian';

/** The window is called as its title, also when that changes. */
export function nameWindow({ modalEl, titleEl }: Modal): void {
  nameWindowAfter(modalEl, titleEl);
}

/** No `aria-label`: the app would show it wherever the pointer rests in the window. */
export function nameWindowAfter(modalEl: HTMLElement, title: HTMLElement): void {
  if (!modalEl.hasAttribute('role')) modalEl.setAttribute('role', 'dialog');
  modalEl.setAttribute('aria-labelledby', idOf(title));
}

/** Each control is named after the setting of its line, unless it has a name of its own. */
export function nameControls(parent: HTMLElement): void {
  for (const control of parent.querySelectorAll('.setting-item-control :is(input, select, textarea)')) {
    const name = control.closest('.setting-item')?.querySelector<HTMLElement>('.setting-item-name') ?? null;
    const isNamed = control.hasAttribute('aria-label') || control.hasAttribute('aria-labelledby');
    if (name !== null && !isNamed) control.setAttribute('aria-labelledby', idOf(name));
  }
}

function idOf(element: HTMLElement): string {
  element.id ||= `ndb-${crypto.randomUUID()}`;
  return element.id;
}
