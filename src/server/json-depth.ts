/** How deeply a JSON text nests, told before it is parsed: ten megabytes of `[` would become half a gigabyte of arrays. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether arrays and objects stand more than `limit` levels inside each other. The text need not be valid. */
export function nestsDeeperThan(limit: number, text: string): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === QUOTE) i = endOfString(text, i);
    else if (OPENING.has(character) && ++depth > limit) return true;
    else if (CLOSING.has(character)) depth -= 1;
  }
  return false;
}

/** The index of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === BACKSLASH) i += 1;
    else if (character === QUOTE) return i;
  }
  return text.length;
}
