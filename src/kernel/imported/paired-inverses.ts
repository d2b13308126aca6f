/** Finds columns of two tables that link to each other row by row, so that one write keeps both. docs/links.md */

import type { ImportedTable } from './imported-set';

/** The tables, with `inverse` at the later column of each pair. */
export function pairedInverses(tables: readonly ImportedTable[]): readonly ImportedTable[] {
  const keys = tables.map((table, at) => table.columns.map((_, column) => pairsOf(tables, at, column)));
  const taken = new Set<string>();
  return tables.map((table, at) => ({
    ...table,
    columns: table.columns.map((column, place) => {
      const { ref } = column;
      if (ref === null || ref > at) return column;
      const own = keys[at]?.[place];
      const back = tables[ref]?.columns.findIndex((other, otherPlace) => {
        const isSelf = ref === at && otherPlace >= place;
        if (other.ref !== at || isSelf || taken.has(`${ref} ${otherPlace}`)) return false;
        return own !== undefined && own.mirrored === keys[ref]?.[otherPlace]?.plain;
      });
      if (back === undefined || back < 0) return column;
      taken.add(`${ref} ${back}`);
      return { ...column, inverse: back };
    }),
  }));
}

interface Pairs {
  readonly plain: string;
  /** Seen from the other side. */
  readonly mirrored: string;
}

function pairsOf(tables: readonly ImportedTable[], at: number, column: number): Pairs | undefined {
  const { columns, rows } = tables[at] ?? { columns: [], rows: [] };
  if (columns[column]?.ref === null) return undefined;
  const pairs = rows.flatMap(({ links }, from) => (links.get(column) ?? []).map(({ row }) => [from, row] as const));
  if (pairs.length === 0) return undefined;
  const text = (each: readonly (readonly [number, number])[]): string =>
    each
      .map((pair) => pair.join('-'))
      .sort()
      .join(' ');
  return { plain: text(pairs), mirrored: text(pairs.map(([from, to]) => [to, from] as const)) };
}
