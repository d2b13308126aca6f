/** Cells as a table of HTML, which word processors and mail take; and back. No markup of others is ever made into elements. */

import type { TextTable } from './tsv-text';

export function writeHtmlTable(table: TextTable): string {
  const cell = (text: string): string => `<td>${escaped(text).replace(/\r?\n/g, '<br>')}</td>`;
  return `<table><tbody>${table.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</tbody></table>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const TAG = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;

/** The first table in a piece of HTML; null when there is none. */
export function readHtmlTable(html: string): TextTable | null {
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
  readonly rows: string[][] = [];
  isDone = false;
  private cell: string | null = null;
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
    this.span = Math.min(Number(/colspan\s*=\s*["']?(\d+)/i.exec(attributes)?.[1] ?? 1), MOST_SPAN) - 1;
  }

  private end(): void {
    if (this.cell === null) return;
    const text = this.cell.replace(/ *\n */g, '\n').trim();
    this.rows.at(-1)?.push(text, ...Array.from({ length: Math.max(this.span, 0) }, () => ''));
    this.cell = null;
  }
}

const MOST_SPAN = 100;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|[a-z]+);/gi, (entity: string, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? entity;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
