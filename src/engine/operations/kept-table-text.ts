/** The rows of a view as a table of Markdown for one note. docs/publish.md#a-table-in-a-note */

import { exportedText } from '../../kernel/exported-text';
import { markdownRows } from '../../kernel/markdown-rows';
import type { LabelledColumn } from '../../kernel/shown-columns';
import type { JsonObject } from '../json';
import type { LinkIndex } from '../links/link-index';
import { noteNameOf, withoutMarkdownExtension } from '../note/paths';
import type { NotePath } from '../ports/vault-port';

export interface KeptRows {
  readonly columns: readonly LabelledColumn[];
  readonly rows: readonly JsonObject[];
  readonly total: number;
}

type ResolvedLinks = Pick<LinkIndex, 'resolve'>;

/** Lines that end with `\n`. `holder`: the note that the table is for. */
export function keptTableText({ columns, rows, total }: KeptRows, holder: NotePath, links: ResolvedLinks): string {
  const more = total - rows.length;
  const table = markdownRows(
    columns.map(({ label, type }) => ({ label, isNumeric: type === 'integer' || type === 'number' })),
    rows.map((row) => columns.map((column) => cellText(row, column, holder, links))),
  );
  return more > 0 ? `${table}\n… and ${more} more ${more === 1 ? 'row' : 'rows'}\n` : table;
}

function cellText(row: JsonObject, column: LabelledColumn, holder: NotePath, links: ResolvedLinks): string {
  const text = exportedText(row[column.name] ?? null, column);
  if (text === '') return text;
  const isLink = column.type === 'link' || (column.type === 'list' && column.itemType === 'link');
  const { path } = row;
  if (isLink) return typeof path === 'string' ? linkedFrom(holder, text, path, links) : text;
  // No comment begins in a cell, and no inline property.
  return text.replaceAll('<!--', '&lt;!--').replaceAll('::', ':&#58;');
}

const WIKI_LINK = /\[\[([^[\]|#]+)((?:#[^[\]|]*)?)((?:\|[^[\]]*)?)\]\]/g;

/** A link means from the holder what it means in its own note. */
const linkedFrom = (holder: NotePath, text: string, source: NotePath, links: ResolvedLinks): string =>
  text.replace(WIKI_LINK, (link: string, linkpath: string, subpath: string, alias: string) => {
    const target = links.resolve(linkpath, source);
    if (target === null || links.resolve(linkpath, holder) === target) return link;
    const shown = alias === '' ? `|${noteNameOf(target)}` : alias;
    return `[[${withoutMarkdownExtension(target)}${subpath}${shown}]]`;
  });
