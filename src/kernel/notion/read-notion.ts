/** An export of Notion as tables: databases with the texts of their pages, relations as links, and the pages beside them. docs/import.md#notion */

import type { ImportedSet, ImportedTable, Remark, ImportedPlace } from '../imported/imported-set';
import { linkedNames, namedTable } from '../imported/linked-names';
import { pairedInverses } from '../imported/paired-inverses';
import { withoutSelfLinks } from '../imported/self-links';
import { type ImportedText, tableOfTexts } from '../imported/text-table';
import type { Slices } from '../slices';
import { type NotionDatabase, databasesOf } from './notion-databases';
import { PageLinks } from './notion-links';
import { type ExportedFile, readPage } from './notion-page';
import { folderOf, nameOf } from './notion-paths';

export const isNotionExport = (paths: readonly string[]): boolean =>
  paths.some((path) => /[0-9a-f]{32}(?:_all)?\.(?:md|csv)$/i.test(path));

export function* readNotion(files: readonly ExportedFile[]): Slices<ImportedSet> {
  const databases = yield* databasesOf(files);
  const inDatabases = new Set(databases.flatMap(({ pages }) => pages.flatMap((page) => page?.path ?? [])));
  const others = files.filter(({ path, text }) => text !== null && /\.md$/i.test(path) && !inDatabases.has(path));
  const links = new PageLinks(placesOf(databases, others), files);
  const named = databases.map(({ label, rows }) => namedTable(label, rows));
  const tables: ImportedTable[] = [];
  const untranslated: Remark[] = [];
  for (const database of databases) {
    const { table, remarks } = yield* tableOfTexts(
      { ...database, bodies: database.pages.map((page) => (page === null ? [] : links.bodyOf(page.text, page.path))) },
      (title, found) => links.relation(found, folderOf(database.source)) ?? linkedNames(title, found, named),
    );
    tables.push(table);
    untranslated.push(...remarks);
  }
  if (others.length > 0) tables.push(yield* pagesTable(others, links));
  const { kept, remarks } = withoutSelfLinks(tables);
  return { tables: pairedInverses(kept), views: [], untranslated: [...untranslated, ...remarks, ...links.remarks()] };
}

function placesOf(
  databases: readonly NotionDatabase[],
  others: readonly ExportedFile[],
): ReadonlyMap<string, ImportedPlace> {
  const places = new Map<string, ImportedPlace>();
  for (const [table, { pages }] of databases.entries())
    for (const [row, page] of pages.entries()) if (page !== null) places.set(page.path, { table, row });
  for (const [row, { path }] of others.entries()) places.set(path, { table: databases.length, row });
  return places;
}

/** Pages that are in no database, each with the page that it lies below. */
function* pagesTable(others: readonly ExportedFile[], links: PageLinks): Slices<ImportedTable> {
  const pages = others.map(({ path, text }) => ({ path, ...readPage(text ?? '', new Set()) }));
  const source: ImportedText = {
    label: 'Pages',
    source: 'pages beside the databases',
    header: ['Name', 'Parent'],
    rows: pages.map(({ path, title }) => [title || nameOf(path), folderOf(path)]),
    bodies: pages.map(({ path, text }) => links.bodyOf(text, path)),
  };
  const { table } = yield* tableOfTexts(source, () => links.parents());
  return table;
}
