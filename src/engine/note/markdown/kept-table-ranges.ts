/** Where a note holds a view as a table of Markdown, between two comments. docs/publish.md#a-table-in-a-note */

import type { TextRange } from '../../text/text-line';
import { bodyOf } from './body';
import { codeRanges, isInRanges } from './code-spans';

export interface KeptTable {
  /** Of a view or a table, as the first comment names it. */
  readonly view: string;
  readonly viewRange: TextRange;
  /** From the line behind the first comment to the second comment. */
  readonly inner: TextRange;
  /** Of the first comment. */
  readonly lineBreak: string;
}

interface KeptTables {
  /** In the order of the text. */
  readonly tables: readonly KeptTable[];
  /** Views whose first comment has no second one. */
  readonly unclosed: readonly string[];
}

const COMMENT = /^<!--[ \t]*(?:notedb:[ \t]*view[ \t]+([\w.]+)|\/notedb)[ \t]*-->[ \t]*\r?$/gm;

type Opening = Omit<KeptTable, 'inner'> & { readonly end: number };

/** Comments have a line of their own. In code they are none. */
export function keptTableRanges(text: string): KeptTables {
  const start = text.length - bodyOf(text).length;
  const code = codeRanges(text, start);
  const tables: KeptTable[] = [];
  const unclosed: string[] = [];
  let open: Opening | null = null;
  for (const found of text.matchAll(COMMENT)) {
    const { index, 0: line, 1: view } = found;
    if (index < start || isInRanges(code, index)) continue;
    if (view === undefined) {
      if (open !== null) tables.push(closed(open, index));
      open = null;
      continue;
    }
    if (open !== null) unclosed.push(open.view);
    const from = index + line.indexOf(view, line.indexOf('view') + 'view'.length);
    const end = index + line.length + 1;
    open = { view, viewRange: [from, from + view.length], end, lineBreak: line.endsWith('\r') ? '\r\n' : '\n' };
  }
  if (open !== null) unclosed.push(open.view);
  return { tables, unclosed };
}

const closed = ({ end, ...opening }: Opening, at: number): KeptTable => ({ ...opening, inner: [end, at] });

export interface RenewedTable {
  readonly table: KeptTable;
  /** As the first comment names it from then on. */
  readonly view: string;
  /** Lines that end with `\n`. */
  readonly markdown: string;
}

/** The text with these tables in it; every other byte stays. Blank lines keep a table apart from its comments, which Obsidian needs. */
export function withKeptTables(text: string, renewed: readonly RenewedTable[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { table, view, markdown } of renewed) {
    const { viewRange, inner, lineBreak } = table;
    pieces.push(text.slice(at, viewRange[0]), view, text.slice(viewRange[1], inner[0]));
    pieces.push(`\n${markdown}\n`.replaceAll('\n', lineBreak));
    [, at] = inner;
  }
  return [...pieces, text.slice(at)].join('');
}
