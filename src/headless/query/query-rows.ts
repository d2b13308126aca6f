/** Reads rows of a table for a command, a page of them at a time. docs/operations.md#select_rows */

import type { ErrorResult, Json, JsonObject, Operations } from '../../engine/index';
import type { TextType } from '../../kernel/read-text';
import type { ForwardedOutcome } from '../../server/forwarded-outcome';
import { ProgramError } from '../usage';
import type { VaultClient } from '../vault-client';

/** As many as one call gives at most. docs/operations.md#select_rows */
const MOST_A_CALL = 1000;

/** As much of a column as its texts and conditions depend on. */
export interface QueryColumn {
  readonly name: string;
  readonly label: string;
  readonly type: TextType;
  /** Of a list. */
  readonly itemType: TextType;
}

/** An operation refused the command. */
export class RefusedCommand extends ProgramError {
  constructor(readonly refusal: ErrorResult['error']) {
    super(refusal.message);
    this.name = 'RefusedCommand';
  }
}

function resultIn<Result>(outcome: ForwardedOutcome): Result {
  if ('error' in outcome) throw new RefusedCommand(outcome.error);
  return outcome.result as unknown as Result;
}

/** Runs an operation, typed by its name. Throws RefusedCommand. */
export async function ask<Name extends keyof Operations>(
  client: VaultClient,
  operation: Name,
  args: JsonObject,
): Promise<Operations[Name]['result']> {
  return resultIn(await client.run(operation, args));
}

export type Described = Operations['describe_table']['result'];

/** The columns of a table or a view, in their order, without the system column. */
export const describedColumns = async (client: VaultClient, table: string): Promise<readonly QueryColumn[]> =>
  columnsIn(await ask(client, 'describe_table', { table }));

export function columnsIn(described: Described): readonly QueryColumn[] {
  if (!('columns' in described)) return [];
  return described.columns
    .filter(({ system }) => system !== true)
    .map(({ name, label, type, items }) => ({ name, label: label ?? name, type, itemType: items?.type ?? 'string' }));
}

export interface RowsToRead {
  /** Arguments of select_rows without limit and offset. */
  readonly args: JsonObject;
  /** Null: all. */
  readonly limit: number | null;
  readonly offset: number;
}

export type ReadRow = Readonly<Record<string, Json | undefined>>;

interface ReadRows {
  readonly rows: readonly ReadRow[];
  readonly warnings: readonly string[];
}

/** `show` gets the number of rows so far, and of all of them. */
export async function readRows(
  client: VaultClient,
  { args, limit, offset }: RowsToRead,
  show: (done: number, total: number) => void = () => undefined,
): Promise<ReadRows> {
  const rows: ReadRow[] = [];
  const warnings = new Set<string>();
  for (;;) {
    const wanted = limit === null ? MOST_A_CALL : Math.min(MOST_A_CALL, limit - rows.length);
    const page = await ask(client, 'select_rows', { ...args, limit: wanted, offset: offset + rows.length });
    for (const row of page.rows) rows.push(row);
    for (const warning of page.warnings ?? []) warnings.add(warning);
    const total = Math.min(Math.max(0, page.total - offset), limit ?? Infinity);
    show(rows.length, total);
    if (page.rows.length === 0 || rows.length >= total) return { rows, warnings: [...warnings] };
  }
}
