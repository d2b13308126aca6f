/** Calls of functions, and fields, compiled for the types of their arguments. docs/formulas.md#functions */

import {
  type FormulaFunction,
  formulaFunctionName,
  formulaFunctions,
  type FormulaFunctionKey,
  type FormulaKind,
  type FormulaParameter,
  formulaSignature,
} from '../../kernel/formula-functions';
import { namesAlike, nearNames, suggest } from '../../kernel/near-names';
import { isDate, isDatetime } from '../values/time/dates';
import type { Compiled } from './compile-operators';
import { parseDuration } from './duration';
import { FormulaFault, type FormulaPlace } from './formula-fault';
import { type FormulaType, isOpen, typeName } from './formula-type';
import { type Evaluate, type FormulaValue, type FormulaFrame, isItems, sizeOf, spend } from './formula-value';
import { ANY_FUNCTIONS, FORMULA_TYPE_NAMES } from './functions/any-functions';
import { DATE_FUNCTIONS } from './functions/date-functions';
import { type FunctionBody, isOfKind } from './functions/function-body';
import { LIST_FUNCTIONS } from './functions/list-functions';
import { NUMBER_FUNCTIONS } from './functions/number-functions';
import { TEXT_FUNCTIONS } from './functions/text-functions';
import { resultType } from './result-type';

/** Functions that evaluate an argument never, or many times. */
export type LazyFunction = 'if' | 'list.filter' | 'list.map' | 'list.reduce';

const BODIES: Readonly<Record<Exclude<FormulaFunctionKey, LazyFunction>, FunctionBody>> = {
  ...ANY_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...LIST_FUNCTIONS,
};

const LAZY: ReadonlySet<string> = new Set<LazyFunction>(['if', 'list.filter', 'list.map', 'list.reduce']);

export const isLazy = (key: FormulaFunctionKey): key is LazyFunction => LAZY.has(key);

/** The types whose functions a value of a type has, the nearest first. */
function kindsOf({ kind }: FormulaType): readonly FormulaKind[] {
  if (kind === 'datetime') return ['date', 'any'];
  return kind === 'any' || kind === 'null' ? ['any'] : [kind, 'any'];
}

const keyOf = (kind: FormulaKind | null, name: string): FormulaFunctionKey | null => {
  const key = kind === null ? name : `${kind}.${name}`;
  return formulaFunctions.has(key as FormulaFunctionKey) ? (key as FormulaFunctionKey) : null;
};

const OPEN_KINDS: readonly FormulaKind[] = ['text', 'number', 'date', 'list', 'duration'];

/** The functions of the name for a type; several where the type is open. */
export function functionsOf(type: FormulaType, name: string): readonly FormulaFunctionKey[] {
  const [own] = kindsOf(type).flatMap((kind) => keyOf(kind, name) ?? []);
  if (own !== undefined) return [own];
  return isOpen(type) ? OPEN_KINDS.flatMap((kind) => keyOf(kind, name) ?? []) : [];
}

export const globalFunction = (name: string): FormulaFunctionKey | null =>
  name.includes('.') ? null : keyOf(null, name);

const declarationOf = (key: FormulaFunctionKey): FormulaFunction => formulaFunctions.get(key) as FormulaFunction;

export const isField = (key: FormulaFunctionKey): boolean => declarationOf(key).takes === null;

/** Names of other languages. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...['datediff', 'date_diff', 'diff', 'days'].map(
    (name) => [name, 'the difference of two dates is (a - b).days'] as const,
  ),
  ['concat', 'texts are joined with +'],
  ['iff', 'write if(condition, a, b)'],
  ['len', 'write text.length'],
  ['toupper', 'write text.upper()'],
  ['touppercase', 'write text.upper()'],
  ['tolower', 'write text.lower()'],
  ['tolowercase', 'write text.lower()'],
  ['includes', 'write value.contains(other)'],
  ['average', 'write list.mean()'],
  ['avg', 'write list.mean()'],
  ['coalesce', 'write if(a.isEmpty(), b, a)'],
  ['ifnull', 'write if(a.isEmpty(), b, a)'],
  ['matches', 'regular expressions are not offered: use contains, startsWith or endsWith'],
]);

export function unknownFunction(name: string, place: FormulaPlace, type: FormulaType | null): FormulaFault {
  const kinds: readonly (FormulaKind | null)[] =
    type === null ? [null] : isOpen(type) ? [...OPEN_KINDS, 'any'] : kindsOf(type);
  const keys = [...formulaFunctions.keys()].filter((key) => kinds.includes(declarationOf(key).of));
  const names = [...new Set(keys.map(formulaFunctionName))];
  const near = nearNames(name, names);
  const isMethod =
    type === null && [...formulaFunctions.values()].some(({ of }) => of !== null && keyOf(of, name) !== null);
  const other = OTHER_NAMES.get(name.toLowerCase()) ?? (isMethod ? `write value.${name}(…)` : undefined);
  const whose = type === null ? 'there is no function' : `${typeName(type)} has no function`;
  const otherwise = other ?? `functions: ${names.join(', ')}`;
  const { hint } = suggest(near.length > 0 ? near : namesAlike(name, names), otherwise);
  return new FormulaFault(`${whose} "${name}"`, place, { near, hint: other ?? hint });
}

/** Refuses a wrong count of arguments, or an argument of another type. */
export function checkArguments(key: FormulaFunctionKey, args: readonly Compiled[], place: FormulaPlace): void {
  const takes = declarationOf(key).takes ?? [];
  const least = takes.filter(({ isOptional }) => isOptional !== true).length;
  const most = takes.at(-1)?.isRest === true ? Infinity : takes.length;
  const name = formulaFunctionName(key);
  if (args.length < least || args.length > most) {
    const wanted = least === most ? String(least) : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
    throw new FormulaFault(
      `${name} takes ${wanted} ${(most === Infinity ? least : most) === 1 ? 'argument' : 'arguments'}, not ${args.length}`,
      place,
      {
        hint: `write ${formulaSignature(key)}`,
      },
    );
  }
  args.forEach((arg, index) => {
    checkArgument(key, arg, takes[index] ?? takes.at(-1));
  });
  const [first] = args;
  if (key === 'any.isType' && first !== undefined) checkTypeName(first);
}

function checkTypeName({ node, type: { literal } }: Compiled): void {
  if (literal === undefined || FORMULA_TYPE_NAMES.includes(literal)) return;
  const { near, hint } = suggest(nearNames(literal, FORMULA_TYPE_NAMES), `types: ${FORMULA_TYPE_NAMES.join(', ')}`);
  throw new FormulaFault(`there is no type "${literal}"`, node, { near, hint });
}

function checkArgument(key: FormulaFunctionKey, { node, type }: Compiled, parameter?: FormulaParameter): void {
  if (parameter === undefined) return;
  const { name, kind } = parameter;
  if (kind !== 'item' && kind !== 'expression' && kind !== 'any' && !isOpen(type) && !kindsOf(type).includes(kind)) {
    throw new FormulaFault(`${name} of ${formulaFunctionName(key)} is a ${kind}, not ${typeName(type)}`, node, {
      hint: `write ${formulaSignature(key)}`,
    });
  }
  const { literal } = type;
  if (literal === undefined) return;
  if (key === 'duration' && parseDuration(literal) === null) {
    throw new FormulaFault(`"${literal}" is not a duration`, node, {
      hint: 'write "1d", "2 weeks", "3M" (months) or "1h 30m"',
    });
  }
  if (key === 'date' && !isDate(literal.trim()) && !isDatetime(literal.trim())) {
    throw new FormulaFault(`"${literal}" is not a date`, node, { hint: 'write "2026-11-28" or "2026-11-28 09:30"' });
  }
}

/** `receiver` null: a function without one. */
export function compileCall(
  key: Exclude<FormulaFunctionKey, LazyFunction>,
  receiver: Compiled | null,
  args: readonly Compiled[],
  { place, zone, now }: { readonly place: FormulaPlace; readonly zone: string; readonly now: number },
): Omit<Compiled, 'node'> {
  checkArguments(key, args, place);
  const all = receiver === null ? args : [receiver, ...args];
  const types = all.map(({ type }) => type);
  const type = resultType(key, receiver?.type ?? null, args, place);
  const call = BODIES[key]({ types, zone, now });
  const { of, takes } = declarationOf(key);
  const kinds = [...(of === null ? [] : [of]), ...(takes ?? []).map(({ kind }) => kind)];
  const kindAt = (index: number): FormulaKind => argumentKind(kinds[index] ?? kinds.at(-1) ?? 'any');
  const isCharged = kinds.some((kind) => kind === 'text' || kind === 'list' || kind === 'any');
  return {
    type,
    run: callWith(
      call,
      all.map(({ run }, index) => [run, kindAt(index)] as const),
      isCharged,
    ),
  };
}

const argumentKind = (kind: FormulaParameter['kind']): FormulaKind =>
  kind === 'item' || kind === 'expression' ? 'any' : kind;

const NO_ITEMS: readonly FormulaValue[] = [];

function callWith(
  call: (args: readonly FormulaValue[], frame: FormulaFrame) => FormulaValue,
  args: readonly (readonly [Evaluate, FormulaKind])[],
  isCharged: boolean,
): Evaluate {
  return (frame) => {
    const values: FormulaValue[] = [];
    for (const [run, kind] of args) {
      let value = run(frame);
      if (kind === 'list' && value === null) value = NO_ITEMS;
      if (!isOfKind(kind, value)) return null;
      if (isCharged && (typeof value === 'string' || isItems(value))) spend(frame, sizeOf(value));
      values.push(value);
    }
    return call(values, frame);
  };
}

/** A function of an open value: the first whose type the value is of, for each row. */
export function dispatch(
  receiver: Compiled,
  calls: readonly (readonly [FormulaKind, Compiled])[],
  node: Compiled['node'],
): Compiled {
  const types = calls.map(([, { type }]) => type);
  const [first] = types;
  const isOneType = first !== undefined && types.every(({ kind }) => kind === first.kind && kind !== 'list');
  return {
    node,
    type: isOneType ? first : { kind: 'any' },
    run: (frame) => {
      const value = receiver.run(frame);
      const found = calls.find(([kind]) => isOfKind(kind, value));
      return found === undefined ? null : found[1].run(frame);
    },
  };
}
