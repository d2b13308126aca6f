/** Commands of Obsidian's own command line: `notedb:call` and `notedb:query`. docs/javascript-api.md#command-line */

import type { CliData, CliFlags, Plugin } from 'obsidian';
import type { Json, JsonObject, Operations } from '../engine/index';
import type { ApiError, NotedbApi } from './javascript-api';
import { markdownTable } from './markdown-table';

const ACTOR = { harness: 'obsidian-cli' };

const CALL_FLAGS: CliFlags = {
  operation: { value: '<name>', description: 'The operation, such as select_rows', required: true },
  args: { value: '<json>', description: 'Its arguments as a JSON object (default: none)' },
};

const QUERY_FLAGS: CliFlags = {
  table: { value: '<name>', description: 'A table or a view', required: true },
  where: { value: '<json>', description: 'A filter, such as {"status":"todo"}' },
  columns: { value: '<names>', description: 'Columns, with commas between them' },
  order_by: { value: '<names>', description: 'Columns, with commas between them; -name descends' },
  limit: { value: '<number>', description: 'At most so many rows (default: 100)' },
  offset: { value: '<number>', description: 'Skips so many rows' },
  format: { value: '<name>', description: 'json (default) or markdown' },
};

/** Older apps have no command line. */
export function registerCliHandlers(plugin: Plugin, api: NotedbApi): void {
  if (!('registerCliHandler' in plugin)) return;
  plugin.registerCliHandler('notedb:call', 'Run an operation of NoteDB', CALL_FLAGS, (data) => call(api, data));
  plugin.registerCliHandler('notedb:query', 'Read rows of a table or view', QUERY_FLAGS, (data) => query(api, data));
}

/** The error as over HTTP, since a handler answers with nothing but text. */
async function inText(answer: () => Promise<string>): Promise<string> {
  try {
    return await answer();
  } catch (thrown) {
    if (thrown instanceof UsageProblem) return errorText({ code: 'bad_request', message: thrown.message });
    const { code, message, operation, violations, conflicts, hint } = thrown as ApiError;
    return errorText({ code, message, operation, violations, conflicts, hint });
  }
}

const errorText = (error: JsonObject): string => textOf({ error });

const textOf = (value: Json): string => JSON.stringify(value, null, 2);

const call = (api: NotedbApi, { operation, args = '{}' }: CliData): Promise<string> =>
  inText(async () => {
    if (operation === undefined || operation === 'true') throw new UsageProblem('operation=<name> is missing');
    return textOf(await api.run(operation as keyof Operations, jsonOf('args', args) as never, ACTOR));
  });

const query = (api: NotedbApi, data: CliData): Promise<string> =>
  inText(async () => {
    const { table, where, columns, order_by: order, limit, offset, format = 'json' } = data;
    if (table === undefined || table === 'true') throw new UsageProblem('table=<name> is missing');
    if (format !== 'json' && format !== 'markdown') throw new UsageProblem('format is json or markdown');
    const args = {
      table,
      ...(where === undefined ? {} : { where: jsonOf('where', where) as JsonObject }),
      ...(columns === undefined ? {} : { columns: namesIn(columns) }),
      ...(order === undefined ? {} : { order_by: namesIn(order) }),
      ...(limit === undefined ? {} : { limit: numberIn('limit', limit) }),
      ...(offset === undefined ? {} : { offset: numberIn('offset', offset) }),
    };
    const result = await api.run('select_rows', args, ACTOR);
    return format === 'json' ? textOf(result) : markdownTable(result.rows);
  });

class UsageProblem extends Error {}

function jsonOf(flag: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new UsageProblem(`${flag} is not valid JSON`);
  }
}

const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim());

function numberIn(flag: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageProblem(`${flag} is not a number`);
}
