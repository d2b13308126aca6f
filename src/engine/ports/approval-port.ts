/** Asks the owner whether an app may write. Absent where the owner can't be asked. D12, docs/rights.md#ask-first */

import type { Json, JsonObject } from '../json';

/** What one note would become, or what would become of it. */
export interface NotePreview {
  /** `archive`: it moves, and is not a row of its table from then on. */
  readonly kind: 'create' | 'update' | 'delete' | 'move' | 'archive';
  /** Where the note lies afterwards; of a deletion: before. */
  readonly path: string;
  /** Where it lay, of a note that moves. */
  readonly from: string | null;
  /** By column; `body` is the text below the front matter. Long values are cut. */
  readonly values: Readonly<Record<string, { readonly before: Json; readonly after: Json; readonly diff?: string }>>;
}

/** One question: who wants to do what. */
export interface ApprovalRequest {
  /** The name of the app, by its token. */
  readonly app: string;
  /** On whose behalf, as the app says. */
  readonly onBehalf: Readonly<Record<'harness' | 'model' | 'session', string | null>>;
  readonly operation: string;
  /** What it would do, one line; of a batch perhaps in the app's own words. */
  readonly summary: string;
  /** The operations of a batch, in their order; else empty. */
  readonly steps: readonly string[];
  /** Qualified names of the tables that it is about. */
  readonly tables: readonly string[];
  /** Notes that would change. */
  readonly changed: number;
  /** The first of them. */
  readonly notes: readonly NotePreview[];
  /** Of calls that change no note, such as `create_webhook`. */
  readonly arguments: JsonObject | null;
  readonly warnings: readonly string[];
  /** How long the owner has, in milliseconds from now. */
  readonly patience: number;
}

export interface ApprovalPort {
  /**
   * Shows the request at once, or after those that came before. `answer` is called at most once. Returns a function
   * that withdraws the request: it vanishes without an answer. Never throws.
   */
  ask(request: ApprovalRequest, answer: (isAllowed: boolean) => void): () => void;
}
