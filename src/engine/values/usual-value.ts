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
  if (spec !== 'untyped' && spec.type === 'json') return null;
  if (!Array.isArray(value)) return after(' ', usualScalar(spec, value));
  const items = spec === 'untyped' ? spec : itemSpec(spec);
  let text = '';
  for (const item of value as readonly Json[]) {
    const line = after('\n  - ', usualScalar(items, item));
    if (line === null) return null;
    text += line;
  }
  // An empty list is no value, and reads as one.
  return text === '' ? null : text;
}

const after = (lead: string, text: string | null): string | null => (text === null ? null : lead + text);

function usualScalar(spec: ColumnSpec | ItemSpec | 'untyped', value: Json): string | null {
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
