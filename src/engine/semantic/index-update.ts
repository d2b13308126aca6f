/** Brings notes of the index up to date: reads them, cuts them, embeds new passages. docs/semantic.md#the-index */

import type { CryptoPort, SchedulerPort } from '../ports/host';
import type { FileStat, NotePath } from '../ports/vault-port';
import { type Embedder, ProviderError } from './embedder';
import { type NotePassages, type SeenNotes, isIndexed, readPassages } from './notes-to-index';
import { type NewPassage, SemanticIndex, keyText } from './semantic-index';
import { type PassageKey, VectorSet } from './vector-set';

export interface IndexUpdate {
  /** Null before the first vector, whose length is that of all. */
  readonly index: SemanticIndex | null;
  readonly embedder: Embedder;
  readonly crypto: CryptoPort;
  readonly scheduler: Pick<SchedulerPort, 'pause'>;
  /** Asked after everything that is waited for: nothing is changed any more. */
  readonly isCancelled: () => boolean;
}

interface NoteToPut extends NotePassages {
  readonly stat: FileStat;
  readonly keys: readonly PassageKey[];
}

/**
 * Puts the notes into the index; those that can not be read, or are gone, leave it. `leaving`: notes that will leave it later; a
 * note that moved takes their vectors. Returns the index, which is new after the first vector. Rejects with ProviderError.
 */
export async function updateNotes(
  paths: readonly NotePath[],
  leaving: Iterable<NotePath>,
  seen: SeenNotes,
  update: IndexUpdate,
): Promise<SemanticIndex | null> {
  const there = paths.filter((path) => isIndexed(seen.view.files.get(path)));
  const notes = await readPassages(there, seen.vault, update.scheduler);
  const toPut = await keyedNotes(notes, seen, update);
  let { index } = update;
  const known = index?.slotsByKey([...paths, ...leaving]) ?? new Map<string, number>();
  const embedded = await embedNew(toPut, known, update);
  if (update.isCancelled()) return update.index;
  const [first] = embedded.values();
  if (index === null && first !== undefined) index = new SemanticIndex(new VectorSet(first.length));
  if (index === null) return null;
  const vectors = withKnown(embedded, known, toPut, index);
  for (const note of toPut) putNote(index, note, vectors);
  const put = new Set(toPut.map(({ path }) => path));
  for (const path of paths) if (!put.has(path)) index.remove(path);
  return index;
}

type VectorsByKey = ReadonlyMap<string, NewPassage['vector']>;

/** Copies: slots move while notes are put. The index has no other writer meanwhile. */
function withKnown(
  embedded: ReadonlyMap<string, Float32Array>,
  known: ReadonlyMap<string, number>,
  notes: readonly NoteToPut[],
  { vectors }: SemanticIndex,
): VectorsByKey {
  const all = new Map<string, NewPassage['vector']>(embedded);
  for (const { keys } of notes)
    for (const key of keys.map(keyText)) {
      const slot = known.get(key);
      if (slot !== undefined) all.set(key, vectors.at(slot));
    }
  return all;
}

async function keyedNotes(
  notes: readonly NotePassages[],
  { view }: SeenNotes,
  { crypto, scheduler }: IndexUpdate,
): Promise<readonly NoteToPut[]> {
  const keyed: NoteToPut[] = [];
  for (const { path, passages } of notes) {
    const stat = view.files.get(path);
    if (passages === null || stat === undefined) continue;
    keyed.push({ path, passages, stat, keys: passages.map(({ embedded }) => passageKey(crypto, embedded)) });
    await scheduler.pause();
  }
  return keyed;
}

export function passageKey(crypto: CryptoPort, embedded: string): PassageKey {
  const hash = crypto.sha256(embedded);
  return [parseInt(hash.slice(0, 8), 16), parseInt(hash.slice(8, 16), 16)];
}

/** Vectors of the texts that the index does not know, by key. */
async function embedNew(
  notes: readonly NoteToPut[],
  known: ReadonlyMap<string, number>,
  { index, embedder, isCancelled }: IndexUpdate,
): Promise<ReadonlyMap<string, Float32Array>> {
  const texts = new Map<string, string>();
  for (const { passages, keys } of notes)
    passages?.forEach(({ embedded }, i) => {
      const key = keyText(keys[i] ?? [0, 0]);
      if (!known.has(key)) texts.set(key, embedded);
    });
  const wanted = [...texts];
  const vectors = new Map<string, Float32Array>();
  for (let i = 0; i < wanted.length && !isCancelled(); i += embedder.batch) {
    const batch = wanted.slice(i, i + embedder.batch);
    const answered = await embedder.embed(
      batch.map(([, text]) => text),
      'passage',
    );
    const dimensions = index?.vectors.dimensions ?? [...vectors.values()][0]?.length;
    batch.forEach(([key], at) => {
      const vector = answered[at] ?? new Float32Array();
      if (dimensions !== undefined && vector.length !== dimensions) throw otherDimensions(vector.length, dimensions);
      vectors.set(key, vector);
    });
  }
  return vectors;
}

const otherDimensions = (found: number, expected: number): ProviderError =>
  new ProviderError(
    `the provider answered a vector of ${found} dimensions, and the index has ${expected}: rebuild the index if the model is another one`,
  );

function putNote(index: SemanticIndex, { path, stat, keys }: NoteToPut, vectors: VectorsByKey): void {
  const passages = keys.flatMap((key): NewPassage[] => {
    const vector = vectors.get(keyText(key));
    return vector === undefined ? [] : [{ key, vector }];
  });
  index.put(path, stat, passages);
}
