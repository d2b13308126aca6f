/** Desktop only: becomes the vault's one writer on this machine, or says who is. D1 */

import type { Engine, Host } from '../engine/index';
import { type OwnerInfo, type VaultOwnership, acquireOwnership } from '../hosts/node/process/vault-ownership';
import type { TokenAuthentication } from '../server/bearer-token';
import { forwardedCalls, refuseForwardedCalls } from '../server/forwarded-calls';

/** A `notedb call` that has the vault for a moment is waited for. */
const PATIENCE_MS = 2000;
const STEP_MS = 100;

export async function takeVault(
  folder: string,
): Promise<{ readonly owned: VaultOwnership } | { readonly owner: OwnerInfo }> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const outcome = await acquireOwnership(folder);
    if ('owned' in outcome || outcome.owner.address !== null || performance.now() > deadline) return outcome;
    await new Promise((resolve) => window.setTimeout(resolve, STEP_MS));
  }
}

/** Answers what `notedb call` hands over. Returns what ends it: from then on nothing new begins. */
export function answerForwarded(
  ownership: VaultOwnership,
  engine: Engine,
  { ids, logger }: Host,
  auth: TokenAuthentication,
): () => void {
  ownership.serveOwner(forwardedCalls({ engine, auth, logger, newId: () => ids.uuid() }));
  return () => ownership.serveOwner(refuseForwardedCalls);
}
