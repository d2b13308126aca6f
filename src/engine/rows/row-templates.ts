/** The notes whose text new rows get, chosen by a filter. Source: docs/tables.md#new-rows */

import type { RowTemplate, TableDefinition } from '../catalog/definition';
import { type Problem, problemAt, refuseProblems } from '../catalog/problem';
import type { WriteContext } from '../contexts';
import { compileCheck } from '../integrity/rules/compile-check';
import { type CompiledFilter, passesCheck } from '../integrity/rules/evaluate-check';
import { bodyOf } from '../note/markdown/body';
import { VaultFailure } from '../ports/vault-port';
import type { Row } from '../storage/row';
import { ScopedView } from '../storage/scoped-view';

interface OpenTemplate extends RowTemplate {
  /** Null: any row. */
  readonly check: CompiledFilter | null;
  /** Null: it can't be read. */
  readonly body: string | null;
}

export class RowTemplates {
  private constructor(
    private readonly context: WriteContext,
    private readonly templates: readonly OpenTemplate[],
  ) {}

  /** Reads the notes. A table without templates reads nothing. */
  static async read(context: WriteContext, table: TableDefinition): Promise<RowTemplates> {
    const templates: OpenTemplate[] = [];
    for (const template of table.templates) {
      const body = await readBody(context, template.path);
      templates.push({ ...template, check: compiled(context, table, template), body });
    }
    return new RowTemplates(context, templates);
  }

  /** The body that the row gets; null: no filter matches, or the note of the one that does can't be read. */
  bodyFor(row: Row): string | null {
    const { transaction } = this.context;
    const found = this.templates.find(({ check }) => check === null || passesCheck(check, row, transaction));
    if (found === undefined || found.body !== null) return found?.body ?? null;
    const warning = `the template ${found.path} can't be read, so that the row has no text of it`;
    if (!transaction.warnings.includes(warning)) transaction.warnings.push(warning);
    return null;
  }
}

function compiled(
  { transaction, now, zone }: WriteContext,
  table: TableDefinition,
  { where }: RowTemplate,
): CompiledFilter | null {
  if (where === undefined) return null;
  const operands = { now, zone, links: transaction.links, hierarchies: transaction };
  const source = { catalog: transaction.catalog, table, filter: where, mode: 'where', code: 'check' } as const;
  return compileCheck(source, operands).check;
}

/** The caller that set the template saw the note. Its text is a part of the table, like that of `row_template`. */
async function readBody({ host }: WriteContext, path: string): Promise<string | null> {
  try {
    const text = await host.vault.read(path);
    return text === null ? null : bodyOf(text);
  } catch (error) {
    if (!(error instanceof VaultFailure)) throw error;
    return null;
  }
}

/** Throws when the caller sees no note at the path of a template. */
export async function refuseMissingTemplates(context: WriteContext, table: TableDefinition): Promise<void> {
  const problems: Problem[] = [];
  for (const [i, { path }] of table.templates.entries()) {
    if (context.transaction.stagedAt(path) !== null || (await isNote(context, path))) continue;
    problems.push(
      problemAt(['templates', i, 'path'], 'path', `templates: there is no note ${path}`, {
        hint: 'name a note of the vault by its path, such as Templates/Meeting.md',
      }),
    );
  }
  refuseProblems(`the templates of ${table.qualified} do not fit`, problems);
}

async function isNote({ host, caller, transaction }: WriteContext, path: string): Promise<boolean> {
  if (caller.kind === 'app') {
    const { name, tables, permissions } = caller;
    const scope = { name, tables, rows: true, notes: permissions.has('notes') };
    if (!new ScopedView(transaction.before, scope, true).sees(path)) return false;
  }
  try {
    return (await host.vault.stat(path)) !== null;
  } catch (error) {
    if (!(error instanceof VaultFailure)) throw error;
    return false;
  }
}
