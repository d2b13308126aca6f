/** The condition that an operator and its operand put on a value of a column. D6, D16. */

import { NotedbError, badRequest } from '../errors';
import { parseLinkValue } from '../note/link-syntax';
import type { NotePath } from '../ports/vault-port';
import type { LinkView } from '../storage/view';
import type { ColumnSpec, ValueSpec } from '../values/column';
import { compareText, foldText } from '../values/compare';
import { datetimeInstant, isDate, isDatetime, nextDay, resolveDateToken, startOfDay, dayOf } from '../values/dates';
import { type Json, isEmpty, jsonEqual } from '../values/json';
import type { Operator } from './compile-where';
import type { ValueTest } from './predicate';
import type { Subject } from './subject';

export interface OperandContext {
  /** Milliseconds. */
  readonly now: number;
  /** The database time zone. */
  readonly zone: string;
  readonly links: LinkView;
}

/** The condition holds a token that nothing resolves: it matches no row, also negated. */
export const UNKNOWN = Symbol('unknown');

export type MadeTest = { readonly test: ValueTest; readonly inverted: boolean } | typeof UNKNOWN;

const THIS_TOKEN = /^(?:\{this\.[^{}]+\}|<this\.[^<>]+>)$/;

export function makeTest(subject: Subject, operator: Operator, operand: Json, context: OperandContext): MadeTest {
  if (operator === 'exists') return exists(subject, operand);
  const values = Array.isArray(operand) && operator === 'in' ? (operand as readonly Json[]) : [operand];
  if (values.some((value) => typeof value === 'string' && THIS_TOKEN.test(value))) return UNKNOWN;
  if (operator === 'eq' && operand === null) return { test: EMPTY_TEST, inverted: false };
  if (operator === 'ne' && operand === null) return { test: EMPTY_TEST, inverted: true };
  if (values.some((value) => value === null)) {
    throw badRequest(`${subject.name}: null is no operand of ${operator}`, 'use {"exists": false} for empty values');
  }
  const maker = new TestMaker(subject, context);
  switch (operator) {
    case 'eq':
      return { test: maker.equals(operand), inverted: false };
    case 'ne':
      return { test: maker.equals(operand), inverted: true };
    case 'in':
      return { test: maker.isIn(operand), inverted: false };
    case 'contains':
    case 'icontains':
      return { test: maker.contains(operand, operator === 'icontains'), inverted: false };
    default:
      return { test: maker.inOrder(operator, operand), inverted: false };
  }
}

const EMPTY_TEST: ValueTest = { matches: isEmpty };

function exists(subject: Subject, operand: Json): MadeTest {
  if (typeof operand !== 'boolean') throw badRequest(`${subject.name}: exists takes true or false`);
  return { test: EMPTY_TEST, inverted: operand };
}

/** A key that equal values share, undefined when the value is not of the type. */
type KeyOf = (value: Json) => string | number | boolean | undefined;

class TestMaker {
  private readonly item: ValueSpec;

  constructor(
    private readonly subject: Subject,
    private readonly context: OperandContext,
  ) {
    const { spec } = subject;
    this.item =
      spec?.type === 'list' ? (spec.items ?? { type: 'string' }) : (spec ?? { name: subject.name, type: 'json' });
  }

  private get spec(): ColumnSpec | null {
    return this.subject.spec;
  }

  equals(operand: Json): ValueTest {
    if (this.spec?.type === 'list') return this.equalList(operand);
    return this.equalItem(operand);
  }

  isIn(operand: Json): ValueTest {
    if (!Array.isArray(operand)) throw badRequest(`${this.subject.name}: "in" takes a list of values`);
    return anyOf((operand as readonly Json[]).map((value) => this.equals(value)));
  }

  private equalList(operand: Json): ValueTest {
    if (!Array.isArray(operand)) {
      throw badRequest(`${this.subject.name} is a list: eq compares the whole list`, 'use contains for one item');
    }
    const tests = (operand as readonly Json[]).map((item) => this.equalItem(item));
    if (tests.length === 0) return EMPTY_TEST;
    const items = (value: Json | undefined): readonly Json[] | null =>
      Array.isArray(value) && value.length === tests.length ? (value as readonly Json[]) : null;
    return {
      matches: (value, path) => items(value)?.every((item, i) => tests[i]?.matches(item, path) === true) ?? false,
      dependsOnPath: (value) => items(value)?.some((item, i) => tests[i]?.dependsOnPath?.(item) === true) ?? false,
    };
  }

  /** Equality of one value by the column's (or item's) type. */
  private equalItem(operand: Json): ValueTest {
    switch (this.item.type) {
      case 'link':
        return this.equalLink(operand);
      case 'json':
        return { matches: (value) => jsonEqual(value, operand) };
      case 'datetime': {
        const text = this.timeOperand(operand);
        if (isDate(text)) return this.duringDay(text);
        break;
      }
      default:
    }
    const keyOf = this.keyOf();
    const key = keyOf(this.operand(operand));
    return { matches: (value) => value !== undefined && value !== null && !isEmpty(value) && keyOf(value) === key };
  }

  private duringDay(day: string): ValueTest {
    const { zone } = this.context;
    const [start, end] = [startOfDay(day, zone), startOfDay(nextDay(day), zone)];
    return {
      matches: (value) => {
        const instant = this.instantOf(value);
        return instant !== undefined && instant >= start && instant < end;
      },
    };
  }

  private instantOf(value: Json | undefined): number | undefined {
    if (typeof value !== 'string') return undefined;
    if (isDate(value)) return startOfDay(value, this.context.zone);
    return isDatetime(value) ? datetimeInstant(value, this.context.zone) : undefined;
  }

  private equalLink(operand: Json): ValueTest {
    if (typeof operand !== 'string') throw this.wrongType(operand);
    const { links } = this.context;
    const key = (text: string, path: NotePath): string => {
      const linkpath = parseLinkValue(text)?.linkpath ?? text;
      return links.resolve(linkpath, path) ?? `?${linkpath.toLowerCase()}`;
    };
    const wanted = key(operand, '');
    return {
      matches: (value, path) => typeof value === 'string' && value !== '' && key(value, path) === wanted,
      dependsOnPath: (value) =>
        typeof value === 'string' &&
        (/^!?\[\[\.|^\./.test(value) || links.candidates(parseLinkValue(value)?.linkpath ?? value).length > 1),
    };
  }

  contains(operand: Json, folded: boolean): ValueTest {
    const { spec, subject } = this;
    const type = spec?.type;
    if (type === 'list') return this.containsItem(operand, folded);
    if (type !== undefined && !['string', 'enum', 'link', 'json'].includes(type)) {
      throw badRequest(`${subject.name}: contains looks into strings and lists, not into ${type}`);
    }
    if (type !== undefined && type !== 'json') return this.substring(operand, folded);
    const inList = folded ? this.someItem(operand) : anyItem({ matches: (value) => jsonEqual(value, operand) });
    const inText = typeof operand === 'string' ? this.substring(operand, folded) : NO_MATCH;
    return anyOf([inList, inText]);
  }

  private containsItem(operand: Json, folded: boolean): ValueTest {
    if (folded) return this.someItem(operand);
    return anyItem(this.equalItem(operand));
  }

  private someItem(operand: Json): ValueTest {
    return anyItem(this.substring(operand, true));
  }

  private substring(operand: Json, folded: boolean): ValueTest {
    if (typeof operand !== 'string') throw this.wrongType(operand);
    const wanted = folded ? foldText(operand) : operand.normalize('NFC');
    const form = folded ? foldText : (text: string): string => text.normalize('NFC');
    return { matches: (value) => typeof value === 'string' && value !== '' && form(value).includes(wanted) };
  }

  inOrder(operator: 'gt' | 'gte' | 'lt' | 'lte', operand: Json): ValueTest {
    const type = this.spec?.type;
    if (type !== undefined && ['list', 'json', 'boolean', 'link', 'enum'].includes(type)) {
      throw badRequest(`${this.subject.name}: ${operator} needs an order, and ${type} values have none`);
    }
    const holds = {
      gt: (order: number) => order > 0,
      gte: (order: number) => order >= 0,
      lt: (order: number) => order < 0,
      lte: (order: number) => order <= 0,
    }[operator];
    if (type === 'datetime') return this.timeOrder(operator, operand);
    if (type === undefined) return looseOrder(operand, holds, this.subject.name);
    if (type === 'string') {
      const wanted = this.operand(operand) as string;
      return { matches: (value) => typeof value === 'string' && value !== '' && holds(compareText(value, wanted)) };
    }
    const keyOf = this.keyOf();
    const wanted = keyOf(this.operand(operand)) as string | number;
    return {
      matches: (value) => {
        const key = value === undefined || value === null ? undefined : keyOf(value);
        return key !== undefined && holds(key < wanted ? -1 : key > wanted ? 1 : 0);
      },
    };
  }

  /** A bare day is its start for gte and lt, its end for lte and gt. D16 */
  private timeOrder(operator: 'gt' | 'gte' | 'lt' | 'lte', operand: Json): ValueTest {
    const { zone } = this.context;
    const text = this.timeOperand(operand);
    const isDay = isDate(text);
    const atEnd = isDay && (operator === 'lte' || operator === 'gt');
    const limit = isDay ? startOfDay(atEnd ? nextDay(text) : text, zone) : datetimeInstant(text, zone);
    const holds: Record<typeof operator, (instant: number) => boolean> = {
      gt: (instant) => (atEnd ? instant >= limit : instant > limit),
      gte: (instant) => instant >= limit,
      lt: (instant) => instant < limit,
      lte: (instant) => (atEnd ? instant < limit : instant <= limit),
    };
    return {
      matches: (value) => {
        const instant = this.instantOf(value);
        return instant !== undefined && holds[operator](instant);
      },
    };
  }

  private keyOf(): KeyOf {
    switch (this.item.type) {
      case 'integer':
      case 'number':
        return (value) => (typeof value === 'number' ? value : undefined);
      case 'boolean':
        return (value) => (typeof value === 'boolean' ? value : undefined);
      case 'date':
        return (value) => (typeof value === 'string' && isDate(value) ? value : undefined);
      case 'datetime':
        return (value) => this.instantOf(value);
      default:
        return (value) => (typeof value === 'string' ? value.normalize('NFC') : undefined);
    }
  }

  /** The operand as the type has it; 400 when it can't be of the column's type. */
  private operand(operand: Json): Json {
    const { type } = this.item;
    const { zone } = this.context;
    switch (type) {
      case 'date': {
        const text = this.timeOperand(operand);
        return isDate(text) ? text : dayOf(datetimeInstant(text, zone), zone);
      }
      case 'datetime':
        return this.timeOperand(operand);
      case 'integer':
      case 'number':
        if (typeof operand !== 'number') throw this.wrongType(operand);
        return operand;
      case 'boolean':
        if (typeof operand !== 'boolean') throw this.wrongType(operand);
        return operand;
      default:
        if (typeof operand !== 'string') throw this.wrongType(operand);
        if (type === 'enum' && this.item.values?.includes(operand) === false) throw this.notInEnum(operand);
        return operand;
    }
  }

  private timeOperand(operand: Json): string {
    if (typeof operand !== 'string') throw this.wrongType(operand);
    const { now, zone } = this.context;
    const text = resolveDateToken(operand, now, zone) ?? operand;
    if (!isDate(text) && !isDatetime(text)) throw this.wrongType(operand);
    return text;
  }

  private notInEnum(operand: string): NotedbError {
    const values = (this.item.values ?? []).join(', ');
    return badRequest(`${this.subject.name}: "${operand}" is none of its values`, `use one of ${values}`);
  }

  private wrongType(operand: Json): NotedbError {
    return badRequest(
      `${this.subject.name} is ${this.item.type}: ${JSON.stringify(operand)} can't be compared with it`,
    );
  }
}

const NO_MATCH: ValueTest = { matches: () => false };

const anyOf = (tests: readonly ValueTest[]): ValueTest => ({
  matches: (value, path) => tests.some((test) => test.matches(value, path)),
  dependsOnPath: (value) => tests.some((test) => test.dependsOnPath?.(value) === true),
});

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const anyItem = (test: ValueTest): ValueTest => ({
  matches: (value, path) => itemsOf(value).some((item) => test.matches(item, path)),
  dependsOnPath: (value) => itemsOf(value).some((item) => test.dependsOnPath?.(item) === true),
});

/** Untyped values: numbers with numbers, strings with strings. */
function looseOrder(operand: Json, holds: (order: number) => boolean, name: string): ValueTest {
  if (typeof operand === 'number') {
    return { matches: (value) => typeof value === 'number' && holds(value - operand) };
  }
  if (typeof operand === 'string') {
    return { matches: (value) => typeof value === 'string' && value !== '' && holds(compareText(value, operand)) };
  }
  throw badRequest(`${name}: ${JSON.stringify(operand)} has no order`);
}
