/** The attributes of a column as keys of its definition. Source: docs/operations.md#column-specs */

import type { ColumnSpec } from '../../values/column-spec';
import { ATTRIBUTE_NAMES, type AttributeName, attributesWith } from './column-attributes';

/** `time_column` is `timeColumn` in a definition. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const KEYS = Object.fromEntries(ATTRIBUTE_NAMES.map((name) => [name, camelCase(name)])) as Readonly<
  Record<AttributeName, keyof ColumnSpec>
>;

/** The key of the attribute in a ColumnSpec. */
export const keyOf = (name: AttributeName): keyof ColumnSpec => KEYS[name];

const REVALIDATED = attributesWith(({ revalidates }) => revalidates === true).map(keyOf);

/** What the values must be, to compare two specs of a column: rows are validated anew when it differs. */
export const valueRules = (spec: ColumnSpec): string => JSON.stringify(REVALIDATED.map((key) => spec[key] ?? null));
