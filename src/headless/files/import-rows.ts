/** `notedb import`: the lines of a file become rows of a table, in one write. docs/import.md#from-the-command-line */

import type { ErrorResult, Json } from '../../engine/index';
import { withClient } from '../command-client';
import type { CommandEnvironment } from '../command-environment';
import { RefusedCommand, ask, columnsIn } from '../query/query-rows';
import { ProgramError, vaultFolderOf } from '../usage';
import type { VaultClient } from '../vault-client';
import { type ImportColumn, type ImportLine, readImportFile } from './import-file';
import { type ImportOptions, readImportOptions } from './import-options';

export async function runImport(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const options = readImportOptions(args);
  return withClient(vaultFolderOf(options.vault), environment, async (client) => {
    const columns = await columnsToFill(client, options.table);
    const { lines, unread } = await readImportFile(options, columns);
    if (unread.length > 0) environment.printError(`notedb: warning: no column takes ${unread.join(', ')}\n`);
    if (lines.every(({ values }) => Object.keys(values).length === 0)) {
      throw new ProgramError(`${options.file} has no values for ${options.table}: ${columnNames(columns)}`);
    }
    environment.print(await write(client, options, lines));
    return 0;
  });
}

const columnNames = (columns: readonly ImportColumn[]): string => columns.map(({ name }) => name).join(', ');

/** The engine fills the other columns. */
async function columnsToFill(client: VaultClient, table: string): Promise<readonly ImportColumn[]> {
  const described = await ask(client, 'describe_table', { table });
  if (!('columns' in described)) return [];
  const types = new Map(columnsIn(described).map((column) => [column.name, column]));
  return described.columns
    .filter(({ system, generated }) => system !== true && generated === undefined)
    .map(({ name, label, aliases, type, items, values, ref }) => ({
      ...{ name, label, aliases, type, itemType: types.get(name)?.itemType ?? 'string' },
      values: values ?? items?.values ?? [],
      ref: ref ?? items?.ref ?? null,
    }));
}

async function write(client: VaultClient, options: ImportOptions, lines: readonly ImportLine[]): Promise<string> {
  const { table, key, isDryRun } = options;
  const outcome =
    key === null
      ? await client.run('batch', {
          operations: lines.map(({ values }) => ({ op: 'insert_row', table, values })),
          summary: `Import ${lines.length} rows into ${table}`,
          dry_run: isDryRun,
        })
      : await client.run('merge_rows', {
          table,
          on: [key],
          rows: lines.map(({ values }) => values),
          dry_run: isDryRun,
        });
  if ('error' in outcome) throw new RefusedCommand(withPlaces(outcome.error, lines));
  return resultText(outcome.result as unknown as Written, options, lines.length);
}

/** As much of the answers of batch and merge_rows as is printed. */
interface Written {
  readonly inserted?: number;
  readonly updated?: number;
  readonly unchanged?: number;
  readonly migrationId: string | null;
}

function resultText(
  { inserted, updated = 0, unchanged = 0, migrationId }: Written,
  { table, isDryRun }: ImportOptions,
  lines: number,
): string {
  const counts =
    inserted === undefined ? `${lines} added` : `${inserted} added, ${updated} changed, ${unchanged} unchanged`;
  if (isDryRun) return `${table}: ${counts}, if it were written\n`;
  const undo = migrationId === null ? '' : `Undo: notedb call undo_migration migration_id=${migrationId}\n`;
  return `${table}: ${counts}\n${undo}`;
}

type Refusal = ErrorResult['error'];

/** Each violation with the lines of the file that have it. */
function withPlaces(error: Refusal, lines: readonly ImportLine[]): Refusal {
  const placesOf = (violation: Refusal['violations'][number]): string => {
    const { step, column, value } = violation;
    if (step !== undefined) return lines[step]?.place ?? '';
    if (column === null) return '';
    return places(lines.filter(({ values }) => isSame(values[column] ?? null, value ?? null)));
  };
  const violations = error.violations.map((violation) => {
    const place = placesOf(violation);
    return place === '' ? violation : { ...violation, message: `${place}: ${violation.message}` };
  });
  // Of the first refused step; without a violation, its own message beside its line.
  const { step } = error;
  const place = step === undefined ? '' : (lines[step]?.place ?? '');
  const first = violations.find((violation) => violation.step === step);
  const message = place === '' ? error.message : (first?.message ?? `${place}: ${error.message}`);
  return { ...error, message, violations };
}

const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

const MOST_PLACES = 5;

function places(lines: readonly ImportLine[]): string {
  const shown = lines.slice(0, MOST_PLACES).map(({ place }) => place);
  return [...shown, ...(lines.length > MOST_PLACES ? [`${lines.length - MOST_PLACES} more`] : [])].join(', ');
}
