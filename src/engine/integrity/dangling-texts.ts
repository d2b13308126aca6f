/** Warns of links in filters and defaults that lead to no row of the column's `ref`. docs/links.md#definitions-that-follow; D26 */

import { nearNames } from '../../kernel/near-names';
import { BASE_PREFIX } from '../catalog/resolve-base';
import { type DefinitionText, definitionTexts, textPlace } from '../catalog/references/definition-texts';
import type { ComparedColumn } from '../catalog/references/filter-mapper';
import { linkSpecOfColumn } from '../catalog/references/filter-path';
import { sourceNamesOf } from '../catalog/references/query-reads';
import { meantLinks } from '../catalog/near-values';
import { viewsUnder } from '../catalog/references/view-query';
import { type ViewVisitor, mapQueryFilter, mapQueryReads } from '../catalog/references/view-reads';
import { type Json, type JsonObject, isJsonObject } from '../json';
import { isBracketedLink, parseLinkValue } from '../note/links/link-syntax';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { View } from '../storage/view';
import { type ColumnSpec, linkSpecOf } from '../values/column-spec';
import { aliasReason, namesByAlias, rowAliases } from './row-aliases';
import { rowNames } from './valid-targets';

/** A link in a filter that leads to no row. */
export interface DanglingLink {
  /** That it is compared with; as it is written behind a link, its last part. */
  readonly column: string;
  readonly message: string;
  readonly value: string;
  /** Names of rows that were probably meant. */
  readonly near?: readonly string[];
  readonly fix?: Json;
}

type Reason = Pick<DanglingLink, 'near' | 'fix'> & { readonly text: string };

/** `leads to no row of main.default.projects; did you mean Alpha?`; null where it leads to one, or may. */
function danglingReason(view: View, columns: readonly ComparedColumn[], text: string): Reason | null {
  const refs = columns.map(({ spec }) => (spec === null ? undefined : linkSpecOf(spec)?.ref));
  const linkpath = parseLinkValue(text)?.linkpath ?? '';
  if (refs.length === 0 || linkpath === '' || /^\.|[{}<>]/.test(linkpath)) return null;
  if (refs.includes(undefined)) return missingNote(view, columns, { text, linkpath });
  const tables = new Set((refs as readonly string[]).flatMap((ref) => tablesOf(view, ref)));
  // An app may see none of them.
  if (tables.size === 0) return null;
  const isRow = (path: NotePath): boolean => tables.has(view.tableAt(path)?.qualified ?? '');
  if (view.links.candidates(linkpath).some(isRow)) return null;
  return meantRows(view, [...tables], {
    is: `leads to no row of ${[...tables].join(' or ')}`,
    name: noteNameOf(linkpath),
  });
}

/** Of a column that takes a link to any note: a text without brackets may be something else. */
function missingNote(
  view: View,
  columns: readonly ComparedColumn[],
  { text, linkpath }: { readonly text: string; readonly linkpath: string },
): Reason | null {
  const isLink = columns.every(({ spec, column }) =>
    spec === null ? column === 'file_link' : linkSpecOf(spec) !== null,
  );
  if (!isLink || !isBracketedLink(text) || view.links.candidates(linkpath).length > 0) return null;
  const tables = view.catalog.tables().map(({ qualified }) => qualified);
  return meantRows(view, tables, { is: 'leads to no note', name: noteNameOf(linkpath) });
}

/** A view with such a link may be read again and again: of more rows no names are compared. */
const MOST_COMPARED = 2000;

/** Adds `: AL is an alias of Ann Lee`, or the near names. */
function meantRows(
  view: View,
  tables: readonly string[],
  { is, name }: { readonly is: string; readonly name: string },
): Reason {
  const count = tables.reduce((sum, table) => sum + view.table(table).size, 0);
  if (count > MOST_COMPARED) return { text: is };
  const names = tables.flatMap((table) => namesByAlias(rowAliases(view, table), name));
  const aliased = aliasReason(name, names);
  if (aliased !== null)
    return { text: `${is}: ${aliased}`, near: names, ...(names.length === 1 ? { fix: `[[${names[0] ?? ''}]]` } : {}) };
  const near = nearNames(
    name,
    tables.flatMap((table) => rowNames(view, table, null)),
  );
  return { text: near.length === 0 ? is : `${is}; did you mean ${near.join(' or ')}?`, ...meantLinks(name, near) };
}

function tablesOf({ catalog }: View, ref: string): readonly string[] {
  if (!ref.startsWith(BASE_PREFIX)) return catalog.table(ref) === null ? [] : [ref];
  return catalog.inheritingTables(ref.slice(BASE_PREFIX.length)).map(({ qualified }) => qualified);
}

/** A sentence for each of these texts that leads to no row. */
export const danglingTexts = (view: View, texts: readonly DefinitionText[]): readonly string[] =>
  danglingLinks(view, texts).map(({ message }) => message);

/** Each message once. */
function danglingLinks(view: View, texts: readonly DefinitionText[]): readonly DanglingLink[] {
  const found = new Map<string, DanglingLink>();
  for (const { use, text } of texts) {
    const reason = use.kind === 'note' ? null : danglingReason(view, use.columns, text);
    if (reason === null) continue;
    const { text: why, ...meant } = reason;
    const message = `${textPlace(use, text)}, which ${why}`;
    found.set(message, { column: use.columns[0]?.column ?? '', message, value: text, ...meant });
  }
  return [...found.values()];
}

/** Of what a table asks of its rows, and of the views that read it. */
export function danglingTextsOf(view: View, qualified: string): readonly string[] {
  const { catalog } = view;
  const bases = new Set(catalog.table(qualified)?.bases.map((base) => `bases ${base}`));
  const reading = catalog.views().filter(({ query }) => sourceNamesOf(catalog, query).includes(qualified));
  const entries = new Set([`tables ${qualified}`, ...bases, ...reading.map((each) => `views ${each.qualified}`)]);
  return danglingTexts(
    view,
    definitionTexts(catalog).filter(({ use }) => entries.has(use.entry)),
  );
}

const FILTER = { entry: '', owner: 'the filter', kind: 'compared' } as const;

/** Every text that a filter compares with. */
function textsOf(map: (visitor: ViewVisitor) => unknown): readonly DefinitionText[] {
  const texts: DefinitionText[] = [];
  map({
    column: (_columns, name) => name,
    value: (columns, text) => {
      texts.push({ use: { ...FILTER, columns }, text });
      return text;
    },
  });
  return texts;
}

/** Whether a filter has a key of a column with links. */
function comparesLinks(where: JsonObject, columns: readonly ColumnSpec[]): boolean {
  return Object.entries(where).some(([key, value]) => {
    if (key === 'and' || key === 'or' || key === 'not')
      return [value].flat().some((part) => isJsonObject(part) && comparesLinks(part, columns));
    const [first] = key.split('.', 1);
    if (first === 'file_link') return true;
    return columns.some((column) => column.name === first && linkSpecOfColumn(column) !== null);
  });
}

/** A select of one table by columns without links compares with none: most selects. */
function mayCompareLinks({ catalog }: View, { table, where, join }: JsonObject): boolean {
  const source = typeof table === 'string' ? catalog.table(table) : null;
  if (source === null || isJsonObject(join)) return true;
  return isJsonObject(where) && comparesLinks(where, source.columns);
}

/** Of a query, and of the views that it reads. Its tables are named by their whole names. */
export function danglingLinksIn(view: View, query: JsonObject): readonly DanglingLink[] {
  if (!mayCompareLinks(view, query)) return [];
  const { catalog } = view;
  const texts = textsOf((visitor) => mapQueryReads(catalog, query, visitor));
  const under = new Set(viewsUnder(catalog.definition, query).map(({ qualified }) => `views ${qualified}`));
  const below = under.size === 0 ? [] : definitionTexts(catalog).filter(({ use }) => under.has(use.entry));
  return danglingLinks(view, [...texts, ...below]);
}

/** Of a filter over the rows of tables. */
export const danglingTextsInFilter = (view: View, tables: readonly string[], where: JsonObject): readonly string[] =>
  danglingTexts(
    view,
    textsOf((visitor) => mapQueryFilter(view.catalog, tables, where, visitor)),
  );
