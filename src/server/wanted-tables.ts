/** Which tables a mirror has. Apart from the other choices, which are checked before there is an engine. docs/mirror.md */

import { matchesPatterns } from '../engine/index';

/** Null: all tables. */
export const wantedTables =
  (patterns: readonly string[] | null) =>
  (table: string): boolean =>
    patterns === null || patterns.some((each) => table.endsWith(`.${each}`) || matchesPatterns(table, [each]));
