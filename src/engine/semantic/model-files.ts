/** The files of local models among the caches: whether they are there, and as they came. docs/semantic.md#local-models */

import { NotedbError } from '../errors';
import type { SchedulerPort } from '../ports/host';
import type { LocalModelsPort } from '../ports/local-models-port';
import { decodeUtf8, encodeUtf8 } from '../values/utf8';
import { ProviderError } from './embedder';
import { type LocalModel, type ModelFile, WHOLE_WEIGHTS } from './known-models';
import { TABLE_FILE } from './static/static-model';

/** The files that are kept of a model, and how they must stay. */
export interface StoredModel {
  readonly format: 1;
  /** The commit that the files are of; null: they were imported from a folder. */
  readonly revision: string | null;
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
}

const MANIFEST = 'model.json';

type ModelStore = Pick<LocalModelsPort, 'files' | 'sha256'>;

/** Null when the model is not there whole. */
export async function storedModel({ files }: ModelStore, { folder }: LocalModel): Promise<StoredModel | null> {
  const bytes = await files.read(`${folder}/${MANIFEST}`);
  if (bytes === null) return null;
  try {
    const stored = JSON.parse(decodeUtf8(bytes)) as StoredModel;
    return stored.format === 1 && Array.isArray(stored.files) ? stored : null;
  } catch {
    return null;
  }
}

/** Distinguishes two states of a model: its vectors can not be compared with those of other weights. */
export const weightsOf = (stored: StoredModel): string =>
  stored.files.find(({ path }) => path.endsWith('.onnx') || path === TABLE_FILE)?.sha256 ?? '';

/** Every file, checked. Throws ProviderError for one that is not as it came. */
export async function readModel(
  store: ModelStore,
  { name, folder }: LocalModel,
  stored: StoredModel,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const { path, size, sha256 } of stored.files) {
    const bytes = await store.files.read(`${folder}/${path}`);
    if (bytes === null) throw new ProviderError(`the file ${path} of the model ${name} is gone: ${GET_AGAIN}`);
    if (bytes.length !== size || (await store.sha256(bytes)) !== sha256)
      throw new ProviderError(`the file ${path} of the model ${name} was altered: ${GET_AGAIN}`);
    files.set(path, bytes);
  }
  return files;
}

const GET_AGAIN = 'set up semantic search again to get the model anew';

/** A file that is the expected one. */
export interface CheckedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** Replaces the model that is kept. Throws NotedbError when the files can not be used: the kept one stays then. */
export async function keepModel(
  { files: store, sha256 }: ModelStore,
  { folder, convert, revision }: Pick<LocalModel, 'folder' | 'convert' | 'revision'>,
  files: readonly CheckedFile[],
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<StoredModel> {
  const converted = await convert?.(new Map(files.map(({ path, bytes }) => [path, bytes])), scheduler);
  const kept: CheckedFile[] = converted === undefined ? [...files] : [];
  for (const [path, bytes] of converted ?? []) kept.push({ path, bytes, sha256: await sha256(bytes) });
  // Without a manifest the model does not count.
  await store.remove(`${folder}/${MANIFEST}`);
  for (const { path, bytes } of kept) await store.write(`${folder}/${path}`, bytes);
  const stored: StoredModel = {
    format: 1,
    revision,
    files: kept.map(({ path, bytes, sha256: hash }) => ({ path, size: bytes.length, sha256: hash })),
  };
  await store.write(`${folder}/${MANIFEST}`, encodeUtf8(JSON.stringify(stored)));
  return stored;
}

/** Copies a model from a folder. Throws NotedbError when a file is missing, or is not the known one. */
export async function importModel(
  models: LocalModelsPort,
  model: LocalModel,
  folder: string,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<StoredModel> {
  const { readFolder } = models;
  if (readFolder === undefined)
    throw new NotedbError('refused', 'a model can not be imported from a folder here', {
      hint: 'leave the folder out: the model is downloaded then',
    });
  const found: { file: ModelFile; bytes: Uint8Array }[] = [];
  for (const file of model.files) {
    const bytes = await firstFound(readFolder, folder, file);
    if (bytes === null)
      throw new NotedbError('not_found', `${folder} holds no ${file.path}`, {
        hint: `a model folder holds ${model.files.map(({ path }) => path).join(', ')}`,
      });
    found.push(bytes);
  }
  const files: CheckedFile[] = [];
  for (const { file, bytes } of found) files.push(await checkedFile(models, model, file, bytes));
  return keepModel(models, { ...model, revision: null }, files, scheduler);
}

/** Weights may lie beside the other files too, and need not be quantized. */
async function firstFound(
  readFolder: NonNullable<LocalModelsPort['readFolder']>,
  folder: string,
  file: ModelFile,
): Promise<{ file: ModelFile; bytes: Uint8Array } | null> {
  const baseName = file.path.slice(file.path.lastIndexOf('/') + 1);
  const isWeights = file.path.endsWith('.onnx');
  const whole = isWeights && file.sha256 === null ? [WHOLE_WEIGHTS, 'model.onnx'] : [];
  for (const place of new Set([file.path, baseName, ...whole])) {
    const bytes = await readFolder(folder, place);
    if (bytes === null) continue;
    const path = isWeights ? `onnx/${place.slice(place.lastIndexOf('/') + 1)}` : file.path;
    return { file: { ...file, path }, bytes };
  }
  return null;
}

/** Throws NotedbError when the bytes are not those that are known. */
export async function checkedFile(
  { sha256 }: Pick<LocalModelsPort, 'sha256'>,
  { name, revision }: Pick<LocalModel, 'name' | 'revision'>,
  file: ModelFile,
  bytes: Uint8Array,
): Promise<CheckedFile> {
  checkSize(name, file, bytes.length);
  const hash = await sha256(bytes);
  const isExpected =
    (file.size === null || file.size === bytes.length) && (file.sha256 === null || file.sha256 === hash);
  if (!isExpected || bytes.length === 0)
    throw new NotedbError('refused', `${file.path} is not the file of ${name} at revision ${revision ?? 'unknown'}`, {
      hint: 'get the file again; import another version of the model under another name',
    });
  return { path: file.path, bytes, sha256: hash };
}

/** Throws NotedbError for a file that is larger than a model of its kind may be. */
export function checkSize(name: string, { path, mostBytes = Infinity }: ModelFile, size: number): void {
  if (size <= mostBytes) return;
  throw new NotedbError('refused', `${path} of ${name} has ${size} bytes, and ${mostBytes} are allowed`, {
    hint: 'choose a smaller model',
  });
}
