/** The names that a table had one after the other, by the renames that the journal keeps. docs/feed.md#former-names; D29 */

import type { DefinitionRename } from '../catalog/references/definition-rename';

export type TableRename = DefinitionRename & { readonly kind: 'table' };

export const isTableRename = (rename: DefinitionRename): rename is TableRename => rename.kind === 'table';

/**
 * From the name that `reference` means to the last one. `renames`: of all tables, the oldest first. `usual`: the whole name that the reference has by
 * the defaults. Empty: no table was renamed from it, or several were.
 */
export function namesSince(renames: readonly TableRename[], reference: string, usual: string): readonly string[] {
  const former = new Set(renames.map(({ from }) => from));
  const meant = former.has(usual) ? [usual] : [...former].filter((name) => name.endsWith(`.${reference}`));
  const [first] = meant;
  if (first === undefined || meant.length > 1) return [];
  const start = renames.map(({ from }) => from).lastIndexOf(first);
  const names = [first];
  for (const { from, to } of renames.slice(start)) if (from === names.at(-1)) names.push(to);
  return names;
}
