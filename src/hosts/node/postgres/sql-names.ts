/** Names and texts in statements for PostgreSQL. */

import type { ColumnKind } from '../../../mirror/table-shape';

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const literal = (text: string | null): string =>
  text === null ? 'null' : `${text.includes('\\') ? ' E' : ''}'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

export const SQL_TYPES: Readonly<Record<Exclude<ColumnKind, 'links'>, string>> = {
  text: 'text',
  integer: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  json: 'jsonb',
  texts: 'text[]',
  link: 'text',
};
