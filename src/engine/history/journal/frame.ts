/** Checksummed frames: how anything is appended to a journal segment. docs/formats.md: Journal segment. */

/** The content of a frame; the number is in the file. */
export const FRAME = {
  contents: 1,
  migration: 2,
  abort: 3,
  applied: 4,
  versions: 5,
  version: 6,
  state: 8,
  rows: 9,
  changes: 11,
  values: 12,
  left: 13,
  external: 14,
  call: 15,
} as const;

export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

export interface Frame {
  readonly kind: number;
  readonly payload: Uint8Array;
  /** Offset of the payload in the segment, to read it again later. */
  readonly offset: number;
}

/** Length (4 bytes), checksum (4 bytes), kind (1 byte); little endian. The checksum covers kind and payload. */
export const HEADER = 9;

/** Eight tables of 256: what a byte does to the checksum when none, one … seven bytes follow it. */
const CRC = crcTables();

function crcTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    tables[byte] = crc;
  }
  for (let i = 256; i < tables.length; i++) {
    const shorter = tables[i - 256]!;
    tables[i] = tables[shorter & 0xff]! ^ (shorter >>> 8);
  }
  return tables;
}

/** What four bytes in a row do to the checksum, the first one lowest, when `after` bytes follow them. */
const ofFour = (word: number, after: number): number =>
  CRC[((after + 3) << 8) | (word & 0xff)]! ^
  CRC[((after + 2) << 8) | ((word >>> 8) & 0xff)]! ^
  CRC[((after + 1) << 8) | ((word >>> 16) & 0xff)]! ^
  CRC[(after << 8) | (word >>> 24)]!;

/** CRC-32 (IEEE 802.3) of `bytes` from `start` to `end`. Two words at a time, which lie where a view of words can begin. */
export function crc32(bytes: Uint8Array, start = 0, end = bytes.length): number {
  const { buffer, byteOffset } = bytes;
  const aligned = start + (-(byteOffset + start) & 3);
  if (aligned + 8 > end) return ~ofBytes(bytes, start, end, -1) >>> 0;
  const words = new Int32Array(buffer, byteOffset + aligned, ((end - aligned) >> 3) << 1);
  let crc = ofBytes(bytes, start, aligned, -1);
  for (let i = 0; i < words.length; i += 2) crc = ofFour(crc ^ words[i]!, 4) ^ ofFour(words[i + 1]!, 0);
  return ~ofBytes(bytes, aligned + words.length * 4, end, crc) >>> 0;
}

function ofBytes(bytes: Uint8Array, start: number, end: number, before: number): number {
  let crc = before;
  for (let at = start; at < end; at++) crc = CRC[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return crc;
}

/** A frame that is not yet written. */
export interface FrameContent {
  readonly kind: FrameKind;
  readonly payload: Uint8Array;
}

export const encodeFrame = (kind: FrameKind, payload: Uint8Array): Uint8Array => encodeFrames([{ kind, payload }]);

export function encodeFrames(frames: readonly FrameContent[]): Uint8Array {
  const bytes = new Uint8Array(frames.reduce((sum, { payload }) => sum + HEADER + payload.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { kind, payload } of frames) {
    const end = at + HEADER + payload.length;
    bytes[at + 8] = kind;
    bytes.set(payload, at + HEADER);
    view.setUint32(at, payload.length, true);
    view.setUint32(at + 4, crc32(bytes, at + 8, end), true);
    at = end;
  }
  return bytes;
}

export interface FrameScan {
  readonly frames: readonly Frame[];
  /** Bytes up to the end of the last good frame. */
  readonly good: number;
  /** False when bytes other than zeros follow that are not a whole frame with the right checksum: they were never acknowledged. */
  readonly clean: boolean;
}

/** Reads frames up to the first short or broken one. `verify`: the kinds whose checksums are compared; skipped ones need not be whole. */
export function scanFrames(bytes: Uint8Array, verify: boolean | FrameKind = true): FrameScan {
  const frames: Frame[] = [];
  const scan = framesIn(bytes, verify);
  for (;;) {
    const { done, value } = scan.next();
    if (done === true) return { frames, ...value };
    frames.push(value);
  }
}

/** The same, a frame whenever the next one is asked for. */
export function* framesIn(
  bytes: Uint8Array,
  verify: boolean | FrameKind = true,
): Generator<Frame, Omit<FrameScan, 'frames'>, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + HEADER <= bytes.length) {
    const end = at + HEADER + view.getUint32(at, true);
    if (end > bytes.length) break;
    const isVerified = verify === true || verify === bytes[at + 8];
    if (isVerified && view.getUint32(at + 4, true) !== crc32(bytes, at + 8, end)) break;
    yield { kind: bytes[at + 8] as number, payload: bytes.subarray(at + HEADER, end), offset: at + HEADER };
    at = end;
  }
  return { good: at, clean: isZero(bytes, at) };
}

/** Room that a host took ahead and that was not used. */
function isZero(bytes: Uint8Array, from: number): boolean {
  for (let i = from; i < bytes.length; i++) if (bytes[i] !== 0) return false;
  return true;
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
