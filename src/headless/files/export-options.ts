/** The command line of `notedb export`. docs/command-line.md#export */

import { parseArgs } from 'node:util';
import { UsageError } from '../usage';

const EXPORT_FORMATS = ['parquet', 'csv', 'json'] as const;
export type FileFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportOptions {
  readonly folder: string;
  readonly format: FileFormat;
  readonly vault: string | undefined;
  /** Null: every table. */
  readonly tables: readonly string[] | null;
}

export function readExportOptions(args: readonly string[]): ExportOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      parquet: { type: 'boolean', default: false },
      csv: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      table: { type: 'string', multiple: true },
      vault: { type: 'string' },
    },
  });
  const [folder, ...rest] = positionals;
  if (folder === undefined || folder === '') throw new UsageError('into which folder?');
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many`);
  const formats = EXPORT_FORMATS.filter((format) => values[format]);
  const [format] = formats;
  if (format === undefined || formats.length > 1)
    throw new UsageError('in which format? One of --parquet, --csv, --json');
  return { folder, format, vault: values.vault, tables: values.table ?? null };
}
