/** Rows as one HTML page that needs nothing else: no network, no file beside it. docs/publish.md */

import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../engine/index';
import { parseLink } from '../../kernel/link-text';
import { PAGE_SCRIPT, PAGE_STYLE } from './page-parts';

export interface PublishedColumn {
  readonly name: string;
  readonly label: string;
  readonly isNumber: boolean;
}

interface PublishedView {
  readonly title: string;
  readonly description: string | null;
  readonly columns: readonly PublishedColumn[];
  readonly rows: readonly JsonObject[];
}

export function publishedPage({ title, description, columns, rows }: PublishedView): string {
  const places = placesOf(rows);
  const heads = columns.map(
    ({ label, isNumber }) =>
      `<th scope="col"${isNumber ? ' class="number"' : ''}><button type="button">${escaped(label)}</button></th>`,
  );
  const lines = rows.map((row, index) => {
    const cells = columns.map(
      ({ name, isNumber }) => `<td${isNumber ? ' class="number"' : ''}>${cellOf(row[name] ?? null, places)}</td>`,
    );
    return `<tr id="row-${index + 1}">${cells.join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${description === null || description === '' ? '' : `<p>${escaped(description)}</p>\n`}<p><label>Filter <input type="search" autocomplete="off"></label> <output>${rows.length} of ${rows.length} rows</output></p>
<div class="scroll" tabindex="0" role="region" aria-label="${escaped(title)}">
<table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>
</div>
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

/** Nothing is loaded and nothing is sent. Only the style and the script of this file count. */
const POLICY = [
  `default-src 'none'`,
  `style-src ${hashOf(PAGE_STYLE)}`,
  `script-src ${hashOf(PAGE_SCRIPT)}`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');

/** Where the note of a link is in the page: by its path without the ending, and by its name where one row alone has it. */
function placesOf(rows: readonly JsonObject[]): ReadonlyMap<string, number> {
  const byPath = new Map<string, number>();
  const byName = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (typeof row['path'] !== 'string') continue;
    const whole = row['path'].replace(/\.md$/i, '');
    byPath.set(whole, index + 1);
    const name = whole.slice(whole.lastIndexOf('/') + 1);
    byName.set(name, byName.has(name) ? 0 : index + 1);
  }
  return new Map([...[...byName].filter(([, place]) => place > 0), ...byPath]);
}

function cellOf(value: Json, places: ReadonlyMap<string, number>): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((each: Json) => cellOf(each, places)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return escaped(typeof value === 'object' ? JSON.stringify(value) : String(value));
  const link = parseLink(value);
  if (link === null) return /^https?:\/\/\S+$/i.test(value) ? anchorOf(value, value) : escaped(value);
  if (/^https?:\/\//i.test(link.target)) return anchorOf(link.target, link.text);
  const place = places.get((link.target.split('#')[0] ?? '').replace(/\.md$/i, ''));
  return place === undefined ? escaped(link.text) : `<a href="#row-${place}">${escaped(link.text)}</a>`;
}

const anchorOf = (address: string, text: string): string =>
  `<a href="${escaped(address)}" rel="noopener noreferrer">${escaped(text)}</a>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (each) => ENTITIES[each] ?? each);
