/** The command line of `notedb query`. docs/command-line.md#query */

import { parseArgs } from 'node:util';
import { UsageError } from '../usage';

export const QUERY_FORMATS = ['table', 'csv', 'json', 'ndjson', 'md'] as const;
export type QueryFormat = (typeof QUERY_FORMATS)[number];

export interface QueryOptions {
  readonly table: string;
  readonly vault: string | undefined;
  /** All must hold. */
  readonly where: readonly string[];
  readonly having: readonly string[];
  /** Null: every column. */
  readonly columns: readonly string[] | null;
  readonly order: readonly string[];
  readonly group: readonly string[];
  readonly aggregates: Readonly<Record<string, string>>;
  /** Null: every row. */
  readonly limit: number | null;
  readonly offset: number;
  readonly timestamp: string | null;
  readonly version: number | null;
  /** Null: the usual one. */
  readonly format: QueryFormat | null;
}

const TEXT = { type: 'string' } as const;
const LIST = { type: 'string', multiple: true } as const;
const OPTIONS = {
  ...{ where: LIST, having: LIST, columns: LIST, order: LIST, group: LIST, aggregate: LIST },
  ...{ vault: TEXT, limit: TEXT, offset: TEXT, format: TEXT, timestamp: TEXT, version: TEXT },
};

export function readQueryOptions(args: readonly string[]): QueryOptions {
  const { values, positionals } = parseArgs({ args: [...withValues(args)], allowPositionals: true, options: OPTIONS });
  const [table, ...rest] = positionals;
  if (table === undefined) throw new UsageError('which table?');
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many`);
  const { where = [], having = [], columns, order = [], group = [], aggregate = [], vault, format } = values;
  return {
    ...{ table, vault, where, having },
    columns: columns === undefined ? null : namesIn(columns),
    order: namesIn(order),
    group: namesIn(group),
    aggregates: Object.fromEntries(aggregate.map(aggregateOf)),
    limit: numberOf('limit', values.limit),
    offset: numberOf('offset', values.offset) ?? 0,
    timestamp: values.timestamp ?? null,
    version: numberOf('version', values.version),
    format: format === undefined ? null : formatOf(format),
  };
}

/** `--order -due`: what follows an option that takes a value is its value, also behind a minus sign. */
function withValues(args: readonly string[]): readonly string[] {
  const taking = new Set(Object.keys(OPTIONS).map((name) => `--${name}`));
  const joined: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [own = '', next] = [args[at], args[at + 1]];
    const isPair = taking.has(own) && next !== undefined && /^-[^-]/.test(next);
    joined.push(isPair ? `${own}=${next}` : own);
    if (isPair) at += 1;
  }
  return joined;
}

const namesIn = (lists: readonly string[]): readonly string[] =>
  lists
    .flatMap((list) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** `total=sum:amount`; `count` is called like its function. */
function aggregateOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function numberOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} ${text} is not a number of 0 or more`);
}

function formatOf(text: string): QueryFormat {
  const format = QUERY_FORMATS.find((each) => each === text);
  if (format === undefined) throw new UsageError(`there is no format "${text}": ${QUERY_FORMATS.join(', ')}`);
  return format;
}
