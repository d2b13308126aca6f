/** The columns of a table as `describe_table` describes them, and those of an answer. D17 */

import { type CellType, type GridColumn, undeclaredColumn } from '../components/grid-column';
import { humanName } from '../../kernel/names';
import type { DescribedColumn } from './operations-client';

export { humanName } from '../../kernel/names';

/** Facts about the file, and Obsidian's own lists, which tables need not declare. D6, D16 */
const UNDECLARED: Readonly<Record<string, CellType>> = {
  file_link: 'link',
  file_created: 'datetime',
  file_modified: 'datetime',
  file_size: 'integer',
  file_links: 'list',
  file_backlinks: 'list',
  file_backlink_count: 'integer',
  file_tags: 'list',
  tags: 'list',
  aliases: 'list',
  cssclasses: 'list',
};

/** Whether rows can be asked for it though no table needs to declare it: facts about the file, columns behind links, Obsidian's lists. */
export const isUndeclared = (name: string): boolean =>
  name === 'path' || name.startsWith('file_') || name.includes('.') || UNDECLARED[name] !== undefined;

/** Declared columns, without the system's `id`. */
export const tableColumns = (described: readonly DescribedColumn[]): readonly GridColumn[] =>
  described.filter(({ system }) => system !== true).map(columnOf);

/**
 * Columns as a table shows them. Where the first one does not name the note, the name of the note comes before it: else rows could look
 * alike. An example is a folder whose notes became rows where they are. docs/tables.md#the-name-of-a-row
 */
export function shownByTable(described: readonly DescribedColumn[], pattern: string | null): readonly GridColumn[] {
  const columns = tableColumns(described);
  const first = described.find(({ system }) => system !== true);
  const isNamed = first !== undefined && (pattern === null ? namesTheNote(first) : pattern.includes(`{${first.name}`));
  return isNamed ? columns : [{ ...otherColumn('file_link'), label: 'Name' }, ...columns];
}

/** Without a pattern the engine names notes by these. D6 */
const namesTheNote = ({ name, type, identity, required }: DescribedColumn): boolean =>
  identity === 'filename' || (type === 'string' && (name === 'name' || name === 'title' || required === true));

/** The named columns in that order; one that the table does not declare is shown but not edited. */
export function namedColumns(declared: readonly GridColumn[], names: readonly string[]): readonly GridColumn[] {
  return names.map((name) => declared.find((column) => column.name === name) ?? otherColumn(name));
}

function columnOf(column: DescribedColumn): GridColumn {
  const { name, label, description, type, items, values, required } = column;
  return {
    name,
    label: label ?? humanName(name),
    description,
    type,
    itemType: items?.type ?? 'string',
    values: values ?? items?.values ?? [],
    meanings: column.value_descriptions ?? items?.value_descriptions ?? {},
    colors: column.value_colors ?? items?.value_colors ?? {},
    isOrdered: column.ordered === true,
    step: column.step ?? null,
    min: numberOrNull(column.min ?? items?.min),
    max: numberOrNull(column.max ?? items?.max),
    numberFormat: column.number_format ?? items?.number_format ?? null,
    textFormat: column.text_format ?? items?.text_format ?? null,
    ref: column.ref ?? items?.ref ?? null,
    isRequired: required === true,
    isEditable: column.generated === undefined && column.computed === undefined,
    isDeclared: true,
    isSortable: true,
    computed: null,
    recurs: recursOf(column),
  };
}

function recursOf({ recurs }: DescribedColumn): GridColumn['recurs'] {
  if (recurs === undefined) return null;
  const { rule, done, values, from, shift } = recurs;
  return { rule, done, values: values ?? [], isFromDone: from === 'done', shift: shift ?? [] };
}

const numberOrNull = (value: number | string | undefined): number | null => (typeof value === 'number' ? value : null);

/** A fact about the file, one of Obsidian's lists, a column behind a link, or what no table declares any more. */
const otherColumn = (name: string): GridColumn => ({
  ...undeclaredColumn(name, name.split('.').map(humanName).join(' › ')),
  type: UNDECLARED[name] ?? 'string',
  itemType: name === 'file_links' || name === 'file_backlinks' ? 'link' : 'string',
});
