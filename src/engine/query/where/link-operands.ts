/** What the links in a column mean, found once for each distinct text as long as no file comes or goes. */

import { linkpathIn } from '../../note/links/link-syntax';
import type { NotePath } from '../../ports/vault-port';
import type { LinkView } from '../../storage/view';

/** The link means another note elsewhere. */
const BY_NOTE = Symbol('by note');

type KnownTarget = NotePath | null | typeof BY_NOTE;

/** By the generation of the files. */
const targetsByFiles = new WeakMap<object, Map<string, KnownTarget>>();

/** Texts that are remembered; above it all are forgotten. */
const MOST_KNOWN = 500_000;

/** The file that a link text means in every note, null for none, or `BY_NOTE`. */
function targetAnywhere(links: LinkView, link: string): KnownTarget {
  const generation = links.filesGeneration;
  if (generation === undefined) return findAnywhere(links, link);
  let targets = targetsByFiles.get(generation);
  if (targets === undefined || targets.size > MOST_KNOWN)
    targetsByFiles.set(generation, (targets = new Map<string, KnownTarget>()));
  let target = targets.get(link);
  if (target === undefined) targets.set(link, (target = findAnywhere(links, link)));
  return target;
}

function findAnywhere(links: LinkView, link: string): KnownTarget {
  const linkpath = linkpathIn(link);
  if (linkpath === '' || linkpath.startsWith('.')) return BY_NOTE;
  return links.candidates(linkpath).length > 1 ? BY_NOTE : links.resolve(linkpath, '');
}

/** The file that a link text in `source` means. */
export function linkTargetOfText(links: LinkView, link: string, source: NotePath): NotePath | null {
  const target = targetAnywhere(links, link);
  return target === BY_NOTE ? links.resolve(linkpathIn(link), source) : target;
}

/** True when the link means another note elsewhere: a relative path, a name that several notes have, the note itself. */
export const linkDependsOnPath = (links: LinkView, link: string): boolean => targetAnywhere(links, link) === BY_NOTE;
