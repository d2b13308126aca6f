/** Reads a CSV file: quotes, line breaks in quotes, and comma, semicolon or tab between fields, whichever there is. RFC 4180 */

const DELIMITERS = [',', ';', '\t'] as const;

/** Rows of fields; a line without any text is none. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const plain = text.replace(/^\uFEFF/, '');
  return readRows(plain, delimiterOf(plain)).filter((fields) => fields.some((field) => field.trim() !== ''));
}

/** The one that the first line has most of, quoted text aside. */
export function delimiterOf(text: string): string {
  const [first = ''] = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, MOST_SNIFFED)) ?? [];
  const head = first.replace(/"(?:[^"]|"")*"/g, '');
  const count = (delimiter: string): number => head.split(delimiter).length;
  return [...DELIMITERS].sort((a, b) => count(b) - count(a))[0] ?? ',';
}

const MOST_SNIFFED = 10_000;

function readRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { field, end } = text[at] === '"' ? quotedField(text, at, delimiter) : plainField(text, at, delimiter);
    row.push(field);
    at = end;
    if (text[at] === delimiter) {
      at += 1;
      // The line ends behind a delimiter: one more field, which is empty.
      if (at < text.length && !isBreak(text, at)) continue;
      row.push('');
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

interface ReadField {
  readonly field: string;
  /** Of the delimiter, the line break or the end of the text. */
  readonly end: number;
}

function plainField(text: string, start: number, delimiter: string): ReadField {
  let end = start;
  while (end < text.length && text[end] !== delimiter && !isBreak(text, end)) end += 1;
  return { field: text.slice(start, end), end };
}

/** Text between the closing quote and the delimiter belongs to the field: writers that do not double their quotes leave it. */
function quotedField(text: string, start: number, delimiter: string): ReadField {
  let field = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { field: field + text.slice(at), end: text.length };
    field += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const { field: rest, end } = plainField(text, quote + 1, delimiter);
      return { field: field + rest, end };
    }
    field += '"';
    at = quote + 2;
  }
}

const isBreak = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';
