/** A window over the app, closed by its button, Escape or a click beside it. */

import type { TestAppCore } from './app';

export class Scope {
  readonly handlers: { modifiers: string[] | null; key: string | null; run: (event: KeyboardEvent) => unknown }[] = [];

  register(modifiers: string[] | null, key: string | null, run: (event: KeyboardEvent) => unknown): unknown {
    const handler = { modifiers, key, run };
    this.handlers.push(handler);
    return handler;
  }

  unregister(handler: unknown): void {
    const index = this.handlers.findIndex((other) => other === handler);
    if (index >= 0) this.handlers.splice(index, 1);
  }

  handle(event: KeyboardEvent): void {
    for (const { modifiers, key, run } of [...this.handlers]) {
      const isMeant = (key === null || key.toLowerCase() === event.key.toLowerCase()) && areHeld(modifiers, event);
      if (isMeant && run(event) === false) event.preventDefault();
    }
  }
}

/** Just these; null: whichever. `Mod` is Ctrl here. */
function areHeld(modifiers: readonly string[] | null, event: KeyboardEvent): boolean {
  if (modifiers === null) return true;
  const held = { Mod: event.ctrlKey, Meta: event.metaKey, Shift: event.shiftKey, Alt: event.altKey };
  return Object.entries(held).every(([name, isHeld]) => isHeld === modifiers.includes(name));
}

export class Modal {
  readonly scope = new Scope();
  readonly containerEl: HTMLElement;
  readonly modalEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly contentEl: HTMLElement;
  shouldRestoreSelection = true;
  private closeCallback: (() => unknown) | null = null;
  private readonly onKey = (event: KeyboardEvent): void => this.scope.handle(event);

  constructor(readonly app: TestAppCore) {
    this.containerEl = createDiv('modal-container mod-dim');
    this.containerEl.createDiv('modal-bg').addEventListener('click', () => this.close());
    this.modalEl = this.containerEl.createDiv('modal');
    this.modalEl.setAttribute('role', 'dialog');
    this.modalEl.createDiv('modal-close-button').addEventListener('click', () => this.close());
    this.titleEl = this.modalEl.createDiv('modal-header').createDiv('modal-title');
    this.contentEl = this.modalEl.createDiv('modal-content');
    this.scope.register([], 'Escape', () => this.close());
  }

  open(): void {
    document.body.append(this.containerEl);
    document.addEventListener('keydown', this.onKey);
    this.onOpen();
  }

  close(): void {
    if (!this.containerEl.isConnected) return;
    document.removeEventListener('keydown', this.onKey);
    this.containerEl.remove();
    this.onClose();
    this.closeCallback?.();
  }

  onOpen(): unknown {
    return undefined;
  }

  onClose(): void {
    this.contentEl.empty();
  }

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }

  setContent(content: string | DocumentFragment): this {
    this.contentEl.empty();
    this.contentEl.append(content);
    return this;
  }

  setCloseCallback(callback: () => unknown): this {
    this.closeCallback = callback;
    return this;
  }
}
