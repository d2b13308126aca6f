/** A formula as a function of the columns that it reads. docs/formulas.md */

import { badRequest } from '../errors';
import type { Json } from '../json';
import type { ColumnSpec } from '../values/column-spec';
import { FormulaCompiler } from './formula-compiler';
import { FormulaFault, type FormulaProblem } from './formula-fault';
import type { FormulaScope } from './formula-scope';
import { specOfType } from './formula-type';
import { type FormulaFrame, storedValue, wholeNumber } from './formula-value';
import { parseFormula } from './parse-formula';

export interface Formula {
  /** The column that the results are of. */
  readonly spec: ColumnSpec;
  /** The columns that it reads, in the order of `values`; each once. */
  readonly inputs: readonly string[];
  /** Whether the same values may give another result at another time. */
  readonly dependsOnNow: boolean;
  /** Null where there is no value. Throws `bad_request` for a row that takes too many steps. */
  readonly of: (values: readonly (Json | undefined)[], row: { readonly path: string }) => Json;
}

/** A formula, or the mistake in its text as data. */
export type ReadFormula = { readonly formula: Formula } | { readonly problem: FormulaProblem };

export function readFormula(text: string, scope: FormulaScope): ReadFormula {
  try {
    return { formula: toFormula(text, scope) };
  } catch (error) {
    if (error instanceof FormulaFault) return { problem: error.problem };
    throw error;
  }
}

/** Throws `bad_request` with the place of a mistake. */
export function compileFormula(text: string, scope: FormulaScope): Formula {
  const read = readFormula(text, scope);
  if ('formula' in read) return read.formula;
  const { message, at, length, hint, near } = read.problem;
  const whose = scope.name === undefined ? 'formula' : scope.name;
  throw badRequest(`${whose}, column ${at + 1}: ${message}`, { hint, near, place: { at, length } });
}

function toFormula(text: string, scope: FormulaScope): Formula {
  const compiler = new FormulaCompiler(scope);
  const { run, type } = compiler.compile(parseFormula(text));
  const spec = specOfType(type, scope.name ?? 'formula');
  const frame: FormulaFrame = { values: [], path: '', value: null, index: 0, acc: null, work: 0 };
  const { inputs, dependsOnNow } = compiler;
  return {
    spec,
    inputs,
    dependsOnNow,
    of(values, { path }) {
      frame.values = values;
      frame.path = path;
      frame.work = 0;
      const result = storedValue(run(frame));
      return spec.type === 'integer' && typeof result === 'number' ? wholeNumber(result) : result;
    },
  };
}
