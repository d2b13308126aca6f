/** The items of a list in one text: `a; b`, `[[Lee, Ann]], [[Ng, Bo]]`. docs/decisions.md#reading-texts */

/** Marks between items, the first that is there counts. */
const SEPARATORS = [/[\n;]/, /,/, /\|/] as const;

/** Read back by `splitItems` as they were: where the plain items would not be, each is in quotes. */
export function joinItems(items: readonly string[]): string {
  const plain = items.join('; ');
  const read = splitItems(plain);
  const isSame = read.length === items.length && read.every((item, at) => item === items[at]);
  return isSame ? plain : items.map((item) => `"${item.replaceAll('"', '""')}"`).join('; ');
}

/**
 * Lines or semicolons part items, else commas, else bars. A link and a quoted text are each in one item, whatever is in them.
 */
export function splitItems(text: string): readonly string[] {
  const separator = SEPARATORS.find((each) => piecesOf(text, each).length > 1) ?? SEPARATORS[0];
  return piecesOf(text, separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .map((piece) => (QUOTED.test(piece) ? piece.slice(1, -1).replaceAll('""', '"') : piece));
}

const QUOTED = /^"(?:[^"]|"")*"$/;

/** A link, or a quoted item with its separator or the end behind it. */
function piecesOf(text: string, separator: RegExp): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isStart = text.slice(from, at).trim() === '';
    if (text[at] === '"' && isStart) at = quotedEnd(text, at, separator);
    else if (text[at] === '[') at = linkEnd(text, at);
    else if (separator.test(text.charAt(at))) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

const QUOTED_START = /"(?:[^"]|"")*"/y;

/** Of its last sign; the start where a quote is a letter like others. */
function quotedEnd(text: string, at: number, separator: RegExp): number {
  QUOTED_START.lastIndex = at;
  const [quoted] = QUOTED_START.exec(text) ?? [];
  if (quoted === undefined) return at;
  const rest = text.slice(at + quoted.length).trimStart();
  return rest === '' || separator.test(rest.charAt(0)) ? at + quoted.length - 1 : at;
}

const LINK_START = /\[\[[^\n]*?\]\]|\[[^[\]\n]*\]\((?:<[^<>\n]*>|[^()\n]*)\)/y;

function linkEnd(text: string, at: number): number {
  LINK_START.lastIndex = at;
  const [link] = LINK_START.exec(text) ?? [];
  return link === undefined ? at : at + link.length - 1;
}
