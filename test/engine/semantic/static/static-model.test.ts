/** Static models: vectors of texts, and files that are refused. docs/semantic.md#static-models */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halfFloat } from '../../../../src/engine/semantic/static/safetensors';
import { StaticModel, TABLE_FILE, convertStaticModel } from '../../../../src/engine/semantic/static/static-model';
import { times } from '../../../deep';
import { safetensors, tinyStaticModel, tinyTensor } from '../../../models/tiny-static-model';
import { TINY_DIMENSIONS, TOKENIZER, VOCABULARY, vectorTable } from '../../../models/tiny-model';

const scheduler = { pause: () => Promise.resolve() };

async function modelOf(files: ReadonlyMap<string, Uint8Array>): Promise<StaticModel> {
  const kept = await convertStaticModel(files, scheduler);
  const model = await StaticModel.read(kept.get(TABLE_FILE) ?? new Uint8Array(), scheduler);
  if (model === null) throw new Error('not a model');
  return model;
}

const cosine = (a: Float32Array, b: Float32Array): number => {
  const dot = (x: Float32Array, y: Float32Array): number => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

describe('the vector of a text', () => {
  it('is near where the words are of one kind, and has the length 1', async () => {
    const model = await modelOf(tinyStaticModel());
    const [ship, boat, bread] = ['A ship at sea', 'Sailing boats!', 'bread from the oven'].map((text) =>
      model.vectorOf(text),
    );
    if (ship === undefined || boat === undefined || bread === undefined) throw new Error('no vectors');
    expect(ship).toHaveLength(TINY_DIMENSIONS);
    expect(Math.hypot(...ship)).toBeCloseTo(1, 5);
    expect(cosine(ship, boat)).toBeGreaterThan(0.8);
    expect(cosine(ship, bread)).toBeLessThan(0.3);
  });

  it('is zero when no word is known', async () => {
    const model = await modelOf(tinyStaticModel());
    expect(model.vectorOf('\u535A\u63A8')).toEqual(new Float32Array(TINY_DIMENSIONS));
    expect(model.vectorOf('')).toEqual(new Float32Array(TINY_DIMENSIONS));
  });

  it('is that of the numbers in full length, but for a thousandth', async () => {
    const rows = VOCABULARY.length;
    const value = fc.double({ min: -8, max: 8, noNaN: true, noDefaultInfinity: true });
    const row = fc.array(value, { minLength: TINY_DIMENSIONS, maxLength: TINY_DIMENSIONS });
    const words = fc.array(fc.constantFrom('ship', 'bread', 'song', 'tree', 'x', '!'), { minLength: 1, maxLength: 40 });
    const property = fc.asyncProperty(fc.array(row, { minLength: 6, maxLength: 6 }), words, async (given, text) => {
      const ids = ['ship', 'bread', 'song', 'tree', 'x', '!'].map((word) => VOCABULARY.indexOf(word));
      const table = new Float32Array(rows * TINY_DIMENSIONS);
      ids.forEach((id, i) => table.set(given[i] ?? [], id * TINY_DIMENSIONS));
      const model = await modelOf(withTensor(rows, TINY_DIMENSIONS, table));
      const sum = new Float32Array(TINY_DIMENSIONS);
      let longest = 0;
      for (const word of text) {
        const at = VOCABULARY.indexOf(word) * TINY_DIMENSIONS;
        const vector = table.subarray(at, at + TINY_DIMENSIONS);
        longest += Math.hypot(...vector);
        vector.forEach((each, i) => (sum[i] = (sum[i] ?? 0) + each));
      }
      // Vectors that cancel each other out leave the rounding alone.
      fc.pre(Math.hypot(...sum) > longest / 20);
      expect(cosine(model.vectorOf(text.join(' ')), sum)).toBeGreaterThan(0.99);
      if (Math.hypot(...sum) > longest / 4) expect(cosine(model.vectorOf(text.join(' ')), sum)).toBeGreaterThan(0.999);
    });
    await fc.assert(property, { numRuns: times(30, 2000) });
  });

  it('is the same from numbers of 16 bits', async () => {
    const halves = new Uint16Array(vectorTable(0).map((value) => halfBits(value)));
    const tensor = { ...tinyTensor(), dtype: 'F16', bytes: new Uint8Array(halves.buffer) };
    const model = await modelOf(tinyStaticModel({ 'model.safetensors': safetensors({ embeddings: tensor }) }));
    const whole = await modelOf(tinyStaticModel());
    expect(cosine(model.vectorOf('a ship at sea'), whole.vectorOf('a ship at sea'))).toBeGreaterThan(0.9999);
  });

  it.each([
    [0x3c00, 1],
    [0xc000, -2],
    [0x7bff, 65504],
    [0x0001, 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3555, 0.333251953125],
    [0x7c00, Infinity],
    [0xfc00, -Infinity],
  ])('reads the 16 bits %i as %d', (bits, value) => {
    expect(halfFloat(bits)).toBe(value);
    expect(halfFloat(0x7e00)).toBeNaN();
  });
});

/** Of a number that 16 bits can show nearly. */
function halfBits(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = Math.round((Math.abs(value) / 2 ** exponent - 1) * 1024);
  return (value < 0 ? 0x8000 : 0) + ((exponent + 15) << 10) + fraction;
}

const withTensor = (rows: number, dimensions: number, table: Float32Array): Map<string, Uint8Array> =>
  tinyStaticModel({
    'model.safetensors': safetensors({
      embeddings: { dtype: 'F32', shape: [rows, dimensions], bytes: new Uint8Array(table.buffer) },
    }),
  });

describe('a model is refused', () => {
  const tensor = tinyTensor();
  const file = (tensors: Parameters<typeof safetensors>[0]): Record<string, unknown> => ({
    'model.safetensors': safetensors(tensors),
  });
  const whole = safetensors({ embeddings: tensor });
  const notFinite = { ...tensor, bytes: tensor.bytes.slice() };
  new DataView(notFinite.bytes.buffer).setFloat32(4 * (TINY_DIMENSIONS * 3 + 1), Number.NaN, true);
  const longHeader = whole.slice();
  longHeader.set([255, 255, 255, 255, 1], 0);
  const noObject = safetensors({}).slice();
  noObject.fill(0x20, 8);

  it.each([
    ['without a header', { 'model.safetensors': new Uint8Array(5) }, 'its header is cut short'],
    ['with a header beyond its end', { 'model.safetensors': longHeader }, 'its header is cut short'],
    ['whose header is not JSON', { 'model.safetensors': noObject }, 'its header is not a JSON object'],
    ['that was cut short', { 'model.safetensors': whole.slice(0, -1) }, `and the file has ${whole.length - 1}`],
    [
      'with another tensor',
      file({ 'encoder.weight': tensor }),
      'holds the tensors encoder.weight, not embeddings alone',
    ],
    [
      'with weights beside the table',
      file({ embeddings: tensor, weights: tensor }),
      'embeddings, weights, not embeddings alone',
    ],
    ['of whole numbers', file({ embeddings: { ...tensor, dtype: 'I8' } }), 'are I8, not F32 or F16'],
    ['with a list', file({ embeddings: { ...tensor, shape: [tensor.bytes.length / 4] } }), 'not one row a word piece'],
    [
      'with more rows than numbers',
      file({ embeddings: { ...tensor, shape: [VOCABULARY.length + 1, TINY_DIMENSIONS] } }),
      'ends at byte',
    ],
    [
      'with a negative shape',
      file({ embeddings: { ...tensor, shape: [-1, TINY_DIMENSIONS] } }),
      'not one row a word piece',
    ],
    [
      'that is too large',
      file({ embeddings: { ...tensor, shape: [10_000_000, 1000] } }),
      'numbers, and 67108864 are allowed',
    ],
    [
      'with a value that is no number',
      file({ embeddings: notFinite }),
      'row 3 of embeddings has a value that is not finite',
    ],
    [
      'for another vocabulary',
      withRows(VOCABULARY.length - 1),
      `${VOCABULARY.length} word pieces, and model.safetensors ${VOCABULARY.length - 1} rows`,
    ],
    [
      'with another tokenizer',
      { 'tokenizer.json': { ...TOKENIZER, model: { type: 'BPE' } } },
      'the model BPE, not WordPiece',
    ],
    ['of another type', { 'config.json': { model_type: 'bert' } }, 'of the type bert, not model2vec'],
    ['without JSON', { 'config.json': new TextEncoder().encode('<html>') }, 'config.json is not JSON'],
  ])('%s', async (_what, files, message) => {
    const error: unknown = await convertStaticModel(tinyStaticModel(files), scheduler).catch(
      (thrown: unknown) => thrown,
    );
    expect(String(error)).toContain(message);
    expect(error).toMatchObject({ code: 'refused', hint: expect.stringMatching(/^(get|choose|set it up)/) as unknown });
  });

  function withRows(rows: number): Record<string, unknown> {
    const bytes = tensor.bytes.slice(0, rows * TINY_DIMENSIONS * 4);
    return file({ embeddings: { ...tensor, shape: [rows, TINY_DIMENSIONS], bytes } });
  }

  it('is not read from other bytes', async () => {
    expect(await StaticModel.read(new Uint8Array(64), scheduler)).toBeNull();
  });
});

it('gives the turn back while it is converted and read', async () => {
  let turns = 0;
  const counting = { pause: () => Promise.resolve(void (turns += 1)) };
  await convertStaticModel(tinyStaticModel(), counting);
  expect(turns).toBeGreaterThan(4);
});
