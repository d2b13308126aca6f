/** The operators of a filter. spec: select_rows details. */

export const OPERATORS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'icontains',
  'exists',
  'within',
] as const;

export type Operator = (typeof OPERATORS)[number];
