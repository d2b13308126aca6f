/** What a mirror asks of the vault: answers of operations. docs/mirror.md */

import type { Json, JsonObject } from '../engine/index';
import type { MirrorRow, TargetIds } from './mirror-target';
import type { TableDescription } from './table-shape';

/** Rejects with a `SourceFailure` for a refusal. */
export type AskVault = (operation: string, args: JsonObject) => Promise<JsonObject>;

/** The vault refused a call, or could not be asked. */
export class SourceFailure extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
    this.name = 'SourceFailure';
  }
}

/** An event of list_changes. */
export interface SourceEvent {
  readonly seq: number;
  readonly timestamp: string;
  readonly op: string;
  readonly table?: string | null;
  readonly id?: string | null;
  readonly path?: string | null;
  readonly changes?: Readonly<Record<string, { readonly before: Json; readonly after: Json }>>;
  readonly targets?: Readonly<Record<string, TargetIds>>;
  readonly actor?: Json;
  readonly renamed_from?: string;
  readonly definition?: TableDescription;
}

export interface SourcePage {
  readonly changes: readonly SourceEvent[];
  readonly feed: string;
  readonly last: number;
  readonly head: number;
  readonly gap: boolean;
  readonly inside_write?: true;
}

interface RowPage {
  readonly rows: readonly MirrorRow[];
  /** All changes up to it are in the rows, and none after it. */
  readonly seq: number;
  /** The text of an answer has a limit: there are more. */
  readonly isCut: boolean;
}

export const PAGE_OF_ROWS = 1000;
const PAGE_OF_CHANGES = 5000;

export class VaultSource {
  constructor(private readonly ask: AskVault) {}

  changes(args: JsonObject): Promise<SourcePage> {
    return this.answer<SourcePage>('list_changes', { limit: PAGE_OF_CHANGES, targets: true, ...args });
  }

  /** Definitions that changed after `seq`. */
  async redefinedAfter(seq: number): Promise<readonly SourceEvent[]> {
    return (await this.changes({ since: seq, ops: ['schema'], limit: 1 })).changes;
  }

  async zone(): Promise<string> {
    const { configuration } = await this.answer<{ configuration: { timezone: string } }>('describe_database', {});
    return configuration.timezone;
  }

  async tables(): Promise<readonly string[]> {
    const { tables } = await this.answer<{ tables: readonly { qualified: string }[] }>('list_tables', {});
    return tables.map(({ qualified }) => qualified);
  }

  async describe(table: string): Promise<TableDescription> {
    return this.answer<TableDescription>('describe_table', { table });
  }

  /** In the order of their paths unless `args` say otherwise. */
  async rows(table: string, args: JsonObject): Promise<RowPage> {
    const wanted = { table, order_by: 'path', limit: PAGE_OF_ROWS, seq: true, targets: true, ...args };
    const { rows, targets, seq, truncated } = await this.answer<{
      rows: readonly (JsonObject & { path: string; id?: string | null })[];
      targets?: readonly MirrorRow['targets'][];
      seq: number;
      truncated?: true;
    }>('select_rows', wanted);
    const shown = rows.map(({ path, id = null, ...values }, i) => ({
      ...{ path, id: id === '' ? null : id, values },
      targets: targets?.[i] ?? {},
    }));
    return { rows: shown, seq, isCut: truncated === true };
  }

  private async answer<T>(operation: string, args: JsonObject): Promise<T> {
    return (await this.ask(operation, args)) as unknown as T;
  }
}
