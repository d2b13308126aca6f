/** The difference between two sets of definitions, entry by entry. D2, D17 (undo_migration). */

import type {
  BaseDefinition,
  CatalogDefinition,
  DatabaseConfiguration,
  RuleDefinition,
  TableDefinition,
  ViewDefinition,
} from '../definition';
import { withInheritedColumns } from '../references/inheritance';

/** By the keys of CatalogDefinition; null takes an entry away. */
export interface DefinitionChanges {
  readonly tables?: ReadonlyMap<string, TableDefinition | null>;
  readonly bases?: ReadonlyMap<string, BaseDefinition | null>;
  readonly views?: ReadonlyMap<string, ViewDefinition | null>;
  readonly rules?: ReadonlyMap<string, RuleDefinition | null>;
  readonly descriptions?: ReadonlyMap<string, string | null>;
  readonly configuration?: DatabaseConfiguration;
}

/** The sections that hold entries by name, with the word for one entry. */
export const ENTRY_SECTIONS = ['tables', 'bases', 'views', 'rules', 'descriptions'] as const;

/** From `old` to `next`. A table whose base changed counts as changed. D18 */
export function definitionChangesBetween(old: CatalogDefinition, next: CatalogDefinition): DefinitionChanges {
  return {
    tables: entryChanges(old.tables, next.tables),
    bases: entryChanges(old.bases, next.bases),
    views: entryChanges(old.views, next.views),
    rules: entryChanges(old.rules, next.rules),
    descriptions: entryChanges(old.descriptions, next.descriptions),
    ...(sameDefinition(old.configuration, next.configuration) ? {} : { configuration: next.configuration }),
  };
}

export const isUnchanged = (changes: DefinitionChanges): boolean =>
  changes.configuration === undefined && ENTRY_SECTIONS.every((section) => (changes[section]?.size ?? 0) === 0);

/** The definitions with these changes; tables have what they inherit then. */
export function withChanges(definition: CatalogDefinition, changes: DefinitionChanges): CatalogDefinition {
  const bases = changedEntries(definition.bases, changes.bases);
  const tables = changedEntries(definition.tables, changes.tables);
  for (const [qualified, table] of tables) tables.set(qualified, withInheritedColumns(table, bases));
  return {
    ...definition,
    configuration: changes.configuration ?? definition.configuration,
    tables,
    bases,
    views: changedEntries(definition.views, changes.views),
    rules: changedEntries(definition.rules, changes.rules),
    descriptions: changedEntries(definition.descriptions, changes.descriptions),
  };
}

/** The tables whose entries differ, `first` before the others. */
export function tablesChanged(old: CatalogDefinition, next: CatalogDefinition, first: string): readonly string[] {
  const { tables = [] } = definitionChangesBetween(old, next);
  return [first, ...[...tables].map(([qualified]) => qualified).filter((qualified) => qualified !== first)];
}

/** Equal in every part; absent and undefined are the same. */
export const sameDefinition = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));

function entryChanges<T>(old: ReadonlyMap<string, T>, next: ReadonlyMap<string, T>): Map<string, T | null> {
  const changes = new Map<string, T | null>();
  for (const key of new Set([...old.keys(), ...next.keys()])) {
    const entry = next.get(key);
    if (!sameDefinition(old.get(key), entry)) changes.set(key, entry ?? null);
  }
  return changes;
}

function changedEntries<T>(present: ReadonlyMap<string, T>, changes?: ReadonlyMap<string, T | null>): Map<string, T> {
  const entries = new Map(present);
  for (const [key, entry] of changes ?? []) {
    if (entry === null) entries.delete(key);
    else entries.set(key, entry);
  }
  return entries;
}
