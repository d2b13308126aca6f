/** Runs operations on a vault wherever it is open: at its owner, else in this process. D1 */

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Actor, Engine, Json, JsonObject, LoggerPort } from '../engine/index';
import type { ModelRuntime } from '../hosts/node/node-models';
import { askOwner } from '../hosts/node/process/vault-ownership';
import type { FailureReport } from '../server/caller-error';
import {
  type ForwardedCall,
  type ForwardedOutcome,
  ACCEPT_DELETIONS,
  acceptDeletions,
  forwardedCalls,
  outcomeOf,
  PROBE,
  refuseForwardedCalls,
  refusedOutcome,
  unavailableOutcome,
} from '../server/forwarded-calls';
import { type SemanticCall, runSemanticCall, semanticCall } from '../server/semantic-calls';
import { IdleTimer } from './idle-timer';
import { type OpenVault, openVault } from './open-vault';

/** An owner that opens or closes the vault, or runs a call of its own, is waited for. */
const PATIENCE_MS = 60_000;
const STEP_MS = 100;

export class VaultClient {
  private opened: OpenVault | null = null;
  private readonly report: FailureReport;
  private readonly idle: IdleTimer | null;
  /** Calls that come while the vault is opened wait for the same opening. */
  private opening: Promise<OpenVault | null> | null = null;
  /** Whoever opens the vault again waits until it is closed. */
  private closing: Promise<void> = Promise.resolve();

  /**
   * @param idleMs Closes a vault that was opened here when nothing was asked for so long, so that another program can have it. Null:
   * only `close` does.
   */
  constructor(
    private readonly folder: string,
    private readonly logger: LoggerPort,
    private readonly modelRuntime: ModelRuntime,
    idleMs: number | null = null,
  ) {
    this.report = { logger, newId: randomUUID };
    this.idle = idleMs === null ? null : new IdleTimer(idleMs, () => void this.closeVault());
  }

  /** A refusal is a value. */
  run(operation: string, args: Json, actor: Omit<Actor, 'app'> | null = null): Promise<ForwardedOutcome> {
    const call = { op: operation, args, ...(actor === null ? {} : { actor }) };
    return this.ask(call, (engine) => engine.run(operation, args, { kind: 'owner', actor }));
  }

  /** Accepts that every row that may be lost is gone: `{tables: [{table, rows}], returned}`. D7 */
  acceptDeletions(): Promise<ForwardedOutcome> {
    return this.ask(ACCEPT_DELETIONS, acceptDeletions);
  }

  /** Turns semantic search on or off, or tells how it is: `{asks, state, status}`. D21 */
  semantic(call: SemanticCall): Promise<ForwardedOutcome> {
    const forwarded = semanticCall(call);
    return this.ask(forwarded, (engine) => runSemanticCall(engine, forwarded.args));
  }

  private ask(call: ForwardedCall, run: (engine: Engine) => Promise<JsonObject>): Promise<ForwardedOutcome> {
    const answer = this.askPatiently(call, run);
    return this.idle === null ? answer : this.idle.during(answer);
  }

  private async askPatiently(
    call: ForwardedCall,
    run: (engine: Engine) => Promise<JsonObject>,
  ): Promise<ForwardedOutcome> {
    const deadline = performance.now() + PATIENCE_MS;
    do {
      const outcome = (await this.runHere(call, run)) ?? (await this.runAtOwner(call));
      if (outcome !== null) return outcome;
      await wait(STEP_MS);
    } while (performance.now() < deadline);
    return unavailableOutcome('another program has the vault and is not ready', call.op);
  }

  async close(): Promise<void> {
    this.idle?.stop();
    await this.closeVault();
  }

  private closeVault(): Promise<void> {
    const { opened } = this;
    this.opened = null;
    opened?.ownership?.serveOwner(refuseForwardedCalls);
    this.closing = this.closing.then(() => opened?.close());
    return this.closing;
  }

  private openOnce(): Promise<OpenVault | null> {
    this.opening ??= this.openHere().finally(() => (this.opening = null));
    return this.opening;
  }

  /** Others who want something of the vault meanwhile are answered here. */
  private async openHere(): Promise<OpenVault | null> {
    await this.closing;
    const { folder, logger, modelRuntime, report, idle } = this;
    const opened = await openVault({ folder, logger, modelRuntime });
    if ('owner' in opened) return null;
    this.opened = opened;
    const answer = forwardedCalls(opened.engine, report);
    opened.ownership?.serveOwner((call) => (idle === null ? answer(call) : idle.during(answer(call))));
    return opened;
  }

  /** Null when someone else owns the vault. */
  private async runHere(
    { op }: ForwardedCall,
    run: (engine: Engine) => Promise<JsonObject>,
  ): Promise<ForwardedOutcome | null> {
    try {
      const opened = this.opened ?? (await this.openOnce());
      return opened === null ? null : await outcomeOf(run(opened.engine), op, this.report);
    } catch (error) {
      return refusedOutcome(error, op, this.report);
    }
  }

  /** Null when the owner is not ready, or is no more. */
  private async runAtOwner(call: ForwardedCall): Promise<ForwardedOutcome | null> {
    if (!(await this.isOwnerReady())) return null;
    try {
      const said = await askOwner(this.folder, call);
      return isOutcome(said) ? said : null;
    } catch {
      return unavailableOutcome('the program that owns the vault went away before it answered', call.op);
    }
  }

  private async isOwnerReady(): Promise<boolean> {
    try {
      const said = await askOwner(this.folder, PROBE);
      return typeof said === 'object' && said !== null && 'ready' in said && said['ready'] === true;
    } catch {
      return false;
    }
  }
}

/** Else nobody is there any more, or the owner began to close after it said that it was ready: nothing was done. */
function isOutcome(said: Json): said is Json & ForwardedOutcome {
  if (typeof said !== 'object' || said === null) return false;
  const { result, error } = said as Readonly<Record<string, Json | undefined>>;
  return result !== undefined || (typeof error === 'object' && error !== null && 'operation' in error);
}
