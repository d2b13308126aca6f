/** V3: vectors of passages by a static model, against the bare mean of as many rows. Time of the processor. docs/semantic.md#static-models */

import { StaticModel, TABLE_FILE, convertStaticModel } from '../../src/engine/semantic/static/static-model';
import { safetensors } from '../../test/models/tiny-static-model';
import { TOKENIZER } from '../../test/models/tiny-model';
import { compare } from '../measure';
import { type Result, resultOf } from '../result';
import { Random } from '../vault/random';

/** Of minishlab/potion-base-8M. */
const [ROWS, DIMENSIONS] = [29_528, 256];
/** Of a passage: with signs and words in parts, about 150 pieces. */
const [WORDS, PIECES] = [110, 150];
const LETTERS = 'etaoinshrdlucmfwypvbgkqjxz';

export async function staticVectors(size: number): Promise<Result> {
  const random = new Random(5);
  const vocabulary = vocabularyOf(random);
  const table = Float32Array.from({ length: ROWS * DIMENSIONS }, () => random.between(-1000, 1000) / 1000);
  const model = await modelOf(vocabulary, table);
  const words = vocabulary.filter((piece) => /^[a-z]{2,}$/.test(piece));
  const passages = Array.from({ length: size }, () => passageOf(random, words));
  const comparison = await compare(
    () => processorTime(() => passages.forEach((passage) => model.vectorOf(passage))),
    () => processorTime(() => passages.forEach((_, i) => plainMean(table, i))),
  );
  return resultOf({ goal: 'V3', size, comparison });
}

function processorTime(work: () => void): Promise<number> {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return Promise.resolve((user + system) / 1000);
}

async function modelOf(vocabulary: readonly string[], table: Float32Array): Promise<StaticModel> {
  const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const vocab = Object.fromEntries(vocabulary.map((piece, id) => [piece, id]));
  const tensor = { dtype: 'F32', shape: [ROWS, DIMENSIONS], bytes: new Uint8Array(table.buffer) };
  const files = new Map([
    ['config.json', json({ model_type: 'model2vec' })],
    ['tokenizer.json', json({ ...TOKENIZER, model: { ...TOKENIZER.model, vocab } })],
    ['model.safetensors', safetensors({ embeddings: tensor })],
  ]);
  const scheduler = { pause: () => Promise.resolve() };
  const kept = await convertStaticModel(files, scheduler);
  const model = await StaticModel.read(kept.get(TABLE_FILE) ?? new Uint8Array(), scheduler);
  if (model === null) throw new Error('the model was not read');
  return model;
}

function vocabularyOf(random: Random): readonly string[] {
  const pieces = new Set(['[PAD]', '[UNK]', ',', '.', ...LETTERS, ...[...LETTERS].map((letter) => `##${letter}`)]);
  while (pieces.size < ROWS) pieces.add(`${random.chance(0.2) ? '##' : ''}${wordOf(random)}`);
  return [...pieces];
}

const wordOf = (random: Random): string =>
  Array.from({ length: random.between(2, 9) }, () => LETTERS[random.between(0, random.between(0, 25))]).join('');

/** Common words come often, as in a language; one of twenty is not in the vocabulary. */
function passageOf(random: Random, words: readonly string[]): string {
  const some = Array.from({ length: WORDS }, () => {
    if (random.chance(0.05)) return `${wordOf(random)}${wordOf(random)}`;
    const rank = Math.exp((random.between(0, 10_000) / 10_000) * Math.log(words.length)) - 1;
    return `${words[Math.floor(rank)] ?? ''}${random.chance(0.1) ? ',' : ''}`;
  });
  return `${some.join(' ')}.`;
}

function plainMean(table: Float32Array, passage: number): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (let word = 0; word < PIECES; word++) {
    const start = ((passage * 7919 + word * 104_729) % ROWS) * DIMENSIONS;
    for (let i = 0; i < DIMENSIONS; i++) sum[i] = (sum[i] as number) + (table[start + i] as number);
  }
  return sum.map((value) => value / PIECES);
}
