/** Texts over columns with other names in them: patterns and generated expressions. Source: docs/operations.md#rename_column, D6 (patterns), D17 */

import { parsePattern } from './patterns';

/** Gives the name that stands there from now on; the same one to leave it. */
export type ColumnName = (column: string) => string;

/** The pattern with its columns passed through `rename`; formats, blanks and other braces stay. */
export const mapPattern = (pattern: string, rename: ColumnName): string =>
  parsePattern(pattern)
    .map((part) => ('text' in part ? part.text : part.source.replace(/[^{\s:}]+/, () => rename(part.column))))
    .join('');

/** `date(column)`, the other form of a generated column. D6 */
const DATE_OF = /^(\s*date\(\s*)([^()\s]+)(\s*\)\s*)$/;

/** The expression of a generated column with its columns passed through `rename`. */
export function mapGenerated(expression: string, rename: ColumnName): string {
  const [, before, column, behind] = DATE_OF.exec(expression) ?? [];
  if (column === undefined) return mapPattern(expression, rename);
  return `${before ?? ''}${rename(column)}${behind ?? ''}`;
}
