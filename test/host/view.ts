/** What fills a leaf: base views, and the placeholders of the app. */

import type { TestAppCore } from './app';
import { Component } from './component';
import { setIcon } from './icons';
import type { Menu } from './menu';
import type { WorkspaceLeaf } from './workspace-leaf';

export abstract class View extends Component {
  readonly app: TestAppCore;
  readonly containerEl: HTMLElement;
  icon = 'file';
  navigation = false;
  scope = null;

  constructor(readonly leaf: WorkspaceLeaf) {
    super();
    this.app = leaf.app;
    this.containerEl = createDiv('workspace-leaf-content');
  }

  abstract getViewType(): string;
  abstract getDisplayText(): string;

  getIcon(): string {
    return this.icon;
  }

  getState(): Record<string, unknown> {
    return {};
  }

  setState(_state: unknown, _result: { history: boolean }): Promise<void> | void {
    // A view without a state of its own.
  }

  getEphemeralState(): Record<string, unknown> {
    return {};
  }

  setEphemeralState(_state: unknown): void {
    // As above.
  }

  onResize(): void {
    // For subclasses.
  }

  onPaneMenu(_menu: Menu, _source: string): void {
    // For subclasses.
  }

  /** Protected in the public types; the leaf calls these. */
  onOpen(): Promise<void> | void {
    // For subclasses.
  }

  onClose(): Promise<void> | void {
    // For subclasses.
  }
}

export abstract class ItemView extends View {
  readonly contentEl: HTMLElement;
  readonly headerEl: HTMLElement;
  private readonly titleEl: HTMLElement;
  private readonly actionsEl: HTMLElement;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.headerEl = this.containerEl.createDiv('view-header');
    this.titleEl = this.headerEl.createDiv('view-header-title-container').createDiv('view-header-title');
    this.actionsEl = this.headerEl.createDiv('view-actions');
    this.contentEl = this.containerEl.createDiv('view-content');
  }

  addAction(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const actionEl = this.actionsEl.createEl('button', {
      cls: 'clickable-icon view-action',
      attr: { 'aria-label': title },
    });
    setIcon(actionEl, icon);
    actionEl.addEventListener('click', callback);
    return actionEl;
  }

  override load(): unknown {
    this.titleEl.setText(this.getDisplayText());
    return super.load();
  }
}

/** A new tab, and what stands in a leaf whose plugin was turned off. */
export class EmptyView extends ItemView {
  constructor(
    leaf: WorkspaceLeaf,
    private readonly lostType: string | null = null,
  ) {
    super(leaf);
  }

  getViewType(): string {
    return this.lostType ?? 'empty';
  }

  getDisplayText(): string {
    return this.lostType === null ? 'New tab' : 'Plugin no longer active';
  }
}
