/** The command line of `notedb import`. docs/import.md#from-the-command-line */

import path from 'node:path';
import { parseArgs } from 'node:util';
import type { DayOrder } from '../../kernel/day-text';
import type { DecimalSign } from '../../kernel/column-convention';
import { UsageError } from '../usage';

const IMPORT_FORMATS = ['csv', 'json', 'ndjson', 'parquet'] as const;
type ImportFormat = (typeof IMPORT_FORMATS)[number];

export interface ImportOptions {
  readonly file: string;
  readonly format: ImportFormat;
  readonly table: string;
  readonly vault: string | undefined;
  /** The column by which rows are recognized; null: each line is a new row. */
  readonly key: string | null;
  readonly isDryRun: boolean;
  /** How numbers and days are meant that can be read in two ways. */
  readonly decimal: DecimalSign | null;
  readonly days: DayOrder | null;
  readonly encoding: string;
}

const ENDINGS: Readonly<Record<string, ImportFormat>> = {
  ...{ '.csv': 'csv', '.tsv': 'csv', '.txt': 'csv', '.json': 'json' },
  ...{ '.ndjson': 'ndjson', '.jsonl': 'ndjson', '.parquet': 'parquet' },
};

export function readImportOptions(args: readonly string[]): ImportOptions {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ table: text, key: text, format: text, decimal: text, days: text, vault: text },
      encoding: { type: 'string', default: 'utf-8' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [file, ...rest] = positionals;
  const { table, key = null, vault, encoding } = values;
  if (file === undefined || file === '') throw new UsageError('which file?');
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many`);
  if (table === undefined) throw new UsageError('into which table? Give --table');
  return {
    ...{ file, table, vault, key, encoding, isDryRun: values['dry-run'] },
    format: formatOf(file, values.format),
    decimal: oneOf('decimal', values.decimal, ['.', ',']),
    days: oneOf('days', values.days, ['dmy', 'mdy']),
  };
}

function formatOf(file: string, given: string | undefined): ImportFormat {
  const format = given ?? ENDINGS[path.extname(file).toLowerCase()];
  const known = IMPORT_FORMATS.find((each) => each === format);
  if (known !== undefined) return known;
  throw new UsageError(
    given === undefined
      ? `the name of ${file} does not show its format: give --format, one of ${IMPORT_FORMATS.join(', ')}`
      : `there is no format "${given}": ${IMPORT_FORMATS.join(', ')}`,
  );
}

function oneOf<Word extends string>(name: string, given: string | undefined, words: readonly Word[]): Word | null {
  if (given === undefined) return null;
  const word = words.find((each) => each === given);
  if (word === undefined) throw new UsageError(`--${name} ${given} is none of ${words.join(' and ')}`);
  return word;
}
