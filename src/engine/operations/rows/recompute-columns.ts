/** recompute_columns: refreshes what the engine computes, and gives ids. Source: docs/operations.md#recompute_columns; D7 (copies), D16, D17. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { findNotePath } from '../../links/find-note';
import { rawString } from '../../yaml/raw-value';
import { setFrontMatter } from '../../yaml/front-matter/splice-front-matter';
import type { NotePath } from '../../ports/vault-port';
import { ID_KEY, type Row } from '../../storage/row';
import { dryRun, tableArgument, textsArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { ColumnComputer } from '../../rows/computed-columns';
import { matchingRows } from '../../rows/matching-rows';
import { orRefuse } from '../../rows/refusals';
import { noteChanged, openRow } from '../../rows/row-edit';

export const recomputeColumns = defineWrite({
  name: 'recompute_columns',
  group: 'rows',
  permission: 'write',
  effect: 'write',
  summary: 'Refreshes generated and identity columns, and gives ids to rows that have none.',
  description:
    'Without paths: every row of the table. A row without id gets one; a copy of a row (a note whose id another row holds) that is named in paths gets an id of its own and becomes a row. new_ids gives every row in scope a new id: only where somebody asks for that. Columns that are set once (created, uuid) are filled where they are empty. Nothing is written where nothing is stale.',
  brief: 'new_ids only where the user asks for it.',
  input: z.strictObject({
    table: tableArgument,
    paths: textsArgument.describe('Paths of rows, or of copies of rows; default: all rows'),
    new_ids: z.boolean().nullish().describe('Give every row in scope a new id (default false)'),
    dry_run: dryRun,
  }),
  refusals: ['a path that is not a row of the table', 'a row whose values do not fit'],
  stage: async (context, args) => {
    const { transaction, host } = context;
    const definition = transaction.catalog.resolveTable(args.table);
    const recomputer = new RowRecomputer(context, definition, args.new_ids === true);
    const paths = Array.isArray(args.paths) ? pathsOf(context, args.paths) : await allRows(context, definition);
    for (const path of paths) {
      await orRefuse(transaction, () => recomputer.take(path));
      await host.scheduler.pause();
    }
    return {
      deed: deedOf('recompute rows', definition.qualified, {
        counts: { rows: transaction.staging().length, all: paths.length },
      }),
      tables: [definition.qualified],
    };
  },
});

function pathsOf({ transaction }: WriteContext, given: readonly string[]): readonly NotePath[] {
  const paths = new Set<NotePath>();
  for (const each of given) {
    const check = findNotePath(transaction.links, each);
    if ('path' in check) paths.add(check.path);
    else transaction.violate({ path: each, column: null, code: 'path', message: check.message });
  }
  return [...paths];
}

/** Copies are not rows: only who names them makes them rows. D7 */
async function allRows(context: WriteContext, definition: TableDefinition): Promise<readonly NotePath[]> {
  const { transaction } = context;
  const copies = [...transaction.before.duplicates].filter(([, copy]) => copy.table === definition.qualified);
  for (const [path] of copies) {
    transaction.warnings.push(`${path} is a copy and no row; name it in paths to give it an id of its own`);
  }
  return (await matchingRows(context, definition, null)).map(({ path }) => path);
}

class RowRecomputer {
  private readonly computer: ColumnComputer;
  /** Of a copy: the row's own parts. */
  private readonly own: ReadonlySet<string>;

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    private readonly newIds: boolean,
  ) {
    this.computer = new ColumnComputer(context, definition);
    this.own = new Set(definition.columns.flatMap(({ name, identity }) => (identity === 'uuid' ? [name] : [])));
  }

  async take(path: NotePath): Promise<void> {
    const { transaction } = this.context;
    if (transaction.table(this.definition.qualified).row(path) !== null) {
      const { row, invalidColumns, text } = await openRow(this.context, this.definition, path);
      return this.stage(text, row, invalidColumns, false);
    }
    if (transaction.before.duplicates.get(path)?.table === this.definition.qualified) return this.takeCopy(path);
    const { name } = this.definition;
    const message = `${path} is not a row of ${name}`;
    transaction.violate({ path, column: null, code: 'path', message });
  }

  private async takeCopy(path: NotePath): Promise<void> {
    const { transaction } = this.context;
    const text = await transaction.read(path);
    if (text === null) throw noteChanged(path, 'the note is gone');
    const { row, problems } = transaction.codec(this.definition).decode(path, transaction.now, text);
    this.stage(text, row, new Set(problems.map(({ column }) => column)), true);
  }

  private stage(before: string, row: Row, invalidColumns: ReadonlySet<string>, isCopy: boolean): void {
    const { transaction, host } = this.context;
    const { path } = row;
    const id = isCopy || this.newIds || row.id === '' ? host.ids.uuid() : row.id;
    const text = id === row.id ? before : setFrontMatter(before, new Map([[ID_KEY, rawString(id)]]));
    const computed = { row: { ...row, id }, invalidColumns, text, from: path };
    const after = this.computer.text(computed, isCopy ? this.own : undefined);
    if (after !== before) transaction.put({ from: path, to: path, before, after });
  }
}
