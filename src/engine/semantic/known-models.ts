/** Known models with revision and hashes, and assumptions about others. docs/semantic.md#local-models */

import type { SchedulerPort } from '../ports/host';

export interface ModelFile {
  /** In the model's repository. */
  readonly path: string;
  /** Bytes; null: not known before the download. */
  readonly size: number | null;
  /** Hex; null: what comes first is remembered and must not change. */
  readonly sha256: string | null;
  /** Bytes; a larger file is refused. Absent: no limit. */
  readonly mostBytes?: number;
}

type ModelFiles = ReadonlyMap<string, Uint8Array>;

export interface LocalModel {
  /** `organization/model`, as on the Hugging Face Hub. */
  readonly name: string;
  /** Where it is kept, among the models. */
  readonly folder: string;
  /** Commit; null: the latest at the first download. */
  readonly revision: string | null;
  readonly files: readonly ModelFile[];
  /** Makes the files that are kept instead. Throws NotedbError when they can not be used. Absent: they are kept as they came. */
  readonly convert?: (files: ModelFiles, scheduler: Pick<SchedulerPort, 'pause'>) => Promise<ModelFiles>;
}

/** A model that runs in a thread. */
export interface OnnxModel extends LocalModel {
  readonly pooling: 'mean' | 'cls';
  /** The prefix of a question, and of a passage. */
  readonly prefixes: { readonly question: string; readonly passage: string };
}

const WEIGHTS = 'onnx/model_quantized.onnx';

/** Weights that are not quantized, which a folder may hold instead. */
export const WHOLE_WEIGHTS = 'onnx/model.onnx';

const KNOWN: readonly Omit<OnnxModel, 'folder'>[] = [
  {
    name: 'Xenova/all-MiniLM-L6-v2',
    revision: '751bff37182d3f1213fa05d7196b954e230abad9',
    files: [
      known('config.json', null, '7135149f7cffa1a573466c6e4d8423ed73b62fd2332c575bf738a0d033f70df7'),
      known('tokenizer.json', 711_661, 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0'),
      known('tokenizer_config.json', null, '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3'),
      known(WEIGHTS, 22_972_370, 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1'),
    ],
    pooling: 'mean',
    prefixes: { question: '', passage: '' },
  },
  {
    name: 'Xenova/multilingual-e5-small',
    revision: '761b726dd34fb83930e26aab4e9ac3899aa1fa78',
    files: [
      known('config.json', null, 'cb99455288675345e1a4f411438d5d0adbba5fbd3a67ea4fb03c015433b996c1'),
      known('tokenizer.json', 17_082_730, '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39'),
      known('tokenizer_config.json', 443, 'a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b'),
      known(WEIGHTS, 118_308_185, 'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193'),
    ],
    pooling: 'mean',
    prefixes: { question: 'query: ', passage: 'passage: ' },
  },
];

export const KNOWN_MODELS: readonly string[] = KNOWN.map(({ name }) => name);

/** Any other model is taken for one with mean pooling and without prefixes, whose files are remembered as they came first. */
export function localModel(name: string): OnnxModel {
  const model = KNOWN.find((each) => each.name === name) ?? {
    name,
    revision: null,
    files: ['config.json', 'tokenizer.json', 'tokenizer_config.json', WEIGHTS].map((path) => known(path, null, null)),
    pooling: 'mean',
    prefixes: { question: '', passage: '' },
  };
  return { ...model, folder: name };
}

/** Bytes. A phone holds the whole file in memory while it is converted. */
const LARGEST_TABLE = 256 * 1024 * 1024;

const KNOWN_STATIC: readonly Pick<LocalModel, 'name' | 'revision' | 'files'>[] = [
  {
    name: 'minishlab/potion-base-8M',
    revision: 'bf8b056651a2c21b8d2565580b8569da283cab23',
    files: [
      known('config.json', 202, '2a6ac0e9aaa356a68a5688070db78fc3a464fefe85d2f06a1905ce3718687553'),
      known('tokenizer.json', 683_666, 'e67e803f624fb4d67dea1c730d06e1067e1b14d830e2c2202569e3ef0f70bb50'),
      known('model.safetensors', 30_236_760, 'f65d0f325faadc1e121c319e2faa41170d3fa07d8c89abd48ca5358d9a223de2'),
    ],
  },
];

export const KNOWN_STATIC_MODELS: readonly string[] = KNOWN_STATIC.map(({ name }) => name);

/** Any other model is remembered as it came first. No name of a model begins with a dot. */
export function staticModel(name: string): LocalModel {
  const files = ['config.json', 'tokenizer.json', 'model.safetensors'].map((path) => ({
    ...known(path, null, null),
    mostBytes: LARGEST_TABLE,
  }));
  const model = KNOWN_STATIC.find((each) => each.name === name) ?? { name, revision: null, files };
  return {
    ...model,
    folder: `.static/${name}`,
    // The settings know the names of models before any of them is read.
    convert: async (...given) => (await import('./static/static-model')).convertStaticModel(...given),
  };
}

/** As on the Hub: one slash at most, and no name that starts with a dot. */
export const isModelName = (name: string): boolean =>
  /^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)?$/.test(name) && name.length <= 200;

function known(path: string, size: number | null, sha256: string | null): ModelFile {
  return { path, size, sha256 };
}
