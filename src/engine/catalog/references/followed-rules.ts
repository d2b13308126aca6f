/** Lets rules follow renames of tables, columns and values. docs/rules.md#renames */

import type { Catalog } from '../catalog';
import type { RuleDefinition } from '../definition';
import { sameDefinition } from '../metastore/definition-changes';
import { type DefinitionRename, catalogBefore } from './definition-rename';
import { type RuleVisitor, mapRule } from './rule-reads';

/** `catalog`: as the renames leave it. The same object when nothing changes. */
export function followedRule(
  rule: RuleDefinition,
  renames: readonly DefinitionRename[],
  catalog: Catalog,
): RuleDefinition {
  const catalogs = [catalog];
  for (const rename of [...renames].reverse()) catalogs.unshift(catalogBefore(catalogs[0] as Catalog, rename));
  let followed = rule;
  for (const [i, rename] of renames.entries()) followed = mapRule(catalogs[i] as Catalog, followed, visitorOf(rename));
  return sameDefinition(rule, followed) ? rule : followed;
}

/** The rules that change with it, by name. */
export function followedRules(
  catalog: Catalog,
  renames: readonly DefinitionRename[],
): ReadonlyMap<string, RuleDefinition> {
  const changed = new Map<string, RuleDefinition>();
  if (renames.length === 0) return changed;
  for (const rule of catalog.rules()) {
    const next = followedRule(rule, renames, catalog);
    if (next !== rule) changed.set(rule.name, next);
  }
  return changed;
}

function visitorOf(rename: DefinitionRename): RuleVisitor {
  const { from, to } = rename;
  const same = (name: string): string => name;
  return {
    table: rename.kind === 'table' ? (name) => (name === from ? to : name) : same,
    column: (table, name) => (rename.kind === 'column' && table === rename.table && name === from ? to : name),
    value: (table, column, text) =>
      rename.kind === 'value' && table === rename.table && column === rename.column && text === from ? to : text,
  };
}
