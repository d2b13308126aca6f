/** A link as a text: written, and taken apart for showing: where it points and what it says. D6 */

interface LinkParts {
  /** With heading or block, as the app opens it. */
  readonly target: string;
  readonly text: string;
}

const WIKI = /^!?\[\[([^[\]|]+)(?:\|([^[\]]*))?\]\]$/;
const MARKDOWN = /^!?\[([^\]]*)\]\(<?([^()<>]+)>?\)$/;

/** Null when the text is not a link: then it is shown unchanged. */
export function parseLink(source: string): LinkParts | null {
  const wiki = WIKI.exec(source.trim());
  if (wiki !== null) {
    const target = wiki[1] ?? '';
    return { target, text: wiki[2] ?? nameOf(target) };
  }
  const markdown = MARKDOWN.exec(source.trim());
  if (markdown === null) return null;
  const target = decodeTarget(markdown[2] ?? '');
  return { target, text: markdown[1] === '' || markdown[1] === undefined ? nameOf(target) : markdown[1] };
}

/** `folder/Note.md#Heading` is called `Note > Heading`, as the app shows it. */
function nameOf(target: string): string {
  const [path = '', ...rest] = target.split('#');
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
  return [name, ...rest].filter((part) => part !== '').join(' > ');
}

function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/**
 * Whether `[[linkpath]]` reads back as that path, with an alias too: `#` and `|` would end it, brackets at an end or in
 * pairs belong to the marks, blanks at the ends don't count, and a backslash before `|` is a table's.
 */
export const fitsWikiLink = (linkpath: string): boolean => !UNFIT.test(linkpath);

const UNFIT = /[#|\n]|\[\[|\]\]|^(?:\[|\s|$)|[\]\\\s]$/;

/** `[[linkpath#subpath|display]]`. What would end the link early is taken out of the display. */
export function formatWikiLink(linkpath: string, subpath = '', display: string | null = null): string {
  if (display === null) return `[[${linkpath}${subpath}]]`;
  const alias = display.replace(/\s*\n\s*/g, ' ').replace(/\[{2,}|\]{2,}/g, '');
  return `[[${linkpath}${subpath}|${alias}${alias.endsWith(']') ? ' ' : ''}]]`;
}
