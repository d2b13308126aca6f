/** Finds the table that a reference names. spec: Naming, D16 (resolution), D18 (statuses). */

import { badRequest, notFound } from '../errors';
import type { CatalogDefinition, TableDefinition } from './definition';
import { nearNames } from './near-names';

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
  const table = catalog.tables.get(withDefaults(catalog, reference));
  if (table !== undefined) return { kind: 'found', table };
  const matches = reference === '' ? [] : [...catalog.tables.values()].filter(named(reference));
  const [only] = matches;
  if (only === undefined) return { kind: 'unknown', near: nearTables(catalog, reference) };
  if (matches.length === 1) return { kind: 'found', table: only };
  return { kind: 'ambiguous', candidates: matches.map(({ qualified }) => qualified).sort() };
}

/** The table, or throws: 404 `not_found` with what may be meant, 400 `bad_request` with the candidates. */
export function resolveTable(catalog: CatalogDefinition, reference: string): TableDefinition {
  const lookup = lookUpTable(catalog, reference);
  switch (lookup.kind) {
    case 'found':
      return lookup.table;
    case 'ambiguous':
      throw badRequest(
        `"${reference}" is the name of several tables: ${lookup.candidates.join(', ')}`,
        `write the full name, like ${lookup.candidates[0] ?? ''}`,
      );
    case 'unknown':
      throw notFound(`there is no table "${reference}"`, unknownHint(lookup.near));
  }
}

const unknownHint = (near: readonly string[]): string =>
  near.length === 0 ? 'list_tables names them all' : `did you mean ${near.join(' or ')}?`;

function withDefaults({ configuration }: CatalogDefinition, reference: string): string {
  switch (reference.split('.').length) {
    case 1:
      return `${configuration.defaultCatalog}.${configuration.defaultSchema}.${reference}`;
    case 2:
      return `${configuration.defaultCatalog}.${reference}`;
    default:
      return reference;
  }
}

const named =
  (reference: string) =>
  ({ qualified }: TableDefinition): boolean =>
    qualified.endsWith(`.${reference}`);

/** Name and aliases are compared with the last part of the reference; the answer is the qualified name. */
function nearTables(catalog: CatalogDefinition, reference: string): string[] {
  const tablesByWord = new Map<string, string[]>();
  for (const { qualified, name, aliases } of catalog.tables.values()) {
    for (const word of [name, ...aliases]) tablesByWord.set(word, [...(tablesByWord.get(word) ?? []), qualified]);
  }
  const last = reference.slice(reference.lastIndexOf('.') + 1);
  const near = nearNames(last, tablesByWord.keys()).flatMap((word) => tablesByWord.get(word)?.sort() ?? []);
  return [...new Set(near)].slice(0, 3);
}
