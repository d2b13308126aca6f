/** The notice after a write of an app: what it changed, View and Undo. D15, docs/rights.md#notices */

import { Notice } from 'obsidian';

export interface WriteNoticeActions {
  /** Null: there is nothing to be shown. */
  readonly view: (() => void) | null;
  readonly undo: () => void;
}

/** Milliseconds. D15 */
export const NOTICE_MS = 30_000;

export class WriteNotice {
  private readonly notice = new Notice('', 0);
  private end = 0;

  /** False when its time was over, or somebody closed it. */
  get isShown(): boolean {
    return this.notice.messageEl.isConnected;
  }

  /** Its time begins anew. */
  show(text: string, { view, undo }: WriteNoticeActions): void {
    const content = createFragment((fragment) => {
      fragment.createDiv({ text, cls: 'ndb-notice-text' });
      const buttons = fragment.createDiv('ndb-notice-buttons');
      if (view !== null) this.addButton(buttons, 'View', view);
      this.addButton(buttons, 'Undo', undo);
      fragment.createDiv('ndb-notice-time');
    });
    this.notice.setMessage(content);
    window.clearTimeout(this.end);
    this.end = window.setTimeout(() => this.hide(), NOTICE_MS);
  }

  hide(): void {
    window.clearTimeout(this.end);
    this.notice.hide();
  }

  private addButton(parent: HTMLElement, text: string, action: () => void): void {
    parent.createEl('button', { text }).addEventListener('click', (event) => {
      event.stopPropagation();
      this.hide();
      action();
    });
  }
}
