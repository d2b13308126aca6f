import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { numbered, toFileName } from '../../src/kernel/file-name';
import { checkNewNotePath } from '../../src/engine/note/paths';
import { cutToUtf8, hasLoneSurrogate, utf8Length } from '../../src/kernel/utf8-length';
import { times } from '../deep';

describe('toFileName', () => {
  it.each([
    ['plain text', 'Buy milk', 'Buy milk'],
    ['every forbidden character', 'a\\b/c:d*e?f"g<h>i|j#k^l[m]n', 'a-b-c-d-e-f-g-h-i-j-k-l-m-n'],
    ['control characters', 'a\u0000b\u001fc\u007fd\u0085e\nf', 'a-b-c-d-e-f'],
    ['characters that turn the direction', 'a\u202eb\u2066c\u200fd', 'a-b-c-d'],
    ['line separators', 'a\u2028b\u2029c', 'a-b-c'],
    ['blanks at the ends', '  a  ', 'a'],
    ['dots at the ends', '..a..', 'a'],
    ['dots and blanks at the ends', ' . .a. . ', 'a'],
    ['dots inside', 'a.b..c', 'a.b..c'],
    ['NFC', 'e\u0301', 'é'],
    ['emoji of several code points', '👩‍👩‍👧 x', '👩‍👩‍👧 x'],
    ['half a pair', 'a\ud800b', 'a-b'],
    ['a device name', 'CON', 'CON_'],
    ['a device name with extension', 'nul.txt', 'nul_.txt'],
    ['a device name with a number', 'Com1', 'Com1_'],
    ['a device name with a blank before the dot', 'aux .x', 'aux_.x'],
    ['what only begins like one', 'console', 'console'],
    ['nothing', '', ''],
    ['nothing but dots', ' ... ', ''],
    ['a date and time', '2026-11-21 09:30', '2026-11-21 09-30'],
    ['a link', '[[A|b]]', '--A-b--'],
  ])('%s', (_title, text, name) => {
    expect(toFileName(text)).toBe(name);
  });

  it('cuts at 200 bytes and never inside a code point', () => {
    expect(toFileName('x'.repeat(300))).toBe('x'.repeat(200));
    expect(toFileName('é'.repeat(300))).toBe('é'.repeat(100));
    expect(toFileName(`x${'🙂'.repeat(100)}`)).toBe(`x${'🙂'.repeat(49)}`);
    expect(toFileName(`${'x'.repeat(199)} y`)).toBe('x'.repeat(199));
  });

  it('gives a name that can be a new note, the same when it is made again, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 })), (text) => {
        const name = toFileName(text);
        expect(toFileName(name)).toBe(name);
        if (name !== '') expect(checkNewNotePath(name)).toHaveProperty('path');
      }),
      { numRuns: times(3_000, 50_000) },
    );
  });

  // A name without blanks at its ends and without marks goes a way of its own.
  it('gives plain names what it gives them with a blank before them', () => {
    const letter = fc.constantFrom(...'aZé0ÿ9_ ,.()-con\u0301ɏ\u0250');
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: letter, maxLength: 120 }), fc.constantFrom('con', 'Com1', 'aux')),
        (text) => {
          expect(toFileName(text)).toBe(toFileName(` ${text}`));
        },
      ),
    );
  });
});

describe('numbered', () => {
  it.each([
    ['a', 2, 'a 2'],
    ['a', 13, 'a 13'],
    ['x'.repeat(200), 2, `${'x'.repeat(198)} 2`],
    ['é'.repeat(100), 10, `${'é'.repeat(98)} 10`],
  ])('%j, %i', (name, n, after) => {
    expect(numbered(name, n)).toBe(after);
  });
});

describe('lengths in UTF-8', () => {
  it('are those that an encoder counts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, bytes) => {
        const encoder = new TextEncoder();
        expect(utf8Length(text)).toBe(encoder.encode(text).length);
        const cut = cutToUtf8(text, bytes);
        expect(text.startsWith(cut)).toBe(true);
        expect(utf8Length(cut)).toBeLessThanOrEqual(bytes);
        expect(hasLoneSurrogate(cut)).toBe(false);
        const next = String.fromCodePoint(text.codePointAt(cut.length) ?? 0);
        if (cut !== text) expect(utf8Length(cut + next)).toBeGreaterThan(bytes);
      }),
    );
  });

  it.each([
    ['a\ud83d\ude42', false],
    ['\ud83d', true],
    ['\ude42\ud83d', true],
    ['', false],
  ])('%j has half a pair: %s', (text, half) => {
    expect(hasLoneSurrogate(text)).toBe(half);
  });
});
