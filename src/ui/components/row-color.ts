/** The color that a rule of the view gives a row or a cell. docs/views.md#colors-by-rule */

import { CHOICE_COLORS, type ChoiceColor } from '../../kernel/choice-colors';
import type { GridRow } from './grid-column';

/** Beside the values of a row: column -> color; the empty name is that of the row. */
export const ROW_COLORS = '_colors';

export interface Ground {
  /** With a space before it, to be added to others; empty: no color. */
  readonly class: string;
  readonly style: Readonly<Record<string, string>>;
}

const NO_GROUND: Ground = { class: '', style: {} };

/** Of a cell, or with an empty column of the row. */
export function groundOf({ values }: GridRow, column = ''): Ground {
  const colors = values[ROW_COLORS] ?? null;
  if (colors === null || typeof colors !== 'object' || Array.isArray(colors)) return NO_GROUND;
  const color = (colors as Readonly<Record<string, unknown>>)[column];
  if (!CHOICE_COLORS.includes(color as ChoiceColor)) return NO_GROUND;
  return { class: ' ndb-is-colored', style: { '--ndb-rule-hue': `var(--color-${String(color)})` } };
}
