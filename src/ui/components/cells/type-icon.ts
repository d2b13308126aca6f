/** The icon of a column's type, or of the way that a view computes it. */

import type { GridColumn } from '../grid-column';
import type { IconName } from '../icon';

export function typeIcon({ type, itemType, isOrdered, computed }: GridColumn): IconName {
  if (computed !== null) return computed.fault === null ? computed.kind : 'alert';
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'check';
    case 'date':
      return 'calendar';
    case 'datetime':
      return 'clock';
    case 'enum':
      return isOrdered ? 'rank' : 'choice';
    case 'link':
      return 'link';
    case 'list':
      return itemType === 'link' ? 'link' : 'tags';
    case 'json':
      return 'braces';
  }
}
