/** Types of the columns of exported lines: usual texts as in every file, and lists with commas, check marks, files with addresses. docs/import.md */

import { splitItems } from '../list-text';
import type { TextColumn, TextValue } from '../read-text';
import { type ColumnOfTexts, textReader } from '../text-columns';
import { type ImportedColumn, plainColumn } from './imported-set';

export interface TypedColumn {
  readonly column: ImportedColumn;
  readonly read: (text: string) => TextValue;
  /** Why it is text although it looks like something else; null: it is not. */
  readonly doubt: string | null;
  /** Links to files that another program keeps. */
  readonly hasFiles: boolean;
}

/** As of a table made from a file. docs/operations.md#infer_table */
const MOST_CHOICES = 12;
/** Longer items are sentences. */
const MOST_LETTERS = 40;

export function typedColumn(label: string, found: ColumnOfTexts): TypedColumn {
  const { texts, guess } = found;
  const usual = { doubt: null, hasFiles: false };
  if (texts.length > 0 && texts.every((text) => text === 'checked'))
    return { ...usual, column: plainColumn(label, 'boolean'), read: (text) => text.trim() !== '' };
  if (texts.length > 0 && texts.every((text) => filesOf(text).length > 0))
    return { column: plainColumn(label, 'list'), read: (text) => orNull(filesOf(text)), doubt: null, hasFiles: true };
  const isPlain = guess.type === 'string' || guess.type === 'enum';
  const words = isPlain ? wordsOf(texts) : null;
  if (words !== null) {
    const isChoice = words.length <= MOST_CHOICES;
    const column = plainColumn(label, 'list', isChoice ? { itemType: 'enum', values: words } : {});
    return { ...usual, column, read: (text) => orNull(splitItems(text)) };
  }
  const { ambiguity } = guess.convention;
  const column = plainColumn(label, guess.type, {
    itemType: guess.itemType,
    values: guess.type === 'enum' ? [...texts].sort() : [],
  });
  return {
    ...usual,
    column,
    read: textReader(textColumnOf(column), guess.convention),
    doubt:
      guess.isAsked && ambiguity !== null
        ? `${ambiguity.text} can be read in two ways, so that the column stays text.`
        : null,
  };
}

const textColumnOf = ({ type, itemType, values }: ImportedColumn): TextColumn => ({
  ...{ type, itemType, values },
  ref: null,
});

const FILE = /\s*([^,].*?) \((https?:\/\/[^()\s]+)\)(?:,|$)/y;

const orNull = (items: readonly string[]): TextValue => (items.length === 0 ? null : items);

/** `photo.png (https://…), plan.pdf (https://…)` as links; empty: the text is another one. */
function filesOf(text: string): readonly string[] {
  const files: string[] = [];
  FILE.lastIndex = 0;
  for (let at = 0; at < text.length; at = FILE.lastIndex) {
    const [, name, address] = FILE.exec(text) ?? [];
    if (name === undefined || address === undefined) return [];
    files.push(`[${name.replace(/[[\]]/g, '')}](${address})`);
  }
  return files;
}

/** The distinct words of texts with commas, of which some are there again; null: the texts are sentences. */
function wordsOf(texts: readonly string[]): readonly string[] | null {
  if (!texts.some((text) => text.includes(',')) || texts.some((text) => text.includes('\n'))) return null;
  const words = new Set<string>();
  let count = 0;
  for (const text of texts) {
    for (const item of splitItems(text)) {
      if (item.length > MOST_LETTERS) return null;
      words.add(item);
      count += 1;
    }
  }
  return words.size * 4 <= count * 3 ? [...words].sort() : null;
}
