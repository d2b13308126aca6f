/** A tab: holds one view at a time, in the document. */

import type { TFile } from './abstract-files';
import type { TestAppCore } from './app';
import { Events } from './events';
import { EmptyView } from './view';
import type { View } from './view';

export interface ViewState {
  type: string;
  state?: Record<string, unknown>;
  active?: boolean;
  pinned?: boolean;
}

let lastId = 0;

export class WorkspaceLeaf extends Events {
  readonly id = `leaf-${(lastId += 1)}`;
  readonly containerEl: HTMLElement = createDiv('workspace-leaf');
  readonly tabHeaderEl: HTMLElement = createDiv('workspace-tab-header');
  readonly isDeferred = false;
  hoverPopover = null;
  parent: HTMLElement | null = null;
  view: View;
  private state: Record<string, unknown> = {};

  constructor(readonly app: TestAppCore) {
    super();
    this.view = new EmptyView(this);
    this.tabHeaderEl.addEventListener('click', () => void app.workspace.setActiveLeaf(this));
  }

  async open(view: View): Promise<View> {
    await this.closeView();
    this.view = view;
    view.containerEl.dataset['type'] = view.getViewType();
    this.containerEl.append(view.containerEl);
    view.load();
    await view.onOpen();
    this.updateHeader();
    return view;
  }

  /** Not in the app's declarations, but every version has it. */
  updateHeader(): void {
    this.tabHeaderEl.setText(this.view.getDisplayText());
  }

  /** Makes the view that the type's plugin registered; without one a placeholder keeps the state. */
  async setViewState(viewState: ViewState): Promise<void> {
    this.state = viewState.state ?? {};
    if (this.view.getViewType() !== viewState.type || this.view instanceof EmptyView) {
      const create = this.app.workspace.viewCreators.get(viewState.type);
      await this.open(create?.(this) ?? new EmptyView(this, viewState.type === 'empty' ? null : viewState.type));
    }
    await this.view.setState(this.state, { history: false });
    this.tabHeaderEl.setText(this.view.getDisplayText());
    this.view.containerEl.querySelector('.view-header-title')?.setText(this.view.getDisplayText());
    if (viewState.active === true) this.app.workspace.setActiveLeaf(this);
    this.app.workspace.trigger('layout-change');
  }

  /** What the app does when the view's plugin is turned off: a placeholder keeps the view's state. */
  async lose(): Promise<void> {
    const { type, state } = this.getViewState();
    this.state = state ?? {};
    await this.open(new EmptyView(this, type));
  }

  getViewState(): ViewState {
    const state = this.view instanceof EmptyView ? this.state : this.view.getState();
    return { type: this.view.getViewType(), state };
  }

  async openFile(file: TFile): Promise<void> {
    await this.setViewState({ type: 'markdown', state: { file: file.path, mode: 'preview' }, active: true });
    this.app.workspace.trigger('file-open', file);
  }

  getDisplayText(): string {
    return this.view.getDisplayText();
  }

  getIcon(): string {
    return this.view.getIcon();
  }

  getRoot(): unknown {
    return this.app.workspace.rootSplit;
  }

  async loadIfDeferred(): Promise<void> {
    // Views are made at once here.
  }

  onResize(): void {
    this.view.onResize();
  }

  detach(): void {
    void this.closeView();
    this.view = new EmptyView(this);
    this.app.workspace.forget(this);
  }

  private async closeView(): Promise<void> {
    const { view } = this;
    view.containerEl.remove();
    await view.onClose();
    view.unload();
  }
}
