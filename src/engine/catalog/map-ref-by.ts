/** ref_by with other columns or other enum values in it. Source: docs/operations.md#column-specs (ref_by), docs/operations.md#rename_column, docs/operations.md#rename_value. */

import type { RefBy } from '../values/column';

/** Gives what stands there from now on; the same text to leave it. */
export interface RefByChanges {
  /** Of the column that holds the row's level, and of the target's. */
  readonly column: (name: string) => string;
  readonly targetColumn: (name: string) => string;
  /** Of a level of the row, and of one of its target. */
  readonly level: (value: string) => string;
  readonly targetLevel: (value: string) => string;
}

/** The same object when nothing changes. A chain of levels that are no longer called alike on both sides becomes a map. */
export function mapRefBy(rule: RefBy, changes: RefByChanges): RefBy {
  const { column, targetColumn, levels, map, ...rest } = rule;
  const source = changes.column(column);
  const target = changes.targetColumn(targetColumn ?? column);
  const names = { column: source, ...(target === source && targetColumn !== target ? {} : { targetColumn: target }) };
  const mapped: RefBy = {
    ...rest,
    ...names,
    ...(levels === undefined ? {} : mapLevels(levels, changes)),
    ...(map === undefined ? {} : { map: mapMap(map, changes) }),
  };
  return JSON.stringify(inOrder(mapped)) === JSON.stringify(inOrder(rule)) ? rule : inOrder(mapped);
}

const inOrder = ({ column, levels, map, targetColumn }: RefBy): RefBy => ({
  column,
  ...(levels === undefined ? {} : { levels }),
  ...(map === undefined ? {} : { map }),
  ...(targetColumn === undefined ? {} : { targetColumn }),
});

/** `levels[i]` has the parent `levels[i - 1]`, the first one none. D16 */
function mapLevels(levels: readonly string[], { level, targetLevel }: RefByChanges): Pick<RefBy, 'levels' | 'map'> {
  const own = levels.map(level);
  if (levels.slice(0, -1).every((value, i) => own[i] === targetLevel(value))) return { levels: own };
  const parents = own.map((value, i) => [value, i === 0 ? null : [targetLevel(levels[i - 1] as string)]] as const);
  return { map: Object.fromEntries(parents) };
}

function mapMap(map: NonNullable<RefBy['map']>, { level, targetLevel }: RefByChanges): NonNullable<RefBy['map']> {
  const entries = Object.entries(map).map(
    ([own, parents]) => [level(own), parents && parents.map(targetLevel)] as const,
  );
  return Object.fromEntries(entries);
}
