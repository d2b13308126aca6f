/** Zip archives: texts, parts in parts, and every archive that is refused as a whole. docs/import.md#archives */

import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { drain } from '../../../../src/kernel/slices';
import { type ReadArchive, readArchive } from '../../../../src/ui/screens/app-import/read-archive';

const zip = (files: Readonly<Record<string, string>>, level: 0 | 6 = 6): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, [strToU8(text), { level }]])));
const read = (bytes: Uint8Array): ReadArchive => drain(readArchive('a.zip', bytes));
const problemOf = (bytes: Uint8Array): string => {
  const found = read(bytes);
  return 'problem' in found ? found.problem : 'it was read';
};
/** The place of a sign of four bytes. */
const placeOf = (bytes: Uint8Array, sign: number): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return bytes.findIndex((_, at) => at + 4 <= bytes.length && view.getUint32(at, true) === sign);
};
const changed = (bytes: Uint8Array, at: number, ...values: readonly number[]): Uint8Array => {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
};
const [LOCAL, DIRECTORY] = [0x04034b50, 0x02014b50];

const FILES = { 'a/Ünï 1.md': 'text\n', 'b.csv': 'a,b\n'.repeat(1000), 'c.png': 'not text' };

describe('an archive', () => {
  it.each([0, 6] as const)('has its texts, with compression %s', (level) => {
    expect(read(zip(FILES, level))).toEqual({
      files: [
        { path: 'a/Ünï 1.md', text: 'text\n' },
        { path: 'b.csv', text: 'a,b\n'.repeat(1000) },
        { path: 'c.png', text: null },
      ],
    });
  });

  it('of parts has the texts of all parts', () => {
    const parts = zipSync({ 'X-Part-1.zip': zip({ 'a.md': '1' }), 'X-Part-2.zip': zip({ 'b.md': '2' }) });
    expect(read(parts)).toEqual({
      files: [
        { path: 'a.md', text: '1' },
        { path: 'b.md', text: '2' },
      ],
    });
  });

  it('lies behind other bytes of its own slice', () => {
    const whole = zip({ 'a.md': '1' });
    const room = new Uint8Array(whole.length + 10);
    room.set(whole, 10);
    expect(read(room.subarray(10))).toEqual({ files: [{ path: 'a.md', text: '1' }] });
  });

  it('leaves out folders and what macOS adds', () => {
    expect(read(zip({ 'a/': '', '__MACOSX/a.md': 'x', 'a/b.md': '1' }))).toEqual({
      files: [{ path: 'a/b.md', text: '1' }],
    });
  });
});

describe('refuses an archive', () => {
  const whole = zip({ 'a.md': 'some text that is long enough to be packed, packed, packed, packed' });
  const entry = placeOf(whole, DIRECTORY);

  it.each(['../a.md', 'a/../../b.md', '/etc/a.md', 'C:/a.md', 'a\\..\\b.md', 'a/../c.png'])(
    'with the path %s',
    (path) => {
      expect(problemOf(zip({ 'ok.md': '1', [path]: 'x' }))).toBe(
        `a.zip has the path ${path}, which leads out of it. Nothing was read.`,
      );
    },
  );

  it('that declares 2 GB, before anything is unpacked', () => {
    expect(problemOf(changed(whole, entry + 24, 0, 0, 0, 0x80))).toContain('more than 64 MB of text');
  });

  it('that is encrypted', () => {
    expect(problemOf(changed(whole, entry + 8, 1))).toBe('a.zip is encrypted. Export it without a password.');
  });

  it('that is packed in another way', () => {
    expect(problemOf(changed(whole, entry + 10, 14))).toContain('packed in a way that can’t be read');
  });

  it.each([
    ['another size', entry + 24],
    ['another sum', entry + 16],
    ['another start', entry + 42],
    ['other bytes', placeOf(whole, LOCAL) + 36],
  ])('with %s than it declares', (_, at) => {
    expect(problemOf(changed(whole, at, (whole[at] ?? 0) ^ 3))).toMatch(/is broken\. Nothing was read\./);
  });

  it('that is cut at any byte', () => {
    for (let length = 0; length < whole.length; length += 1)
      expect(problemOf(whole.slice(0, length)), String(length)).toMatch(/broken|not a whole zip archive/);
  });

  it('with a text that is not UTF-8', () => {
    expect(problemOf(zipSync({ 'a.md': new Uint8Array([0xff, 0x00, 0x41]) }))).toContain('is not text in UTF-8');
  });

  it('in an archive in an archive', () => {
    const deep = zipSync({ 'b.zip': zipSync({ 'c.zip': whole }) });
    expect(problemOf(deep)).toContain('an archive in an archive');
  });
});
