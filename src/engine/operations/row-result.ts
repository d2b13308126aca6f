/** A row as select_rows gives it. spec: Row read result; D4, D6. */

import type { Host, LinkSettings } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { linkFor } from '../links/link-text';
import type { LinkResolver } from '../links/link-resolver';
import { datetimeAt } from '../values/dates';
import type { JsonObject } from '../values/json';
import { rowJson } from '../query/row-json';
import type { FileFacts } from '../query/where/subject';
import type { WriteContext } from './define-operation';

/** `row` of insert_row and update_row. */
export function rowResult({ transaction }: WriteContext, qualified: string, path: string | null): JsonObject {
  const row = path === null ? null : transaction.table(qualified).row(path);
  return row === null ? {} : { row: rowJson(row) };
}

/** Files with who links to them, as they are or as they were. */
type Backlinks = LinkResolver & { backlinkCount(path: NotePath): number };

export const fileFacts = (links: Backlinks, host: Pick<Host, 'linkSettings'>, zone: string): FileFacts => ({
  backlinkCount: (path) => links.backlinkCount(path),
  linkTo: (path) => linkFromAnywhere(path, host.linkSettings(), links) ?? path,
  formatTime: (milliseconds) => datetimeAt(Math.floor(milliseconds), zone),
});

/** The wiki link that resolves to a note from anywhere; null where none can hold its name. */
export const linkFromAnywhere = (path: NotePath, settings: LinkSettings, links: LinkResolver): string | null =>
  linkFor(path, path, { ...settings, newLinkFormat: 'shortest' }, links, { inFrontMatter: true });
