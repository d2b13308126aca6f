/** The types of the results of functions, from those of their arguments. docs/formulas.md#functions */

import { FORMULA_FUNCTIONS, type FormulaFunctionKey, formulaFunctionName } from '../../kernel/formula-functions';
import { isDate } from '../values/time/dates';
import { formulaOrder } from './compare-values';
import { type Compiled, durationType } from './compile-operators';
import { parseDuration } from './duration';
import { FormulaFault, type FormulaPlace } from './formula-fault';
import * as types from './formula-type';
import { type FormulaType, isMoment, isOpen, typeName } from './formula-type';

export function resultType(
  key: FormulaFunctionKey,
  receiver: FormulaType | null,
  args: readonly Compiled[],
  place: FormulaPlace,
): FormulaType {
  const [argument = types.ANY] = args.map(({ type }) => type);
  switch (key) {
    case 'min':
    case 'max':
      return args.every(({ type }) => type.isInteger === true) ? types.INTEGER : types.NUMBER;
    case 'date':
      return dateType(argument, args[0]?.node ?? place);
    case 'duration':
      return durationOf(argument);
    case 'number':
      return argument.isInteger === true || argument.kind === 'boolean' || isMoment(argument)
        ? types.INTEGER
        : types.NUMBER;
    case 'list':
      return argument.kind === 'list' ? argument : types.listOf(withoutLiteral(argument));
    case 'number.round':
      return args.length === 0 ? types.INTEGER : types.NUMBER;
    case 'text.split':
      return types.listOf(types.TEXT);
    case 'list.flat':
      return flatType(receiver);
    case 'list.sum':
    case 'list.mean':
      return sumType(key, receiver, place);
    case 'list.sort':
    case 'list.min':
    case 'list.max':
      checkOrder(key, receiver, place);
      break;
    default:
  }
  return declaredType(key, receiver);
}

function declaredType(key: FormulaFunctionKey, receiver: FormulaType | null): FormulaType {
  const { gives } = FORMULA_FUNCTIONS[key];
  switch (gives) {
    case 'same':
    case 'items':
      return receiver === null || isOpen(receiver) ? types.ANY : receiver;
    case 'item':
      return receiver?.items ?? types.ANY;
    case 'integer':
      return types.INTEGER;
    default:
      return { kind: gives };
  }
}

const withoutLiteral = (type: FormulaType): FormulaType => (type.literal === undefined ? type : types.TEXT);

function dateType(argument: FormulaType, place: FormulaPlace): FormulaType {
  if (argument.kind !== 'text' && !isMoment(argument) && !isOpen(argument)) {
    throw new FormulaFault(`text of date is a text or a date, not ${typeName(argument)}`, place, {
      hint: 'write date("2026-11-28"), or date(column)',
    });
  }
  if (isMoment(argument)) return argument;
  return argument.literal !== undefined && isDate(argument.literal.trim()) ? types.DATE : types.DATETIME;
}

function durationOf({ literal }: FormulaType): FormulaType {
  const duration = literal === undefined ? null : parseDuration(literal);
  return duration === null ? types.DURATION : durationType(duration);
}

function flatType(receiver: FormulaType | null): FormulaType {
  const items = receiver?.items ?? types.ANY;
  return items.kind === 'list' ? items : types.listOf(isOpen(items) ? types.ANY : items);
}

function sumType(key: FormulaFunctionKey, receiver: FormulaType | null, place: FormulaPlace): FormulaType {
  const items = receiver?.items ?? types.ANY;
  if (items.kind !== 'number' && !isOpen(items)) {
    throw new FormulaFault(`${formulaFunctionName(key)} takes numbers, not ${typeName(types.listOf(items))}`, place, {
      hint: 'list.map(number(value)) makes numbers',
    });
  }
  return key === 'list.sum' && items.isInteger === true ? types.INTEGER : types.NUMBER;
}

function checkOrder(key: FormulaFunctionKey, receiver: FormulaType | null, place: FormulaPlace): void {
  const items = receiver?.items ?? types.ANY;
  if (formulaOrder(items, items, 'UTC') === null) {
    throw new FormulaFault(`${typeName(items)} has no place in an order: ${formulaFunctionName(key)} needs one`, place);
  }
}
