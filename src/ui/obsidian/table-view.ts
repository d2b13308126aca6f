/** The view of tables in a tab of the app. The app makes one at once, so what it draws is imported when it opens. */

import { type ViewStateResult, type WorkspaceLeaf, ItemView } from 'obsidian';
import type { Database } from '../browser/operations-client';
import type { DrawnTables } from './draw-tables';

export const TABLE_VIEW = 'notedb-tables';

export class TablesItemView extends ItemView {
  override icon = 'table-2';
  override navigation = true;
  /** As the layout has it; `drawn` has its own. */
  private state: unknown = null;
  private isOpen = false;
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
    return 'Tables';
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
    this.isOpen = true;
    const { drawTables } = await import('./draw-tables');
    if (this.isOpen) this.drawn = drawTables(this.contentEl, this.app, this.database, this.state);
  }

  protected override onClose(): Promise<void> {
    this.isOpen = false;
    this.drawn?.remove();
    return Promise.resolve();
  }
}
