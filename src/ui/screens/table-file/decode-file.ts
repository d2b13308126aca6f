/** The bytes of a file as text: by its mark, else by what the bytes can be. docs/page.md#files */

export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows-1252 (Western Europe)',
} as const;

export type Encoding = keyof typeof ENCODINGS;

/** Excel writes windows-1252 for its plain "CSV" in Western Europe, and UTF-16 for "Unicode text". */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return zeroedHalf(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/** The byte order mark is not part of the text. */
export const decodeFile = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes);

/** Why bytes are not text at all; null where they may be. */
export function binaryProblem(bytes: Uint8Array): string | null {
  const start = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (start === '504b0304') return 'is a workbook or an archive. Save the sheet as CSV first.';
  if (start === 'd0cf11e0') return 'is an old Excel workbook. Save the sheet as CSV first.';
  return start === '25504446' ? 'is a PDF.' : null;
}

const MOST_SNIFFED = 4096;

/** Latin text in UTF-16 has a zero in every other byte. */
function zeroedHalf(bytes: Uint8Array): Encoding | null {
  const head = bytes.subarray(0, MOST_SNIFFED);
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const enough = head.length / 8;
  if (odd > enough && odd > even * 4) return 'utf-16le';
  return even > enough && even > odd * 4 ? 'utf-16be' : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
