/** The view of tables in a tab of the app. */

import { type ViewStateResult, type WorkspaceLeaf, ItemView } from 'obsidian';
import type { Json, JsonObject } from '../../engine/index';
import type { DeviceMemory } from '../browser/column-widths';
import type { Database } from '../browser/operations-client';
import { type TableChoice, readScreen } from '../browser/table-choice';
import { TableBrowser } from '../browser/table-browser';
import { readSpec, specJson } from '../browser/view-spec';
import { mountComponent, unmountComponent } from './mount';
import { obsidianServices } from './obsidian-services';

export const TABLE_VIEW = 'notedb-tables';

export class TablesItemView extends ItemView {
  override icon = 'table-2';
  override navigation = true;
  private choice: TableChoice = { table: null };
  private readonly services = obsidianServices(this.app);
  private readonly device: DeviceMemory = {
    load: (name) => (this.app.loadLocalStorage(`notedb-${name}`) as Json | null) ?? null,
    save: (name, value) => this.app.saveLocalStorage(`notedb-${name}`, value),
  };

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
    return { ...super.getState(), ...leafState(this.choice) };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    this.choice = readChoice(state);
    this.draw();
    await super.setState(state, result);
  }

  protected override onOpen(): Promise<void> {
    this.contentEl.addClass('ndb-view');
    this.draw();
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    unmountComponent(this.contentEl);
    return Promise.resolve();
  }

  private draw(): void {
    const choose = (choice: TableChoice): void => {
      this.choice = choice;
      this.draw();
      void this.app.workspace.requestSaveLayout();
    };
    const { database, choice, services, device } = this;
    mountComponent(<TableBrowser {...{ database, choice, choose, services, device }} />, this.contentEl);
  }
}

/** As the app keeps it with its layout. */
export const leafState = ({ spec, ...choice }: TableChoice): Record<string, unknown> => ({
  ...choice,
  ...(spec === undefined ? {} : { spec: specJson(spec) }),
});

/** A layout that was kept by another version is no reason to fail. */
function readChoice(state: unknown): TableChoice {
  const { table, spec, screen, note } = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<string, unknown>
  >;
  return {
    table: typeof table === 'string' ? table : null,
    spec: typeof spec === 'object' && spec !== null ? readSpec(spec as JsonObject) : undefined,
    screen: readScreen(screen),
    note: typeof note === 'string' ? note : undefined,
  };
}
