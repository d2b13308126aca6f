/** `notedb publish`: a view as one HTML file that anyone can open. docs/publish.md */

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { JsonObject, Operations } from '../../engine/index';
import { type DescribedColumns, shownColumns } from '../../kernel/shown-columns';
import { withClient } from '../command-client';
import type { CommandEnvironment } from '../command-environment';
import { ProgramError, UsageError, vaultFolderOf } from '../usage';
import type { VaultClient } from '../vault-client';
import { type PublishedColumn, publishedPage } from './published-page';

type Described = Operations['describe_table']['result'];

const PAGE = 1000;

export async function runPublish(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { vault: { type: 'string' } },
  });
  const [view, file, ...rest] = positionals;
  if (view === undefined) throw new UsageError('which view, or which table?');
  if (file === undefined) throw new UsageError('into which file? It ends with .html');
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many`);
  if (!/\.html?$/i.test(file)) throw new UsageError(`"${file}" does not end with .html`);
  const target = path.resolve(file);
  checkTarget(target, file);
  return withClient(vaultFolderOf(values.vault), environment, async (client) => {
    const described = await ask<Described>(client, 'describe_table', { table: view });
    const rows = await rowsOf(client, view);
    const text = publishedPage({ ...factsOf(described, view), rows });
    replaceFile(target, text);
    const size = `${Math.ceil(Buffer.byteLength(text) / 1000)} kB`;
    environment.print(`${rows.length} ${rows.length === 1 ? 'row' : 'rows'} of ${view} are in ${file} (${size}).\n`);
    return 0;
  });
}

async function ask<Result>(client: VaultClient, operation: string, args: JsonObject): Promise<Result> {
  const outcome = await client.run(operation, args);
  if ('result' in outcome) return outcome.result as unknown as Result;
  const { message, hint } = outcome.error;
  throw new ProgramError(hint === null ? message : `${message} (${hint})`);
}

async function rowsOf(client: VaultClient, table: string): Promise<readonly JsonObject[]> {
  const rows: JsonObject[] = [];
  for (;;) {
    type Page = Operations['select_rows']['result'];
    const page = await ask<Page>(client, 'select_rows', { table, limit: PAGE, offset: rows.length });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
}

function factsOf(
  described: Described,
  view: string,
): { readonly title: string; readonly description: string | null; readonly columns: readonly PublishedColumn[] } {
  const facts = described as unknown as DescribedColumns & { readonly name?: string; readonly description?: string };
  const columns = shownColumns(facts).map(({ name, label, type }): PublishedColumn => {
    return { name, label, isNumber: type === 'integer' || type === 'number' };
  });
  const { name = view, description = null, display } = facts;
  return { title: display?.title ?? name, description, columns };
}

/** Before anything is read: nothing is done for a file that can't be there. */
function checkTarget(target: string, file: string): void {
  if (statOf(target)?.isDirectory() === true) throw new ProgramError(`${file} is a folder: name a file in it`);
  const folder = path.dirname(target);
  const found = statOf(folder);
  if (found === null) throw new ProgramError(`there is no folder ${folder}: make it first`);
  if (!found.isDirectory()) throw new ProgramError(`${folder} is a file, so it can hold no ${path.basename(file)}`);
}

/** Null where nothing is, also below a file. */
function statOf(folder: string): fs.Stats | null {
  try {
    return fs.statSync(folder);
  } catch {
    return null;
  }
}

/** Written aside, so that readers never see half a page. */
function replaceFile(target: string, text: string): void {
  const aside = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  try {
    fs.writeFileSync(aside, text, { flag: 'wx' });
    fs.renameSync(aside, target);
  } catch (error) {
    fs.rmSync(aside, { force: true });
    throw error;
  }
}
