/** What the engine shows is what the model says. */

import { expect } from 'vitest';
import type { Json, JsonObject } from '../../src/engine/index';
import { LinkIndex } from '../../src/engine/links/link-index';
import type { TestVault } from '../engine/open-vault';
import { bodyOf, partsOf } from './note-text';
import { type Model, Row, type Table, isLoose } from './state';

/**
 * Throws where they differ; gives the model the ids that it did not know. One assertion for all of it: each takes longer than
 * what it compares.
 */
export async function compare(vault: TestVault, model: Model): Promise<void> {
  const { tables, views } = await vault.run('list_tables');
  const links = linksOf(vault);
  const shownTables: Record<string, unknown> = {};
  const saidTables: Record<string, unknown> = {};
  const ids = new Set<string>();
  let count = 0;
  for (const table of model.tables.values()) {
    const { rows, total } = await vault.run('select_rows', { table: table.name, limit: 1000, order_by: 'path' });
    const expected = [...table.rows].sort((a, b) => (a.path < b.path ? -1 : 1));
    const found = [...(rows as JsonObject[])].sort((a, b) => ((a['path'] as string) < (b['path'] as string) ? -1 : 1));
    for (const [i, row] of expected.entries()) row.id ??= found[i]?.['id'] as string;
    for (const { id } of expected) if (id !== null) ids.add(id);
    count += expected.length;
    const shownRows = found.map((row) => shown(table, row, links));
    shownTables[table.name] = { total, rows: shownRows, ...(await shownDefinition(vault, table)) };
    saidTables[table.name] = { total: expected.length, rows: expected.map(said), ...saidDefinition(table) };
  }
  const names = { tables: [...model.tables.keys()].sort(), views: [...model.views.keys()].sort() };
  const shownNames = { tables: namesOf(tables), views: namesOf(views) };
  const [shownBodies, saidBodies] = bodies(vault, model);
  // No id twice.
  expect({ ...shownNames, ids: ids.size, each: shownTables, bodies: shownBodies }).toEqual({
    ...names,
    ids: count,
    each: saidTables,
    bodies: saidBodies,
  });
}

/** What stands below the front matter of every row, and of every loose note, which has its name above. */
function bodies(vault: TestVault, model: Model): [shown: Record<string, unknown>, said: Record<string, unknown>] {
  const notes = vault.host.external.notes();
  const rows = [...model.rows()].map(([, row]) => row);
  const lying = new Set(rows.map(({ path }) => path));
  const loose = Object.keys(notes).filter((path) => isLoose(path) && !lying.has(path));
  const shown = [
    ...rows.map(({ path }): [string, unknown] => [path, bodyOf(notes[path] ?? '')]),
    ...loose.map((path): [string, unknown] => [path, partsOf(notes[path] ?? '')]),
  ];
  const said = [
    ...rows.map(({ path, body }): [string, unknown] => [path, body]),
    ...[...model.others].filter(([path]) => isLoose(path)).map(([path, { name, body }]) => [path, { name, body }]),
  ];
  return [Object.fromEntries(shown), Object.fromEntries(said) as Record<string, unknown>];
}

const namesOf = (list: Json | undefined): string[] => (list as { name: string }[]).map(({ name }) => name).sort();

async function shownDefinition(vault: TestVault, table: Table): Promise<Record<string, unknown>> {
  const { columns, constraints } = await vault.run('describe_table', { table: table.name });
  return {
    columns: (columns as JsonObject[])
      .filter(({ name }) => name !== 'id')
      .map((column) => [column['name'], column['type'], column['inherited_from'], column['values'] ?? null]),
    constraints: (constraints as JsonObject[]).map(({ name }) => name),
  };
}

const saidDefinition = (table: Table): Record<string, unknown> => ({
  columns: table.columns.map(({ name, kind, base, values }) => [name, kind, base, kind === 'enum' ? values : null]),
  constraints: [...table.constraints.keys()],
});

/** Every note that a link could mean: what lies in the trash is none. */
function linksOf(vault: TestVault): LinkIndex {
  const index = new LinkIndex();
  for (const path of Object.keys(vault.host.external.notes())) index.setLinks(path, []);
  return index;
}

/** A row as the engine shows it, with the notes that its links mean. */
function shown(table: Table, found: JsonObject, links: LinkIndex): JsonObject {
  const row: Record<string, Json> = { ...found };
  for (const { name, kind } of table.columns) {
    if (kind !== 'link' || row[name] === undefined) continue;
    const [linkpath = ''] = (row[name] as string).replace(/^\[\[|\]\]$/g, '').split('|');
    row[name] = links.resolve(linkpath, found['path'] as string);
  }
  return row;
}

/** The same row as the model has it. */
const said = ({ path, id, values }: Row): Record<string, unknown> => ({
  path,
  id,
  ...Object.fromEntries([...values].map(([name, value]) => [name, value instanceof Row ? value.path : value])),
});
