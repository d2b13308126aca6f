/** What a cell may hold, while somebody types into it: rows that a link may lead to, items that a list has elsewhere. docs/quick-find.md#in-link-cells */

import type { Json } from '../../engine/index';
import type { GridColumn, GridRow } from '../components/grid-column';
import type { Suggestion, Suggestions } from '../components/editors/suggestions';
import { plainText } from '../components/cells/cell-value';
import { refusalOf } from './describe-problem';
import { type OperationsClient, asText } from './operations-client';
import { humanName } from './table-columns';

/** So many are listed. */
const MOST = 20;

/** Rows of which the items are offered. */
const MOST_ROWS = 500;

interface LinkCell {
  readonly table: string;
  readonly row: GridRow;
  readonly column: GridColumn;
}

interface Target {
  readonly name: string;
  /** As it is written into the cell. */
  readonly link: string;
  /** The alias that was found; null when the name says it. */
  readonly why: string | null;
}

interface FoundTargets {
  readonly targets: readonly Target[];
  /** Rows that are called so, and must not be linked here. */
  readonly barred: readonly string[];
  /** Why none may be. */
  readonly reason: string | null;
}

/** `typed` is the text of the field, with or without brackets. */
export async function suggestLinks(client: OperationsClient, cell: LinkCell, typed: string): Promise<Suggestions> {
  const wanted = nameIn(typed);
  const { targets, barred, reason } = await findTargets(client, cell, wanted);
  const options = targets.map(({ name, link, why }) => ({ value: link, label: name, detail: why }));
  const isThere = [...barred, ...targets.map(({ name }) => name)].some((name) => isAlike(name, wanted));
  const note = reason ?? barredNote(cell.column, barred);
  return { options: isThere || reason !== null ? options : [...options, ...creation(cell.column, wanted)], note };
}

const nameIn = (typed: string): string => typed.replace(/^\s*!?\[\[|\]\]\s*$/g, '').trim();

const isAlike = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The row that is missing, as the last choice. */
function creation({ ref }: GridColumn, name: string): readonly Suggestion[] {
  if (ref === null || name === '' || /[[\]#|^\n]/.test(name)) return [];
  return [{ value: name, label: `New in ${tableLabel(ref)}: ${name}`, detail: null, creates: name }];
}

function barredNote({ ref }: GridColumn, barred: readonly string[]): string | null {
  const [first] = barred;
  if (first === undefined || ref === null) return null;
  return `${first} is in ${tableLabel(ref)}, but this cell may not link to it.`;
}

const tableLabel = (ref: string): string => humanName(ref.split('.').at(-1) ?? ref);

/** Empty where the column has no table to link to, or the row is gone: the write says so. */
async function findTargets(client: OperationsClient, cell: LinkCell, wanted: string): Promise<FoundTargets> {
  try {
    return await targetsNamed(client, cell, wanted);
  } catch (thrown) {
    if (refusalOf(thrown) !== null) return { targets: [], barred: [], reason: null };
    throw thrown;
  }
}

async function targetsNamed(
  client: OperationsClient,
  { table, row, column }: LinkCell,
  search: string,
): Promise<FoundTargets> {
  // A new row has no path yet: its values say what it may link to.
  const place = row.path === '' ? { values: row.values } : { row: row.path };
  const args = { table, column: column.name, ...place, search, limit: MOST };
  const { rows, reason, meant = [] } = await client.run('list_link_targets', args);
  const targets = [...rows.map((each) => ({ ...each, alias: null })), ...meant]
    .slice(0, MOST)
    .flatMap(({ name, link, alias }) => (link === null ? [] : [{ name, link, why: alias }]));
  return { targets, barred: meant.flatMap(({ name, link }) => (link === null ? [name] : [])), reason };
}

const isNameField = (field: string): boolean => field === 'name' || field === 'aliases';

/** Any note: those that the column leads to elsewhere, then those that are called so. */
export async function suggestNotes(
  client: OperationsClient,
  cell: Omit<LinkCell, 'row'>,
  typed: string,
): Promise<Suggestions> {
  const wanted = nameIn(typed);
  const [used, found] = await Promise.all([
    suggestItems(client, cell, wanted),
    client.findNames?.({ query: wanted, limit: MOST }),
  ]);
  const notes = (found?.names ?? []).filter(({ path, field }) => path !== null && isNameField(field));
  const isAlone = (name: string): boolean => notes.filter((note) => isAlike(note.name, name)).length === 1;
  const named = notes.flatMap(({ name, path, field, text }): Suggestion[] => {
    const target = isAlone(name) ? name : (path ?? '').replace(/\.md$/i, '');
    if (/[[\]#|^]/.test(target)) return [];
    const folder = isAlone(name) ? null : (path ?? '').split('/').slice(0, -1).join('/');
    return [{ value: `[[${target}]]`, label: name, detail: field === 'aliases' ? text : folder }];
  });
  const fresh = named.filter(({ value }) => used.options.every((option) => option.value !== value));
  return { options: [...used.options, ...fresh].slice(0, MOST), note: null };
}

/** Items, or links, that the column has in other rows. */
export async function suggestItems(
  client: OperationsClient,
  { table, column }: Omit<LinkCell, 'row'>,
  typed: string,
): Promise<Suggestions> {
  const { name } = column;
  const { rows } = await client.run('select_rows', {
    table,
    columns: [name],
    where: { [name]: { exists: true } },
    limit: MOST_ROWS,
  });
  const wanted = typed.trim().toLowerCase();
  const items = new Set(
    rows.flatMap((row) => itemsOf(row[name])).filter((item) => plainText(item).toLowerCase().includes(wanted)),
  );
  const options = [...items].sort((one, other) => one.localeCompare(other)).slice(0, MOST);
  return { options: options.map((item) => ({ value: item, label: plainText(item), detail: null })), note: null };
}

const itemsOf = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).flatMap((item) => asText(item) ?? []);
