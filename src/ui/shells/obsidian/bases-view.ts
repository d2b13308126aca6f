/** The view of NoteDB in Obsidian's Bases: what the app makes of it at once. What it draws is imported when a base shows it. docs/bases.md#in-obsidian */

import {
  type App,
  type BasesEntry,
  type BasesPropertyId,
  type BasesViewRegistration,
  type HoverPopover,
  type QueryController,
  type Value,
  BasesView,
  BooleanValue,
  NullValue,
  NumberValue,
} from 'obsidian';
import type { Database } from '../../client/operations-client';
import type { TableChoice } from '../../rows/table-choice';
import type { FoundGroup, FoundNotes } from '../../screens/bases/base-rows';
import type { DrawnBase } from './draw-base';
import { previewOnHover } from './hover-preview';

export const BASES_VIEW = 'notedb';

/** As the option of the view is stored in the base. */
const LAYOUT_KEY = 'layout';
const USUAL = 'table';

export interface BasesPlace {
  readonly app: App;
  readonly database: Database;
  readonly openTable: (choice: TableChoice) => void;
}

export class BasesViews {
  readonly registration: BasesViewRegistration;
  private readonly shown = new Set<RowsInBase>();
  /** The words of layouts are there once a view is drawn, and options open only then. */
  private layouts: Readonly<Record<string, string>> = {};

  constructor(place: BasesPlace) {
    this.registration = {
      name: 'NoteDB',
      icon: 'table-2',
      factory: (controller, element) => {
        const view = new RowsInBase(controller, element, place, (layouts) => (this.layouts = layouts));
        this.shown.add(view);
        view.register(() => this.shown.delete(view));
        return view;
      },
      options: () => [
        { type: 'dropdown', key: LAYOUT_KEY, displayName: 'Layout', default: USUAL, options: { ...this.layouts } },
      ],
    };
  }

  /** Bases outlive the plugin; what its views listen to must not. */
  unload(): void {
    for (const view of [...this.shown]) view.unload();
  }
}

class RowsInBase extends BasesView {
  override type = BASES_VIEW;
  /** The app's own preview, which goes with this view. */
  hoverPopover: HoverPopover | null = null;
  private readonly element: HTMLElement;
  private drawn: DrawnBase | null = null;
  private isShown = false;

  constructor(
    controller: QueryController,
    container: HTMLElement,
    private readonly place: BasesPlace,
    private readonly offerLayouts: (layouts: Readonly<Record<string, string>>) => void,
  ) {
    super(controller);
    this.element = container.createDiv('ndb-base-view');
  }

  override onload(): void {
    this.isShown = true;
    previewOnHover(this.place.app, this, this.element);
    void this.open();
  }

  override onunload(): void {
    this.isShown = false;
    this.drawn?.remove();
    this.element.remove();
  }

  override onDataUpdated(): void {
    this.drawn?.show(this.found());
  }

  private async open(): Promise<void> {
    const { drawBase, layoutChoices } = await import('./draw-base');
    this.offerLayouts(layoutChoices());
    if (!this.isShown) return;
    this.drawn = drawBase({ ...this.place, element: this.element });
    if ((this.data as unknown) !== undefined) this.onDataUpdated();
  }

  private found(): FoundNotes {
    const { config, data } = this;
    const layout = config.get(LAYOUT_KEY);
    const order = config.getOrder();
    const sort = config.getSort();
    const entries = new Map(data.data.map((entry, place) => [entry.file.path, { entry, place }]));
    return {
      groups: this.groups(),
      order,
      sort: sort.map(({ property, direction }) => ({ property, isDescending: direction === 'DESC' })),
      formulas: order.filter(isFormula).map((property) => ({ property, label: config.getDisplayName(property) })),
      valueOf: (path, property) => plainValue(entries.get(path)?.entry.getValue(property as BasesPropertyId) ?? null),
      placeOf: (path) => entries.get(path)?.place ?? entries.size,
      layout: typeof layout === 'string' ? layout : USUAL,
    };
  }

  private groups(): readonly FoundGroup[] {
    const groups = this.data.groupedData;
    const isGrouped = groups.length > 1 || groups[0]?.hasKey() === true;
    return groups.map((group) => ({
      title: isGrouped ? (group.hasKey() ? (group.key?.toString() ?? '') : '') : null,
      pathsByTable: this.byTable(group.entries),
    }));
  }

  private byTable(entries: readonly BasesEntry[]): ReadonlyMap<string, readonly string[]> {
    const pathsByTable = new Map<string, string[]>();
    for (const { file } of entries) {
      const table: unknown = this.place.app.metadataCache.getFileCache(file)?.frontmatter?.['table'];
      const name = typeof table === 'string' ? table : '';
      const paths = pathsByTable.get(name);
      if (paths === undefined) pathsByTable.set(name, [file.path]);
      else paths.push(file.path);
    }
    return pathsByTable;
  }
}

const isFormula = (property: string): boolean => property.startsWith('formula.');

/** Numbers and yes or no as such, everything else as the app writes it. */
function plainValue(value: Value | null): string | number | boolean | null {
  if (value === null || value instanceof NullValue) return null;
  if (value instanceof BooleanValue) return value.isTruthy();
  const text = value.toString();
  if (value instanceof NumberValue && text !== '' && Number.isFinite(Number(text))) return Number(text);
  return text === '' ? null : text;
}
