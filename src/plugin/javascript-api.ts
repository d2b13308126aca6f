/** What other plugins are given: the operations, as the owner. docs/javascript-api.md; D13, D22 */

import type { App } from 'obsidian';
import {
  type Actor,
  type Engine,
  type EngineChange,
  type ErrorResult,
  type Json,
  type JsonObject,
  NotedbError,
  type Operations,
} from '../engine/index';
import { actorFrom } from '../server/actor-header';
import { API_VERSION } from '../server/api-version';
import { callerError, errorBody, type FailureReport } from '../server/caller-error';
import { DEEPEST_JSON, nestsDeeperThan } from '../server/json-body';
import type { VaultSession } from './vault-session';

/** On whose behalf a call is made; `harness` is the id of the plugin that calls. */
export type ApiActor = Omit<Actor, 'app'>;

export type ApiChange = Pick<
  EngineChange,
  'source' | 'tables' | 'definitions' | 'paths' | 'migrationId' | 'actor' | 'operation' | 'summary'
>;

/** What a call rejects with: an Error with the fields of docs/http.md#errors. */
export type ApiError = Error & ErrorResult['error'];

/** `app.plugins.plugins.notedb.api`. docs/javascript-api.md */
export interface NotedbApi {
  /** Of the plugin. */
  readonly version: string;
  /** Of the interface: `1.4.0`. */
  readonly apiVersion: string;
  /** Whether the tables are open. */
  readonly isReady: boolean;
  /** Resolves when the tables are open; rejects with ApiError (`unavailable`) when they can't be opened. */
  ready(): Promise<void>;
  /** Waits until the tables are open. Rejects with ApiError. Arguments and results are plain JSON, copied. */
  run<Name extends keyof Operations>(
    operation: Name,
    args?: Operations[Name]['args'],
    actor?: ApiActor,
  ): Promise<Operations[Name]['result']>;
  /** After every commit and every external edit. Returns the function that stops it. */
  onChange(listener: (change: ApiChange) => void): () => void;
}

/** The event of `app.workspace` when the tables are open; it has the api. */
const READY_EVENT = 'notedb:ready';

export class JavascriptApi implements NotedbApi {
  readonly apiVersion = API_VERSION;
  private readonly listeners = new Set<(change: ApiChange) => void>();

  constructor(
    private readonly session: VaultSession,
    readonly version: string,
    private readonly report: FailureReport,
  ) {}

  get isReady(): boolean {
    return this.session.engine !== null;
  }

  ready(): Promise<void> {
    return this.answer(null, async () => void (await this.opened()));
  }

  run<Name extends keyof Operations>(
    operation: Name,
    args?: Operations[Name]['args'],
    actor?: ApiActor,
  ): Promise<Operations[Name]['result']> {
    return this.answer(operation, async () => {
      if (typeof operation !== 'string') throw new NotedbError('bad_request', 'the name of the operation is not text');
      const given = copyOf(args ?? {});
      const caller = { kind: 'owner', actor: actorFrom(actor ?? null) } as const;
      const engine = await this.opened();
      return structuredClone(await engine.run(operation, given, caller)) as unknown as Operations[Name]['result'];
    });
  }

  onChange(listener: (change: ApiChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Call it when the vault was opened: triggers `READY_EVENT`, and sends changes from then on. */
  opening(app: App): void {
    this.session.engine?.onChange((change) => {
      const { source, tables, definitions, paths, migrationId, actor, operation, summary } = change;
      for (const listener of [...this.listeners]) {
        const told = { source, tables, definitions, paths, migrationId, actor, operation, summary };
        this.tell(listener, structuredClone(told));
      }
    });
    app.workspace.trigger(READY_EVENT, this);
  }

  /** Sends no more changes. */
  close(): void {
    this.listeners.clear();
  }

  private tell(listener: (change: ApiChange) => void, change: ApiChange): void {
    try {
      listener(change);
    } catch (thrown) {
      this.report.logger.log('error', 'listener_of_plugin_failed', { detail: String(thrown) });
    }
  }

  private opened(): Promise<Engine> {
    const { session } = this;
    return new Promise((resolve, reject) => {
      let stop: () => void = () => undefined;
      const look = (): void => {
        const { state, engine } = session;
        if (state.kind === 'opening') return;
        stop();
        if (engine !== null) return resolve(engine);
        const { message, hint } = state.kind === 'failed' ? state : { message: 'the tables are not open', hint: null };
        reject(new NotedbError('unavailable', message, { hint: hint ?? undefined }));
      };
      stop = session.onState(look);
      look();
    });
  }

  private async answer<Result>(operation: unknown, call: () => Promise<Result>): Promise<Result> {
    const named = typeof operation === 'string' ? operation : null;
    try {
      return await call();
    } catch (thrown) {
      const { error } = errorBody(callerError(thrown, named, this.report), named);
      throw Object.assign(new Error(error.message), { name: 'NotedbError' }, error);
    }
  }
}

/** What a body over HTTP could hold. */
function copyOf(args: unknown): JsonObject {
  const text = jsonTextOf(args);
  if (nestsDeeperThan(DEEPEST_JSON, text)) throw badArguments(`are nested deeper than ${DEEPEST_JSON} levels`);
  const copy = JSON.parse(text) as Json;
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) throw badArguments('are not an object');
  return copy as JsonObject;
}

function jsonTextOf(args: unknown): string {
  try {
    return JSON.stringify(args) ?? 'null';
  } catch {
    throw badArguments('can not be written as JSON');
  }
}

const badArguments = (what: string): NotedbError =>
  new NotedbError('bad_request', `the arguments ${what}`, { hint: 'give the arguments as one plain object' });
