/** Finds the fences of the front matter as Obsidian does. */

/** Offsets of the lines between the fences, and of what comes behind. */
export interface FrontMatterBlock {
  /** Behind the opening fence's line break. */
  readonly start: number;
  /** Where the closing fence starts. */
  readonly end: number;
  readonly bodyStart: number;
}

const DASH = 0x2d;
const LF = 0x0a;
const CR = 0x0d;

/** 1 when the text begins with a byte order mark, else 0. */
export const markLength = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0);

/** The first line is `---`, so is a later one (blanks may follow both); null otherwise. A byte order mark may precede it. */
export function findFrontMatter(text: string): FrontMatterBlock | null {
  const opening = markLength(text);
  const start = behindFence(text, opening);
  if (start < 0 || start === text.length) return null;
  for (let end = start; ;) {
    const bodyStart = behindFence(text, end);
    if (bodyStart >= 0) return { start, end, bodyStart };
    const next = text.indexOf('\n---', end);
    if (next < 0) return null;
    end = next + 1;
  }
}

/** The offset behind the fence at `at` and its line break, -1 when there is no fence. */
function behindFence(text: string, at: number): number {
  for (let i = at; i < at + 3; i += 1) if (text.charCodeAt(i) !== DASH) return -1;
  let end = at + 3;
  while (text.charCodeAt(end) === 0x20 || text.charCodeAt(end) === 0x09) end += 1;
  if (end >= text.length) return text.length;
  if (text.charCodeAt(end) === LF) return end + 1;
  return text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? end + 2 : -1;
}
