/** Tab-separated text, as spreadsheets copy and paste it: a field with a tab, a line break or a quote stands in quotes. */

export type TextTable = readonly (readonly string[])[];

export function writeTsv(table: TextTable): string {
  const lines = table.map((row) => row.map(field).join('\t'));
  // An empty last line would be taken for the end of the one before.
  if (lines.length > 1 && lines.at(-1) === '') lines[lines.length - 1] = '""';
  return lines.join('\n');
}

const field = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The line break that ends the last row begins no further one. A quote within a field is itself. */
export function readTsv(text: string): TextTable {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  for (;;) {
    const { value, end } = text[at] === '"' ? quotedField(text, at) : plainField(text, at);
    row.push(value);
    at = end;
    if (text[at] === '\t') {
      at += 1;
      continue;
    }
    rows.push(row);
    row = [];
    if (at >= text.length) return rows;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (at >= text.length) return rows;
  }
}

interface ReadField {
  readonly value: string;
  /** Of the tab, the line break or the end of the text. */
  readonly end: number;
}

function plainField(text: string, start: number): ReadField {
  END.lastIndex = start;
  const end = END.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end), end };
}

const END = /[\t\r\n]/g;

/** A quote that is never closed, or has text behind it, is a letter like others: nobody quoted that field. */
function quotedField(text: string, start: number): ReadField {
  const parts: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return plainField(text, start);
    parts.push(text.slice(at, quote));
    const next = text[quote + 1];
    if (next !== '"') {
      const isClosed = next === undefined || '\t\r\n'.includes(next);
      return isClosed ? { value: parts.join('"'), end: quote + 1 } : plainField(text, start);
    }
    at = quote + 2;
  }
}
