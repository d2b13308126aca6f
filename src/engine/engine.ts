/** Opens a vault: recovers, loads the definitions, indexes the rows, and wires the parts together. */

import type { JsonObject } from './values/json';
import type { Host } from './ports/host';
import type { NotePath } from './ports/vault-port';
import type { Caller, OperationGroup } from './operations/define-operation';
import type { ProtocolWeakness } from './commit/protocol';
import { startEngine } from './start-engine';

/** Told after a commit, or after someone else's edit was taken in. */
export interface EngineChange {
  readonly source: 'engine' | 'external';
  /** Qualified names of the tables whose rows or definition changed. */
  readonly tables: readonly string[];
  /** Notes that changed, at most 100. */
  readonly paths: readonly NotePath[];
  readonly migrationId: string | null;
  readonly operation: string | null;
  readonly summary: string | null;
}

export interface OperationInfo {
  readonly name: string;
  readonly group: OperationGroup;
  readonly effect: 'read' | 'write' | 'destructive';
  readonly summary: string;
  readonly description: string;
  readonly refusals: readonly string[];
  /** JSON Schema (2020-12) of the arguments. */
  readonly inputSchema: JsonObject;
}

export interface Engine {
  /**
   * Runs an operation. `args` are its arguments by name, as JSON (absent counts as `{}`).
   * Throws NotedbError for everything that the specification refuses.
   */
  run(name: string, args?: unknown, caller?: Caller): Promise<JsonObject>;
  /** In documentation order. */
  readonly operations: readonly OperationInfo[];
  /** Returns the function that stops it. A listener that throws is logged, not heard. */
  onChange(listener: (change: EngineChange) => void): () => void;
  /** Looks at the whole vault again; resolves when everything found is taken in. */
  rescan(): Promise<void>;
  /** Finishes the running write, makes everything durable, writes the warm-start file, stops watching. */
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Only for the crash tests. */
  readonly weakness?: ProtocolWeakness;
}

/** Resolves when the rows are there to be asked for. Throws NotedbError when the vault can't be opened. */
export function openEngine(host: Host, options: EngineOptions = {}): Promise<Engine> {
  return startEngine(host, options);
}
