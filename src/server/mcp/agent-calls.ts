/** Runs the reads behind resources, prompts and completions, with the rights of the connected client. docs/mcp.md#resources */

import type { JsonObject } from '../../engine/index';
import { OPERATION_INFOS } from '../../engine/operation-infos';
import type { ForwardedOutcome } from '../forwarded-outcome';
import { shortResult } from './short-result';

/** Runs an operation; a refusal is a value. */
export type AgentRead = (operation: string, args: JsonObject) => Promise<ForwardedOutcome>;

/** As a tool answers it; null: refused, as for a missing one. */
export async function readShort(read: AgentRead, operation: string, args: JsonObject = {}): Promise<JsonObject | null> {
  const info = OPERATION_INFOS.find(({ name }) => name === operation);
  const outcome = await read(operation, args);
  return info === undefined || 'error' in outcome ? null : shortResult(outcome.result, info, args);
}

export interface ListedTable {
  readonly name: string;
  readonly description: string | null;
}

/** The tables and views that there are for the client. */
export async function listedTables(read: AgentRead): Promise<Record<'tables' | 'views', readonly ListedTable[]>> {
  const outcome = await read('list_tables', {});
  const { tables = [], views = [] } = 'result' in outcome ? outcome.result : {};
  return { tables: listed(tables), views: listed(views) };
}

const listed = (tables: unknown): readonly ListedTable[] =>
  (tables as readonly Readonly<Record<string, unknown>>[]).map((each) => ({
    name: textOf(each['qualified']) ?? '',
    description: textOf(each['description']),
  }));

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Paths of the files in a folder that end so; none where the client may not look. */
export async function notesIn(read: AgentRead, folder: string): Promise<readonly string[]> {
  const outcome = await read('list_folder', { folder });
  if ('error' in outcome) return [];
  const { files } = outcome.result as { readonly files?: readonly string[] };
  return (files ?? []).filter((path) => path.endsWith('.md'));
}
