/** Makes file names out of values. D6 (file names). */

import { cutToUtf8, utf8Length } from './utf8-length';

const LONGEST = 200;

/** Not allowed on some system, meaningful in a link, a control, a line break or a turn of the writing direction. */
const FORBIDDEN = /[\\/:*?"<>|#^[\]\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029\ufeff]/gu;

const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/**
 * Names that stay as they are, as most do: letters that are in NFC and take two bytes at most, digits and spaces between them.
 * At half the longest name it need not be measured.
 */
const PLAIN = /^[\w\u00c0-\u024f](?:[\w\u00c0-\u024f ,()'&+-]*[\w\u00c0-\u024f,()'&+-])?$/;

/** What a Windows device name gets. */
const MARK = '_';

/**
 * The text as a file name without extension: forbidden characters become `-`, white space at the ends and dots at
 * the ends go, a Windows device name (also before a dot) gets a `_`, NFC, at most 200 bytes of UTF-8.
 * `''` when nothing is left: the caller takes another name. D6
 */
export function toFileName(text: string): string {
  if (text.length <= LONGEST / 2 && PLAIN.test(text) && !DEVICE.test(text)) return text;
  const start = text
    .trimStart()
    .slice(0, LONGEST * 2)
    .normalize('NFC');
  return withoutEdges(cutToUtf8(markDevice(withoutEdges(withoutForbidden(start))), LONGEST));
}

/** The text with `-` for what no file name holds, and nothing else changed. */
export const withoutForbidden = (text: string): string => text.replace(FORBIDDEN, '-');

/** Whether a folder may be called that. A folder `x.md` would have the place of the note of a row `x`. */
export const isFolderName = (text: string): boolean => text !== '' && toFileName(text) === text && !/\.md$/i.test(text);

/** The n-th name for a taken one: `name 2`, `name 3`…, shortened so that it stays within 200 bytes. */
export function numbered(name: string, n: number): string {
  const suffix = ` ${n}`;
  return `${withoutEdges(cutToUtf8(name, LONGEST - utf8Length(suffix)))}${suffix}`;
}

const withoutEdges = (text: string): string => text.replace(/^[\s.]+/u, '').replace(/[\s.]+$/u, '');

function markDevice(name: string): string {
  const dot = name.indexOf('.');
  const stem = dot < 0 ? name : name.slice(0, dot);
  return DEVICE.test(stem.trimEnd()) ? `${stem.trimEnd()}${MARK}${name.slice(stem.length)}` : name;
}
