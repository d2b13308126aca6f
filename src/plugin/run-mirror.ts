/** Desktop only: the mirror of the open vault, until it is to end. docs/mirror.md#from-obsidian */

import { type Engine, type JsonObject, NotedbError } from '../engine/index';
import { openPostgresTarget } from '../hosts/node/postgres/postgres-target';
import { keepFollowing } from '../mirror/keep-following';
import { type AskVault, SourceFailure } from '../mirror/vault-source';
import { type MirrorEvent, VaultMirror } from '../mirror/vault-mirror';
import { patternsIn, schemaFor } from '../server/mirror-choice';
import { wantedTables } from '../server/wanted-tables';
import type { KeptMirror } from './kept-mirror';

export interface MirrorRun {
  readonly engine: Engine;
  readonly vault: string;
  readonly kept: KeptMirror;
  readonly signal: AbortSignal;
  readonly report: (event: MirrorEvent) => void;
  /** What it waits for; null: it goes on. */
  readonly tell: (problem: string | null) => void;
}

/** A change ends it sooner. */
const WAIT_MS = 50_000;

/** Resolves as `keepFollowing` does. */
export async function runMirror({ engine, vault, kept, signal, report, tell }: MirrorRun): Promise<string | null> {
  const { url, schema, tables, team, log } = kept;
  const target = openPostgresTarget({
    url,
    schema: schema === '' ? schemaFor(vault) : schema,
    team: team === '' ? null : team,
  });
  const mirror = new VaultMirror({
    ask: askOf(engine, signal),
    target,
    vault,
    wants: wantedTables(tables === '' ? null : patternsIn(tables)),
    keepsLog: log,
    waitMs: WAIT_MS,
    report,
  });
  // A statement that hangs would hold up the end.
  signal.addEventListener('abort', () => void target.close(), { once: true });
  try {
    return await keepFollowing(mirror, { isOnce: false, signal, sleep: sleepUntil(signal), tell });
  } finally {
    await target.close();
  }
}

const sleepUntil =
  (signal: AbortSignal) =>
  (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = window.setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => (window.clearTimeout(timer), resolve()), { once: true });
    });

/** It answers no more once the mirror is to end. */
function askOf(engine: Engine, signal: AbortSignal): AskVault {
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new SourceFailure('it is closed', 'unavailable')), { once: true });
  });
  ended.catch(() => undefined);
  const answer = async (operation: string, args: JsonObject): Promise<JsonObject> => {
    try {
      return await engine.run(operation, args);
    } catch (error) {
      throw error instanceof NotedbError ? new SourceFailure(error.message, error.code) : error;
    }
  };
  return (operation, args) => Promise.race([answer(operation, args), ended]);
}
