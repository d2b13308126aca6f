/** Runs operations on a vault wherever it is open: at its owner, else in this process. D1 */

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Actor, Json, LoggerPort } from '../engine/index';
import type { ModelRuntime } from '../hosts/node/node-models';
import { askOwner, ownerOf } from '../hosts/node/process/vault-ownership';
import type { FailureReport } from '../server/caller-error';
import {
  type ForwardedCall,
  ACCEPT_DELETIONS,
  ALLOWED,
  ANSWER,
  ASKABLE,
  answerForwarded,
  forwardedCalls,
  PROBE,
  refuseForwardedCalls,
  refusedOutcome,
  unavailableOutcome,
} from '../server/forwarded-calls';
import type { ForwardedOutcome } from '../server/forwarded-outcome';
import { AskedCalls, type AskedOutcome } from '../server/asked-calls';
import { RunningCalls } from '../server/running-calls';
import { type SemanticCall, semanticCall } from '../server/semantic-calls';
import { type WebhookCall, webhookCall } from '../server/webhook-calls';
import { IdleTimer } from './idle-timer';
import { keptAuthentication } from './kept-tokens';
import { type OpenVault, openVault } from './open-vault';

/** An owner that opens or closes the vault, or runs a call of its own, is waited for. */
const PATIENCE_MS = 60_000;
const STEP_MS = 100;
/** From the end of the input to the last call that came with it. */
const GRACE_MS = 20;

/** Who wants the vault for itself looks every tenth of a second. */
const YIELD_MS = 1_500;

/** The vault, opened in this process. */
interface OwnVault {
  readonly vault: OpenVault;
  readonly answer: (call: ForwardedCall, gone?: Promise<void>) => Promise<AskedOutcome>;
}

export interface VaultClientOptions {
  readonly folder: string;
  readonly logger: LoggerPort;
  readonly modelRuntime: ModelRuntime;
  /** Closes a vault that was opened here when nothing was asked for so long, so that another program can have it. Absent: only `close` does. */
  readonly idleMs?: number;
  /** Of the app that calls. Absent: the user, who is the owner. */
  readonly token?: string;
  /** A vault without an owner is opened for reading alone, and nothing is written in it. Default: false. */
  readonly isReadOnly?: boolean;
}

/** Who calls, and until when. */
interface CallOfClient {
  readonly actor?: Omit<Actor, 'app'> | null;
  /** Resolves when the answer is not waited for any more. */
  readonly gone?: Promise<void>;
}

export class VaultClient {
  private opened: OwnVault | null = null;
  private readonly idle: IdleTimer | null;
  private readonly report: FailureReport;
  /** Calls that come while the vault is opened wait for the same opening. */
  private opening: Promise<OwnVault | null> | null = null;
  /** The next opening of the vault waits until it is closed. */
  private closing: Promise<void> = Promise.resolve();
  private readonly running = new Set<Promise<unknown>>();
  /** Until then another process may have the vault. */
  private yieldsUntil = 0;

  constructor(private readonly options: VaultClientOptions) {
    const { idleMs, logger } = options;
    this.report = { logger, newId: randomUUID };
    this.idle = idleMs === undefined ? null : new IdleTimer(idleMs, () => void this.closeVault());
  }

  /** A refusal is a value. */
  run(operation: string, args: Json, { actor = null, gone }: CallOfClient = {}): Promise<ForwardedOutcome> {
    return this.ask({ op: operation, args, ...(actor === null ? {} : { actor: { ...actor } }) }, gone);
  }

  /** As `run`; where the vault's program can't ask, a question is the answer. `answer` brings what the user of this program says. */
  async runAskable(operation: string, args: Json, { actor = null, gone }: CallOfClient = {}): Promise<AskedOutcome> {
    const call = { op: ASKABLE, args: { operation, args }, ...(actor === null ? {} : { actor: { ...actor } }) };
    const outcome = await this.askAny(call, gone);
    if ('asked' in outcome) this.stayOpen(outcome.asked.question.patience);
    return outcome;
  }

  answer(id: string, isAllowed: boolean): Promise<ForwardedOutcome> {
    return this.ask({ op: ANSWER, args: { id, isAllowed } });
  }

  /** Lists the operations that the token allows: `{names}`. */
  allowed(): Promise<ForwardedOutcome> {
    return this.ask(ALLOWED);
  }

  /** A vault that closes refuses the open question. */
  private stayOpen(milliseconds: number): void {
    void this.idle?.during(wait(milliseconds, undefined, { ref: false }));
  }

  /** Accepts that every row that may be lost is gone: `{tables: [{table, rows}], returned}`. D7 */
  acceptDeletions(): Promise<ForwardedOutcome> {
    return this.ask(ACCEPT_DELETIONS);
  }

  /** Turns semantic search on or off, or gives its state: `{asks, state, status}`. D21 */
  semantic(call: SemanticCall): Promise<ForwardedOutcome> {
    return this.ask(semanticCall(call));
  }

  /** Lists webhooks, or does something with one: `{webhooks, test}`. */
  webhooks(call: WebhookCall): Promise<ForwardedOutcome> {
    return this.ask(webhookCall(call));
  }

  private async ask(call: ForwardedCall, gone?: Promise<void>): Promise<ForwardedOutcome> {
    const outcome = await this.askAny(call, gone);
    return 'asked' in outcome ? unavailableOutcome('a question came to who can not answer it', call.op) : outcome;
  }

  private askAny(call: ForwardedCall, gone?: Promise<void>): Promise<AskedOutcome> {
    const { token } = this.options;
    const answer = this.askPatiently(token === undefined ? call : { ...call, token }, gone);
    const settled = answer.finally(() => this.running.delete(settled)).catch(() => undefined);
    this.running.add(settled);
    return this.idle === null ? answer : this.idle.during(answer);
  }

  private async askPatiently(call: ForwardedCall, gone?: Promise<void>): Promise<AskedOutcome> {
    const deadline = performance.now() + PATIENCE_MS;
    do {
      const mayOpen = performance.now() >= this.yieldsUntil && !(await this.isLeftToOwner());
      const outcome = (mayOpen ? await this.runHere(call, gone) : null) ?? (await this.runAtOwner(call, gone));
      if (outcome !== null) return outcome;
      await wait(STEP_MS);
    } while (performance.now() < deadline);
    return unavailableOutcome('another program has the vault and is not ready', call.op);
  }

  /** A reader does not become the owner. Beside one that writes, it could read half of a write. */
  private async isLeftToOwner(): Promise<boolean> {
    const { isReadOnly = false, folder } = this.options;
    return isReadOnly && this.opened === null && (await ownerOf(folder)) !== null;
  }

  /** Calls that run, or are just being read, are answered first: one of them may be opening the vault, which would stay open. */
  async close(): Promise<void> {
    this.idle?.stop();
    do {
      await Promise.all(this.running);
      await wait(GRACE_MS);
    } while (this.running.size > 0);
    await this.closeVault();
  }

  /** Another program has the vault open. */
  async isElsewhere(): Promise<boolean> {
    return this.opened === null && this.opening === null && (await ownerOf(this.options.folder)) !== null;
  }

  /** Lets a program that wants to serve the vault have it; later calls are handed to that. Calls that wait for a change are answered. */
  yieldIfWanted(): void {
    if (this.opened?.vault.ownership?.isWanted !== true) return;
    this.yieldsUntil = performance.now() + YIELD_MS;
    void this.closeVault();
  }

  private closeVault(): Promise<void> {
    const { opened } = this;
    this.opened = null;
    opened?.vault.ownership?.serveOwner(refuseForwardedCalls);
    this.closing = this.closing.then(() => opened?.vault.close());
    return this.closing;
  }

  private openOnce(): Promise<OwnVault | null> {
    this.opening ??= this.openHere().finally(() => (this.opening = null));
    return this.opening;
  }

  /** Others who want something of the vault meanwhile are answered here. */
  private async openHere(): Promise<OwnVault | null> {
    await this.closing;
    const { folder, logger, modelRuntime, isReadOnly = false } = this.options;
    const vault = await openVault({ folder, logger, modelRuntime, readOnly: isReadOnly });
    if ('owner' in vault) return null;
    const auth = keptAuthentication(vault.host.vaultFolder, null);
    const asked = new AskedCalls(randomUUID);
    const services = { ...this.report, engine: vault.engine, auth, calls: new RunningCalls(), asked };
    this.opened = { vault, answer: (call, gone) => answerForwarded(services, call, gone) };
    const answer = forwardedCalls(services);
    const { idle } = this;
    vault.ownership?.serveOwner((call, gone) => (idle === null ? answer(call, gone) : idle.during(answer(call, gone))));
    return this.opened;
  }

  /** Null when another process owns the vault. */
  private async runHere(call: ForwardedCall, gone?: Promise<void>): Promise<AskedOutcome | null> {
    try {
      const opened = this.opened ?? (await this.openOnce());
      return opened === null ? null : await opened.answer(call, gone);
    } catch (error) {
      return refusedOutcome(error, call.op, this.report);
    }
  }

  /** Null when the owner is not ready, or is gone. */
  private async runAtOwner(call: ForwardedCall, gone?: Promise<void>): Promise<AskedOutcome | null> {
    if (!(await this.isOwnerReady())) return null;
    try {
      const said = await askOwner(this.options.folder, call, gone === undefined ? {} : { gone });
      return isOutcome(said) ? said : null;
    } catch {
      return unavailableOutcome('the program that owns the vault went away before it answered', call.op);
    }
  }

  private async isOwnerReady(): Promise<boolean> {
    try {
      const said = await askOwner(this.options.folder, PROBE);
      return typeof said === 'object' && said !== null && 'ready' in said && said['ready'] === true;
    } catch {
      return false;
    }
  }
}

/** Else the owner is gone, or the owner began to close after it said that it was ready: nothing was done. */
function isOutcome(said: Json): said is Json & AskedOutcome {
  if (typeof said !== 'object' || said === null) return false;
  const { result, asked, error } = said as Readonly<Record<string, Json | undefined>>;
  return (
    result !== undefined || asked !== undefined || (typeof error === 'object' && error !== null && 'operation' in error)
  );
}
