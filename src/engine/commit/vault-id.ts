/** The id of a vault in its private state. It distinguishes the vault from another one at the same path, and from an unmounted folder. D7 */

import type { Host } from '../ports/host';
import { decodeUtf8, encodeUtf8 } from '../values/utf8';

const FILE = 'vault-id';

/** Null where the vault is not there, or has no private state yet. */
export async function vaultId({ privateStore }: Pick<Host, 'privateStore'>): Promise<string | null> {
  const bytes = await privateStore.read(FILE);
  return bytes === null ? null : decodeUtf8(bytes);
}

/** The id, which is written once. */
export async function giveVaultId(host: Pick<Host, 'privateStore' | 'ids'>): Promise<string> {
  const known = await vaultId(host);
  if (known !== null) return known;
  const id = host.ids.uuid();
  await host.privateStore.write(FILE, encodeUtf8(id));
  return id;
}
