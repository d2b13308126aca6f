/** The host that a case runs on. */

import type { EmbeddingsEnvironment } from '../../src/engine/index';
import type { MemoryHostOptions } from '../memory-host/memory-host';
import { MemoryNetwork, type NetworkAnswer } from '../memory-host/memory-network';
import { vectorOf } from '../engine/semantic/words-provider';
import type { ConformanceCase } from './case';

const EMBEDDINGS: EmbeddingsEnvironment = { url: 'http://127.0.0.1:1/v1', model: 'words', key: null, modelHub: null };
const DIMENSIONS = 64;

type HostOfCase = Pick<ConformanceCase, 'files' | 'readOnly' | 'semantic'>;

export function hostOptions({ files = {}, readOnly, semantic = false }: HostOfCase): MemoryHostOptions {
  const options: MemoryHostOptions = { files, ...(readOnly === true ? { readOnly } : {}) };
  if (semantic === false) return options;
  const network = new MemoryNetwork();
  network.receive('127.0.0.1:1', ({ body = '' }) =>
    semantic === 'failing' ? { status: 400, body: '{"error": "down"}' } : embeddingsFor(body),
  );
  return { ...options, network, embeddings: EMBEDDINGS };
}

function embeddingsFor(body: string): NetworkAnswer {
  const { input } = JSON.parse(body) as { readonly input: readonly string[] };
  const data = input.map((text, index) => ({ index, embedding: vectorOf(text, DIMENSIONS) }));
  return { status: 200, body: JSON.stringify({ data }) };
}
