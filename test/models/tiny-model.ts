/** Makes a tiny model: a WordPiece tokenizer and an ONNX graph that looks up one vector a token. Words of one kind have near vectors. */

const KINDS: readonly (readonly string[])[] = [
  ['ship', 'boat', 'sailing', 'harbour', 'sea'],
  ['bread', 'oven', 'flour', 'baking', 'crust'],
  ['music', 'song', 'violin', 'concert', 'melody'],
  ['garden', 'flower', 'tree', 'soil', 'seed'],
];

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
export const TINY_DIMENSIONS = 32;

export const VOCABULARY: readonly string[] = [
  ...SPECIAL,
  ...KINDS.flat(),
  ...LETTERS,
  ...LETTERS.map((letter) => `##${letter}`),
  ...'.,:;!?#>-',
];

/** By their paths in a model's repository. `turn` makes another model with other vectors. */
export function tinyModel(turn = 0): ReadonlyMap<string, Uint8Array> {
  const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  return new Map([
    ['config.json', text({ model_type: 'bert', hidden_size: TINY_DIMENSIONS, vocab_size: VOCABULARY.length })],
    ['tokenizer.json', text(TOKENIZER)],
    ['tokenizer_config.json', text(TOKENIZER_CONFIG)],
    ['onnx/model_quantized.onnx', onnxModel(turn)],
  ]);
}

const TOKENIZER_CONFIG = {
  tokenizer_class: 'BertTokenizer',
  model_max_length: 512,
  do_lower_case: true,
  pad_token: '[PAD]',
  unk_token: '[UNK]',
  cls_token: '[CLS]',
  sep_token: '[SEP]',
  mask_token: '[MASK]',
};

export const TOKENIZER = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: SPECIAL.map((content, id) => {
    const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
    return { id, content, ...flags };
  }),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {},
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(VOCABULARY.map((word, id) => [word, id])),
  },
};

/** Words of a kind share a strong direction; each token has a weak one of its own. Special tokens have none. */
export function vectorTable(turn: number): Float32Array {
  const table = new Float32Array(VOCABULARY.length * TINY_DIMENSIONS);
  VOCABULARY.forEach((word, id) => {
    if (SPECIAL.includes(word)) return;
    const kind = KINDS.findIndex((words) => words.includes(word));
    if (kind >= 0) table[id * TINY_DIMENSIONS + ((kind + turn) % KINDS.length)] = 1;
    const own = KINDS.length + ((id * 7 + turn) % (TINY_DIMENSIONS - KINDS.length));
    table[id * TINY_DIMENSIONS + own] = kind >= 0 ? 0.3 : 0.05;
  });
  return table;
}

/** The messages and fields of onnx.proto3. */
function onnxModel(turn: number): Uint8Array {
  const table = new Uint8Array(vectorTable(turn).buffer);
  const tensor = [
    number(1, VOCABULARY.length),
    number(1, TINY_DIMENSIONS),
    number(2, 1),
    words(8, 'table'),
    bytes(9, table),
  ];
  const node = [words(1, 'table'), words(1, 'input_ids'), words(2, 'last_hidden_state'), words(4, 'Gather')];
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
    valueOf(11, name, 7, ['batch', 'sequence']),
  );
  const graph = [
    bytes(1, join(node)),
    words(2, 'tiny'),
    bytes(5, join(tensor)),
    ...inputs,
    valueOf(12, 'last_hidden_state', 1, ['batch', 'sequence', TINY_DIMENSIONS]),
  ];
  return join([number(1, 8), bytes(7, join(graph)), bytes(8, number(2, 13))]);
}

function valueOf(field: number, name: string, type: number, shape: readonly (string | number)[]): Uint8Array {
  const dims = shape.map((dim) => bytes(1, typeof dim === 'number' ? number(1, dim) : words(2, dim)));
  const tensorType = join([number(1, type), bytes(2, join(dims))]);
  return bytes(field, join([words(1, name), bytes(2, bytes(1, tensorType))]));
}

const number = (field: number, value: number): Uint8Array => join([varint(field << 3), varint(value)]);

const bytes = (field: number, value: Uint8Array): Uint8Array =>
  join([varint((field << 3) | 2), varint(value.length), value]);

const words = (field: number, value: string): Uint8Array => bytes(field, new TextEncoder().encode(value));

function varint(value: number): Uint8Array {
  const found: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Uint8Array.from([...found, rest]);
    found.push((rest & 0x7f) | 0x80);
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
