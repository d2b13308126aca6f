import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { parseFrontMatter } from '../../../src/engine/note/front-matter';
import { rawPlain, rawString } from '../../../src/engine/note/raw';
import { renderValue } from '../../../src/engine/note/render-value';
import { isUsualScalar, standOf } from '../../../src/engine/note/usual-text';
import { needsQuotes } from '../../../src/engine/note/yaml-quotes';
import { RUNS, anyText } from './front-matter-texts';

/** Texts that are usual but for a few of their characters. */
const nearlyUsual = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z0-9 é字-]{1,6}$/) },
      fc.constantFrom(': ', ':', ' #', '#', '[[', '{{', ']', '"', '\\', "'", ',', '\u00a0', '\u3000', '\u2028', '🙂', 'e3', '0x'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join('')); // prettier-ignore

const texts = fc.oneof(
  anyText,
  nearlyUsual,
  fc.uuid(),
  fc.uuid().map((id) => `[[${id}]]`),
);

describe('standOf', () => {
  it.each(['done', 'new 1-ab t3', 'Ünder', '字', 'see http://x.y/z#a', "it's", 'say "hi"', 'a, b', 'e', 'echo', 'No way', 'C:\\x'])(
    '%j stands plain',
    (text) => {
      expect(standOf(text)).toBe('plain');
    },
  ); // prettier-ignore

  it.each(['1f0e3dad-9990-4345', '0d1e3dad-9990', 'e3ad', '7 days', '2nd'])('%j is no number', (text) => {
    expect(standOf(text)).toBe('plain');
  });

  it.each(['[[Note]]', '[[People/Ann|A]]'])('%j stands in quotes', (text) => {
    expect(standOf(text)).toBe('quoted');
  });

  it.each([
    '', ' a', 'a ', 'a: b', 'a:', 'a #b', 'yes', 'No', 'null', 'y', 'e3', '12', '0x1f', '0b1', '0o7', '2026-11-21', '2026-11-21T10:00',
    '2026-1-1 a', '-a', '#a', 'see [[a]]', 'on {{date}}', '[[a"b]]', '[[a\\|b]]', 'a\nb', 'a\u00a0', 'a\u2028b', 'a\u200bb', '🙂',
  ])('%j takes a closer look', (text) => {
    expect(standOf(text)).toBeNull();
  }); // prettier-ignore

  it('says of any text what the rules say, and what every reader reads', () => {
    let told = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const stand = standOf(text);
        if (stand === null) return;
        told++;
        expect(needsQuotes(text)).toBe(stand === 'quoted');
        const shown = stand === 'plain' ? text : `"${text}"`;
        expect(renderValue(rawString(text))).toBe(` ${shown}`);
        const read = stand === 'plain' ? rawPlain(text) : rawString(text);
        expect(parseFrontMatter(`---\nk: ${shown}\n---\n`).entries).toMatchObject([{ key: 'k', raw: read }]);
        expect(parseFrontMatter(`---\nk:\n  - ${shown}\n---\n`).entries).toMatchObject([
          { raw: { kind: 'list', items: [read] } },
        ]);
        for (const version of ['1.1', '1.2'] as const) expect(parse(`k: ${shown}\n`, { version })).toEqual({ k: text });
      }),
      { numRuns: RUNS },
    );
    expect(told).toBeGreaterThan(RUNS / 10);
  });

  it('says of a key that it is read as that key', () => {
    fc.assert(
      fc.property(texts, (key) => {
        if (standOf(key) !== 'plain' || key.length > 100) return;
        expect(parseFrontMatter(`---\n${key}: x\n---\n`).entries).toMatchObject([{ key, raw: rawPlain('x') }]);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('isUsualScalar', () => {
  it.each(['0', '-1', '12.5', '1e+21', '1e-7', 'true', 'false', '2026-11-21', '2026-11-21T09:30:00+01:00', '2026-11-21T09:30:00.5Z'])(
    '%j is read as it is',
    (text) => {
      expect(isUsualScalar(text)).toBe(true);
      expect(parseFrontMatter(`---\nk: ${text}\n---\n`).entries).toMatchObject([{ key: 'k', raw: rawPlain(text) }]);
    },
  ); // prettier-ignore

  it.each(['', '-', '+1', '.5', 'Infinity', 'null', '12:', '2026-11-21T09:', '2026-11-21 09:30', 'True', '1 ', '1 #'])(
    '%j takes a closer look',
    (text) => {
      expect(isUsualScalar(text)).toBe(false);
    },
  );
});
