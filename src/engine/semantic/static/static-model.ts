/** A static model: the vector of a text is the mean of the vectors of its word pieces. docs/semantic.md#static-models */

import { NotedbError } from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { SchedulerPort } from '../../ports/host';
import { packSections, unpackSections } from '../../storage/store/packed-sections';
import { decodeUtf8 } from '../../values/utf8';
import { type TensorTable, readTensorTable } from './safetensors';
import { type WordPieceRules, WordPieceTokenizer, readWordPiece } from './wordpiece';

/** The only file that is kept of a static model: a byte a number. docs/formats.md#static-model */
export const TABLE_FILE = 'table';

/** Counts up when the file changes, or the pieces of a text. */
const FORMAT = 1;
const LARGEST_BYTE = 127;
/** Rows between two looks at the clock. */
const ROWS_AT_ONCE = 256;

interface TableHead {
  readonly format: number;
  readonly dimensions: number;
  readonly rules: WordPieceRules;
}

/** Throws NotedbError when the published files are not those of a static model. */
export async function convertStaticModel(
  files: ReadonlyMap<string, Uint8Array>,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const config = parseFile(files, 'config.json');
  const type = (config as JsonObject | null)?.['model_type'];
  if (typeof type === 'string' && type !== 'model2vec')
    throw new NotedbError('refused', `config.json is of a model of the type ${type}, not model2vec`, {
      hint: 'set it up with the provider local, or choose a static model',
    });
  const { rules, vocabulary } = readWordPiece(parseFile(files, 'tokenizer.json'));
  await scheduler.pause();
  const table = readTensorTable(files.get('model.safetensors') ?? new Uint8Array());
  if (table.rows !== vocabulary.length)
    throw new NotedbError(
      'refused',
      `tokenizer.json has ${vocabulary.length} word pieces, and model.safetensors ${table.rows} rows`,
      { hint: 'get both files again, from the same revision' },
    );
  const { bytes, scales } = await quantizeRows(table, scheduler);
  const head: TableHead = { format: FORMAT, dimensions: table.dimensions, rules };
  const sections = new Map<string, Uint8Array | Uint32Array | Json>([
    ['head', head as unknown as Json],
    ['vocabulary', vocabulary],
    ['scales', new Uint32Array(scales.buffer)],
    ['rows', new Uint8Array(bytes.buffer)],
  ]);
  return new Map([[TABLE_FILE, await packSections(sections, scheduler)]]);
}

function parseFile(files: ReadonlyMap<string, Uint8Array>, name: string): Json {
  try {
    return JSON.parse(decodeUtf8(files.get(name) ?? new Uint8Array())) as Json;
  } catch {
    throw new NotedbError('refused', `${name} is not JSON`, { hint: 'get the file again' });
  }
}

/** A byte a number, and a factor a row: rows differ much in length, because rare pieces weigh more. */
async function quantizeRows(
  table: TensorTable,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<{ readonly bytes: Int8Array; readonly scales: Float32Array }> {
  const { rows, dimensions } = table;
  const bytes = new Int8Array(rows * dimensions);
  const scales = new Float32Array(rows);
  for (let number = 0; number < rows; number++) {
    const row = table.row(number);
    let largest = 0;
    for (const value of row) largest = Math.max(largest, Math.abs(value));
    const scale = (scales[number] = largest / LARGEST_BYTE);
    if (scale > 0)
      for (let i = 0; i < dimensions; i++) bytes[number * dimensions + i] = Math.round((row[i] as number) / scale);
    if (number % ROWS_AT_ONCE === 0) await scheduler.pause();
  }
  return { bytes, scales };
}

export class StaticModel {
  private constructor(
    private readonly tokenizer: WordPieceTokenizer,
    private readonly rows: Int8Array,
    private readonly scales: Float32Array,
    private readonly dimensions: number,
  ) {}

  /** Null when the bytes are not a table of this format. */
  static async read(bytes: Uint8Array, scheduler: Pick<SchedulerPort, 'pause'>): Promise<StaticModel | null> {
    const sections = await unpackSections(bytes, scheduler);
    if (sections === null) return null;
    const head = sections.json('head') as unknown as TableHead;
    if (head.format !== FORMAT) return null;
    const [rows, scales] = [sections.octets('rows'), sections.integers('scales')];
    return new StaticModel(
      new WordPieceTokenizer(sections.json('vocabulary') as readonly string[], head.rules),
      new Int8Array(rows.buffer, rows.byteOffset, rows.length),
      new Float32Array(scales.buffer, scales.byteOffset, scales.length),
      head.dimensions,
    );
  }

  /** Of length 1; of length 0 when no word of the text is known. */
  vectorOf(text: string): Float32Array {
    const { rows, scales, dimensions } = this;
    const sum = new Float32Array(dimensions);
    for (const id of this.tokenizer.encode(text)) {
      const start = id * dimensions;
      const scale = scales[id] as number;
      for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) + scale * (rows[start + i] as number);
    }
    let squares = 0;
    for (const value of sum) squares += value * value;
    if (squares === 0) return sum;
    const factor = 1 / Math.sqrt(squares);
    for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) * factor;
    return sum;
  }
}
