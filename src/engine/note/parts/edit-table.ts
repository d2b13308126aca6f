/** Rows of a Markdown table in a block: given as lists of cells. docs/http.md#parts */

import { type Json, isList } from '../../json';
import { NotedbError, badRequest } from '../../errors';
import { lineBreakOf } from '../../text/text-line';

type CellRows = readonly (readonly string[])[];

const DELIMITER_ROW = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** `[["Chicago", "16"]]`. Throws `bad_request`. */
export function readTableRows(value: Json): CellRows {
  const isRow = (row: Json): boolean => isList(row) && row.every((cell) => typeof cell !== 'object' || cell === null);
  if (!isList(value) || value.length === 0 || !value.every(isRow))
    throw badRequest('the rows of a table are a list of lists of cells', 'value: [["Chicago", "16"]]');
  return value.map((row) =>
    (row as readonly Json[]).map((cell) =>
      typeof cell === 'string' ? cell : cell === null ? '' : JSON.stringify(cell),
    ),
  );
}

/** The table with these rows before, behind or in place of its own. Throws `refused` where the block is not a table of as many columns. */
export function editTable(block: string, operation: 'append' | 'prepend' | 'replace', rows: CellRows): string {
  const lineBreak = lineBreakOf(block);
  const [head = '', marks = '', ...present] = block.split(/\r?\n/);
  if (!head.includes('|') || !DELIMITER_ROW.test(marks)) throw refused('the block is not a table');
  const columns = cellsOf(head).length;
  const other = rows.find(({ length }) => length !== columns);
  if (other !== undefined) throw refused(`the table has ${columns} columns, and a row has ${other.length} cells`);
  const added = rows.map((cells) => `| ${cells.map(cellText).join(' | ')} |`);
  const body = {
    append: [...present, ...added],
    prepend: [...added, ...present],
    replace: added,
  }[operation];
  return [head, marks, ...body].join(lineBreak);
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/);

const cellText = (text: string): string => text.replaceAll(/\r?\n/g, '<br>').replaceAll(/(?<!\\)\|/g, '\\|');

const refused = (message: string): NotedbError =>
  new NotedbError('refused', message, { hint: 'give each row as many cells as the table has columns' });
