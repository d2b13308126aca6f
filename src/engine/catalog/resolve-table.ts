/** Finds the table or the view that a reference names. Source: docs/metastore.md#names, D16 (resolution), D18 (statuses). */

import { NotedbError, badRequest, notFound } from '../errors';
import type { CatalogDefinition, TableDefinition, ViewDefinition } from './definition';
import { inheritsFrom } from './references/inheritance';
import { INFORMATION_NAMES } from './name-rules';
import { type NameSuggestion, nearNames, suggest } from '../../kernel/near-names';

/** `unknown` carries the qualified names that may be meant, nearest first. */
export type TableLookup =
  | { readonly kind: 'found'; readonly table: TableDefinition }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | { readonly kind: 'unknown'; readonly near: readonly string[] };

/**
 * `catalog.schema.table`, `schema.table` or `table`: the missing parts are the defaults if there is such a table, else
 * whatever makes it unique. Aliases find nothing, they only serve "did you mean". D16
 */
export function lookUpTable(catalog: CatalogDefinition, reference: string): TableLookup {
  const [only, ...others] = entriesNamed(catalog, catalog.tables, reference);
  if (only === undefined) return { kind: 'unknown', near: nearEntries(catalog.tables.values(), reference) };
  if (others.length === 0) return { kind: 'found', table: only };
  return { kind: 'ambiguous', candidates: [only, ...others].map(({ qualified }) => qualified).sort() };
}

const IS_NO_TABLE = 'a view is only read: change the tables that its query names';

/** The table, or throws: 404 `not_found` with what may be meant, 400 `bad_request` with the candidates, 422 for a view. */
export function resolveTable(catalog: CatalogDefinition, reference: string, viewHint = IS_NO_TABLE): TableDefinition {
  const lookup = lookUpTable(catalog, reference);
  switch (lookup.kind) {
    case 'found':
      return lookup.table;
    case 'ambiguous':
      throw ambiguousTable(reference, 'tables', lookup.candidates);
    case 'unknown': {
      const [view] = entriesNamed(catalog, catalog.views, reference);
      refuseReadOnly(catalog, reference);
      const near = [...lookup.near, ...nearEntries(catalog.views.values(), reference)];
      if (view === undefined) throw notFound(`there is no table "${reference}"`, unknownHint(near.slice(0, 3)));
      throw new NotedbError('refused', `${view.qualified} is a view, not a table`, { hint: viewHint });
    }
  }
}

/** What can be selected from and is not a table: a base, the definitions themselves. */
function refuseReadOnly(catalog: CatalogDefinition, reference: string): void {
  const refuse = (hint: string): never => {
    throw new NotedbError('refused', `${reference} is only read`, { hint });
  };
  if (INFORMATION_NAMES.includes(reference)) refuse('it shows the definitions, which the schema operations change');
  const base = reference.startsWith('base:') ? reference.slice('base:'.length) : null;
  if (base === null || !catalog.bases.has(base)) return;
  const inheriting = [...catalog.tables.values()].filter(({ bases }) => inheritsFrom(bases, base, catalog.bases));
  const names = inheriting.map(({ qualified }) => qualified).sort();
  refuse(names.length === 0 ? 'no table inherits from it' : `write to the tables that inherit it: ${names.join(', ')}`);
}

/** The view, or throws as resolveTable; 422 with `tableHint` for a table. */
export function resolveView(catalog: CatalogDefinition, reference: string, tableHint: string): ViewDefinition {
  const [only, ...others] = entriesNamed(catalog, catalog.views, reference);
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    throw ambiguousTable(
      reference,
      'views',
      [only, ...others].map(({ qualified }) => qualified),
    );
  }
  const [table] = entriesNamed(catalog, catalog.tables, reference);
  if (table === undefined) {
    throw notFound(`there is no view "${reference}"`, unknownHint(nearEntries(catalog.views.values(), reference)));
  }
  throw new NotedbError('refused', `${table.qualified} is a table, not a view`, { hint: tableHint });
}

/** The table or the view that a reference names; a name means the table where there are both. Throws as resolveTable. */
export function resolveEither(catalog: CatalogDefinition, reference: string): TableDefinition | ViewDefinition {
  const isView =
    entriesNamed(catalog, catalog.tables, reference).length === 0 &&
    entriesNamed(catalog, catalog.views, reference).length > 0;
  return isView ? resolveView(catalog, reference, '') : resolveTable(catalog, reference);
}

const ambiguousTable = (reference: string, what: string, candidates: readonly string[]): NotedbError =>
  badRequest(
    `"${reference}" is the name of several ${what}: ${[...candidates].sort().join(', ')}`,
    `write the full name, like ${[...candidates].sort()[0] ?? ''}`,
  );

const unknownHint = (near: readonly string[]): NameSuggestion => suggest(near, 'list_tables names them all');

type NamedEntry = Pick<TableDefinition, 'qualified' | 'name' | 'aliases'>;

/** One by the defaults; else every one whose full name ends so. */
function entriesNamed<T extends NamedEntry>(
  catalog: CatalogDefinition,
  entries: ReadonlyMap<string, T>,
  reference: string,
): readonly T[] {
  const usual = entries.get(withDefaults(catalog, reference));
  if (usual !== undefined) return [usual];
  return reference === '' ? [] : [...entries.values()].filter(({ qualified }) => qualified.endsWith(`.${reference}`));
}

/** The whole name that a reference has where nothing else is of that name. */
export function withDefaults({ configuration }: CatalogDefinition, reference: string): string {
  switch (reference.split('.').length) {
    case 1:
      return `${configuration.defaultCatalog}.${configuration.defaultSchema}.${reference}`;
    case 2:
      return `${configuration.defaultCatalog}.${reference}`;
    default:
      return reference;
  }
}

/** Name and aliases are compared with the last part of the reference; the answer is the qualified name. */
function nearEntries(entries: Iterable<NamedEntry>, reference: string): string[] {
  const byWord = new Map<string, string[]>();
  for (const { qualified, name, aliases } of entries) {
    for (const word of [name, ...aliases]) byWord.set(word, [...(byWord.get(word) ?? []), qualified]);
  }
  const last = reference.slice(reference.lastIndexOf('.') + 1);
  const near = nearNames(last, byWord.keys()).flatMap((word) => byWord.get(word)?.sort() ?? []);
  return [...new Set(near)].slice(0, 3);
}
