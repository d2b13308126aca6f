/** Cuts a text into the word pieces of BERT, by a `tokenizer.json` of Hugging Face. docs/semantic.md#static-models */

import { NotedbError } from '../../errors';
import type { Json, JsonObject } from '../../json';

/** The parts of a `tokenizer.json` that decide about the pieces. */
export interface WordPieceRules {
  /** Before a piece that continues a word. */
  readonly prefix: string;
  /** Characters; a longer word is unknown. */
  readonly longestWord: number;
  readonly cleansText: boolean;
  readonly splitsChinese: boolean;
  readonly stripsAccents: boolean;
  readonly lowersCase: boolean;
}

/** Words that are remembered with their pieces: most words of a text come again. */
const MOST_WORDS = 20_000;

export class WordPieceTokenizer {
  private readonly ids: ReadonlyMap<string, number>;
  private readonly known = new Map<string, readonly number[]>();

  /** The number of a piece is its place in `vocabulary`. */
  constructor(
    vocabulary: readonly string[],
    private readonly rules: WordPieceRules,
  ) {
    this.ids = new Map(vocabulary.map((piece, id) => [piece, id]));
  }

  /** Numbers of the pieces, in order. An unknown word has none: it says nothing about the meaning. */
  encode(text: string): readonly number[] {
    const ids: number[] = [];
    for (const word of normalized(text, this.rules).match(WORDS) ?? [])
      for (const id of this.piecesOf(word)) ids.push(id);
    return ids;
  }

  private piecesOf(word: string): readonly number[] {
    const known = this.known.get(word);
    if (known !== undefined) return known;
    const pieces = this.cut(word);
    if (this.known.size >= MOST_WORDS) this.known.clear();
    this.known.set(word, pieces);
    return pieces;
  }

  /** The longest piece first, again and again. A rest that no piece begins makes the whole word unknown. */
  private cut(word: string): readonly number[] {
    const { longestWord } = this.rules;
    if (word.length > longestWord && [...word].length > longestWord) return [];
    const found: number[] = [];
    for (let start = 0; start < word.length;) {
      const end = this.endOfPiece(word, start);
      if (end === start) return [];
      found.push(this.idOf(word, start, end) as number);
      start = end;
    }
    return found;
  }

  /** `start` where no piece begins. */
  private endOfPiece(word: string, start: number): number {
    let end = word.length;
    while (end > start && this.idOf(word, start, end) === undefined) end--;
    return end;
  }

  /** No piece ends within a surrogate pair. */
  private idOf(word: string, start: number, end: number): number | undefined {
    const part = word.slice(start, end);
    return this.ids.get(start === 0 ? part : `${this.rules.prefix}${part}`);
  }
}

/** A sign, or a word between signs and white space. All signs of ASCII count, `$` and `+` too. */
const WORDS = /[!-/:-@[-`{-~\p{P}]|[^\p{White_Space}!-/:-@[-`{-~\p{P}]+/gu;
/** Control characters but tab and ends of lines, formats, private use. Unassigned ones stay, so that Unicode may grow. */
const NOT_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]/gu;
/** Each is a word. The ranges of BERT, with the gap that its libraries have. */
const CHINESE =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
const ACCENTS = /\p{Mn}/gu;

function normalized(text: string, rules: WordPieceRules): string {
  let result = text;
  if (rules.cleansText) result = result.replace(NOT_TEXT, '');
  if (rules.splitsChinese) result = result.replace(CHINESE, ' $& ');
  if (rules.stripsAccents) result = result.normalize('NFD').replace(ACCENTS, '');
  // The vocabulary knows the sigma within a word alone.
  return rules.lowersCase ? result.replaceAll('Σ', 'σ').toLowerCase() : result;
}

/** A `tokenizer.json`, read. Throws NotedbError when it is of another kind. */
export function readWordPiece(tokenizer: Json): {
  readonly rules: WordPieceRules;
  readonly vocabulary: readonly string[];
} {
  const { model, normalizer, pre_tokenizer: splitter } = objectOf(tokenizer);
  const pieces = objectOf(model);
  const rules = objectOf(normalizer);
  expectType('model', pieces, 'WordPiece');
  expectType('normalizer', rules, 'BertNormalizer');
  expectType('pre_tokenizer', objectOf(splitter), 'BertPreTokenizer');
  const lowersCase = rules['lowercase'] !== false;
  const accents = rules['strip_accents'];
  const { continuing_subword_prefix: prefix, max_input_chars_per_word: longest } = pieces;
  return {
    rules: {
      prefix: typeof prefix === 'string' ? prefix : '##',
      longestWord: typeof longest === 'number' ? longest : 100,
      cleansText: rules['clean_text'] !== false,
      splitsChinese: rules['handle_chinese_chars'] !== false,
      stripsAccents: typeof accents === 'boolean' ? accents : lowersCase,
      lowersCase,
    },
    vocabulary: readVocabulary(objectOf(pieces['vocab'])),
  };
}

function expectType(part: string, { type }: JsonObject, expected: string): void {
  if (type === expected) return;
  const found = typeof type === 'string' ? type : 'none';
  throw new NotedbError('refused', `tokenizer.json has the ${part} ${found}, not ${expected}`, {
    hint: 'choose a static model with the tokenizer of uncased BERT, such as minishlab/potion-base-8M',
  });
}

/** Numbers from 0 on, without gaps. */
function readVocabulary(numbers: JsonObject): readonly string[] {
  const pieces = Object.keys(numbers);
  const vocabulary = new Array<string | undefined>(pieces.length);
  for (const piece of pieces) {
    const id = numbers[piece];
    if (typeof id === 'number' && id in vocabulary && vocabulary[id] !== undefined) throw brokenVocabulary(piece);
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id >= pieces.length) throw brokenVocabulary(piece);
    vocabulary[id] = piece;
  }
  return vocabulary.map((piece) => piece ?? '');
}

const brokenVocabulary = (piece: string): NotedbError =>
  new NotedbError('refused', `tokenizer.json numbers its vocabulary with gaps or twice, at "${piece}"`, {
    hint: 'get the file again, from the same revision as model.safetensors',
  });

const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
