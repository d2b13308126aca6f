/** Opens a vault in this process: ownership, host, engine, and all of them closed again in reverse. D1 */

import { type Engine, type LoggerPort, NotedbError, openEngine } from '../engine/index';
import { errorCode, isSystemError } from '../hosts/node/file-errors';
import { type NodeHost, createNodeHost } from '../hosts/node/node-host';
import type { ModelRuntime } from '../hosts/node/node-models';
import { type OwnerInfo, type VaultOwnership, acquireOwnership } from '../hosts/node/process/vault-ownership';
import { keptTokens } from './kept-tokens';

export interface OpenVault {
  readonly engine: Engine;
  readonly host: NodeHost;
  /** Null when it was opened for reading only. */
  readonly ownership: VaultOwnership | null;
  /** Finishes the running write. */
  close(): Promise<void>;
}

export interface OpenVaultOptions {
  readonly folder: string;
  readonly logger: LoggerPort;
  readonly readOnly?: boolean;
  readonly modelRuntime: ModelRuntime;
  /** Awaited once the vault is this process's, before it is read. */
  readonly taken?: () => Promise<void>;
}

/** The vault, or who has it. Throws NotedbError when it can't be opened. */
export async function openVault(options: OpenVaultOptions): Promise<OpenVault | { readonly owner: OwnerInfo }> {
  if (options.readOnly === true) return openAs(null, options);
  const outcome = await acquireOwnership(options.folder);
  if ('owner' in outcome) return outcome;
  try {
    return await openAs(outcome.owned, options);
  } catch (error) {
    await outcome.owned.release();
    throw error;
  }
}

async function openAs(ownership: VaultOwnership | null, options: OpenVaultOptions): Promise<OpenVault> {
  try {
    return await openParts(ownership, options);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new NotedbError('unavailable', `the vault can not be opened (${errorCode(error)})`, {
      hint: 'the folder must be readable, and writable unless it is opened with --read-only',
    });
  }
}

async function openParts(ownership: VaultOwnership | null, options: OpenVaultOptions): Promise<OpenVault> {
  const { folder, logger, readOnly = false, modelRuntime } = options;
  const host = await createNodeHost({ vaultFolder: folder, logger, readOnly, modelRuntime });
  try {
    await options.taken?.();
    const engine = await openEngine(host, { apps: (id) => keptTokens().appNow(id, host.vaultFolder) });
    return { engine, host, ownership, close: () => closeAll(engine, host, ownership) };
  } catch (error) {
    host.close();
    throw error;
  }
}

async function closeAll(engine: Engine, host: NodeHost, ownership: VaultOwnership | null): Promise<void> {
  try {
    await engine.close();
  } finally {
    host.close();
    await ownership?.release();
  }
}
