/** Columns of each type for tests of cells and grids. */

import type { GridColumn } from '../../../src/ui/components/grid-column';

export function column(name: string, more: Partial<GridColumn> = {}): GridColumn {
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  const usual = {
    type: 'string',
    itemType: 'string',
    values: [],
    meanings: {},
    colors: {},
    isOrdered: false,
    step: null,
    min: null,
    max: null,
    numberFormat: null,
    textFormat: null,
    ref: null,
    isRequired: false,
    isEditable: true,
    isDeclared: true,
    isSortable: true,
    computed: null,
    recurs: null,
  } as const;
  return { name, label, description: null, ...usual, ...more };
}

export const STATUS = column('status', { type: 'enum', values: ['todo', 'doing', 'done'] });
