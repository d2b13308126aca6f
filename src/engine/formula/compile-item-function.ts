/** `filter`, `map` and `reduce` of lists, compiled. docs/formulas.md#lists */

import { formulaFunctionName, formulaSignature } from '../../kernel/formula-functions';
import type { LazyFunction } from './compile-call';
import type { Compiled } from './compile-operators';
import { FormulaFault } from './formula-fault';
import * as types from './formula-type';
import { type FormulaType, isOpen, typeName } from './formula-type';
import { type Evaluate, type FormulaFrame, type FormulaValue, isItems, isTruthy, sizeOf, spend } from './formula-value';
import type { CallNode, FormulaNode } from './parse-formula';

export interface ItemTypes {
  readonly value: FormulaType;
  /** Null outside of `reduce`. */
  readonly acc: FormulaType | null;
}

/** `item` null: the names of an item keep their meaning. */
type CompilePart = (node: FormulaNode, item: ItemTypes | null) => Compiled;

type Part = Omit<Compiled, 'node'>;

export function compileItemFunction(key: LazyFunction, list: Compiled, node: CallNode, compile: CompilePart): Part {
  const isReduce = key === 'list.reduce';
  const [expression, start, more] = node.args;
  if (expression === undefined || (isReduce ? start === undefined || more !== undefined : start !== undefined)) {
    const wanted = isReduce ? '2 arguments' : '1 argument';
    throw new FormulaFault(`${formulaFunctionName(key)} takes ${wanted}, not ${node.args.length}`, node.callee, {
      hint: `write ${formulaSignature(key)}`,
    });
  }
  const value = list.type.items ?? types.ANY;
  if (isReduce && start !== undefined) return reduce(list, expression, compile(start, null), value, compile);
  const each = compile(expression, { value, acc: null });
  return key === 'list.filter'
    ? { type: isOpen(list.type) ? types.listOf(types.ANY) : list.type, run: filter(list.run, each.run) }
    : { type: types.listOf(withoutLiteral(each.type)), run: map(list.run, each.run) };
}

const withoutLiteral = (type: FormulaType): FormulaType => (type.literal === undefined ? type : types.TEXT);

function reduce(
  list: Compiled,
  expression: FormulaNode,
  start: Compiled,
  value: FormulaType,
  compile: CompilePart,
): Part {
  const acc = accumulatorType(start.type);
  const next = compile(expression, { value, acc });
  const isFitting = isOpen(acc) || isOpen(next.type) || acc.kind === next.type.kind;
  if (!isFitting) {
    throw new FormulaFault(`acc is ${typeName(acc)}, and the expression gives ${typeName(next.type)}`, expression, {
      hint: 'start with a value of the type that the expression gives, or with null',
    });
  }
  return {
    type: types.eitherType(acc, next.type),
    run: (frame) => {
      const outer = frame.acc;
      frame.acc = start.run(frame);
      each(frame, list.run(frame), () => {
        frame.acc = next.run(frame);
      });
      const result = frame.acc;
      frame.acc = outer;
      return result;
    },
  };
}

/** Of any number and any text: the next acc may be another one. */
const accumulatorType = (start: FormulaType): FormulaType => {
  if (start.kind === 'null') return types.ANY;
  if (start.kind === 'list') return types.listOf(types.ANY);
  return { kind: start.kind };
};

const filter =
  (list: Evaluate, condition: Evaluate): Evaluate =>
  (frame) => {
    const kept: FormulaValue[] = [];
    each(frame, list(frame), (item) => {
      if (isTruthy(condition(frame))) kept.push(item);
    });
    return kept;
  };

const map =
  (list: Evaluate, expression: Evaluate): Evaluate =>
  (frame) => {
    const results: FormulaValue[] = [];
    each(frame, list(frame), () => results.push(expression(frame)));
    spend(frame, sizeOf(results));
    return results;
  };

/** Sets `value` and `index` for each item, and sets them back. A missing list is an empty one. */
function each(frame: FormulaFrame, list: FormulaValue, visit: (item: FormulaValue) => void): void {
  if (!isItems(list)) return;
  const { value, index } = frame;
  spend(frame, list.length);
  list.forEach((item, at) => {
    frame.value = item;
    frame.index = at;
    visit(item);
  });
  frame.value = value;
  frame.index = index;
}
