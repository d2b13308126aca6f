/** What makes vectors of texts. docs/semantic.md#providers */

/** A model may treat a question and a passage differently. A trial is one attempt: whether the provider is there. */
export type EmbeddedAs = 'question' | 'passage' | 'trial';

export interface Embedder {
  /** Most texts of one call. */
  readonly batch: number;
  /** One vector a text, all of one length and finite. Rejects with ProviderError. */
  embed(texts: readonly string[], as: EmbeddedAs): Promise<readonly Float32Array[]>;
  /** Lets go of threads and memory; a later `embed` starts anew. */
  rest(): void;
}

/** The provider can not do it now. `message` is for the owner; it holds no key and no text of a note. */
export class ProviderError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProviderError';
  }
}

/** Throws ProviderError unless there is one finite vector of one length a text; `dimensions` null: of any length. */
export function checkVectors(
  vectors: readonly Float32Array[],
  texts: number,
  dimensions: number | null,
  who: string,
): readonly Float32Array[] {
  if (vectors.length !== texts) throw new ProviderError(`${who} answered ${vectors.length} vectors for ${texts} texts`);
  const expected = dimensions ?? vectors[0]?.length ?? 0;
  for (const vector of vectors) {
    if (vector.length === 0) throw new ProviderError(`${who} answered a vector without numbers`);
    if (vector.length !== expected)
      throw new ProviderError(`${who} answered a vector of ${vector.length} dimensions, not of ${expected}`);
    if (!vector.every((value) => Number.isFinite(value)))
      throw new ProviderError(`${who} answered a vector with something else than numbers`);
  }
  return vectors;
}
