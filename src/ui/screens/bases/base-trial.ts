/** Tries parts of a base as views that are not written, so that a part that does not fit leaves the others. docs/bases.md */

import type { JsonObject, Operations } from '../../../engine/index';
import type { BaseFormula, BaseView, Untranslated } from '../../../kernel/bases/read-base';
import { dryRun } from '../../changes/forms/dry-run';
import type { OperationsClient } from '../../client/operations-client';

type Steps = Operations['batch']['args']['operations'];

const TRIAL_VIEW = 'vw_notedb_trial';

export class BaseTrial {
  readonly refused: Untranslated[] = [];
  /** The formulas that compute. */
  readonly compute: Record<string, string> = {};

  constructor(
    private readonly client: OperationsClient,
    private readonly table: string,
    /** Before a view can be tried. */
    private readonly first: readonly JsonObject[],
  ) {}

  /** Null: it can be made. */
  async reasonAgainst(query: JsonObject, display: JsonObject | null = null): Promise<string | null> {
    const view: JsonObject = { op: 'create_view', name: TRIAL_VIEW, query: { table: this.table, ...query }, display };
    const operations = [...this.first, view] as unknown as Steps;
    const tried = await dryRun(() => this.client.run('batch', { operations, dry_run: true }));
    return tried.kind === 'accepted' ? null : tried.problem.message;
  }

  /** A formula may read another one that comes later. */
  async tryFormulas(formulas: readonly BaseFormula[]): Promise<void> {
    let left = formulas;
    for (let before = -1; left.length !== before;) {
      before = left.length;
      const refused: BaseFormula[] = [];
      for (const each of left) {
        const reason = await this.reasonAgainst({ compute: { ...this.compute, [each.name]: each.formula } });
        if (reason === null) this.compute[each.name] = each.formula;
        else refused.push(each);
      }
      left = refused;
    }
    for (const { path, name, formula } of left) {
      const reason = await this.reasonAgainst({ compute: { ...this.compute, [name]: formula } });
      this.refused.push({ path, text: formula, reason: reason ?? '' });
    }
  }

  /** The conditions of a view that fit, as one filter. Each view computes all formulas of the base. */
  async queryOf({ conditions }: BaseView): Promise<{ readonly query: JsonObject; readonly texts: readonly string[] }> {
    const where: JsonObject[] = [];
    const texts: string[] = [];
    let compute = { ...this.compute };
    for (const condition of conditions) {
      const together = { ...compute, ...condition.compute };
      const reason = await this.reasonAgainst({ ...computing(together), where: condition.where });
      if (reason === null) {
        compute = together;
        where.push(condition.where);
        texts.push(condition.text);
      } else this.refused.push({ path: condition.path, text: condition.text, reason });
    }
    const [only] = where;
    const filter = where.length === 1 && only !== undefined ? only : { and: where };
    return { query: { ...computing(compute), ...(where.length === 0 ? {} : { where: filter }) }, texts };
  }
}

const computing = (compute: Readonly<Record<string, string>>): JsonObject =>
  Object.keys(compute).length === 0 ? {} : { compute };
