/** Every layout by its name. The engine declares the names, and the schemas of their settings. docs/views.md#layouts, D32 */

import type { ViewLayout } from '../../engine/index';
import { type ViewSpec, USUAL_LAYOUT } from '../rows/view-spec';
import { BOARD_LAYOUT } from './board/board';
import { CALENDAR_LAYOUT } from './calendar/calendar';
import { CARDS_LAYOUT } from './cards/cards';
import { CHART_LAYOUT } from './chart/chart';
import type { Layout, ShownLayout } from './layout';
import { LIST_LAYOUT } from './list/row-list';
import { TABLE_LAYOUT } from './table/table-layout';
import { TIMELINE_LAYOUT } from './timeline/timeline';

const REGISTRY: { readonly [Name in ViewLayout]: ShownLayout<Name> } = {
  table: TABLE_LAYOUT,
  list: LIST_LAYOUT,
  cards: CARDS_LAYOUT,
  calendar: CALENDAR_LAYOUT,
  timeline: TIMELINE_LAYOUT,
  chart: CHART_LAYOUT,
  board: BOARD_LAYOUT,
};

/** For places that know no layout by name. */
export const LAYOUTS: Readonly<Record<ViewLayout, Layout>> = REGISTRY;

/** In the order of menus. */
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as readonly ViewLayout[];

export const isLayout = (name: string): name is ViewLayout => Object.hasOwn(LAYOUTS, name);

/** The layout that draws the rows of a spec: the usual one for a name that another version wrote. */
export const layoutOf = ({ display: { layout } }: Pick<ViewSpec, 'display'>): Layout =>
  LAYOUTS[isLayout(layout) ? layout : USUAL_LAYOUT];

/** Said above the rows; none where the layout is known. */
export function layoutWarnings({ display: { layout } }: Pick<ViewSpec, 'display'>): readonly string[] {
  if (isLayout(layout)) return [];
  const shown = LAYOUTS[USUAL_LAYOUT].label.toLowerCase();
  return [`The view has the layout "${layout}", which this version does not know. Its rows are shown as a ${shown}.`];
}
