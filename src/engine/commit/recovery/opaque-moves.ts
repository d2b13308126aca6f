/** Recovers moves of opaque files, which are unread and not in the journal, after a crash. D7 */

import type { Abort, Migration } from '../../history/journal/migration';
import type { Host } from '../../ports/host';
import { type FileIdentity, type NotePath, VaultFailure, type VaultPort } from '../../ports/vault-port';

interface OpaqueMove {
  readonly from: NotePath;
  readonly to: NotePath;
  readonly file: FileIdentity;
}

/** Those called off go back, the last first; then the others are done in their order. Returns the moves done. */
export async function finishOpaqueMoves(
  { vault, scheduler }: Pick<Host, 'vault' | 'scheduler'>,
  migrations: readonly Migration[],
  aborts: ReadonlyMap<number, Abort>,
): Promise<readonly NotePath[]> {
  const settled: NotePath[] = [];
  const calledOff = migrations.filter(({ seq }) => aborts.has(seq)).flatMap(movesOf);
  const back = calledOff.reverse().map(({ from, to, file }) => ({ from: to, to: from, file }));
  const kept = migrations.filter(({ seq }) => !aborts.has(seq)).flatMap(movesOf);
  for (const move of [...back, ...kept]) {
    if (await finishOpaqueMove(vault, move).catch(whenTaken)) settled.push(move.to);
    await scheduler.pause();
  }
  return settled;
}

const movesOf = ({ changes }: Migration): OpaqueMove[] =>
  changes.flatMap(({ from, to, asIs }) =>
    asIs === undefined || from === null || to === null ? [] : [{ from, to, file: asIs }],
  );

/** A name that differs in case alone, or a folder on the way there: somebody has the place, and the file stays. */
function whenTaken(error: unknown): false {
  if (error instanceof VaultFailure && error.code !== 'io') return false;
  throw error;
}

/** Leaves later external edits alone. */
async function finishOpaqueMove(vault: VaultPort, { from, to, file }: OpaqueMove): Promise<boolean> {
  if (!(await isSameFile(vault, from, file))) return false;
  if ((await vault.stat(to)) === null) {
    await vault.move(from, to);
    return true;
  }
  // Some hosts move in two steps: the file has both names in between.
  const bytes = await vault.readBytes(from);
  const other = (await isSameFile(vault, to, file)) ? await vault.readBytes(to) : null;
  if (bytes === null || other === null || !sameBytes(bytes, other)) return false;
  await vault.mend(from, bytes, null);
  return true;
}

async function isSameFile(vault: VaultPort, path: NotePath, file: FileIdentity): Promise<boolean> {
  const stat = await vault.stat(path);
  return stat !== null && stat.size === file.size && stat.mtime === file.mtime;
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
