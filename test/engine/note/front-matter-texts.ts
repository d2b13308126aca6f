/** Front matter as people, plugins and vandals write it, for the properties. */

import fc from 'fast-check';
import { times } from '../../deep';

/** Runs of a property; ten times as many with DEEP=1. */
export const RUNS = times(1_000, 10_000);

export const HOSTILE_TEXTS: readonly string[] = [
  '', ' ', '  lead', 'trail  ', 'yes', 'No', 'on', 'OFF', 'y', 'N', 'true', 'False', 'null', 'Null', '~', '007', '0o17',
  '0x1F', '0b11', '1_000', '1,000', '1e3', '1.5', '.5', '5.', '.inf', '-.INF', '.nan', '+12', '-12', '.', 'e3', '1e999', '12:30', '1:20:03.5',
  '2026-11-21', '2026-11-21T09:30:00+01:00', '2026-1-2 3:04:05', '1152921504606846976', 'a: b', 'a:', ':a', ': a', 'a #b',
  '#a', 'a#b', '[[Note]]', 'see [[Note|alias]]', '{{date}}', '---', '--- a', '...', '- a', '-a', '? a', '?a', '!!js/x y',
  '!a', '*a', '&a', '%a', '@a', '`a`', '|', '>', '"a"', "'a'", 'it\'s "so"', 'a\\b', 'a\nb', '\n', 'a\r\nb', 'a\tb', '\ta',
  'a\u0000b', '\u001b[0m', '\u007f', '\u0085', '\u00a0a', '\u2028', '\u200b', '\ufeffa', '\ud800', '\uffff', '🙂', '👩‍👩‍👧', 'é', 'e\u0301',
  '<<', '=', '{}', '[]', '{a: 1}', '[a]', ',', 'a, b', '}', 'x'.repeat(2000), '1f0e3dad-9990-4345-8a0b-3d0b8f3c0c0a',
]; // prettier-ignore

export const anyText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...HOSTILE_TEXTS)).map(([a, b]) => `${a}${b}`),
);

const COMMENTS = ['', ' # note', '  # it: "s"', ' #'];
const comment = fc.constantFrom(...COMMENTS);

/** What stands behind `key:`, without the last line break. */
const values = fc.oneof(
  comment,
  fc.tuple(fc.constantFrom(' hello', ' 007', ' 1152921504606846976', ' yes', ' ~', ' 2026-11-21', ' a b  c', ' http://x.y/z#a', ' -1', '   padded'), comment).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(' "x: y"', ' "a\\"b"', " 'it''s'", ' "[[Note]]"', ' ""', ' "\\u00e9"'), comment).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(' []', ' [a]', ' [a,  "b c", \'d\']', ' [ "[[A]]", 007 ]', ' [[Note]]', ' {}', ' {a: 1, b: [x]}'), comment).map((parts) => parts.join('')),
  fc.tuple(comment, fc.constantFrom('', '  ', '    '), fc.array(fc.constantFrom('a', '"b: c"', "'d'", '007', '', '~', '"[[A]]"  # x', 'e # y'), { minLength: 1, maxLength: 4 }))
    .map(([behind, indent, items]) => behind + items.map((item) => `\n${indent}- ${item}`.trimEnd()).join('')),
  fc.constantFrom('\n# why\n  - a\n\n  # more\n  - b', '\n  -\n  - b', '\n  - a: 1\n    b: 2\n  - c', '\n- - a\n  - b', '\n\n  - a'),
  fc.constantFrom(' |\n  one\n  two', ' |+\n  one\n\n', ' >-\n  one\n  # two\n\n  three', ' | # note\n  one', ' |2\n    one', ' |-\n  one\n\n'),
  fc.constantFrom('\n  a: 1\n  b:\n    c: x', ' # n\n  a: 1 # m', '\n  multi\n  line', ' multi\n  line', ' "multi\n  line" # n', " 'multi\n\n  line'", ' [a,\n  b] # n', '\tx', ' !!str 007'),
); // prettier-ignore

const KEYS = [
  'a',
  'status',
  'due date',
  '"quoted"',
  "'single'",
  'é',
  'x:y',
  '2024',
  '__proto__',
  'spaced ',
  '"a\\tb"',
  '-dash',
];
const between = fc.constantFrom('', '', '', '\n', '# comment\n', '  # comment\n', '\n\n# c\n', '  \n');

/** A block's lines with `\n`: distinct keys, comments and blank lines between them. */
export const blockText = fc
  .tuple(
    fc.subarray(KEYS),
    fc.array(fc.tuple(values, between), { minLength: KEYS.length, maxLength: KEYS.length }),
    between,
  )
  .map(
    ([keys, rest, first]) =>
      first + keys.map((key, i) => `${key}:${rest[i]?.[0] ?? ''}\n${rest[i]?.[1] ?? ''}`).join(''),
  );

/** A whole note, perhaps with a byte order mark, CRLF, blanks behind its fences, without a line break at its end. */
export const noteText = fc
  .record({
    block: blockText,
    mark: fc.constantFrom('', '', '\ufeff'),
    lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
    fence: fc.constantFrom('---', '---', '---  '),
    body: fc.constantFrom('', '\n', 'text\n', '\n# Title\n\n---\na: b\n---\n', 'a: b'),
  })
  .map(({ block, mark, lineBreak, fence, body }) => {
    const text = `${fence}\n${block}${fence}\n${body}`;
    return mark + text.replaceAll('\n', lineBreak);
  });

const FRAGMENTS = [
  'a', 'b', 'key', ': ', ':', ' ', '  ', '\n', '\n- ', '- ', '-', '\n  - ', '[', ']', '{', '}', ',', ', ', '"', "'", '#', ' #', '# c', '~', 'null',
  'true', '007', '1.5', '0x10', '1e3', '.inf', '-1', '+1', '&a', '*a', '!t', '!!str', '!!omap ', '!!pairs ', '!!set ', '!!binary ', '!!map ', '!!seq ', '!!int ', '! ', '|', '>', '|+', '\\', '\\n', '\\"', '%', '@', '`', '?', '? ',
  '<<', '<<: ', '---', '...', '\t', '\r\n', '\r', 'é', '\u0085', '\u2028', '\ufeff', '\xa0', '😀', '\0', '\x1b', '2026-11-21', '12:30', '[[L]]',
  'key: ', 'a: b\n', 'd:\n  - x\n', ':a', '=', '[a, b]', '""', "''", '\x7f', 'key:\n', '\ud800', '__proto__: ', 'x: |\n  y\n',
]; // prettier-ignore

const fragments = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 6 }).map((parts) => parts.join(''));

/** A block that nobody should write. No line is a fence, and it ends with a line break. */
export const hostileBlock = fc
  .array(
    fc.oneof(
      fragments,
      fc
        .tuple(fc.constantFrom('k: ', 'k:', '"k": ', "'k' : ", 'k:\n  - ', 'k:\n- '), fragments)
        .map((parts) => parts.join('')),
      fc.tuple(fragments, fragments).map(([a, b]) => `l: [${a}, ${b}]`),
      fc.constantFrom('m: 1', '# c', '  # c', '', 'n:\n  - x\n  - y', 'o: "p" # q', '  indented', "r: 's'"),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines) => `${lines.join('\n')}\n`)
  .filter((block) => !/^---[ \t]*\r?$/m.test(block));
