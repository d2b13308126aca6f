/** Front matter with nested values in every style of YAML, well-formed and damaged, for the properties. */

import fc from 'fast-check';

/** A value behind `key:` or `-`: its text from there on, where the parent's marks are `indent` columns in. */
type ValueText = (indent: number) => string;

const pad = (width: number): string => ' '.repeat(Math.max(width, 0));

const oneOfTexts = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

const inLine =
  (text: string): ValueText =>
  () =>
    ` ${text}`;

const scalars = oneOfTexts(
  'a', '7', '007', '-1.5', '+1', '1e3', '1e999', '0x1F', '0o17', '.5', '.inf', 'true', 'False', 'null', '~', 'yes', '2026-11-21T10:00:00.000Z', '12:30',
  'a b', 'a:b', 'http://x.y/z#a', 'a#b', '-x', '🙂 é', 'a, b', 'it\'s', 'a "b"', '=', '<<', 'x]', 'x}', '\u2028', 'a\u00a0', '...', '---x', '-- -',
  '""', "''", '"x: y"', '"a\\"b\\\\\\n"', '"\\u00e9"', "'it''s'", '"[[Note]]"', '"# no"', "'- no'", '"007"', '"a\tb"',
); // prettier-ignore

/** Some are errors, some are read as something else. */
const oddScalars = oneOfTexts(
  'a: b', 'a:', '@x', '`x`', '%x', '*x', '&x a', '!!str 007', '! x', '!own x', '[a', '{a', '"a', "'a", '? a', '- a', '-', '|', '>-', '| a', 'a\tb', '"\\x"', '{{date}}', '[[L]]', '#a', ',', ']', '\ufeffa',
); // prettier-ignore

const comments = oneOfTexts('', '', '', '', ' # note', '  # it: "s"', ' #');

const keys = oneOfTexts(
  'a', 'b', 'startTime', 'due date', '"quoted"', "'single'", '"a" ', 'é', 'x:y', '2024', '1', 'null', 'true', '~', '"a\\tb"', '-dash', '<<', '__proto__', '"<<"', '!!str t', '[x]', '?', '&k a', 'k-1', 'a"b', 'long key of words',
); // prettier-ignore

const plainKeys = oneOfTexts('a', 'b', 'c', 'd', 'startTime', 'endTime', '"e"', "'f'");
const anyKey = fc.oneof({ weight: 30, arbitrary: plainKeys }, { weight: 1, arbitrary: keys });
const anyScalar = fc.oneof({ weight: 40, arbitrary: scalars }, { weight: 1, arbitrary: oddScalars });

/** Lines between two others. */
const gaps = oneOfTexts('', '', '', '', '', '', '\n', '# c\n', '  # c\n', '\n  \n', '      # c\n');

const texts = oneOfTexts(
  'one',
  'two words',
  '# no comment',
  '- x',
  'a: b',
  '',
  '',
  '  more',
  ' one',
  '\tx',
  'é',
  'x ',
  '"q"',
  '...',
);

const blockScalar: fc.Arbitrary<ValueText> = fc
  .record({
    mark: oneOfTexts('|', '>'),
    chomp: oneOfTexts('', '-', '+'),
    digit: oneOfTexts('', '', '', '', '', '', '1', '2', '4'),
    isSwapped: fc.boolean(),
    comment: comments,
    width: fc.constantFrom(1, 2, 2, 2, 2, 2, 2, 2, 3, 4, 4, 4, 4, 0),
    lines: fc.array(texts, { maxLength: 5 }),
    tail: oneOfTexts('', '', '\n', '\n\n', '\n   '),
  })
  .map(({ mark, chomp, digit, isSwapped, comment, width, lines, tail }) => (indent: number): string => {
    const header = isSwapped ? chomp + digit : digit + chomp;
    const shifted = lines.map((line) => (line === '' ? '' : pad(indent + width) + line));
    return ` ${mark}${header}${comment}${['', ...shifted].join('\n')}${tail}`;
  });

const multiLine: fc.Arbitrary<ValueText> = fc
  .tuple(oneOfTexts('', '"', "'"), fc.array(oneOfTexts('x', 'y z', '', '# c', '- a', 'a: b', 'w\\', '\tt'), { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 2, 3, 2, 2, 2, 0))
  .map(([quote, lines, width]) => (indent: number): string =>
    ` ${quote}one${lines.map((line) => `\n${line === '' ? '' : pad(indent + width) + line}`).join('')}${quote}`,
  ); // prettier-ignore

const { flow } = fc.letrec<{ flow: string; item: string }>((tie) => ({
  item: fc.oneof({ depthSize: 'small', withCrossShrink: true }, anyScalar, tie('flow')),
  flow: fc.oneof(
    fc.tuple(fc.array(tie('item'), { maxLength: 3 }), oneOfTexts(', ', ',', ' , ', ',\n    ', ', # c\n    '), oneOfTexts('', ' ', ',', ', ', '\n  ')).map(([items, comma, end]) => `[${items.join(comma)}${end}]`),
    fc.tuple(fc.array(fc.tuple(anyKey, oneOfTexts(': ', ': ', ':', ' : ', ':\n      '), tie('item')), { maxLength: 3 }), oneOfTexts(', ', ',', ' ,  ', ',\n    '), oneOfTexts('', ' ', ',', '\n  ')).map(
      ([pairs, comma, end]) => `{${pairs.map((parts) => parts.join('')).join(comma)}${end}}`,
    ),
    oneOfTexts('{}', '[]', '{ }', '{a}', '{a, b: }', '{"a":1,"b":[{"c":null}]}', '[a: 1]', '[[a], b]', '{"a" :1}', '{a:1}', '{? a : b}'),
  ),
})); // prettier-ignore

const withComment = (value: fc.Arbitrary<ValueText>): fc.Arbitrary<ValueText> =>
  fc.tuple(value, comments).map(
    ([text, comment]) =>
      (indent: number): string =>
        text(indent) + comment,
  );

const level = fc.record({
  shift: fc.oneof({ weight: 60, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, -1) }),
  gap: gaps,
});
const widths = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(2, 2, 2, 4, 1) },
  { weight: 1, arbitrary: fc.constant(0) },
);

const { value } = fc.letrec<{ value: ValueText; map: ValueText; list: ValueText }>((tie) => ({
  map: fc
    .tuple(widths, comments, gaps, fc.array(fc.tuple(anyKey, tie('value'), level), { minLength: 1, maxLength: 4 }))
    .map(([width, comment, gap, pairs]) => (indent: number): string => {
      const column = indent + width;
      const lines = pairs.map(
        ([key, each, { shift, gap: between }]) => `${between}${pad(column + shift)}${key}:${each(column)}`,
      );
      return `${comment}\n${gap}${lines.join('\n')}`;
    }),
  list: fc
    .tuple(fc.oneof(widths, fc.constant(0)), comments, gaps, fc.array(fc.tuple(tie('value'), oneOfTexts(' ', ' ', ' ', ' ', ' ', ' ', '   ', '\t'), level), { minLength: 1, maxLength: 4 }))
    .map(([width, comment, gap, items]) => (indent: number): string => {
      const column = indent + width;
      const lines = items.map(([each, blank, { shift, gap: between }]) => {
        // A collection may begin in the line of its item's mark, as most writers have it.
        const text = each(column);
        const below = /^\n +/.exec(text);
        const behind = below === null || blank === '   ' ? text : `${pad(Math.max(below[0].length - 2 - column, 1))}${text.slice(below[0].length)}`;
        return `${between}${pad(column + shift)}-${behind === text && text.startsWith(' ') ? blank + text.slice(1) : behind}`;
      });
      return `${comment}\n${gap}${lines.join('\n')}`;
    }),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: withComment(anyScalar.map(inLine)) },
    { weight: 1, arbitrary: comments.map((comment) => () => comment) },
    { weight: 2, arbitrary: blockScalar },
    { weight: 1, arbitrary: withComment(multiLine) },
    { weight: 3, arbitrary: withComment(flow.map(inLine)) },
    { weight: 5, arbitrary: tie('map') },
    { weight: 5, arbitrary: tie('list') },
  ),
})); // prettier-ignore

const entry = fc
  .tuple(fc.oneof({ weight: 30, arbitrary: oneOfTexts('k', 'l', 'm', 'n') }, { weight: 1, arbitrary: keys }), value, gaps)
  .map(([key, each, gap]) => `${key}:${each(0)}\n${gap}`); // prettier-ignore

/** Repeated keys are rarer than distinct ones. */
const entries = fc
  .tuple(gaps, fc.array(entry, { minLength: 1, maxLength: 4 }), fc.constantFrom(true, true, true, false))
  .map(([first, list, isDistinct]) => first + list.map((text, i) => (isDistinct ? text.replace(/^\w/, (key) => `${key}${i}`) : text)).join('')); // prettier-ignore

const DAMAGE = ['\t\n', '\t# c', ' ', '  ', '\n', '\t', ':', ': ', '- ', '#', ' #', '"', "'", '[', ']', '{', '}', ',', '|', '>', '&a ', '*a', '!t ', '? ', '\r', '\r\n', '%', '--- x\n', '...\n', '', '\u0000', '\ufeff', '\\'] as const; // prettier-ignore

/** One character goes, or something comes in at a place. */
const damaged = fc
  .tuple(entries, fc.nat(), fc.constantFrom(...DAMAGE), fc.constantFrom(0, 0, 1, 2))
  .map(([text, place, by, gone]) => {
    const at = place % text.length;
    return text.slice(0, at) + by + text.slice(at + gone);
  });

/** The lines between the fences, of which none is a fence itself. The last one ends with a line break. */
export const nestedBlock = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: entries }, { weight: 1, arbitrary: damaged }), fc.constantFrom('\n', '\n', '\r\n'))
  .map(([text, lineBreak]) => (text.endsWith('\n') ? text : `${text}\n`).replaceAll(/\r?\n/g, lineBreak))
  .filter((block) => !/^---[ \t]*\r?$/m.test(block)); // prettier-ignore
