/** The link values that a call gives one row: to be written when it is known where everything lies afterwards. */

import type { TableDefinition } from '../../catalog/definition';
import type { NotePath } from '../../ports/vault-port';
import type { Json } from '../../json';

export interface PendingLinks {
  readonly table: TableDefinition;
  /** Where the note lies before the call; null: the call makes it. */
  readonly from: NotePath | null;
  /** Where it was staged. */
  readonly path: NotePath;
  /** Of a note that the call makes. */
  readonly id: string;
  /** The given value of a column, in its staged form; undefined: none. */
  values(column: string): Json | undefined;
  /** The item at that position of a list is in the note already, as it is written there. */
  stays?(column: string, item: number): boolean;
}

/** Of a row that the call makes: a write of many holds as many. */
export class NewRowLinks implements PendingLinks {
  readonly from = null;

  constructor(
    readonly table: TableDefinition,
    readonly path: NotePath,
    readonly id: string,
    private readonly row: Readonly<Record<string, Json>>,
  ) {}

  values(column: string): Json | undefined {
    return this.row[column];
  }
}
