/** Reads the table of vectors in a `.safetensors` file: one row of numbers a word piece. docs/semantic.md#static-models */

import { NotedbError } from '../../errors';
import type { Json, JsonObject } from '../../json';
import { decodeUtf8 } from '../../values/utf8';

/** A table whose rows are read one by one: whole, it has four times the bytes that are kept. */
export interface TensorTable {
  readonly rows: number;
  readonly dimensions: number;
  /** The numbers of a row, valid until the next call. Throws NotedbError where one is not finite. */
  row(number: number): Float32Array;
}

const FILE = 'model.safetensors';
const TENSOR = 'embeddings';
/** Bytes before the header: its length. */
const LENGTH = 8;
/** Bytes. Headers of some hundred tensors are smaller. */
const LONGEST_HEADER = 1024 * 1024;
/** Of a vector. */
const MOST_DIMENSIONS = 8192;
/** Numbers: bytes that are kept. */
const MOST_NUMBERS = 64 * 1024 * 1024;
const BYTES_OF: Readonly<Record<string, number>> = { F32: 4, F16: 2 };

/** Throws NotedbError when it is not such a file, or not such a table. */
export function readTensorTable(bytes: Uint8Array): TensorTable {
  const { header, start } = readHeader(bytes);
  const { dtype, shape, offsets } = tensorIn(header);
  const size = BYTES_OF[dtype];
  if (size === undefined) throw refusal(`the numbers of ${TENSOR} are ${dtype}, not F32 or F16`, ANOTHER_MODEL);
  const [rows = 0, dimensions = 0] = shape;
  if (shape.length !== 2 || rows < 1 || dimensions < 1 || dimensions > MOST_DIMENSIONS)
    throw refusal(`${TENSOR} has the shape ${shape.join(' × ')}, not one row a word piece`, ANOTHER_MODEL);
  if (rows * dimensions > MOST_NUMBERS)
    throw refusal(`${TENSOR} has ${rows} × ${dimensions} numbers, and ${MOST_NUMBERS} are allowed`, ANOTHER_MODEL);
  const [from = 0, to = 0] = offsets;
  if (from < 0 || to - from !== rows * dimensions * size || start + to > bytes.length)
    throw refusal(`${TENSOR} ends at byte ${start + to}, and the file has ${bytes.length}`, GET_AGAIN);
  return tableOf(bytes.subarray(start + from, start + to), rows, dimensions, size);
}

function tableOf(data: Uint8Array, rows: number, dimensions: number, size: number): TensorTable {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const numbers = new Float32Array(dimensions);
  const row = (number: number): Float32Array => {
    const at = number * dimensions * size;
    for (let i = 0; i < dimensions; i++) {
      const value = size === 4 ? view.getFloat32(at + i * 4, true) : halfFloat(view.getUint16(at + i * 2, true));
      if (!Number.isFinite(value))
        throw refusal(`row ${number} of ${TENSOR} has a value that is not finite`, GET_AGAIN);
      numbers[i] = value;
    }
    return numbers;
  };
  return { rows, dimensions, row };
}

/** IEEE 754, 16 bits: sign, five bits of exponent, ten of fraction. */
export function halfFloat(bits: number): number {
  const sign = bits >>> 15 === 1 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function readHeader(bytes: Uint8Array): { readonly header: JsonObject; readonly start: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < LENGTH ? Infinity : view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32;
  const start = LENGTH + length;
  if (length > LONGEST_HEADER || start > bytes.length) throw refusal('its header is cut short', GET_AGAIN);
  return { header: parseObject(bytes.subarray(LENGTH, start)), start };
}

function parseObject(bytes: Uint8Array): JsonObject {
  try {
    const value = JSON.parse(decodeUtf8(bytes)) as Json;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Refused below.
  }
  throw refusal('its header is not a JSON object', GET_AGAIN);
}

interface Tensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly offsets: readonly number[];
}

/** The only tensor: others would weight or renumber the rows. */
function tensorIn(header: JsonObject): Tensor {
  const names = Object.keys(header).filter((name) => name !== '__metadata__');
  const [name] = names;
  if (names.length !== 1 || name !== TENSOR)
    throw refusal(`it holds the tensors ${names.slice(0, 5).join(', ')}, not ${TENSOR} alone`, ANOTHER_MODEL);
  const { dtype, shape, data_offsets: offsets } = header[TENSOR] as JsonObject;
  const [sizes, places] = [integers(shape), integers(offsets)];
  if (typeof dtype !== 'string' || sizes === null || places?.length !== 2)
    throw refusal(`its header does not describe ${TENSOR}`, GET_AGAIN);
  return { dtype, shape: sizes, offsets: places };
}

const integers = (value: Json | undefined): readonly number[] | null =>
  Array.isArray(value) && value.every((each) => Number.isSafeInteger(each)) ? (value as readonly number[]) : null;

const GET_AGAIN = 'get the file again';
const ANOTHER_MODEL = 'choose a model of model2vec, such as minishlab/potion-base-8M';

const refusal = (reason: string, hint: string): NotedbError =>
  new NotedbError('refused', `${FILE} can not be used: ${reason}`, { hint });
