/** The possible meanings of a refused value or name, and the probable one. docs/http.md#fix */

import { nearOf } from '../errors';
import type { Json } from '../json';
import type { ColumnSpec } from '../values/column-spec';
import { looseName } from '../values/probable-value';
import { itemSpec } from '../values/validate';
import { namesAlike, nearNames } from '../../kernel/near-names';

interface MeantValues {
  readonly near?: readonly string[];
  readonly fix?: Json;
}

/** The values of an enum, or of the items of a list of them; none for other columns. */
const enumValues = (spec: ColumnSpec): readonly string[] => (spec.type === 'list' ? itemSpec(spec) : spec).values ?? [];

/** The keys `near` and `fix` of a violation, where the value is none of an enum. `find`: how names near to a value are found. */
export function nearValues(
  spec: ColumnSpec,
  { code, value, fix }: { readonly code: string; readonly value?: Json | undefined; readonly fix?: Json | undefined },
  find: (value: string, values: readonly string[]) => readonly string[] = namesAlike,
): MeantValues {
  if (code !== 'enum' || typeof value !== 'string') return {};
  const meant = meantNames(value, find(value, enumValues(spec)));
  return fix === undefined ? meant : { ...meant, fix };
}

/**
 * The keys `near` and `fix` for a name. The fix is the only near name that is the same but for case, accents, blanks and lines, else the
 * only near name, if a slip of the keys is all that is between: a word in common is not enough.
 */
export function meantNames(
  name: string,
  near: readonly string[],
  asValue: (name: string) => string = (each) => each,
): MeantValues {
  const same = near.filter((each) => looseName(each) === looseName(name));
  const [only, ...others] = same.length > 0 ? same : near;
  const isCertain = only !== undefined && others.length === 0 && (same.length > 0 || nearNames(name, near).length > 0);
  return isCertain ? { near, fix: asValue(only) } : nearOf(near);
}

/** As `meantNames`, for a link: the fix is a link too. `name`: of the note that it leads to. */
export const meantLinks = (name: string, near: readonly string[]): MeantValues =>
  meantNames(name, near, (each) => `[[${each}]]`);
