/** Finds by name and by text: suggestions for a person, and the rows of one table. docs/quick-find.md */

import type { FoundName, Operations } from '../../engine/index';
import { refusalOf } from './describe-problem';
import type { OperationsClient } from './operations-client';
import { humanName } from './table-columns';

export interface FoundItem {
  readonly title: string;
  /** The table or folder. */
  readonly place: string;
  /** Why it is found, when its name does not say it. */
  readonly why: string | null;
  readonly opens: { readonly note: string } | { readonly table: string };
}

export interface FoundRows {
  readonly paths: readonly string[];
  /** There are more. */
  readonly isCut: boolean;
}

/** So many names are suggested, and so many texts below them. */
const MOST_NAMES = 20;
const MOST_TEXTS = 20;

/** Rows of a table that a search shows, by name and by text each: as many as search_notes lists at most. docs/search.md */
const MOST_ROWS = 200;

/** Characters around a match in a suggestion, on each side. */
const CONTEXT = 40;

/** Notes, rows, tables and columns. A view has no place of its own in the interface yet. */
export async function suggestNames(client: OperationsClient, query: string): Promise<readonly FoundItem[]> {
  const { names } = (await client.findNames?.({ query, limit: MOST_NAMES })) ?? { names: [] };
  return names.flatMap((found) => suggestionOf(found) ?? []);
}

function suggestionOf(found: FoundName): FoundItem | null {
  const { kind, name, path, table } = found;
  if (path !== null) return { title: name, place: placeOf(path, table), why: whyOf(found), opens: { note: path } };
  if (table === null || kind === 'view') return null;
  const place = kind === 'table' ? 'Table' : `Column of ${tableLabel(table)}`;
  return { title: humanName(name), place, why: whyOf(found), opens: { table } };
}

const FIELDS = { name: '', aliases: 'alias', headings: 'heading', tags: 'tag', description: '' } as const;

function whyOf({ field, text }: FoundName): string | null {
  if (field === 'name') return null;
  return FIELDS[field] === '' ? text : `${FIELDS[field]}: ${text}`;
}

const placeOf = (path: string, table: string | null): string => (table === null ? folderIn(path) : tableLabel(table));

const folderIn = (path: string): string => path.split('/').slice(0, -1).join('/');

const tableLabel = (qualified: string): string => humanName(qualified.split('.').at(-1) ?? qualified);

/** Notes whose text holds the words; `known` are found by name already. */
export async function suggestTexts(
  client: OperationsClient,
  query: string,
  known: readonly FoundItem[],
): Promise<readonly FoundItem[]> {
  const { results } = await searchTexts(client, { query, context_length: CONTEXT });
  const notes = new Set(known.flatMap(({ opens }) => ('note' in opens ? opens.note : [])));
  return results
    .filter(({ path }) => !notes.has(path))
    .slice(0, MOST_TEXTS)
    .map(({ path, matches: [first] }) => ({
      title: path.split('/').at(-1)?.replace(/\.md$/, '') ?? path,
      place: folderIn(path),
      why: first === undefined ? null : first.context.replace(/\s+/g, ' ').trim(),
      opens: { note: path },
    }));
}

/** Rows of the table by name or by text. */
export async function findRows(client: OperationsClient, table: string, query: string): Promise<FoundRows> {
  const [byName, byText] = await Promise.all([
    client.findNames?.({ query, limit: MOST_ROWS, table }),
    searchTexts(client, { query, context_length: 0, tables: [table] }),
  ]);
  const names = byName?.names.flatMap(({ path }) => path ?? []) ?? [];
  const paths = new Set([...names, ...byText.results.map(({ path }) => path)]);
  return { paths: [...paths], isCut: names.length >= MOST_ROWS || byText.total > byText.results.length };
}

type SearchAnswer = Pick<Operations['search_notes']['result'], 'results' | 'total'>;

/** A query of signs that make no word finds nothing: that is not a mistake while a person types. */
async function searchTexts(client: OperationsClient, args: Operations['search_notes']['args']): Promise<SearchAnswer> {
  try {
    return await client.run('search_notes', args);
  } catch (thrown) {
    if (refusalOf(thrown)?.code === 'bad_request') return { results: [], total: 0 };
    throw thrown;
  }
}
