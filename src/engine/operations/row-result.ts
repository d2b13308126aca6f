/** A row as select_rows gives it. spec: Row read result; D4, D6. */

import type { Host } from '../ports/host';
import { linkFor } from '../links/link-text';
import type { LinkIndex } from '../links/link-index';
import type { Row } from '../storage/row';
import { datetimeAt } from '../values/dates';
import { type Json, type JsonObject, isEmpty } from '../values/json';
import type { FileFacts } from '../query/subject';
import type { WriteContext } from './define-operation';

/** All columns with a value; an empty column is left out. D4 */
export function rowJson(row: Row): JsonObject {
  const json: Record<string, Json> = { path: row.path, id: row.id };
  for (const [name, value] of Object.entries(row.values)) if (!isEmpty(value)) json[name] = value;
  return json;
}

/** `row` of insert_row and update_row. */
export function rowResult({ transaction }: WriteContext, qualified: string, path: string | null): JsonObject {
  const row = path === null ? null : transaction.table(qualified).row(path);
  return row === null ? {} : { row: rowJson(row) };
}

export const fileFacts = (links: LinkIndex, host: Host, zone: string): FileFacts => ({
  backlinkCount: (path) => links.backlinkCount(path),
  linkTo: (path) =>
    linkFor(path, path, { ...host.linkSettings(), newLinkFormat: 'shortest' }, links, { inFrontMatter: true }),
  formatTime: (milliseconds) => datetimeAt(Math.floor(milliseconds), zone),
});
