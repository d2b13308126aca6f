/** The operations as the interface asks them: in the app the engine itself, elsewhere something that answers alike. */

import type { FoundNames, Json, JsonObject, NameRequest, Operations, RunOperation } from '../../engine/index';

export interface OperationsClient {
  readonly run: RunOperation;
  /** Quick find: no operation, so that only the owner's own interface has it. docs/quick-find.md */
  readonly findNames?: (request: NameRequest) => Promise<FoundNames>;
  /** Returns the function that stops it. */
  onChange(listener: (change: TablesChanged) => void): () => void;
}

/** A column as `describe_table` and `explain` describe it. */
export type DescribedColumn = Extract<
  Operations['describe_table']['result'],
  { readonly columns: unknown }
>['columns'][number];

/** Something was committed, or an external edit was taken in. */
export interface TablesChanged {
  /** Qualified names. */
  readonly tables: readonly string[];
  /** Tables, bases or views themselves changed. */
  readonly definitions: boolean;
}

/** A vault on its way: views are there before its rows are, and after. */
export type DatabaseState =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'open';
      readonly client: OperationsClient;
      /** Why nothing can be written, null when it can. */
      readonly writeProtection: string | null;
      /** Why calls wait until it is back; absent while they are answered, as in the app always. */
      readonly absence?: string | undefined;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly hint: string | null };

export interface Database {
  readonly state: DatabaseState;
  /** Returns the function that stops it. */
  onState(listener: () => void): () => void;
  /** The vault is not closed before this is done. */
  holdOpen(work: Promise<void>): void;
  /** Tries again what failed, or to get the right to write. */
  reopen(): void;
}

export function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export const asText = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
