/** `notedb export`: a file a table, with the definitions beside them. docs/command-line.md#export */

import fs from 'node:fs';
import path from 'node:path';
import type { Json, JsonObject } from '../../engine/index';
import { withClient } from '../command-client';
import type { CommandEnvironment } from '../command-environment';
import { type Described, type QueryColumn, type ReadRow, ask, columnsIn, readRows } from '../query/query-rows';
import { rowsText } from '../query/rows-text';
import { ProgressBar } from '../terminal/progress-bar';
import { outputStyle } from '../terminal/terminal-style';
import { vaultFolderOf } from '../usage';
import type { VaultClient } from '../vault-client';
import { type ExportOptions, type FileFormat, readExportOptions } from './export-options';
import { writeAside } from './written-aside';

/** The definitions of an export, and its place in the change feed. */
const DEFINITIONS_FILE = 'notedb.json';

const textColumn = (name: string): QueryColumn => ({ name, label: name, type: 'string', itemType: 'string' });
const OWN_COLUMNS: readonly QueryColumn[] = ['id', 'path'].map(textColumn);

/** A table with the name of its file, without an ending. */
interface ExportedTable {
  readonly qualified: string;
  readonly fileName: string;
}

interface ExportContext {
  readonly client: VaultClient;
  readonly environment: CommandEnvironment;
  readonly options: ExportOptions;
  readonly zone: string;
  /** The tables that there are, by their whole names. */
  readonly known: ReadonlySet<string>;
}

export async function runExport(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const options = readExportOptions(args);
  // Not for reading alone: the feed gets its name, by which a program goes on from here.
  return withClient(vaultFolderOf(options.vault), environment, async (client) => {
    const { configuration } = await ask(client, 'describe_database', {});
    const { tables: listed } = await ask(client, 'list_tables', {});
    const known = new Set(listed.map(({ qualified }) => qualified));
    const context = { client, environment, options, zone: configuration.timezone, known };
    const tables = await tablesToExport(client, listed, options.tables);
    // Before the rows: changes after it may be in the files already, and none is missing.
    const { feed, head: seq } = await ask(client, 'list_changes', { limit: 0 });
    fs.mkdirSync(options.folder, { recursive: true });
    const definitions: JsonObject[] = [];
    for (const table of tables) definitions.push(await exportTable(table, context));
    const all = { notedb: environment.version, _feed: feed, _seq: seq, timezone: context.zone, tables: definitions };
    writeAside(path.join(options.folder, DEFINITIONS_FILE), `${JSON.stringify(all, null, 2)}\n`);
    environment.print(`${DEFINITIONS_FILE}: the definitions, at change ${seq}\n`);
    return 0;
  });
}

/** Names of tables and views as people give them. A short name that several tables have becomes the whole one. */
async function tablesToExport(
  client: VaultClient,
  tables: readonly { readonly name: string; readonly qualified: string }[],
  given: readonly string[] | null,
): Promise<readonly ExportedTable[]> {
  const shortNames = tables.map(({ name }) => name);
  const fileNameOf = (name: string, qualified: string): string =>
    shortNames.filter((each) => each === name).length > 1 ? qualified : name;
  if (given === null)
    return tables.map(({ name, qualified }) => ({ qualified, fileName: fileNameOf(name, qualified) }));
  const found: ExportedTable[] = [];
  for (const table of given) {
    const described = await ask(client, 'describe_table', { table });
    const { name, qualified } = 'qualified' in described ? described : { name: table, qualified: table };
    found.push({ qualified, fileName: fileNameOf(name, qualified) });
  }
  return found;
}

/** Answers with its entry in the definitions. */
async function exportTable({ qualified, fileName }: ExportedTable, context: ExportContext): Promise<JsonObject> {
  const { client, environment, options } = context;
  const described = await ask(client, 'describe_table', { table: qualified });
  const declared = columnsIn(described);
  const ids = options.format === 'parquet' ? targetIds(described, declared, context.known) : [];
  const columns = [...OWN_COLUMNS, ...declared, ...ids.map(({ name }) => textColumn(name))];
  const bar = new ProgressBar(qualified, environment);
  const asked = [...OWN_COLUMNS, ...declared, ...ids.map(({ source }) => ({ name: source }))].map(({ name }) => name);
  const read = await readRows(
    client,
    { args: { table: qualified, columns: asked }, limit: null, offset: 0 },
    (done, total) => bar.show(done, total, 'rows'),
  ).finally(() => bar.end());
  const rows = ids.length === 0 ? read.rows : read.rows.map((row) => withTargetIds(row, ids));
  const file = `${fileName}.${options.format}`;
  const { content, notice } = await contentOf(options.format, { columns, rows, context });
  writeAside(path.join(options.folder, file), content);
  environment.print(`${file}: ${rows.length} ${rows.length === 1 ? 'row' : 'rows'} of ${qualified}\n`);
  if (notice !== '') environment.printError(`notedb: warning: ${qualified}: ${notice}\n`);
  return { file, rows: rows.length, definition: described as unknown as Json };
}

/** A column with the ids of the rows that a link column leads to. */
interface TargetId {
  readonly name: string;
  readonly source: string;
}

/** Of links into a table that is there. A name that the table has already is not taken. */
function targetIds(
  described: Described,
  declared: readonly QueryColumn[],
  known: ReadonlySet<string>,
): readonly TargetId[] {
  if (!('columns' in described)) return [];
  return described.columns
    .filter(({ type, ref }) => type === 'link' && ref !== undefined && known.has(ref))
    .map(({ name }) => ({ name: `${name}_id`, source: `${name}.id` }))
    .filter(({ name }) => declared.every((each) => each.name !== name));
}

const withTargetIds = (row: ReadRow, ids: readonly TargetId[]): ReadRow => ({
  ...row,
  ...Object.fromEntries(ids.map(({ name, source }) => [name, row[source]])),
});

interface FileContent {
  readonly content: string | Uint8Array;
  /** Empty: the file has every value. */
  readonly notice: string;
}

async function contentOf(
  format: FileFormat,
  given: {
    readonly columns: readonly QueryColumn[];
    readonly rows: readonly ReadRow[];
    readonly context: ExportContext;
  },
): Promise<FileContent> {
  const { columns, rows, context } = given;
  const { environment, zone } = context;
  if (format !== 'parquet') {
    const content = rowsText(format, { columns, rows, width: null, style: outputStyle(environment) });
    return { content, notice: '' };
  }
  const { writeParquet } = await import('./parquet-file');
  const { bytes, misfits } = writeParquet({ columns, rows, zone }, `NoteDB ${environment.version}`);
  const counts = [...misfits].map(([name, count]) => `${name} (${count})`).join(', ');
  const notice =
    counts === '' ? '' : `values that do not fit their column are left out: ${counts}; "notedb check" lists them`;
  return { content: bytes, notice };
}
