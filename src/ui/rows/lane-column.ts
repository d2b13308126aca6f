/** The column whose values are the lanes of a board. docs/views.md#boards */

import { type GridColumn, whyReadOnly } from '../components/grid-column';
import type { Grouping } from './grouping';
import type { LanesQuestion } from './row-lanes';
import type { ViewSpec } from './view-spec';

/** The groups of the view, else the first choice, yes or no, or link to a table; null: there is none. */
export function laneGrouping({ group }: Pick<ViewSpec, 'group'>, columns: readonly GridColumn[]): Grouping | null {
  if (group !== null) return group;
  const column = LANE_KINDS.flatMap((isOfKind) => columns.find((each) => each.isEditable && isOfKind(each)) ?? [])[0];
  return column === undefined ? null : { column: column.name, isDescending: false };
}

const LANE_KINDS: readonly ((column: GridColumn) => boolean)[] = [
  ({ type }) => type === 'enum',
  ({ type }) => type === 'boolean',
  ({ type, ref }) => type === 'link' && ref !== null,
];

/** The lanes that are there without rows. */
export function lanesWithoutRows(column: GridColumn | undefined): Required<Pick<LanesQuestion, 'values' | 'linked'>> {
  const values = column?.type === 'enum' ? column.values : column?.type === 'boolean' ? [false, true] : undefined;
  return { values, linked: column?.type === 'link' ? (column.ref ?? undefined) : undefined };
}

/** Why a card can't be moved between the lanes of a column; null: it can. */
export function whyFixed(column: GridColumn | undefined, { unit }: Pick<Grouping, 'unit'>): string | null {
  if (column === undefined) return 'The column of the lanes is gone.';
  if (unit !== undefined) return `Each lane holds several values of ${column.label}.`;
  if (column.type === 'list') return `A card may be in several lanes of ${column.label}.`;
  return whyReadOnly(column);
}
