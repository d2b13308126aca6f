/** Publishes every change, once: to the interface, and to the parts that follow the rows. docs/architecture.md: Changes. */

import type { Caller } from '../history/caller';
import type { ChangeHead } from '../history/change-record';
import type { Migration } from '../history/journal/migration';
import type { LoggerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';

/** One row, or one definition. */
export interface Change extends ChangeHead {
  /** Counts up by one; never given twice. Null: it could not be recorded, and a `gap` follows when that is possible again. */
  readonly seq: number | null;
  /** The row as it was; null where there was none. */
  readonly before: () => Row | null;
  /** As it is then. */
  readonly after: () => Row | null;
}

/** The changes of one write, or of one ingestion: readers see them when they are published. */
export interface Published {
  /** Null: others changed it. */
  readonly write: { readonly migration: Migration; readonly caller: Caller } | null;
  /** When it was written, or found, in milliseconds. */
  readonly time: number;
  /** Qualified names of the tables whose rows or definition changed. */
  readonly tables: readonly string[];
  /** Tables, bases, views or settings changed. */
  readonly definitions: boolean;
  /** In the order of their numbers. */
  readonly changes: readonly Change[];
  /** Every file that came, went or is not as it was, row or not: where it lies, or lay. */
  readonly paths: readonly NotePath[];
}

/** Who writes waits for it. */
export type Observer = (published: Published) => void | Promise<void>;

export class Publisher {
  private readonly observers = new Set<Observer>();

  constructor(private readonly logger: LoggerPort) {}

  /** Returns the function that stops it. */
  subscribe(observer: Observer): () => void {
    this.observers.add(observer);
    return () => void this.observers.delete(observer);
  }

  /** In the order of commits, while no write is under way. An observer that throws is logged, not heard. */
  async publish(published: Published): Promise<void> {
    for (const observer of this.observers) {
      try {
        await observer(published);
      } catch (error) {
        this.logger.log('error', 'listener_failed', { detail: String(error) });
      }
    }
  }
}
