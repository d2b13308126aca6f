/** The columns of several sources as those of one. spec: View (union); docs/sources-and-views.md. */

import type { ColumnSpec } from '../../values/column';

/** The columns of several shapes, in the order in which they first come. */
export function mergedColumns(shapes: readonly (readonly ColumnSpec[])[]): readonly ColumnSpec[] {
  const specs = new Map<string, ColumnSpec>();
  for (const spec of shapes.flat()) {
    const present = specs.get(spec.name);
    specs.set(spec.name, present === undefined ? spec : common(present, spec));
  }
  return [...specs.values()];
}

/** What both are; of links to different tables only that they are links. A whole number is a number. */
function common(a: ColumnSpec, b: ColumnSpec): ColumnSpec {
  const { name } = a;
  const isSame = JSON.stringify(typeOf(a)) === JSON.stringify(typeOf(b));
  if (isSame) return a;
  if (a.type !== b.type) return { name, type: isNumeric(a) && isNumeric(b) ? 'number' : 'json' };
  if (a.type === 'list') return listOf(name, a, b);
  if (a.type === 'enum') return sameOrder(a, b) ? a : { name, type: 'string' };
  return { name, type: a.type };
}

function listOf(name: string, a: ColumnSpec, b: ColumnSpec): ColumnSpec {
  const items = common({ name, ...(a.items ?? { type: 'string' }) }, { name, ...(b.items ?? { type: 'string' }) });
  const { name: _, ...item } = items;
  return { name, type: 'list', items: item as NonNullable<ColumnSpec['items']> };
}

const isNumeric = ({ type }: ColumnSpec): boolean => type === 'integer' || type === 'number';

const typeOf = ({ type, items, values, ordered, ref }: ColumnSpec): unknown => [type, items, values, ordered, ref];

const sameOrder = (a: ColumnSpec, b: ColumnSpec): boolean => JSON.stringify(a.values) === JSON.stringify(b.values);
