/** Tells of the usual text, by one look along it, how it stands in front matter. What is not usual is for the rules of yaml-quotes.ts. */

/** `plain`: as it is. `quoted`: in double quotes, without an escape. Either way it is read back as the same text by every reader. */
export type Stand = 'plain' | 'quoted';

const SPACE = 0x20;
const QUOTE = 0x22;
const HASH = 0x23;
const DASH = 0x2d;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;

/** Booleans, nulls, the merge key and the default value of YAML 1.1, in any spelling. */
const WORD = /^(?:y|n|yes|no|on|off|true|false|null|~|<<|=)$/i;
const LONGEST_WORD = 5;

export const isYamlWord = (text: string): boolean => text.length <= LONGEST_WORD && WORD.test(text);

/** One that is in no number but `0x1f` and its like. */
const LETTER = /[a-df-z]/i;

/** A number, a date or a date-time as we write them, or a boolean. */
const SCALAR = /^(?:-?\d[\d.]*(?:e[-+]?\d+)?|\d{4}-\d\d-\d\d(?:T[\d:.]*\d(?:Z|[-+]\d\d:\d\d)?)?|true|false)$/;

/** Null where it takes a closer look. */
export function standOf(text: string): Stand | null {
  if (text.charCodeAt(0) === OPEN && text.charCodeAt(1) === OPEN) return staysInQuotes(text) ? 'quoted' : null;
  return staysPlain(text) ? 'plain' : null;
}

/** Whether a text that is to stand without quotes does, and is read back: a number, a date, a boolean. */
export const isUsualScalar = (text: string): boolean => SCALAR.test(text);

function staysInQuotes(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE || code === BACKSLASH || !isUsual(code)) return false;
  }
  return true;
}

function staysPlain(text: string): boolean {
  if (!startsPlain(text)) return false;
  let before = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isUsual(code)) return false;
    if (code === COLON && !(text.charCodeAt(i + 1) > SPACE)) return false;
    if (code === HASH && before === SPACE) return false;
    // Links and templates are quoted, wherever in a text they stand.
    if ((code === OPEN || code === OPEN_BRACE) && code === before) return false;
    before = code;
  }
  return before !== SPACE;
}

/** Nobody takes it for a word or a number. */
function startsPlain(text: string): boolean {
  const first = text.charCodeAt(0);
  const next = text.charCodeAt(1);
  if (isDigit(first)) return LETTER.test(text) && !(first === ZERO && isMark(next)) && text.charCodeAt(4) !== DASH;
  if (!isLetter(first)) return false;
  if (isExponent(first) && text.length > 1 && !isLetter(next)) return LETTER.test(text);
  return !isYamlWord(text);
}

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;

const isLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && isUsual(code));

const isExponent = (code: number): boolean => code === 0x65 || code === 0x45;

/** Of `0b1`, `0o7` and `0x1f`. */
const isMark = (code: number): boolean => MARKS.includes(code | 0x20);
const MARKS = [0x62, 0x6f, 0x78];

/** No control, no break, no white space but the space, no mark of the writing direction, no half of a pair. */
const isUsual = (code: number): boolean =>
  code < 0x7f
    ? code >= SPACE
    : code > 0xa0 && code < 0xd800 && code !== 0x1680 && code !== 0x3000 && !(code >= 0x2000 && code < 0x2070);
