/** How the usual value stands in a note, where it is known to be read back as the same value. spec: D2 (writing a note), D16. */

import { isUsualScalar, standOf } from '../note/usual-text';
import type { ColumnSpec, ItemSpec } from './column';
import type { Json } from './json';
import { itemSpec } from './validate';

/**
 * What stands behind `key:`, as `renderValue` writes it; null for a value that is not usual. `untyped`: of a field, or of
 * Obsidian's own lists. The value is one of its column: nothing is checked here.
 */
export function usualText(spec: ColumnSpec | ItemSpec | 'untyped', value: Json): string | null {
  const pieces: string[] = [];
  return addUsual(pieces, spec, value) ? pieces.join('') : null;
}

/** As `usualText`, in pieces behind others; false for a value that is not usual. */
export function addUsual(pieces: string[], spec: ColumnSpec | ItemSpec | 'untyped', value: Json): boolean {
  if (spec !== 'untyped' && spec.type === 'json') return false;
  if (!Array.isArray(value)) return addScalar(pieces, ' ', spec, value);
  const items = spec === 'untyped' ? spec : itemSpec(spec);
  for (const item of value as readonly Json[]) if (!addScalar(pieces, '\n  - ', items, item)) return false;
  // An empty list is no value, and reads as one.
  return value.length > 0;
}

function addScalar(pieces: string[], lead: string, spec: ColumnSpec | ItemSpec | 'untyped', value: Json): boolean {
  const text = usualScalar(spec, value);
  if (text === null) return false;
  pieces.push(lead, text);
  return true;
}

/** One that is no list, as it stands behind `key: `; null for a value that is not usual. */
export function usualScalar(spec: ColumnSpec | ItemSpec | 'untyped', value: Json): string | null {
  switch (typeof value) {
    case 'string':
      return spec !== 'untyped' && (spec.type === 'date' || spec.type === 'datetime')
        ? usualTime(value)
        : quotedIfNeeded(value);
    case 'number':
    case 'boolean': {
      const text = String(value);
      return isUsualScalar(text) ? text : null;
    }
    default:
      return null;
  }
}

const usualTime = (text: string): string | null => (isUsualScalar(text) ? text : null);

function quotedIfNeeded(text: string): string | null {
  const stand = standOf(text);
  if (stand === null) return null;
  return stand === 'plain' ? text : `"${text}"`;
}
