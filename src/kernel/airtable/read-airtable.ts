/** The CSV files of an Airtable base as tables: linked records as links, lists, check marks, files with their addresses. docs/import.md#airtable */

import type { ImportedSet, ImportedTable, Remark } from '../imported/imported-set';
import { linkedNames, namedTable } from '../imported/linked-names';
import { pairedInverses } from '../imported/paired-inverses';
import { withoutSelfLinks } from '../imported/self-links';
import { type TextTable, tableOfTexts } from '../imported/text-table';
import type { Slices } from '../slices';

/** Views have other names too; a table may be called `To-do list`. */
const VIEW =
  /-(?:(?:grid|gallery|kanban|calendar|list|timeline|gantt|form)(?: view)?|[^-]*\bview|all [^-]*)(?: \d+)?$/i;

/** A file with its lines, as the table that it is an export of. `Tasks-Grid view.csv` has the table Tasks. */
export const airtableOf = (source: string, lines: Pick<TextTable, 'header' | 'rows'>): TextTable => ({
  label: source
    .replace(/\.[^.]*$/, '')
    .replace(/ ?\(\d+\)$/, '')
    .replace(VIEW, ''),
  source,
  ...lines,
});

export function* readAirtable(files: readonly TextTable[]): Slices<ImportedSet> {
  const named = files.map(({ label, rows }) => namedTable(label, rows));
  const tables: ImportedTable[] = [];
  const untranslated: Remark[] = [];
  for (const file of files) {
    const { table, remarks } = yield* tableOfTexts(file, (title, found) => linkedNames(title, found, named));
    tables.push(table);
    untranslated.push(...remarks);
  }
  const { kept, remarks } = withoutSelfLinks(tables);
  return { tables: pairedInverses(kept), views: [], untranslated: [...untranslated, ...remarks] };
}
