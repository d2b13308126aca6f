/** Reads the `(path "title")` of a Markdown link. As CommonMark has inline links, but without a line break inside. */

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const SINGLE_QUOTE = 39;
const OPEN = 40;
const CLOSE = 41;
const COLON = 58;
const LESS = 60;
const GREATER = 62;
const BACKSLASH = 92;

/** Parentheses in a bare destination, as CommonMark's own implementations count; keeps the scan linear. */
const DEEPEST = 32;

export interface InlineTarget {
  /** [start, end) is the destination as it is written, without `<` and `>`. */
  readonly start: number;
  readonly end: number;
  /** Offset behind the `)`. */
  readonly after: number;
}

/** The target whose `(` is at `open`, or null when this is none. */
export function readInlineTarget(text: string, open: number): InlineTarget | null {
  const first = skipBlanks(text, open + 1);
  const angled = text.charCodeAt(first) === LESS;
  const start = angled ? first + 1 : first;
  const end = angled ? endOfAngled(text, start) : endOfBare(text, start);
  if (end < 0) return null;
  const behind = skipBlanks(text, angled ? end + 1 : end);
  const titleEnd = behind > end ? endOfTitle(text, behind) : behind;
  const close = titleEnd < 0 ? -1 : skipBlanks(text, titleEnd);
  return close >= 0 && text.charCodeAt(close) === CLOSE ? { start, end, after: close + 1 } : null;
}

/** Whether a destination leaves the vault: `https:`, `mailto:`, `//host`. */
export function isExternal(text: string, target: InlineTarget): boolean {
  if (text.startsWith('//', target.start)) return true;
  for (let at = target.start; at < target.end; at++) {
    const code = text.charCodeAt(at);
    if (code === COLON) return at > target.start;
    if (!isSchemeCharacter(code)) return false;
  }
  return false;
}

/** Offset of the destination's `#`, or its end. */
export function subpathStartOf(text: string, target: InlineTarget): number {
  for (let at = target.start; at < target.end; at++) if (text.charCodeAt(at) === HASH) return at;
  return target.end;
}

function endOfAngled(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === GREATER) return at;
    if (code === LESS || isLineBreak(code)) return -1;
    if (code === BACKSLASH) at++;
  }
  return -1;
}

function endOfBare(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) return depth === 0 ? at : -1;
    if (code === OPEN && ++depth > DEEPEST) return -1;
    if (code === CLOSE && depth-- === 0) return at;
    if (code === BACKSLASH && text.charCodeAt(at + 1) > SPACE) at++;
  }
  return -1;
}

/** Offset behind the title at `at`; `at` itself when there is none; -1 when it isn't closed on its line. */
function endOfTitle(text: string, at: number): number {
  const mark = text.charCodeAt(at);
  if (mark !== DOUBLE_QUOTE && mark !== SINGLE_QUOTE && mark !== OPEN) return at;
  const last = mark === OPEN ? CLOSE : mark;
  for (let next = at + 1; next < text.length; next++) {
    const code = text.charCodeAt(next);
    if (code === last) return next + 1;
    if (isLineBreak(code) || code === mark) return -1;
    if (code === BACKSLASH) next++;
  }
  return -1;
}

function skipBlanks(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) === SPACE || text.charCodeAt(next) === TAB) next++;
  return next;
}

const isLineBreak = (code: number): boolean => code === LINE_FEED || code === RETURN;

const isSchemeCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 43 ||
  code === 45 ||
  code === 46;
