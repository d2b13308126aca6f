/**
 * Rules of ref_by: the level of a row limits the levels of its link. Source: docs/operations.md#column-specs (ref_by);
 * D16.
 */

import type { ColumnSpec, RefBy } from '../../values/column-spec';
import { type Json, isEmpty } from '../../json';

export type LevelDemand =
  /** The row has no level. */
  | { readonly kind: 'missing' }
  /** Neither levels nor map know it. */
  | { readonly kind: 'unknown'; readonly level: Json }
  /** The link must stay empty. */
  | { readonly kind: 'empty'; readonly level: string }
  /** The link must be there, and lead to a row that has one of these levels. */
  | { readonly kind: 'parents'; readonly level: string; readonly parents: readonly string[] };

export function levelDemand({ levels, map }: RefBy, level: Json | undefined): LevelDemand {
  if (level === undefined || isEmpty(level)) return { kind: 'missing' };
  if (typeof level !== 'string') return { kind: 'unknown', level };
  if (levels !== undefined) {
    const position = levels.indexOf(level);
    if (position < 0) return { kind: 'unknown', level };
    return position === 0
      ? { kind: 'empty', level }
      : { kind: 'parents', level, parents: [levels[position - 1] as string] };
  }
  if (map === undefined || !Object.hasOwn(map, level)) return { kind: 'unknown', level };
  const parents = map[level] ?? [];
  return parents.length === 0 ? { kind: 'empty', level } : { kind: 'parents', level, parents };
}

export const ownLevels = ({ levels, map }: RefBy): readonly string[] => levels ?? Object.keys(map ?? {});

/** Every level that a target must be able to have. */
export const parentLevels = ({ levels, map }: RefBy): readonly string[] => [
  ...new Set(levels === undefined ? Object.values(map ?? {}).flatMap((parents) => parents ?? []) : levels.slice(0, -1)),
];

export const targetColumnOf = ({ column, targetColumn }: RefBy): string => targetColumn ?? column;

/** Why a level allows no link at all. */
export function reasonWithout(
  { column, by }: { readonly column: ColumnSpec; readonly by: RefBy | null },
  demand: Exclude<LevelDemand, { kind: 'parents' }>,
): string {
  const own = by?.column ?? '';
  const levels = by === null ? '' : ownLevels(by).join(', ');
  switch (demand.kind) {
    case 'missing':
      return `${own} is required: it says what ${column.name} may link to (${levels})`;
    case 'empty':
      return `${column.name} must stay empty where ${own} is ${demand.level}`;
    case 'unknown':
      return `ref_by of ${column.name} has no level ${JSON.stringify(demand.level)} (${levels})`;
  }
}
