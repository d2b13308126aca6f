/** Reads the formulas of a select, each after those that it reads. Source: docs/queries.md#compute. */

import { NotedbError, badRequest } from '../../errors';
import { type Formula, compileFormula } from '../../formula/compile-formula';
import type { ColumnSpec } from '../../values/column-spec';
import { FormulaColumn } from '../computed/formula-column';
import type { SourceShape } from '../source/query-source';
import type { Subject } from '../where/subject';
import type { SubjectResolver } from '../where/subject-resolver';
import { type PlanContext, subjectsOf } from './plan-context';

/** Throws 400 with the place in the formula, and for formulas that read each other in a circle. `shape` has the rollups already. */
export function planFormulas(
  context: PlanContext,
  shape: SourceShape,
  formulas: Readonly<Record<string, string>>,
): readonly FormulaColumn[] {
  const planned = new FormulaPlan(context, shape, formulas);
  for (const name of Object.keys(formulas)) planned.compile(name);
  const columns = [...shape.columns, ...planned.inOrder().map(({ spec }) => spec)];
  const subjects = subjectsOf(context, { ...shape, columns });
  const inputsOf = ({ inputs }: Formula): readonly Subject[] => inputs.map((name) => subjects.get(name));
  return planned.inOrder().map((formula) => new FormulaColumn(formula, inputsOf(formula)));
}

class FormulaPlan {
  /** In the order in which they are complete. */
  private readonly compiled = new Map<string, Formula>();
  private readonly trail: string[] = [];
  private readonly names: ScopeColumns;

  constructor(
    private readonly context: PlanContext,
    shape: SourceShape,
    private readonly formulas: Readonly<Record<string, string>>,
  ) {
    // The compiler refuses a formula that reads itself, with the place.
    const typeOf = (name: string): ColumnSpec =>
      name === this.trail.at(-1) ? { name, type: 'json' } : this.compile(name).spec;
    this.names = new ScopeColumns(shape.columns, subjectsOf(context, shape), Object.keys(formulas), typeOf);
  }

  inOrder(): readonly Formula[] {
    return [...this.compiled.values()];
  }

  compile(name: string): Formula {
    const known = this.compiled.get(name);
    if (known !== undefined) return known;
    if (this.trail.includes(name)) throw circle([...this.trail.slice(this.trail.indexOf(name)), name]);
    this.trail.push(name);
    const { now, zone } = this.context;
    const formula = located(name, () =>
      compileFormula(this.formulas[name] ?? '', { columns: this.names, zone, now, name }),
    );
    this.trail.pop();
    this.compiled.set(name, formula);
    return formula;
  }
}

const PLACE = 'compute.';

/** The message of a formula begins with its name; one of another formula that it reads has its own place. */
function located<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NotedbError) || error.message.startsWith(PLACE)) throw error;
    const own = error.message.startsWith(`${name}, `) ? error.message : `${name}: ${error.message}`;
    throw error.with({ message: `${PLACE}${own}` });
  }
}

const circle = (trail: readonly string[]): NotedbError =>
  badRequest(
    `${PLACE}${trail[0] ?? ''}: these formulas read each other in a circle: ${trail.join(' -> ')}`,
    'let one of them read other columns',
  );

/** The columns that a formula may name; the type of another formula is known once that is compiled. */
class ScopeColumns extends Map<string, ColumnSpec> {
  constructor(
    columns: readonly ColumnSpec[],
    private readonly subjects: SubjectResolver,
    private readonly formulas: readonly string[],
    private readonly specOfFormula: (name: string) => ColumnSpec,
  ) {
    super([...subjects.names(), ...formulas].map((name) => [name, { name, type: 'json' }]));
    for (const column of columns) this.set(column.name, column);
  }

  override get(name: string): ColumnSpec | undefined {
    if (!this.has(name)) return undefined;
    return this.formulas.includes(name)
      ? this.specOfFormula(name)
      : (this.subjects.find(name)?.spec ?? super.get(name));
  }
}
