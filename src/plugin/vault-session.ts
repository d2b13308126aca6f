/** The plugin's vault: taken, opened, shown on request, and given back in reverse. One engine a window. D1 */

import { type App, type Plugin, FileSystemAdapter, Platform } from 'obsidian';
import { type Engine, type LoggerPort, NotedbError, openEngine, typedRun } from '../engine/index';
import type { OwnerInfo, VaultOwnership } from '../hosts/node/process/vault-ownership';
import type { ObsidianHost } from '../hosts/obsidian/obsidian-host';
import type { Database, DatabaseState } from '../ui/client/operations-client';
import { OwnerApprovals } from './owner-approvals';
import { appTokens, pluginAuthentication } from './plugin-tokens';
import { previousInstanceGone } from './previous-instance';
import { OwnWriteFilter } from './own-write-filter';

interface OpenedVault {
  readonly engine: Engine;
  readonly host: ObsidianHost;
  /** Null on a phone, and when another process owns the vault. */
  readonly ownership: VaultOwnership | null;
  /** From now on calls that other processes hand over are refused. */
  refuseForwarded(): void;
}

export class VaultSession implements Database {
  state: DatabaseState = { kind: 'opening' };
  readonly viewWrites = new OwnWriteFilter();
  private vault: OpenedVault | null = null;
  private work: Promise<void> = Promise.resolve();
  private isClosed = false;
  private readonly listeners = new Set<() => void>();
  /** Edits that wait for others of their rows. */
  private readonly held = new Set<Promise<void>>();

  constructor(
    private readonly app: App,
    private readonly plugin: Plugin,
    private readonly logger: LoggerPort,
  ) {}

  /** Null unless the vault is open. */
  get engine(): Engine | null {
    return this.vault?.engine ?? null;
  }

  /** Processes that look for the vault's owner get its address. */
  setAddress(address: string | null): void {
    this.vault?.ownership?.setAddress(address);
  }

  onState(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Call it when the layout is ready. Never rejects: what goes wrong is the state. */
  open(): Promise<void> {
    return this.inTurn(async () => {
      if (this.isClosed || this.vault !== null) return;
      this.become({ kind: 'opening' });
      try {
        await previousInstanceGone(this.app);
        await this.openVault();
      } catch (thrown) {
        this.logger.log('error', 'vault_not_opened', { detail: String(thrown) });
        this.become(failureOf(thrown));
      }
    });
  }

  holdOpen(work: Promise<void>): void {
    this.held.add(work);
    void work.finally(() => this.held.delete(work));
  }

  reopen(): void {
    void this.inTurn(() => this.closeVault());
    void this.open();
  }

  /** Finishes the running write, and what views hold the vault open for. Nothing opens the vault again. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.inTurn(async () => {
      await this.closeVault();
      this.become({ kind: 'failed', message: 'NoteDB is turned off.', hint: null });
      this.listeners.clear();
    });
  }

  private async openVault(): Promise<void> {
    const folder = vaultFolder(this.app);
    const taken = folder === null ? null : await this.take(folder);
    const ownership = taken !== null && 'owned' in taken ? taken.owned : null;
    const writeProtection = taken !== null && 'owner' in taken ? protectionBy(taken.owner) : null;
    try {
      this.vault = await this.openParts(ownership, writeProtection !== null);
    } catch (thrown) {
      await ownership?.release();
      throw thrown;
    }
    const { engine } = this.vault;
    this.become({
      kind: 'open',
      client: {
        run: typedRun((name, args) => this.viewWrites.watch(engine.run(name, args))),
        findNames: (request) => engine.findNames(request),
        onChange: (listener) => engine.onChange(listener),
      },
      writeProtection,
    });
  }

  private async take(folder: string): Promise<{ readonly owned: VaultOwnership } | { readonly owner: OwnerInfo }> {
    const { takeVault } = await import('./acquire-vault');
    return takeVault(folder);
  }

  private async openParts(ownership: VaultOwnership | null, readOnly: boolean): Promise<OpenedVault> {
    const { createObsidianHost } = await import('../hosts/obsidian/obsidian-host');
    const host = await createObsidianHost(this.app, this.plugin, {
      logger: this.logger,
      readOnly,
      approvals: new OwnerApprovals(this.app),
    });
    try {
      const tokens = appTokens(this.app.secretStorage);
      const engine = await openEngine(host, { apps: (id) => tokens.appNow(id, null) });
      if (ownership === null) return { engine, host, ownership, refuseForwarded: () => undefined };
      const { answerForwarded } = await import('./acquire-vault');
      const auth = pluginAuthentication(this.app.secretStorage);
      return { engine, host, ownership, refuseForwarded: answerForwarded(ownership, engine, host, auth) };
    } catch (thrown) {
      host.close();
      throw thrown;
    }
  }

  private async closeVault(): Promise<void> {
    const { vault } = this;
    if (vault === null) return;
    this.vault = null;
    vault.refuseForwarded();
    // Views go, and hand over the text of an open field.
    this.become({ kind: 'opening' });
    do await Promise.allSettled(this.held);
    while (this.held.size > 0);
    try {
      await vault.engine.close();
    } catch (thrown) {
      this.logger.log('error', 'vault_not_closed', { detail: String(thrown) });
    }
    vault.host.close();
    await vault.ownership?.release();
  }

  private become(state: DatabaseState): void {
    this.state = state;
    for (const listener of [...this.listeners]) listener();
  }

  private inTurn(task: () => Promise<void>): Promise<void> {
    this.work = this.work.then(task);
    return this.work;
  }
}

/** Where there is Node. */
function vaultFolder(app: App): string | null {
  const { adapter } = app.vault;
  return Platform.isDesktop && adapter instanceof FileSystemAdapter ? adapter.getBasePath() : null;
}

function protectionBy({ pid, address }: OwnerInfo): string {
  const who = pid === null ? 'another program' : `another program (process ${pid})`;
  return `Read-only: ${who} has this vault open${address === null ? '' : ` and serves it at ${address}`}.`;
}

function failureOf(thrown: unknown): DatabaseState {
  if (thrown instanceof NotedbError) return { kind: 'failed', message: thrown.message, hint: thrown.hint };
  const hint = thrown instanceof Error ? thrown.message : String(thrown);
  return { kind: 'failed', message: 'The tables of this vault can not be opened.', hint };
}
