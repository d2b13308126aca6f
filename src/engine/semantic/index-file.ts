/** The semantic index as one checksummed file among the caches. docs/formats.md#semantic-index */

import type { Json } from '../json';
import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { type PackedSections, packSections, unpackSections } from '../storage/store/packed-sections';
import { type IndexedNote, SemanticIndex } from './semantic-index';
import { VectorSet } from './vector-set';

/** Counts up when the file, or how notes are cut into passages, changes: an older file is made again. */
const FORMAT = 1;

export interface SavedIndex {
  readonly index: SemanticIndex;
  /** When the index was last up to date, in milliseconds; null: never. */
  readonly lastSync: number | null;
}

/** What an index belongs to: in another vault, or of another model, it says nothing. */
export interface IndexOwner {
  readonly vault: string;
  /** Provider, model and dimensions. */
  readonly model: string;
}

interface IndexHead extends IndexOwner {
  readonly format: number;
  readonly dimensions: number;
  readonly lastSync: number | null;
}

export async function encodeIndex(
  { index, lastSync }: SavedIndex,
  { vault, model }: IndexOwner,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<Uint8Array> {
  const notes = [...index.paths()].flatMap((path) => index.note(path) ?? []);
  const { bytes, scales, keys } = index.vectors.packed();
  const head: IndexHead = { format: FORMAT, vault, model, dimensions: index.vectors.dimensions, lastSync };
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(new Uint8Array(bytes.buffer));
  return packSections(
    new Map<string, Uint32Array | Float64Array | Json>([
      ['head', head as unknown as Json],
      ['paths', notes.map(({ path }) => path)],
      ['sizes', Float64Array.from(notes, ({ size }) => size)],
      ['mtimes', Float64Array.from(notes, ({ mtime }) => mtime)],
      ['counts', Uint32Array.from(notes, ({ slots }) => slots.length)],
      ['slots', Uint32Array.from(notes.flatMap(({ slots }) => slots))],
      ['keys', keys],
      ['scales', new Uint32Array(scales.buffer)],
      ['bytes', new Uint32Array(padded.buffer)],
    ]),
    scheduler,
  );
}

/** Null when the file is damaged, or belongs to another vault or model. */
export async function decodeIndex(
  bytes: Uint8Array,
  owner: IndexOwner,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<SavedIndex | null> {
  const sections = await unpackSections(bytes, scheduler);
  if (sections === null) return null;
  const head = sections.json('head') as unknown as IndexHead;
  const isOurs = head.format === FORMAT && head.vault === owner.vault && head.model === owner.model;
  return isOurs ? { index: await readIndex(sections, head.dimensions, scheduler), lastSync: head.lastSync } : null;
}

async function readIndex(
  sections: PackedSections,
  dimensions: number,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<SemanticIndex> {
  const index = new SemanticIndex(new VectorSet(dimensions));
  const notes = readNotes(sections);
  const owners = new Uint32Array(notes.reduce((sum, { slots }) => sum + slots.length, 0));
  notes.forEach(({ slots }, number) => slots.forEach((slot) => (owners[slot] = number)));
  const [keys, packed] = [sections.integers('keys'), sections.integers('bytes')];
  const scales = floatsOf(sections.integers('scales'));
  const vectors = new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let slot = 0; slot < owners.length; slot++) {
    const bytes = vectors.subarray(slot * dimensions, (slot + 1) * dimensions);
    const key = [keys[slot * 2] ?? 0, keys[slot * 2 + 1] ?? 0] as const;
    index.vectors.addPacked({ bytes, scale: scales[slot] ?? 0 }, owners[slot] ?? 0, key);
    if (slot % 64 === 0) await scheduler.pause();
  }
  notes.forEach((note, number) => index.adopt(number, note));
  return index;
}

function readNotes(sections: PackedSections): readonly IndexedNote[] {
  const paths = sections.json('paths') as readonly NotePath[];
  const [sizes, mtimes] = [sections.doubles('sizes'), sections.doubles('mtimes')];
  const [counts, slots] = [sections.integers('counts'), sections.integers('slots')];
  let at = 0;
  return paths.map((path, i) => {
    const own = [...slots.subarray(at, (at += counts[i] ?? 0))];
    return { path, size: sizes[i] ?? 0, mtime: mtimes[i] ?? 0, slots: own };
  });
}

const floatsOf = (words: Uint32Array): Float32Array => new Float32Array(words.buffer, words.byteOffset, words.length);
