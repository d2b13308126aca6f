/** The marks that open a block at an offset in a line: lists, fences, headings, breaks. */

const BACKTICK = 0x60;
const TILDE = 0x7e;
const HASH = 0x23;

/** Length of the list mark at `at`, 0 when there is none. One that interrupts a paragraph is `1.` or a bullet with text. */
export function listMark(text: string, at: number, end: number, interrupts: boolean): number {
  if (isThematicBreak(text, at, end)) return 0;
  let behind = at;
  const first = text.charCodeAt(at);
  if (first === 0x2d || first === 0x2b || first === 0x2a) {
    behind += 1;
  } else {
    while (behind < end && behind - at < 9 && isDigit(text.charCodeAt(behind))) behind += 1;
    if (behind === at || behind >= end) return 0;
    const dot = text.charCodeAt(behind);
    if (dot !== 0x2e && dot !== 0x29) return 0;
    if (interrupts && (behind - at !== 1 || first !== 0x31)) return 0;
    behind += 1;
  }
  const isAlone = text.slice(behind, end).trim() === '';
  if (isAlone) return interrupts ? 0 : behind - at;
  const next = text.charCodeAt(behind);
  return next === 0x20 || next === 0x09 ? behind - at : 0;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** `---`, `* * *`, `___`. */
export function isThematicBreak(text: string, at: number, end: number): boolean {
  const mark = text.charCodeAt(at);
  if (mark !== 0x2d && mark !== 0x2a && mark !== 0x5f) return false;
  let count = 0;
  for (let i = at; i < end; i += 1) {
    const code = text.charCodeAt(i);
    if (code === mark) count += 1;
    else if (code !== 0x20 && code !== 0x09) return false;
  }
  return count >= 3;
}

/** Length of the opening fence at `at`, 0 when there is none. */
export function fenceLength(text: string, at: number, end: number): number {
  const mark = text.charCodeAt(at);
  if (mark !== BACKTICK && mark !== TILDE) return 0;
  let behind = at;
  while (behind < end && text.charCodeAt(behind) === mark) behind += 1;
  if (behind - at < 3) return 0;
  if (mark === BACKTICK) {
    for (let i = behind; i < end; i += 1) if (text.charCodeAt(i) === BACKTICK) return 0;
  }
  return behind - at;
}

/** 1 to 6 for `# text` (a blank or the line's end must follow the marks), 0 otherwise. */
export function headingLevel(text: string, at: number, end: number): number {
  let behind = at;
  while (behind < end && text.charCodeAt(behind) === HASH) behind += 1;
  const level = behind - at;
  if (level === 0 || level > 6) return 0;
  if (behind === end) return level;
  const next = text.charCodeAt(behind);
  return next === 0x20 || next === 0x09 ? level : 0;
}

/** A heading's trimmed text without the marks that may close it. */
export function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === HASH) end -= 1;
  if (end === 0) return '';
  const before = text.charCodeAt(end - 1);
  return before === 0x20 || before === 0x09 ? text.slice(0, end).trim() : text;
}

/** 1 for a line of `=`, 2 for one of `-`, 0 otherwise. */
export function underlineLevel(text: string, at: number, end: number): number {
  const marks = text.slice(at, end).trimEnd();
  const mark = marks.charAt(0);
  if (mark !== '=' && mark !== '-') return 0;
  for (const each of marks) if (each !== mark) return 0;
  return mark === '=' ? 1 : 2;
}
