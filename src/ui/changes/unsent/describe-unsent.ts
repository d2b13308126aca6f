/** Typed input that is not written, in words: `2 new rows in Tasks, 1 value in People`. */

import { counted } from '../clipboard/describe-range';
import { tableName } from '../describe-write';
import type { UnsentValues } from '../../client/unsent-input';

/** What each kind of place holds, by the first word of its name. */
const KINDS: Readonly<Record<string, (count: number, of: string) => string>> = {
  rows: (count, table) => `${counted(count, 'new row')} in ${tableName(table)}`,
  cells: (count, table) => `${counted(count, 'value')} in ${tableName(table)}`,
  text: (_, row) => `the text of a note in ${tableName(row.split(' ')[0] ?? '')}`,
};

export function describeUnsent(values: UnsentValues): string {
  const words = Object.entries(values).flatMap(([name, list]) => {
    const [kind = '', ...rest] = name.split(' ');
    return list.length === 0 ? [] : [KINDS[kind]?.(list.length, rest.join(' ')) ?? name];
  });
  return words.join(', ');
}
