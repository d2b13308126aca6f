/** The columns that the fields of a file look like. docs/page.md#make-a-table */

import { freeColumnName, humanName, suggestName } from '../../../kernel/names';
import type { CsvFile } from '../table-file/table-file';
import type { ColumnOfTexts } from '../../../kernel/text-columns';
import { emptyColumn, newChoices } from '../columns/column-draft';
import type { DraftColumn, TableDraft } from './table-draft';

const MOST_SAMPLES = 3;

/** Every name of the header is there once, whatever the file holds. */
export function draftOfLines({ name: file, header, rows, columns: found }: CsvFile): TableDraft {
  const names = new Set<string>();
  const columns = found.flatMap((column, at): DraftColumn[] => {
    const title = (header[at] ?? '').trim();
    // Spreadsheets write delimiters for unused columns.
    if (title === '' && column.filled === 0) return [];
    const name = freeColumnName(title, (each) => names.has(each), `field_${at + 1}`);
    names.add(name);
    return [columnOf(title, name, at, column, rows.length)];
  });
  const name = suggestName(file.replace(/\.[^.]*$/, '')) || 'imported';
  return { name, description: `Lines of ${file}`, columns };
}

function columnOf(
  title: string,
  name: string,
  at: number,
  { texts, filled, guess }: ColumnOfTexts,
  of: number,
): DraftColumn {
  const meaning = title === '' ? `Field ${at + 1} of the file` : title;
  return {
    ...emptyColumn(),
    id: `field${at}`,
    from: title === '' ? `field ${at + 1}` : title,
    name,
    label: title || humanName(name),
    type: guess.type,
    itemType: guess.itemType,
    choices: newChoices(guess.type === 'enum' ? [...texts].sort() : []),
    required: filled === of && of > 0 && guess.type !== 'boolean',
    isLeftOut: false,
    description: guess.unit === '' ? meaning : `${meaning}, in ${guess.unit}`,
    reading: null,
    found: {
      of,
      filled,
      distinct: texts.length,
      samples: texts.slice(0, MOST_SAMPLES).map((text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)),
    },
  };
}
