/** The provider of embeddings that the environment names. D21; docs/semantic.md#set-up */

import type { EmbeddingsEnvironment } from '../../engine/ports/host';

/** An empty variable counts as absent. */
export function embeddingsEnvironment(variables: Readonly<Record<string, string | undefined>>): EmbeddingsEnvironment {
  const valueOf = (name: string): string | null => {
    const value = variables[name];
    return value === undefined || value === '' ? null : value;
  };
  return {
    url: valueOf('NOTEDB_EMBEDDINGS_URL'),
    model: valueOf('NOTEDB_EMBEDDINGS_MODEL'),
    key: valueOf('NOTEDB_EMBEDDINGS_KEY'),
    modelHub: valueOf('HF_ENDPOINT'),
  };
}
