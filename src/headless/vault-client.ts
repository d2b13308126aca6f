/** Runs operations on a vault wherever it is open: at its owner, else in this process. D1 */

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine, Json, JsonObject, LoggerPort } from '../engine/index';
import type { ModelRuntime } from '../hosts/node/node-models';
import { askOwner } from '../hosts/node/process/vault-ownership';
import type { FailureReport } from '../server/caller-error';
import {
  type ForwardedCall,
  type ForwardedOutcome,
  ACCEPT_DELETIONS,
  acceptDeletions,
  outcomeOf,
  PROBE,
  refusedOutcome,
  unavailableOutcome,
} from '../server/forwarded-calls';
import { type SemanticCall, runSemanticCall, semanticCall } from '../server/semantic-calls';
import { type OpenVault, openVault } from './open-vault';

/** An owner that opens or closes the vault, or runs a call of its own, is waited for. */
const PATIENCE_MS = 60_000;
const STEP_MS = 100;

export class VaultClient {
  private opened: OpenVault | null = null;
  private readonly report: FailureReport;

  constructor(
    private readonly folder: string,
    private readonly logger: LoggerPort,
    private readonly modelRuntime: ModelRuntime,
  ) {
    this.report = { logger, newId: randomUUID };
  }

  /** A refusal is a value. */
  run(operation: string, args: Json): Promise<ForwardedOutcome> {
    return this.ask({ op: operation, args }, (engine) => engine.run(operation, args));
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

  private async ask(call: ForwardedCall, run: (engine: Engine) => Promise<JsonObject>): Promise<ForwardedOutcome> {
    const deadline = performance.now() + PATIENCE_MS;
    do {
      const outcome = (await this.runHere(call, run)) ?? (await this.runAtOwner(call));
      if (outcome !== null) return outcome;
      await wait(STEP_MS);
    } while (performance.now() < deadline);
    return unavailableOutcome('another program has the vault and is not ready', call.op);
  }

  async close(): Promise<void> {
    await this.opened?.close();
    this.opened = null;
  }

  /** Null when someone else owns the vault. */
  private async runHere(
    { op }: ForwardedCall,
    run: (engine: Engine) => Promise<JsonObject>,
  ): Promise<ForwardedOutcome | null> {
    const { folder, logger, report, modelRuntime } = this;
    try {
      const opened = this.opened ?? (await openVault({ folder, logger, modelRuntime }));
      if ('owner' in opened) return null;
      this.opened = opened;
      return await outcomeOf(run(opened.engine), op, report);
    } catch (error) {
      return refusedOutcome(error, op, report);
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
