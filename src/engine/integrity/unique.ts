/** Finds the rows that hold the same value of a unique column. D16: empties never clash, links by row. */

import type { TableDefinition } from '../catalog/definition';
import type { Violation } from '../errors';
import { linkpathIn } from '../note/links/link-syntax';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { LinkView, View } from '../storage/view';
import type { ColumnSpec, ValueSpec } from '../values/column';
import { type Json, isEmpty, jsonEqual } from '../values/json';
import { uniqueKey } from '../values/unique-key';

export function rivalsOf(view: View, table: TableDefinition, spec: ColumnSpec, row: Row, value: Json): Violation[] {
  const item: ValueSpec = spec.type === 'list' ? (spec.items ?? { type: 'string' }) : spec;
  const rows = view.table(table.qualified);
  const items = itemsOf(spec, value);
  const found: Violation[] = [];
  for (let i = 0; i < items.length; i++) {
    const each = items[i] as Json;
    if (i > 0 && items.slice(0, i).some((other) => same(item, view.links, each, row.path, other, row.path))) {
      found.push(clash(table, spec, row.path, each, row.path));
    }
    for (const rival of rows.rivals(spec.name, each, row.path)) {
      // The same row twice is a matter of its id.
      if (rival.id !== '' && rival.id === row.id) continue;
      const theirs = itemsOf(spec, rival.values[spec.name] ?? null);
      if (!theirs.some((other) => same(item, view.links, each, row.path, other, rival.path))) continue;
      found.push(clash(table, spec, row.path, each, rival.path));
    }
  }
  return found;
}

function itemsOf(spec: ColumnSpec, value: Json): readonly Json[] {
  if (spec.type !== 'list' || !Array.isArray(value)) return isEmpty(value) ? [] : [value];
  return (value as readonly Json[]).filter((item) => !isEmpty(item));
}

function same(spec: ValueSpec, links: LinkView, a: Json, aPath: NotePath, b: Json, bPath: NotePath): boolean {
  if (spec.type !== 'link' || typeof a !== 'string' || typeof b !== 'string') {
    return spec.type === 'json' ? jsonEqual(a, b) : uniqueKey(spec, a) === uniqueKey(spec, b);
  }
  const target = (text: string, path: NotePath): string => {
    const linkpath = linkpathIn(text);
    return links.resolve(linkpath, path) ?? `?${linkpath.toLowerCase()}`;
  };
  return target(a, aPath) === target(b, bPath);
}

const clash = (
  table: TableDefinition,
  { name }: ColumnSpec,
  path: NotePath,
  value: Json,
  rival: NotePath,
): Violation => ({
  path,
  column: name,
  code: 'unique',
  message:
    path === rival
      ? `${name}: ${JSON.stringify(value)} stands twice in the list, and ${name} is unique in ${table.name}`
      : `${name}: ${JSON.stringify(value)} is taken in ${table.name} by ${rival}`,
  value,
});
