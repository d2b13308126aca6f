/** Operators of formulas, compiled for the types of their operands. docs/formulas.md#operators */

import { namesAlike, suggest } from '../../kernel/near-names';
import { isDate, isDatetime } from '../values/time/dates';
import { formulaEquality, formulaOrder } from './compare-values';
import { addDuration, Duration, durationBetween, parseDuration } from './duration';
import { FormulaFault } from './formula-fault';
import * as types from './formula-type';
import { type FormulaType, isMoment, isOpen, typeName } from './formula-type';
import {
  type Evaluate,
  finite,
  type FormulaFrame,
  type FormulaValue,
  isTruthy,
  spend,
  textOf,
  wholeNumber,
} from './formula-value';
import type { BinaryNode, FormulaNode, UnaryNode } from './parse-formula';

/** A part of a formula with its type. */
export interface Compiled {
  readonly node: FormulaNode;
  readonly type: FormulaType;
  readonly run: Evaluate;
}

type Part = Omit<Compiled, 'node'>;

export function compileUnary({ operator }: UnaryNode, argument: Compiled): Part {
  const { run, type } = argument;
  if (operator === '!') return { type: types.BOOLEAN, run: (frame) => !isTruthy(run(frame)) };
  if (type.kind !== 'number' && !isOpen(type)) throw wrongOperand(operator, argument, 'a number');
  const sign = operator === '-' ? -1 : 1;
  return {
    type: isOpen(type) ? types.NUMBER : type,
    run: (frame) => {
      const value = run(frame);
      return typeof value === 'number' ? finite(sign * value) : null;
    },
  };
}

export function compileBinary(node: BinaryNode, left: Compiled, right: Compiled, zone: string): Part {
  switch (node.operator) {
    case '&&':
      return { type: types.BOOLEAN, run: (frame) => isTruthy(left.run(frame)) && isTruthy(right.run(frame)) };
    case '||':
      return { type: types.BOOLEAN, run: (frame) => isTruthy(left.run(frame)) || isTruthy(right.run(frame)) };
    case '==':
    case '!=':
      return equality(node, left, right, zone);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(node, left, right, zone);
    case '+':
    case '-':
      return datePart(node.operator, left, right, zone) ?? sumPart(node, left, right);
    case '*':
    case '/':
    case '%':
      return scaledDuration(node.operator, left, right) ?? arithmetic(node, left, right);
  }
}

type NumberOperator = '+' | '-' | '*' | '/' | '%';

const NUMBER_OPERATORS: Readonly<Record<NumberOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

function arithmetic({ operator }: BinaryNode, left: Compiled, right: Compiled): Part {
  for (const side of [left, right]) {
    if (side.type.kind !== 'number' && !isOpen(side.type)) throw wrongOperand(operator, side, 'a number');
  }
  const isInteger = operator !== '/' && left.type.isInteger === true && right.type.isInteger === true;
  return {
    type: isInteger ? types.INTEGER : types.NUMBER,
    run: numeric(NUMBER_OPERATORS[operator as NumberOperator], left.run, right.run, isInteger ? wholeNumber : finite),
  };
}

type Calculate = (a: number, b: number) => number;

const calculated = (calculate: Calculate, a: FormulaValue, b: FormulaValue, bounded: typeof finite): number | null =>
  typeof a === 'number' && typeof b === 'number' ? bounded(calculate(a, b)) : null;

const numeric =
  (calculate: Calculate, left: Evaluate, right: Evaluate, bounded: typeof finite): Evaluate =>
  (frame) =>
    calculated(calculate, left(frame), right(frame), bounded);

/** `+` and `-` without dates and durations: numbers, or texts joined. */
function sumPart(node: BinaryNode, left: Compiled, right: Compiled): Part {
  const isJoined = node.operator === '+' && (left.type.kind === 'text' || right.type.kind === 'text');
  if (isJoined) return { type: types.TEXT, run: joined(left.run, right.run) };
  if (node.operator === '-' || !isOpen(left.type) || !isOpen(right.type)) return arithmetic(node, left, right);
  return {
    type: types.ANY,
    run: (frame) => {
      const [a, b] = [left.run(frame), right.run(frame)];
      return typeof a === 'string' || typeof b === 'string'
        ? joinedTexts(frame, a, b)
        : calculated(NUMBER_OPERATORS['+'], a, b, finite);
    },
  };
}

const joined =
  (left: Evaluate, right: Evaluate): Evaluate =>
  (frame) =>
    joinedTexts(frame, left(frame), right(frame));

function joinedTexts(frame: FormulaFrame, a: FormulaValue, b: FormulaValue): string | null {
  if (a === null && b === null) return null;
  const text = textOf(a) + textOf(b);
  spend(frame, Math.floor(text.length / 16));
  return text;
}

/** Null where no side is a date or a duration. */
function datePart(operator: '+' | '-', left: Compiled, right: Compiled, zone: string): Part | null {
  const sign = operator === '+' ? 1 : -1;
  if (isMoment(left.type)) {
    if (operator === '-' && (isMoment(right.type) || isOpen(right.type))) return difference(left, right, zone);
    const added = asDuration(right, operator === '+' && isDurationText(right.type) === false);
    return added === null ? null : moved(left, added, sign, zone);
  }
  if (operator === '-' && isMoment(right.type) && isOpen(left.type)) return difference(left, right, zone);
  if (isMoment(right.type) && operator === '+') {
    const added = asDuration(left, isDurationText(left.type) === false);
    return added === null ? null : moved(right, added, 1, zone);
  }
  if (left.type.kind !== 'duration' && right.type.kind !== 'duration') return null;
  if (operator === '+' && left.type.kind === 'text' && !isDurationText(left.type)) return null;
  if (operator === '+' && right.type.kind === 'text' && !isDurationText(right.type)) return null;
  const [first, second] = [asDuration(left, false), asDuration(right, false)];
  if (first === null || second === null) return null;
  return {
    type: types.eitherType(first.type, second.type),
    run: (frame) => {
      const [a, b] = [first.run(frame), second.run(frame)];
      return a instanceof Duration && b instanceof Duration ? a.plus(b, sign) : null;
    },
  };
}

const isDurationText = ({ literal }: FormulaType): boolean => literal !== undefined && parseDuration(literal) !== null;

/** A duration, a literal text that is one, or an open value that may be. Null: a text to be joined. */
function asDuration(part: Compiled, mayBeJoined: boolean): Part | null {
  const { type, run } = part;
  if (type.kind === 'duration') return part;
  if (type.literal !== undefined) {
    const duration = parseDuration(type.literal);
    if (duration !== null) return { type: durationType(duration), run: () => duration };
    if (mayBeJoined) return null;
    throw new FormulaFault(`"${type.literal}" is not a duration`, part.node, { hint: DURATION_HINT });
  }
  if (!isOpen(type)) throw wrongOperand('a date', part, 'a duration', DURATION_HINT);
  return {
    type: types.DURATION,
    run: (frame) => {
      const value = run(frame);
      return typeof value === 'string' ? parseDuration(value) : value instanceof Duration ? value : null;
    },
  };
}

const DURATION_HINT = 'a duration is "1d", "2 weeks", "3M" (months), "1h 30m", or duration(text)';

export const durationType = (duration: Duration): FormulaType =>
  duration.clock === 0 ? { kind: 'duration', isWholeDays: true } : types.DURATION;

function moved(date: Compiled, by: Part, sign: 1 | -1, zone: string): Part {
  const staysDate = date.type.kind === 'date' && by.type.isWholeDays === true;
  return {
    type: staysDate ? types.DATE : types.DATETIME,
    run: (frame) => {
      const [text, duration] = [date.run(frame), by.run(frame)];
      if (typeof text !== 'string' || !(duration instanceof Duration)) return null;
      return addDuration(text, duration, sign, zone);
    },
  };
}

function difference(left: Compiled, right: Compiled, zone: string): Part {
  const isWholeDays = left.type.kind === 'date' && right.type.kind === 'date';
  return {
    type: isWholeDays ? { kind: 'duration', isWholeDays } : types.DURATION,
    run: (frame) => {
      const [to, from] = [left.run(frame), right.run(frame)];
      return typeof to === 'string' && typeof from === 'string' ? durationBetween(from, to, zone) : null;
    },
  };
}

/** A duration times or through a number. */
function scaledDuration(operator: '*' | '/' | '%', left: Compiled, right: Compiled): Part | null {
  if (right.type.kind === 'duration') {
    throw wrongOperand(operator, right, 'a number', 'the duration comes first: duration("5h") * 2; .hours is a number');
  }
  if (left.type.kind !== 'duration') return null;
  if (operator === '%') throw wrongOperand(operator, left, 'a number', '.days or .hours is a number');
  if (right.type.kind !== 'number' && !isOpen(right.type)) throw wrongOperand(operator, right, 'a number');
  const isWholeDays = operator === '*' && left.type.isWholeDays === true && right.type.isInteger === true;
  return {
    type: isWholeDays ? { kind: 'duration', isWholeDays } : types.DURATION,
    run: (frame) => {
      const [duration, factor] = [left.run(frame), right.run(frame)];
      if (!(duration instanceof Duration) || typeof factor !== 'number') return null;
      return duration.times(operator === '*' ? factor : 1 / factor);
    },
  };
}

function equality({ operator, ...place }: BinaryNode, left: Compiled, right: Compiled, zone: string): Part {
  checkLiteral(left, right);
  checkLiteral(right, left);
  const [a, b] = [literalAs(left, right.type), literalAs(right, left.type)];
  const isKnown = !isOpen(a.type) && !isOpen(b.type) && !(isMoment(a.type) && isMoment(b.type));
  if (isKnown && a.type.kind !== b.type.kind) {
    throw new FormulaFault(`${typeName(a.type)} never equals ${typeName(b.type)}`, place, {
      hint: conversionHint(a, b),
    });
  }
  const equal = formulaEquality(a.type, b.type, zone);
  const isEqual = operator === '==';
  return { type: types.BOOLEAN, run: (frame) => equal(a.run(frame), b.run(frame)) === isEqual };
}

function comparison({ operator, ...place }: BinaryNode, left: Compiled, right: Compiled, zone: string): Part {
  checkLiteral(left, right);
  checkLiteral(right, left);
  const [a, b] = [literalAs(left, right.type), literalAs(right, left.type)];
  const order = formulaOrder(a.type, b.type, zone);
  if (order === null) {
    throw new FormulaFault(`${typeName(a.type)} and ${typeName(b.type)} have no common order`, place, {
      hint: conversionHint(a, b),
    });
  }
  const matches = COMPARISONS[operator as keyof typeof COMPARISONS];
  return {
    type: types.BOOLEAN,
    run: (frame) => {
      const [x, y] = [a.run(frame), b.run(frame)];
      const difference = x === null || y === null ? null : order(x, y);
      return difference === null ? null : matches(difference);
    },
  };
}

const COMPARISONS = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;

/** A literal that is compared with an enum is one of its values. */
function checkLiteral({ type: { literal }, node }: Compiled, { type }: Compiled): void {
  const values = type.enum?.values;
  if (literal === undefined || literal === '' || values === undefined || values.includes(literal)) return;
  const { near, hint } = suggest(namesAlike(literal, values), `values: ${values.join(', ')}`);
  throw new FormulaFault(`"${literal}" is none of the values`, node, { near, hint });
}

/** A literal text beside a date, duration or link is one. */
function literalAs(part: Compiled, other: FormulaType): Compiled {
  const { literal } = part.type;
  if (literal === undefined || other.kind === 'text') return part;
  if (literal === '') return { ...part, type: types.NULL, run: () => null };
  if (other.kind === 'link') return { ...part, type: types.LINK };
  if (other.kind === 'duration') {
    const duration = parseDuration(literal);
    if (duration === null) throw new FormulaFault(`"${literal}" is not a duration`, part.node, { hint: DURATION_HINT });
    return { ...part, type: types.DURATION, run: () => duration };
  }
  if (!isMoment(other)) return part;
  if (isDate(literal)) return { ...part, type: types.DATE };
  if (isDatetime(literal)) return { ...part, type: types.DATETIME };
  throw new FormulaFault(`"${literal}" is not a date`, part.node, {
    hint: 'a date is "2026-11-28" or "2026-11-28 09:30"',
  });
}

function conversionHint({ type: a }: Compiled, { type: b }: Compiled): string {
  const kinds = new Set([a.kind, b.kind]);
  if (kinds.has('duration') && kinds.has('number')) return 'take the .days, .hours or .milliseconds of the duration';
  if (kinds.has('number') && kinds.has('text')) return 'number(text) is the number that a text is';
  if (kinds.has('text') && (kinds.has('date') || kinds.has('datetime'))) return 'date(text) is the date that a text is';
  if (kinds.has('list')) return 'list.contains(value) looks for an item';
  return 'value.toString() is the text of any value';
}

function wrongOperand(operator: string, { node, type }: Compiled, wanted: string, hint?: string): FormulaFault {
  return new FormulaFault(`${operator} takes ${wanted}, not ${typeName(type)}`, node, {
    hint: hint ?? operandHint(type),
  });
}

const operandHint = (type: FormulaType): string | undefined =>
  type.kind === 'text'
    ? 'number(text) is the number that a text is'
    : type.kind === 'list'
      ? 'list.sum() or list[0] is a number'
      : undefined;

/** A value that a literal of the formula is. */
export const literalType = (value: FormulaValue): FormulaType => {
  if (typeof value === 'string') return { kind: 'text', literal: value };
  if (typeof value === 'number') return Number.isInteger(value) ? types.INTEGER : types.NUMBER;
  return typeof value === 'boolean' ? types.BOOLEAN : types.NULL;
};
