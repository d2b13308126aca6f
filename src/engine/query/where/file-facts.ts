/** What the file columns of a query say of a note. Source: docs/operations.md#select_rows; D6. */

import { linkFor } from '../../links/write-link';
import type { LinkResolver } from '../../links/link-resolver';
import type { Host, LinkSettings } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { datetimeAt } from '../../values/time/dates';
import { FileTags } from './file-tags';
import type { FileFacts } from './subject';

/** Files with who links to them, as they are or as they were. */
type BacklinkSource = LinkResolver & { backlinkCount(path: NotePath): number };

export const fileFacts = (
  links: BacklinkSource,
  host: Pick<Host, 'linkSettings'>,
  zone: string,
): FileFacts & { readonly tags: FileTags } => ({
  backlinkCount: (path) => links.backlinkCount(path),
  linkTo: (path) => linkFromAnywhere(path, host.linkSettings(), links) ?? path,
  formatTime: (milliseconds) => datetimeAt(Math.floor(milliseconds), zone),
  tags: new FileTags(),
});

/** The wiki link that resolves to a note from anywhere; null where none can hold its name. */
export const linkFromAnywhere = (path: NotePath, settings: LinkSettings, links: LinkResolver): string | null =>
  linkFor(path, path, { ...settings, newLinkFormat: 'shortest' }, links, { inFrontMatter: true });
