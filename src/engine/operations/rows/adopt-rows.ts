/** adopt_rows: existing notes become rows. Source: docs/operations.md#adopt_rows, D17 (order: rename, drop, set_values, per_row, defaults). */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { type Violation, badRequest } from '../../errors';
import { findNotePath } from '../../links/find-note';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { type NotePath, VaultFailure } from '../../ports/vault-port';
import { TABLE_KEY } from '../../storage/row';
import type { JsonObject } from '../../json';
import {
  dryRun,
  filter,
  isGiven,
  rowValues,
  tableArgument,
  textArgument,
  textsArgument,
} from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { belongsToTable, notesInFolder } from '../../infer/notes-in-folder';
import { notesToInfer } from '../../infer/notes-to-infer';
import { notesWhere } from '../../infer/notes-where';
import { RowAdmission } from '../../rows/row-admission';
import { readingAhead } from '../../storage/transaction/reading-ahead';

const input = z.strictObject({
  table: tableArgument,
  paths: textsArgument.describe('Vault paths of the notes'),
  folder: textArgument.describe('Also notes below it; "": the vault'),
  where: filter.nullish().describe('Only notes whose properties match'),
  rename: z.record(z.string(), z.string()).nullish().describe('Front matter key -> column'),
  set_values: rowValues.nullish().describe('For every note'),
  per_row: z.record(z.string(), rowValues).nullish().describe('Path -> the values of that note'),
  drop: textsArgument.describe('Front matter keys to remove'),
  relocate: z.boolean().nullish().describe('Move the notes to its folder (default true)'),
  dry_run: dryRun,
});

type Input = z.infer<typeof input>;

export const adoptRows = defineWrite({
  name: 'adopt_rows',
  group: 'rows',
  permission: 'write',
  effect: 'write',
  summary: 'Turns existing notes into rows of a table.',
  description:
    'Each note gets the key table and a system id. paths and folder are united; one of them is needed. With where only notes whose properties match are taken, as infer_table finds them. A note that is there is taken whatever it is called. rename, drop, set_values and per_row are applied in this order, then defaults. With relocate the notes move to the table’s folder and links follow. Keys that the table does not know and values that do not fit are all listed, and nothing is written.',
  brief: 'Keys and values that do not fit are listed: rename, set or drop them.',
  input,
  refusals: [
    'a note or a folder that is missing',
    'a note that does not parse, or is another table’s row',
    'unknown keys',
    'values that do not fit',
  ],
  stage: async (context, args) => {
    if (!isGiven(args.paths) && !isGiven(args.folder))
      throw badRequest('adopt_rows needs paths or a folder', 'call list_folder to see what there is');
    const definition = context.transaction.catalog.resolveTable(args.table);
    const adopter = new RowAdopter(context, definition, args);
    for await (const path of readingAhead(context.transaction, await adopter.matchingPaths())) {
      await adopter.adopt(path);
      await context.host.scheduler.pause();
    }
    const { adopted } = adopter;
    return {
      deed: deedOf('adopt notes', definition.qualified, { counts: { notes: adopted } }),
      tables: [definition.qualified],
    };
  },
});

class RowAdopter {
  adopted = 0;
  private readonly admission: RowAdmission;
  private readonly perRow = new Map<NotePath, JsonObject>();

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    private readonly args: Input,
  ) {
    const { rename, drop, set_values: setValues, relocate } = args;
    this.admission = new RowAdmission(context, definition, {
      rename: rename ?? {},
      drop: drop ?? [],
      setValues: setValues ?? {},
      relocate: relocate !== false,
      origin: null,
    });
  }

  /** Vault paths, each once. */
  paths(): readonly NotePath[] {
    const given = [...new Set(this.args.paths ?? [])].map((path) => this.checked(path)).filter((path) => path !== null);
    const paths = new Set([...given, ...this.inFolder()]);
    for (const [given, values] of Object.entries(this.args.per_row ?? {})) {
      const path = this.checked(given);
      if (path === null) continue;
      if (!paths.has(path))
        throw badRequest(`per_row names ${given}, which is not among the notes`, 'add it to paths, or leave it out');
      this.perRow.set(path, values);
    }
    return [...paths];
  }

  /** Those of `paths` whose properties match `where`; other files than plain notes do not. */
  async matchingPaths(): Promise<readonly NotePath[]> {
    const paths = this.paths();
    const { where } = this.args;
    if (!isGiven(where)) return paths;
    const { before } = this.context.transaction;
    const plain = paths.filter((path) => !belongsToTable(before, path));
    const { notes } = await notesToInfer({ ...this.context, view: before }, plain);
    const matching = await notesWhere(this.context, before, notes, where);
    return matching.map(({ path }) => path);
  }

  private inFolder(): readonly NotePath[] {
    const { folder } = this.args;
    if (!isGiven(folder)) return [];
    const { before, warnings } = this.context.transaction;
    const found = notesInFolder(before, folder);
    if ('problem' in found) {
      const isMissing = found.problem === 'missing' || found.problem === 'hidden';
      this.violate(folder, null, 'path', isMissing ? `there is no folder ${folder}` : found.message);
      return [];
    }
    const notes = found.notes.filter((path) => !belongsToTable(before, path));
    const rows = found.notes.length - notes.length;
    const belong = rows === 1 ? 'belongs to a table already and is' : 'belong to a table already and are';
    if (rows > 0)
      warnings.push(`${rows} of the notes in ${folder.replace(/\/$/, '') || 'the vault'} ${belong} left out`);
    return notes;
  }

  private checked(given: string): NotePath | null {
    const check = findNotePath(this.context.transaction.links, given);
    if ('path' in check) return check.path;
    this.violate(given, null, 'path', check.message);
    return null;
  }

  private violate(path: string, column: string | null, code: Violation['code'], message: string): void {
    this.context.transaction.violate({ path, column, code, message });
  }

  async adopt(path: NotePath): Promise<void> {
    const { transaction } = this.context;
    const present = transaction.rowAt(path);
    if (present !== null) {
      if (present.table.qualified !== this.definition.qualified) this.isAnothers(path, present.table.qualified);
      else transaction.warnings.push(`${path} is a row of ${this.definition.name} already`);
      return;
    }
    const text = await this.read(path);
    if (text === null || !this.admission.canStay(path)) return;
    const frontMatter = parseFrontMatter(text);
    if (frontMatter.status === 'unparsable') {
      return this.violate(path, null, 'unparsable', `${path}: the front matter does not parse (${frontMatter.reason})`);
    }
    this.admission.stage({ path, text, values: this.perRow.get(path) ?? {} });
    this.adopted++;
  }

  private async read(path: NotePath): Promise<string | null> {
    try {
      const text = await this.context.transaction.read(path);
      if (text === null) this.violate(path, null, 'path', `there is no note at ${path}`);
      return text;
    } catch (error) {
      if (!(error instanceof VaultFailure)) throw error;
      if (error.code === 'not_utf8') this.violate(path, null, 'unparsable', `${path} is not UTF-8 text`);
      else if (error.code === 'not_a_note') this.violate(path, null, 'path', `${path} can't be read: ${error.detail}`);
      else throw error;
      return null;
    }
  }

  private isAnothers(path: NotePath, actual: string): void {
    const expected = this.definition.qualified;
    this.admission.refuse({
      path,
      column: TABLE_KEY,
      code: 'other_table',
      message: `${path} is a row of ${actual}`,
      expected,
      actual,
    });
  }
}
