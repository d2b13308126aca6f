/** Steps of a mirror until it has everything. */

import { type JsonObject, NotedbError } from '../../src/engine/index';
import { type AskVault, SourceFailure } from '../../src/mirror/vault-source';
import type { VaultMirror } from '../../src/mirror/vault-mirror';
import type { RunOperation } from './compare-mirror';

export const askOf =
  (run: RunOperation): AskVault =>
  async (operation, args): Promise<JsonObject> => {
    try {
      return await run(operation, args);
    } catch (error) {
      if (error instanceof NotedbError) throw new SourceFailure(error.message, error.code);
      throw error;
    }
  };

const MOST_STEPS = 1000;

export async function catchUp(mirror: VaultMirror): Promise<void> {
  for (let i = 0; i < MOST_STEPS; i += 1) if (await mirror.step(false)) return;
  throw new Error('the mirror never has everything');
}
