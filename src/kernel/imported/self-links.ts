/** Takes out links of rows to themselves, which no column with a table of its own holds. docs/links.md */

import type { ImportedTable, Remark } from './imported-set';

export function withoutSelfLinks(tables: readonly ImportedTable[]): {
  readonly kept: readonly ImportedTable[];
  readonly remarks: readonly Remark[];
} {
  const remarks: Remark[] = [];
  const kept = tables.map((table, at): ImportedTable => {
    if (table.columns.every(({ ref }) => ref !== at)) return table;
    const rows = table.rows.map((row, own) => {
      const links = [...row.links].map(([column, places]) => {
        const others = places.filter((place) => place.table !== at || place.row !== own);
        const label = `${table.label}, ${table.columns[column]?.label ?? ''}`;
        if (others.length < places.length)
          remarks.push({ at: label, text: row.name, reason: 'A row can’t link to itself.' });
        return [column, others] as const;
      });
      return { ...row, links: new Map(links.filter(([, places]) => places.length > 0)) };
    });
    return { ...table, rows };
  });
  return { kept, remarks };
}
