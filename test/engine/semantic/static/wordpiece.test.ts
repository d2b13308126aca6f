/** The word pieces of BERT: the examples of its reference implementation, and the edges of Unicode. docs/semantic.md#static-models */

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/engine/index';
import { WordPieceTokenizer, readWordPiece } from '../../../../src/engine/semantic/static/wordpiece';

const tokenizerOf = (vocabulary: readonly string[], normalizer: JsonObject = {}): JsonObject => ({
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
    ...normalizer,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
  },
});

/** The pieces of a text, by a vocabulary that is written as words. */
function pieces(text: string, words: string, normalizer: JsonObject = {}): string {
  const { vocabulary, rules } = readWordPiece(tokenizerOf(['[UNK]', ...words.split(' ')], normalizer));
  return new WordPieceTokenizer(vocabulary, rules)
    .encode(text)
    .map((id) => vocabulary[id])
    .join(' ');
}

/** tokenization_test.py of google-research/bert. */
const REFERENCE = '[CLS] [SEP] want ##want ##ed wa un runn ##ing ,';

describe('word pieces', () => {
  it.each([
    ['UNwant\u00e9d,running', REFERENCE, 'un ##want ##ed , runn ##ing'],
    ['', REFERENCE, ''],
    ['unwanted running', REFERENCE, 'un ##want ##ed runn ##ing'],
    // The reference answers [UNK] for the first word, which has no vector.
    ['unwantedX running', REFERENCE, 'runn ##ing'],
    ['ah\u535A\u63A8zz', 'ah zz \u535A \u63A8', 'ah \u535A \u63A8 zz'],
    [' \tHeLLo!how  \n Are yoU?  ', 'hello ! how are you ?', 'hello ! how are you ?'],
    ['H\u00e9llo', 'hello', 'hello'],
    ["John Johanson's house", "john johan ##son ' s house", "john johan ##son ' s house"],
    // The longest piece wins, even where a shorter one would let the word be cut whole.
    ['abcd', 'ab abc ##cd', ''],
  ])('of %j', (text, words, expected) => {
    expect(pieces(text, words)).toBe(expected);
  });

  it('keep case and accents where the tokenizer does', () => {
    const text = ' \tHeLLo!how  \n Are yo\u00fc?  ';
    expect(pieces(text, 'HeLLo ! how Are yo\u00fc ?', { lowercase: false })).toBe('HeLLo ! how Are yo\u00fc ?');
    expect(pieces('H\u00c9llo', 'h\u00e9llo', { strip_accents: false })).toBe('h\u00e9llo');
    expect(pieces('H\u00c9llo', 'HEllo', { lowercase: false, strip_accents: true })).toBe('HEllo');
    expect(pieces('\u535A\u63A8', '\u535A\u63A8', { handle_chinese_chars: false })).toBe('\u535A\u63A8');
    expect(pieces('a\u0001b', 'a\u0001b', { clean_text: false })).toBe('a\u0001b');
  });

  it.each([
    ['a zero, a replacement and a soft hyphen', 'a\u0000b\ufffdc\u00add', 'abcd', 'abcd'],
    ['the mark before a file, and joiners', '\ufeffa\u200db', 'ab', 'ab'],
    ['a vertical tab', 'a\u000bb', 'ab', 'ab'],
  ])('leave out %s', (_what, text, words, expected) => {
    expect(pieces(text, words)).toBe(expected);
  });

  it.each([
    ['white space of every kind', 'a\u00a0b\u3000c\u2003d\re', 'a b c d e', 'a b c d e'],
    [
      'signs of ASCII, and punctuation beyond',
      '$a+b\u2019c\u3002d',
      '$ a + b \u2019 c \u3002 d',
      '$ a + b \u2019 c \u3002 d',
    ],
    ['Chinese characters beyond 16 bits', 'a\u{20000}b', 'a \u{20000} b', 'a \u{20000} b'],
  ])('end at %s', (_what, text, words, expected) => {
    expect(pieces(text, words)).toBe(expected);
  });

  it('lower a sigma at the end of a word as within one, and a dotted I without its dot', () => {
    expect(pieces('ΣΟΦΟΣ İstanbul', '\u03c3\u03bf\u03c6\u03bf\u03c3 istanbul')).toBe(
      '\u03c3\u03bf\u03c6\u03bf\u03c3 istanbul',
    );
  });

  it('never cut a pair of surrogates, and count characters, not units', () => {
    expect(pieces('x\u{1D400}\u{1D400}', 'x ##\u{1D400}')).toBe('x ##\u{1D400} ##\u{1D400}');
    expect(pieces('\u{1D400}'.repeat(100), '\u{1D400} ##\u{1D400}').split(' ')).toHaveLength(100);
    expect(pieces('\u{1D400}'.repeat(101), '\u{1D400} ##\u{1D400}')).toBe('');
    expect(pieces(`${'y'.repeat(101)} y`, 'y ##y')).toBe('y');
  });

  it('are the same when a word comes again, also after thousands of others', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const { vocabulary, rules } = readWordPiece(
      tokenizerOf(['[UNK]', ...letters, ...letters.map((each) => `##${each}`)]),
    );
    const tokenizer = new WordPieceTokenizer(vocabulary, rules);
    const first = tokenizer.encode('word');
    for (let i = 0; i < 26 ** 3 + 5000; i++)
      tokenizer.encode(i.toString(26).replace(/\d/g, (digit) => letters[Number(digit)] ?? ''));
    expect(tokenizer.encode('word')).toEqual(first);
    expect(first).toHaveLength(4);
  });
});

describe('a tokenizer.json', () => {
  const refused = (tokenizer: Json): unknown => {
    try {
      return readWordPiece(tokenizer);
    } catch (error) {
      return error;
    }
  };

  it.each([
    ['another kind of model', { model: { type: 'Unigram', vocab: [] } }, 'the model Unigram, not WordPiece'],
    ['another normalizer', { normalizer: { type: 'Sequence' } }, 'the normalizer Sequence, not BertNormalizer'],
    ['no normalizer', { normalizer: null }, 'the normalizer none, not BertNormalizer'],
    ['another splitter', { pre_tokenizer: { type: 'Metaspace' } }, 'the pre_tokenizer Metaspace, not BertPreTokenizer'],
    ['a gap', { model: { type: 'WordPiece', vocab: { a: 0, b: 2 } } }, 'with gaps or twice, at "b"'],
    ['a number twice', { model: { type: 'WordPiece', vocab: { a: 0, b: 0 } } }, 'with gaps or twice, at "b"'],
    ['a number that is none', { model: { type: 'WordPiece', vocab: { a: 'x' } } }, 'with gaps or twice, at "a"'],
  ])('is refused with %s', (_what, change, message) => {
    const error = refused({ ...tokenizerOf(['a']), ...change });
    expect(error).toMatchObject({
      code: 'refused',
      hint: expect.stringMatching(/get the file|choose a static model/) as unknown,
    });
    expect(String(error)).toContain(message);
  });

  it('is refused when it is a list', () => {
    expect(String(refused([]))).toContain('the model none, not WordPiece');
  });
});
