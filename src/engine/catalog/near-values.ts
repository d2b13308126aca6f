/** The values of an enum that a refused one may stand for. docs/http.md#errors */

import { nearOf } from '../errors';
import type { Json } from '../json';
import type { ColumnSpec } from '../values/column-spec';
import { itemSpec } from '../values/validate';
import { namesAlike } from '../../kernel/near-names';

/** The values of an enum, or of the items of a list of them; none for other columns. */
const enumValues = (spec: ColumnSpec): readonly string[] => (spec.type === 'list' ? itemSpec(spec) : spec).values ?? [];

/** The key `near` of a violation, where the value is none of an enum. `find`: how names near to a value are found. */
export const nearValues = (
  spec: ColumnSpec,
  { code, value }: { readonly code: string; readonly value?: Json | undefined },
  find: (value: string, values: readonly string[]) => readonly string[] = namesAlike,
): { readonly near?: readonly string[] } =>
  code === 'enum' && typeof value === 'string' ? nearOf(find(value, enumValues(spec))) : {};
