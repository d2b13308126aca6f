/** The types of values while a formula is compiled. docs/formulas.md#types */

import type { FormulaKind } from '../../kernel/formula-functions';
import { jsonEqual } from '../json';
import type { ColumnSpec, ItemSpec } from '../values/column-spec';
import { itemSpec } from '../values/validate';

export interface FormulaType {
  /** `null`: of the word `null` alone. */
  readonly kind: FormulaKind | 'null';
  /** Of a number: whole numbers alone. */
  readonly isInteger?: boolean;
  /** Of a list. */
  readonly items?: FormulaType;
  /** Of a text: the enum whose values it has. */
  readonly enum?: ItemSpec;
  /** Of a duration: whole days, so that a date stays a date. */
  readonly isWholeDays?: boolean;
  /** Of a literal text. */
  readonly literal?: string;
}

const kindOnly = (kind: FormulaType['kind']): FormulaType => ({ kind });

export const ANY = kindOnly('any');
export const NULL = kindOnly('null');
export const TEXT = kindOnly('text');
export const NUMBER = kindOnly('number');
export const INTEGER: FormulaType = { kind: 'number', isInteger: true };
export const BOOLEAN = kindOnly('boolean');
export const DATE = kindOnly('date');
export const DATETIME = kindOnly('datetime');
export const DURATION = kindOnly('duration');
export const LINK = kindOnly('link');
export const listOf = (items: FormulaType): FormulaType => ({ kind: 'list', items });

/** A type that is known only when the formula is evaluated. */
export const isOpen = ({ kind }: FormulaType): boolean => kind === 'any' || kind === 'null';

export const isMoment = ({ kind }: FormulaType): boolean => kind === 'date' || kind === 'datetime';

/** As a message names it. */
export const typeName = ({ kind, isInteger, items, enum: enumSpec }: FormulaType): string => {
  if (kind === 'list' && items !== undefined) return `a list of ${pluralOf(items)}`;
  if (kind === 'number') return isInteger === true ? 'an integer' : 'a number';
  if (enumSpec !== undefined) return 'an enum';
  return kind === 'null' || kind === 'any' ? kind : `a ${kind}`;
};

const pluralOf = ({ kind, isInteger }: FormulaType): string => {
  if (kind === 'any' || kind === 'null') return 'anything';
  return kind === 'number' && isInteger === true ? 'integers' : `${kind}s`;
};

export function typeOfSpec(spec: ColumnSpec | ItemSpec): FormulaType {
  switch (spec.type) {
    case 'string':
      return TEXT;
    case 'enum':
      return { kind: 'text', enum: { ...spec, type: 'enum' } };
    case 'integer':
      return INTEGER;
    case 'number':
      return NUMBER;
    case 'boolean':
      return BOOLEAN;
    case 'date':
      return DATE;
    case 'datetime':
      return DATETIME;
    case 'link':
      return LINK;
    case 'json':
      return ANY;
    case 'list':
      return listOf(typeOfSpec(itemSpec(spec)));
  }
}

/** A column that holds such values. A duration is a number of milliseconds. */
export function specOfType(type: FormulaType, name: string): ColumnSpec {
  if (type.kind !== 'list') return { ...itemOfType(type), name };
  return { name, type: 'list', items: itemOfType(type.items ?? ANY) };
}

function itemOfType(type: FormulaType): ItemSpec {
  switch (type.kind) {
    case 'text':
      return type.enum === undefined ? { type: 'string' } : enumItem(type.enum);
    case 'number':
      return { type: type.isInteger === true ? 'integer' : 'number' };
    case 'duration':
      return { type: 'number' };
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'link':
      return { type: type.kind };
    case 'any':
    case 'null':
    case 'list':
      return { type: 'json' };
  }
}

/** The values and their order alone: a formula has no rules. */
const enumItem = ({ values, valueDescriptions, valueColors, ordered }: ItemSpec): ItemSpec => ({
  type: 'enum',
  ...(values === undefined ? {} : { values }),
  ...(valueDescriptions === undefined ? {} : { valueDescriptions }),
  ...(valueColors === undefined ? {} : { valueColors }),
  ...(ordered === undefined ? {} : { ordered }),
});

/** Two columns may have the same values in the same order. */
export const isOneEnum = ({ enum: a }: FormulaType, { enum: b }: FormulaType): boolean =>
  a !== undefined && b !== undefined && a.ordered === b.ordered && jsonEqual(a.values, b.values);

/** The type of a value that is of one of both types. */
export function eitherType(a: FormulaType, b: FormulaType): FormulaType {
  if (a.kind === 'null') return b.literal === undefined ? b : TEXT;
  if (b.kind === 'null') return eitherType(b, a);
  if (a.literal === '' && b.kind !== 'text') return b;
  if (b.literal === '' && a.kind !== 'text') return a;
  if (a.kind !== b.kind) return ANY;
  switch (a.kind) {
    case 'text':
      return isOneEnum(a, b) ? { kind: 'text', ...(a.enum === undefined ? {} : { enum: a.enum }) } : TEXT;
    case 'number':
      return a.isInteger === true && b.isInteger === true ? INTEGER : NUMBER;
    case 'duration':
      return a.isWholeDays === true && b.isWholeDays === true ? a : DURATION;
    case 'list':
      return listOf(eitherType(a.items ?? NULL, b.items ?? NULL));
    default:
      return a;
  }
}
