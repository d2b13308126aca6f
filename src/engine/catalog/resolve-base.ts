/** Finds the base that a source `base:…` names. Source: docs/sources-and-views.md#sources; D16, D18 */

import { notFound } from '../errors';
import type { BaseDefinition, CatalogDefinition } from './definition';
import { nearNames, suggest } from '../../kernel/near-names';

/** Before the name of a base, wherever a table is read. */
export const BASE_PREFIX = 'base:';

/** `name`: without the prefix. Throws 404 with near names. */
export function resolveBase({ bases }: CatalogDefinition, name: string): BaseDefinition {
  const base = bases.get(name);
  if (base !== undefined) return base;
  const names = [...bases.keys()].sort();
  const near = nearNames(name, names).map((each) => BASE_PREFIX + each);
  throw notFound(`there is no base "${name}"`, suggest(near, `bases: ${names.join(', ') || 'none'}`));
}
