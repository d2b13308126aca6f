/** What a link cell may hold, while somebody types into it. docs/quick-find.md#in-link-cells */

import type { GridColumn, GridRow } from '../components/grid-column';
import type { Suggestions } from '../components/editors/suggestions';
import { refusalOf } from './describe-problem';
import type { OperationsClient } from './operations-client';

/** So many are listed. */
const MOST = 20;

/** So many found by an alias or with a slip are asked for, one by one. */
const MOST_BY_NAMES = 8;

/** Rows of one name, of which one is meant. */
const MOST_OF_A_NAME = 100;

interface LinkCell {
  readonly table: string;
  readonly row: GridRow;
  readonly column: GridColumn;
}

interface Target {
  readonly name: string;
  /** As it is written into the cell. */
  readonly link: string;
  readonly path: string;
  /** The alias that was found; null when the name says it. */
  readonly why: string | null;
}

/** `typed` as it stands in the field, with or without brackets. */
export async function suggestLinks(client: OperationsClient, cell: LinkCell, typed: string): Promise<Suggestions> {
  const targets = await findTargets(client, cell, typed);
  return { options: targets.map(({ name, link, why }) => ({ value: link, label: name, detail: why })), note: null };
}

async function findTargets(client: OperationsClient, cell: LinkCell, typed: string): Promise<readonly Target[]> {
  const wanted = typed.replace(/^\s*!?\[\[|\]\]\s*$/g, '').trim();
  try {
    const named = await targetsNamed(client, cell, wanted, MOST);
    if (wanted === '' || named.length >= MOST) return named;
    return [...named, ...(await targetsMeant(client, cell, wanted, named))].slice(0, MOST);
  } catch (thrown) {
    // A column without a table to link to, or a row that is gone: the write says so.
    if (refusalOf(thrown) !== null) return [];
    throw thrown;
  }
}

async function targetsNamed(
  client: OperationsClient,
  { table, row, column }: LinkCell,
  search: string,
  limit: number,
): Promise<readonly Target[]> {
  const { rows } = await client.run('list_link_targets', { table, column: column.name, row: row.path, search, limit });
  return rows.flatMap(({ name, link, path }) => (link === null ? [] : [{ name, link, path, why: null }]));
}

/** By an alias, the beginnings of words, or with a slip. Whether the cell may link to them list_link_targets knows. */
async function targetsMeant(
  client: OperationsClient,
  cell: LinkCell,
  wanted: string,
  known: readonly Target[],
): Promise<readonly Target[]> {
  const { ref } = cell.column;
  if (ref === null || client.findNames === undefined) return [];
  const { names } = await client.findNames({ query: wanted, table: ref, limit: MOST });
  const meant = names
    .filter(({ path, field }) => isNameField(field) && known.every((each) => each.path !== path))
    .slice(0, MOST_BY_NAMES);
  const found = meant.map(async ({ name, path, field, text }) => {
    const targets = await targetsNamed(client, cell, name, MOST_OF_A_NAME);
    const why = field === 'aliases' ? text : null;
    return targets.filter((target) => target.path === path).map((target) => ({ ...target, why }));
  });
  return (await Promise.all(found)).flat();
}

const isNameField = (field: string): boolean => field === 'name' || field === 'aliases';
