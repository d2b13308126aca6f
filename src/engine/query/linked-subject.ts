/** The value of a dotted key: what it names of the row behind the links, or a list where it leads through lists. Source: docs/operations.md#select_rows; D4. */

import type { ColumnSpec, ItemSpec } from '../values/column';
import { type Json, isEmpty } from '../values/json';
import type { NotePath } from '../ports/vault-port';
import type { LinkPath } from './link-path';
import type { Subject } from './subject';

export function linkedSubject(key: string, links: readonly ColumnSpec[], path: LinkPath, end: Subject): Subject {
  const isList = links.some(({ type }) => type === 'list');
  const column = path.column;
  const of = (value: Json | undefined, source: NotePath): Json | undefined => {
    const rows = path.rowsBehind(value, source);
    if (!isList) return rows[0] === undefined ? undefined : end.ofRow(rows[0]);
    const values = rows.flatMap((row): readonly Json[] => {
      const each = end.ofRow(row);
      return isEmpty(each) ? [] : Array.isArray(each) ? (each as readonly Json[]) : [each as Json];
    });
    return values.length === 0 ? undefined : values;
  };
  return {
    name: key,
    spec: end.spec === null && !isList ? null : specOf(key, end.spec, isList),
    stored: null,
    ofRow: (row) => of(row.values[column], row.path),
    derived: { column, of, dependsOnPath: (value) => path.dependsOnPath(value) },
    behind: { path, end: { ...end, name: key } },
  };
}

/** The type of the value, without what only the column itself is (unique, hierarchy, …). */
function specOf(name: string, end: ColumnSpec | null, isList: boolean): ColumnSpec {
  if (!isList) {
    const { hierarchy: _, unique: __, ...spec } = end as ColumnSpec;
    return { ...spec, name };
  }
  if (end?.type === 'list') return { name, type: 'list', ...(end.items === undefined ? {} : { items: end.items }) };
  return { name, type: 'list', items: (end ?? { type: 'json' }) as ItemSpec };
}
