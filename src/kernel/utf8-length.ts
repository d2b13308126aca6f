/** Lengths in UTF-8, without an encoder. */

/** Bytes of the text in UTF-8; a lone surrogate counts as the replacement character. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (isPair(text, at)) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
}

/** The longest beginning of at most `bytes` bytes that cuts no code point. */
export function cutToUtf8(text: string, bytes: number): string {
  let left = bytes;
  for (let at = 0; at < text.length;) {
    const step = isPair(text, at) ? 2 : 1;
    left -= utf8Length(text.slice(at, at + step));
    if (left < 0) return text.slice(0, at);
    at += step;
  }
  return text;
}

function isPair(text: string, at: number): boolean {
  const high = text.charCodeAt(at);
  const low = text.charCodeAt(at + 1);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}

/** Whether the text holds half of a surrogate pair, which no UTF-8 can say. */
export function hasLoneSurrogate(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdfff) continue;
    if (!isPair(text, at)) return true;
    at += 1;
  }
  return false;
}
