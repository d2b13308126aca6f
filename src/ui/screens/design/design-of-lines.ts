/** The columns that the fields of a CSV file look like. */

import type { CellType } from '../../components/grid-column';
import { isReservedColumn, suggestName } from '../../../kernel/names';
import { type DesignColumn, type TableDesign, plainNumber } from './table-design';

/** So few distinct texts, each seen twice on average, are a choice. As of infer_table. docs/operations.md#infer_table */
const MOST_CHOICES = 12;
const MOST_SAMPLES = 3;

/** Every name of the header is there once, whatever stands in the file. */
export function designOfLines(
  file: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): TableDesign {
  const names = new Set<string>();
  const columns = header.map((title, index) => {
    const column = columnOf(title.trim(), index, rows);
    const name = freeName(column.name, names);
    names.add(name);
    return { ...column, name };
  });
  const name = suggestName(file.replace(/\.[^.]*$/, '')) || 'imported';
  return { name, description: `Lines of ${file}`, columns };
}

function freeName(wanted: string, names: ReadonlySet<string>): string {
  const base = isReservedColumn(wanted) ? `its_${wanted}` : wanted;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!names.has(name)) return name;
  }
}

function columnOf(title: string, index: number, rows: readonly (readonly string[])[]): DesignColumn {
  const filled = rows.map((row) => (row[index] ?? '').trim()).filter((field) => field !== '');
  const distinct = [...new Set(filled)];
  const type = typeOf(filled, distinct);
  const isFull = filled.length === rows.length && rows.length > 0;
  return {
    key: `field${index}`,
    from: title === '' ? `field ${index + 1}` : title,
    name: suggestName(title) || `field_${index + 1}`,
    type,
    itemType: 'string',
    values: type === 'enum' ? [...distinct].sort() : [],
    ref: null,
    isRequired: isFull && type !== 'boolean',
    isUnique: false,
    isDense: false,
    isLeftOut: false,
    description: title === '' ? `Field ${index + 1} of the file` : title,
    found: {
      of: rows.length,
      filled: filled.length,
      distinct: distinct.length,
      samples: distinct.slice(0, MOST_SAMPLES).map((text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)),
    },
  };
}

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DATETIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?( ?(Z|[+-]\d{2}:?\d{2}))?$/i;
const BOOLEAN = /^(true|false|yes|no)$/i;
const LINK = /^\[\[[^\]]+\]\]$/;
/** Telephone numbers and postcodes are no numbers. */
const KEEPS_ZERO = /^[-+]?0\d/;

function typeOf(filled: readonly string[], distinct: readonly string[]): CellType {
  if (filled.length === 0) return 'string';
  const all = (isIt: (text: string) => boolean): boolean => distinct.every(isIt);
  if (all((text) => DATE.test(text))) return 'date';
  if (all((text) => DATETIME.test(text))) return 'datetime';
  if (all((text) => BOOLEAN.test(text))) return 'boolean';
  if (all((text) => LINK.test(text))) return 'link';
  if (all((text) => plainNumber(text) !== null && !KEEPS_ZERO.test(text))) {
    return all((text) => Number.isSafeInteger(plainNumber(text))) ? 'integer' : 'number';
  }
  const isChoice = distinct.length <= MOST_CHOICES && distinct.length * 2 <= filled.length;
  return isChoice && all((text) => !text.includes('\n')) ? 'enum' : 'string';
}
