/** What the file columns of a query say of a note. Source: docs/operations.md#select_rows; D6, D31. */

import { linkFor } from '../../links/write-link';
import type { LinkResolver } from '../../links/link-resolver';
import type { FileLinks } from '../../links/link-sources';
import type { Host, LinkSettings } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { datetimeAt } from '../../values/time/dates';
import { type ReadableFiles, askedStats, askedTags } from './asked-files';
import type { FileFacts, LinkedFiles } from './subject';

/** Files with who links to whom, as they are or as they were. */
type LinkSource = LinkResolver & Pick<FileLinks, 'backlinkCount' | 'backlinks' | 'outgoing'>;

export interface ReadFacts extends FileFacts {
  /** Between the plan and the run. Nothing is read that no plan asked for. */
  read(files: ReadableFiles): Promise<void>;
}

export function fileFacts(links: LinkSource, host: Pick<Host, 'linkSettings'>, zone: string): ReadFacts {
  const [tags, stats] = [askedTags(), askedStats()];
  const linkTo = (path: NotePath): string => linkFromAnywhere(path, host.linkSettings(), links) ?? path;
  const linked = linkedFiles(links);
  return {
    backlinkCount: (path) => links.backlinkCount(path),
    backlinksOf: (path) => linked.backlinks(path).map(linkTo),
    linksOf: (path) => linksOf(links, path, linkTo),
    linked,
    linkTo,
    formatTime: (milliseconds) => datetimeAt(Math.floor(milliseconds), zone),
    tags,
    stats,
    read: async (files) => {
      for (const facts of [tags, stats]) if (facts.isAsked) await facts.read(files);
    },
  };
}

const linkedFiles = (links: LinkSource): LinkedFiles => ({
  backlinks: (path) => links.backlinks(path),
  targets: (path) => {
    const targets = links.outgoing(path).map((linkpath) => links.resolve(linkpath, path));
    return [...new Set(targets)].filter((target) => target !== null && target !== path) as readonly NotePath[];
  },
});

function linksOf(links: LinkSource, path: NotePath, linkTo: (path: NotePath) => string): readonly string[] {
  const texts = links.outgoing(path).flatMap((linkpath) => {
    if (linkpath === '') return [];
    const target = links.resolve(linkpath, path);
    return target === path ? [] : [target === null ? `[[${linkpath}]]` : linkTo(target)];
  });
  return [...new Set(texts)];
}

/** The wiki link that resolves to a note from anywhere; null where none can hold its name. */
export const linkFromAnywhere = (path: NotePath, settings: LinkSettings, links: LinkResolver): string | null =>
  linkFor(path, path, { ...settings, newLinkFormat: 'shortest' }, links, { inFrontMatter: true });
