/** Makes a tiny static model, as model2vec publishes one: a tokenizer and a table of vectors. Words of one kind have near vectors. */

import { TINY_DIMENSIONS, TOKENIZER, VOCABULARY, vectorTable } from './tiny-model';

export interface TensorToWrite {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();
const json = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

/** By their paths in a model's repository. `more` replaces files; `turn` makes another model with other vectors. */
export function tinyStaticModel(more: Readonly<Record<string, unknown>> = {}, turn = 0): Map<string, Uint8Array> {
  const files = new Map([
    ['config.json', json({ model_type: 'model2vec', hidden_dim: TINY_DIMENSIONS, normalize: true })],
    ['tokenizer.json', json(TOKENIZER)],
    ['model.safetensors', safetensors({ embeddings: tinyTensor(turn) })],
  ]);
  for (const [path, content] of Object.entries(more))
    files.set(path, content instanceof Uint8Array ? content : json(content));
  return files;
}

export const tinyTensor = (turn = 0): TensorToWrite => ({
  dtype: 'F32',
  shape: [VOCABULARY.length, TINY_DIMENSIONS],
  bytes: new Uint8Array(vectorTable(turn).buffer),
});

/** The format: the length of the header in 8 bytes, the header as JSON, the numbers. */
export function safetensors(tensors: Readonly<Record<string, TensorToWrite>>): Uint8Array {
  let at = 0;
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors))
    header[name] = { dtype, shape, data_offsets: [at, (at += bytes.length)] };
  const text = json(header);
  const file = new Uint8Array(8 + text.length + at);
  new DataView(file.buffer).setUint32(0, text.length, true);
  file.set(text, 8);
  let start = 8 + text.length;
  for (const { bytes } of Object.values(tensors)) {
    file.set(bytes, start);
    start += bytes.length;
  }
  return file;
}
