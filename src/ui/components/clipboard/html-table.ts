/** Cells as a table of HTML, which word processors and mail take; and back. No markup of others is ever made into elements. */

import type { TextTable } from './tsv-text';

export function writeHtmlTable(table: TextTable): string {
  const cell = (text: string): string => `<td>${escaped(text).replace(/\r?\n/g, '<br>')}</td>`;
  return `<table><tbody>${table.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</tbody></table>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const TAG = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;

export interface HtmlCell {
  readonly text: string;
  /** What the spreadsheet holds behind the text that it shows; null: it does not say. */
  readonly raw: number | boolean | null;
}

/** The cells of the first table in a piece of HTML; null when there is none. */
export function readHtmlCells(html: string): readonly (readonly HtmlCell[])[] | null {
  const start = html.search(/<table[\s>]/i);
  if (start < 0) return null;
  const reader = new TableReader();
  let last = start;
  TAG.lastIndex = start;
  for (let tag = TAG.exec(html); tag !== null && !reader.isDone; tag = TAG.exec(html)) {
    reader.text(html.slice(last, tag.index));
    last = TAG.lastIndex;
    if (tag[2] !== undefined) reader.tag(tag[2].toLowerCase(), tag[1] === '/', tag[3] ?? '');
  }
  return reader.rows.length === 0 ? null : reader.rows;
}

class TableReader {
  readonly rows: HtmlCell[][] = [];
  isDone = false;
  private cell: string | null = null;
  private raw: HtmlCell['raw'] = null;
  /** Further cells that this one reaches over. */
  private span = 0;

  text(source: string): void {
    if (this.cell !== null) this.cell += decoded(source.replace(/\s+/g, ' '));
  }

  tag(name: string, isEnd: boolean, attributes: string): void {
    if (name === 'br' && this.cell !== null) this.cell += '\n';
    if (name === 'tr' || name === 'table') this.end();
    if (name === 'tr' && !isEnd) this.rows.push([]);
    if (name === 'table' && isEnd) this.isDone = true;
    if (name !== 'td' && name !== 'th') return;
    this.end();
    if (isEnd) return;
    if (this.rows.length === 0) this.rows.push([]);
    this.cell = '';
    this.raw = rawValue(attributes);
    this.span = Math.min(Number(/colspan\s*=\s*["']?(\d+)/i.exec(attributes)?.[1] ?? 1), MOST_SPAN) - 1;
  }

  private end(): void {
    if (this.cell === null) return;
    const text = this.cell.replace(/ *\n */g, '\n').trim();
    const further = Array.from({ length: Math.max(this.span, 0) }, () => NO_CELL);
    this.rows.at(-1)?.push({ text, raw: this.raw }, ...further);
    this.cell = null;
  }
}

const MOST_SPAN = 100;
const NO_CELL: HtmlCell = { text: '', raw: null };

const attribute = (attributes: string, name: string): string | undefined => {
  const [, quoted, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes) ?? [];
  return quoted ?? single ?? bare;
};

/** Of Google Sheets, Excel and LibreOffice. */
function rawValue(attributes: string): HtmlCell['raw'] {
  const sheets = attribute(attributes, 'data-sheets-value');
  if (sheets !== undefined) return sheetsValue(decoded(sheets));
  const bool = attribute(attributes, 'x:bool');
  if (bool !== undefined) return /^true$/i.test(bool);
  const number = attribute(attributes, 'x:num') ?? attribute(attributes, 'sdval');
  return number === undefined || number === '' || Number.isNaN(Number(number)) ? null : Number(number);
}

/** `{"1":3,"3":79257}`: `1` gives the kind of value (3 a number, 4 a box), and the value is at the place of that number. Older versions write a list. */
function sheetsValue(json: string): HtmlCell['raw'] {
  try {
    const { 1: kind, 3: number, 4: box } = JSON.parse(json) as Readonly<Record<number, unknown>>;
    if (kind === 3 && typeof number === 'number') return number;
    return kind === 4 ? Boolean(box) : null;
  } catch {
    return null;
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|[a-z]+);/gi, (entity: string, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? entity;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
