/** The view of tables in a tab of the app. The app makes one at once, so what it draws is imported when it opens. */

import { type HoverParent, type HoverPopover, type ViewStateResult, type WorkspaceLeaf, ItemView } from 'obsidian';
import type { Database } from '../../client/operations-client';
import type { Breadcrumb } from '../../client/app-services';
import type { DrawnTables } from './draw-tables';
import { previewOnHover } from './hover-preview';

export const TABLE_VIEW = 'notedb-tables';

/** Two members that the app has but does not declare. docs/manual-check.md */
interface NamedView {
  readonly leaf: { updateHeader?(): void };
  readonly titleEl?: { setText(text: string): void };
}

export class TablesItemView extends ItemView implements HoverParent {
  /** The app's own preview, which goes with this view. */
  hoverPopover: HoverPopover | null = null;
  override icon = 'table-2';
  override navigation = true;
  /** As the layout has it; `drawn` has its own. */
  private state: unknown = null;
  private isOpen = false;
  private title = 'Tables';
  private drawn: DrawnTables | null = null;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly database: Database,
  ) {
    super(leaf);
  }

  getViewType(): string {
    return TABLE_VIEW;
  }

  getDisplayText(): string {
    return this.title;
  }

  /** The app has no public way to say that a view's name changed. */
  private rename(title: string): void {
    if (title === this.title) return;
    this.title = title;
    const { leaf, titleEl } = this as unknown as NamedView;
    titleEl?.setText(title);
    leaf.updateHeader?.();
  }

  override getState(): Record<string, unknown> {
    const own = this.drawn === null ? this.state : this.drawn.state();
    return { ...super.getState(), ...(typeof own === 'object' ? own : null) };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    this.state = state;
    this.drawn?.setState(state);
    await super.setState(state, result);
  }

  protected override async onOpen(): Promise<void> {
    this.contentEl.addClass('ndb-view');
    previewOnHover(this.app, this, this.contentEl);
    this.isOpen = true;
    const { drawTables } = await import('./draw-tables');
    if (!this.isOpen) return;
    const { app, database, contentEl: element } = this;
    const showBreadcrumbs = (breadcrumbs: readonly Breadcrumb[]): void =>
      this.rename(breadcrumbs.at(-1)?.label ?? 'Tables');
    this.drawn = drawTables({ element, app, database, showBreadcrumbs }, this.state);
  }

  protected override onClose(): Promise<void> {
    this.isOpen = false;
    this.drawn?.remove();
    return Promise.resolve();
  }
}
