/** The condition that an operator and its operand put on a value of a column. D6, D16. */

import { badRequest } from '../../errors';
import { linkpathIn } from '../../note/links/link-syntax';
import type { NotePath } from '../../ports/vault-port';
import type { ColumnSpec, ValueSpec } from '../../values/column-spec';
import { isTagWithin } from '../../note/obsidian-lists';
import { foldText } from '../../../kernel/fold-text';
import { compareText, enumPositions } from '../../values/compare';
import { datetimeInstant, isDate, nextDay, startOfDay } from '../../values/time/dates';
import { type Json, isEmpty, jsonEqual, isList } from '../../json';
import { type KeyOf, type OperandContext, OperandReader } from './operand-reader';
import { linkSearch } from '../scan/branch-search';
import { linkDependsOnPath, linkTargetOfText } from './link-operands';
import type { ValueTest } from './predicate';
import type { Subject } from './subject';
import { UNFILLED } from './this-note';
import { filledOperand } from './filled-operand';
import { columnOfOperand } from './compared-columns';
import { type ConditionOperator, conditionsOf } from './filter-conditions';
import { makeWithin } from './within-test';

/** The condition holds a token that nothing resolves: it matches no row, also negated. */
export const UNKNOWN = Symbol('unknown');

export type MadeTest = { readonly test: ValueTest; readonly inverted: boolean } | typeof UNKNOWN;

export function makeTest(
  subject: Subject,
  operator: ConditionOperator,
  given: Json,
  context: OperandContext,
): MadeTest {
  if (operator === 'exists') return existsTest(subject, given);
  if (operator === 'length') return lengthTest(subject, given, context);
  const operand = filledOperand(operator, subject, given, context);
  if (operand === UNFILLED) return UNKNOWN;
  const values = isList(operand) && operator === 'in' ? operand : [operand];
  if (operator === 'eq' && operand === null) return { test: EMPTY_TEST, inverted: false };
  if (operator === 'ne' && operand === null) return { test: EMPTY_TEST, inverted: true };
  if (values.some((value) => value === null)) {
    throw badRequest(
      `${subject.name}: null is not an operand of ${operator}`,
      'use {"exists": false} for empty values',
    );
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
    case 'starts_with':
    case 'ends_with':
      return { test: maker.atEnd(operand, operator), inverted: false };
    case 'within':
      return { test: maker.within(operand), inverted: false };
    default:
      return { test: maker.inOrder(operator, operand), inverted: false };
  }
}

const TAG_LISTS: readonly string[] = ['tags', 'file_tags'];

/** A tag, or one below it. docs/decisions.md#d30-tags */
function tagTest(operand: Json, operands: OperandReader): ValueTest {
  if (typeof operand !== 'string') throw operands.wrongType(operand);
  return { matches: (value) => typeof value === 'string' && isTagWithin(value, operand) };
}

const EMPTY_TEST: ValueTest = { matches: isEmpty };

function existsTest(subject: Subject, operand: Json): MadeTest {
  if (typeof operand !== 'boolean')
    throw badRequest(`${subject.name}: exists takes true or false`, 'write {"exists": false} for empty values');
  return { test: EMPTY_TEST, inverted: operand };
}

/** Texts have characters, lists have items; an empty value has none. */
function lengthTest({ name, spec }: Subject, given: Json, context: OperandContext): MadeTest {
  const type = spec?.type ?? 'json';
  if (!['string', 'enum', 'list', 'json'].includes(type))
    throw badRequest(`${name}: length counts characters and items, and ${type} has none`, 'compare the value itself');
  const subject: Subject = { name: `${name}: length`, spec: LENGTH, stored: null, ofRow: () => undefined };
  const tests: Exclude<MadeTest, typeof UNKNOWN>[] = [];
  for (const [operator, operand] of conditionsOf(subject, given)) {
    if (columnOfOperand(operand) !== null)
      throw badRequest(`${name}: length takes no column`, 'compute has a length that two columns can be compared by');
    const made = makeTest(subject, operator, operand, context);
    if (made === UNKNOWN) return UNKNOWN;
    tests.push(made);
  }
  const matches = (value: Json | undefined): boolean => {
    const length = lengthOf(value);
    return length !== null && tests.every(({ test, inverted }) => test.matches(length, '') !== inverted);
  };
  return { test: { matches }, inverted: false };
}

const LENGTH: ColumnSpec = { name: 'length', type: 'integer' };

/** Null: of a value that has none. */
function lengthOf(value: Json | undefined): number | null {
  if (isEmpty(value)) return 0;
  if (isList(value)) return value.length;
  return typeof value === 'string' ? [...value.normalize('NFC')].length : null;
}

class TestMaker {
  private readonly item: ValueSpec;
  private readonly operands: OperandReader;

  constructor(
    private readonly subject: Subject,
    private readonly context: OperandContext,
  ) {
    const { spec } = subject;
    this.item =
      spec?.type === 'list' ? (spec.items ?? { type: 'string' }) : (spec ?? { name: subject.name, type: 'json' });
    this.operands = new OperandReader(subject.name, this.item, context);
  }

  private get spec(): ColumnSpec | null {
    return this.subject.spec;
  }

  equals(operand: Json): ValueTest {
    if (this.spec?.type === 'list') return this.equalList(operand);
    return this.equalItem(operand);
  }

  isIn(operand: Json): ValueTest {
    if (!isList(operand))
      throw badRequest(`${this.subject.name}: "in" takes a list of values`, 'write eq for one value');
    return this.isOneOf(operand) ?? anyOf(operand.map((value) => this.equals(value)));
  }

  /** Looked up, not compared one by one; null for types whose equality is not a key. */
  private isOneOf(operands: readonly Json[]): ValueTest | null {
    const { type } = this.item;
    if (this.spec?.type === 'list' || type === 'json') return null;
    if (type === 'link') return this.linkOneOf(operands);
    const keyOf = this.operands.keyOf();
    const isDay = (each: Json): boolean => type === 'datetime' && typeof each === 'string' && isDate(each);
    const keys = new Set(operands.filter((each) => !isDay(each)).map((each) => keyOf(this.operands.read(each))));
    const exact: ValueTest = {
      matches: (value) => value !== undefined && value !== null && !isEmpty(value) && keys.has(keyOf(value)),
      ...onlyOf(type, keys),
    };
    const days = operands.filter(isDay);
    return days.length === 0 ? exact : anyOf([exact, ...days.map((day) => this.equals(day))]);
  }

  private equalList(operand: Json): ValueTest {
    if (!isList(operand)) {
      throw badRequest(
        `${this.subject.name} is a list: eq compares the whole list`,
        this.countHint() ?? 'use contains for one item',
      );
    }
    const tests = operand.map((item) => this.equalItem(item));
    // An empty list is an empty value, which only null equals.
    if (tests.length === 0) return NO_MATCH;
    const items = (value: Json | undefined): readonly Json[] | null =>
      isList(value) && value.length === tests.length ? value : null;
    return {
      matches: (value, path) => items(value)?.every((item, i) => tests[i]?.matches(item, path) === true) ?? false,
      dependsOnPath: (value) => items(value)?.some((item, i) => tests[i]?.dependsOnPath?.(item) === true) ?? false,
    };
  }

  /** Equality of one value by the column's (or item's) type. */
  private equalItem(operand: Json): ValueTest {
    switch (this.item.type) {
      case 'link':
        return this.linkOneOf([operand]);
      case 'json':
        return { matches: (value) => jsonEqual(value, operand) };
      case 'datetime': {
        const text = this.operands.time(operand);
        if (isDate(text)) return this.duringDay(text);
        break;
      }
      default:
    }
    const keyOf = this.operands.keyOf();
    const key = keyOf(this.operands.read(operand));
    return {
      matches: (value) => value !== undefined && value !== null && !isEmpty(value) && keyOf(value) === key,
      ...onlyOf(this.item.type, [key]),
    };
  }

  /** A list that was a number once. D3 */
  private countHint(): string | null {
    const isBacklinks = /(?:^|\.)file_backlinks$/.test(this.subject.name);
    return isBacklinks ? 'file_backlink_count counts them; contains looks for one note' : null;
  }

  private duringDay(day: string): ValueTest {
    const { zone } = this.context;
    const [start, end] = [startOfDay(day, zone), startOfDay(nextDay(day), zone)];
    return {
      matches: (value) => {
        const instant = this.operands.instantOf(value);
        return instant !== undefined && instant >= start && instant < end;
      },
    };
  }

  private linkOneOf(operands: readonly Json[]): ValueTest {
    const { links } = this.context;
    const key = (text: string, path: NotePath): string =>
      linkTargetOfText(links, text, path) ?? `?${linkpathIn(text).toLowerCase()}`;
    const wanted = new Set(
      operands.map((operand) => {
        if (typeof operand !== 'string') throw this.operands.wrongType(operand);
        return key(operand, '');
      }),
    );
    const targets = [...wanted].filter((each) => !each.startsWith('?'));
    const isList = this.spec?.type === 'list';
    return {
      ...(targets.length === wanted.size ? { byLinks: linkSearch(targets, isList, links) } : {}),
      matches: (value, path) => typeof value === 'string' && value !== '' && wanted.has(key(value, path)),
      dependsOnPath: (value) => typeof value === 'string' && linkDependsOnPath(links, value),
    };
  }

  contains(operand: Json, folded: boolean): ValueTest {
    const { spec, subject } = this;
    const type = spec?.type;
    if (type === 'list') return this.containsItem(operand, folded);
    if (type !== undefined && !['string', 'enum', 'link', 'json'].includes(type)) {
      throw badRequest(
        `${subject.name}: contains looks into strings and lists, not into ${type}`,
        'write eq, or gte and lte',
      );
    }
    if (type !== undefined && type !== 'json') return this.substring(operand, folded);
    const inList = folded ? this.someItem(operand) : anyItem({ matches: (value) => jsonEqual(value, operand) });
    const inText = typeof operand === 'string' ? this.substring(operand, folded) : NO_MATCH;
    return anyOf([inList, inText]);
  }

  private containsItem(operand: Json, folded: boolean): ValueTest {
    if (folded) return this.someItem(operand);
    if (TAG_LISTS.includes(this.spec?.name ?? '')) return anyItem(tagTest(operand, this.operands));
    const noted = this.containsLink(operand);
    if (noted !== null) return noted;
    const item = this.equalItem(operand);
    return { ...anyItem(item), ...(item.byLinks === undefined ? {} : { byLinks: item.byLinks }) };
  }

  /** Of the links of notes; null for other lists, and for a link to no file. */
  private containsLink(operand: Json): ValueTest | null {
    const { pathsWith } = this.subject;
    if (pathsWith === undefined || typeof operand !== 'string') return null;
    const file = linkTargetOfText(this.context.links, operand, '');
    if (file === null) return null;
    const onlyPaths = pathsWith(file);
    const paths = new Set(onlyPaths);
    return { onlyPaths, matches: (_value, path) => paths.has(path), dependsOnPath: () => true };
  }

  private someItem(operand: Json): ValueTest {
    return anyItem(this.substring(operand, true));
  }

  private substring(operand: Json, folded: boolean): ValueTest {
    if (typeof operand !== 'string') throw this.operands.wrongType(operand);
    const wanted = folded ? foldText(operand) : operand.normalize('NFC');
    const form = folded ? foldText : (text: string): string => text.normalize('NFC');
    const matches = (value: Json | undefined): boolean =>
      typeof value === 'string' && value !== '' && form(value).includes(wanted);
    return folded ? { matches, matchesFolded: (text) => text.includes(wanted) } : { matches };
  }

  /** At the end of a text that the operator names; of a list, of one item. */
  atEnd(operand: Json, operator: 'starts_with' | 'ends_with'): ValueTest {
    const { type } = this.item;
    if (!['string', 'enum', 'link', 'json'].includes(type))
      throw badRequest(`${this.subject.name}: ${operator} looks into texts, not into ${type}`, 'write eq, or between');
    if (typeof operand !== 'string') throw this.operands.wrongType(operand);
    const wanted = operand.normalize('NFC');
    const isAt = (text: string): boolean =>
      operator === 'starts_with' ? text.startsWith(wanted) : text.endsWith(wanted);
    const ofText: ValueTest = {
      matches: (value) => typeof value === 'string' && value !== '' && isAt(value.normalize('NFC')),
    };
    if (this.spec?.type === 'list') return anyItem(ofText);
    return type === 'json' ? anyOf([ofText, anyItem(ofText)]) : ofText;
  }

  within(operand: Json): ValueTest {
    const { hierarchies } = this.context;
    if (hierarchies === undefined)
      throw badRequest(
        `${this.subject.name}: within is for filters of rows alone`,
        'write eq, or in with each of them',
      );
    return makeWithin(this.subject, this.item, operand, hierarchies);
  }

  inOrder(operator: 'gt' | 'gte' | 'lt' | 'lte', operand: Json): ValueTest {
    const type = this.spec?.type;
    const isOrdered = this.item.ordered === true && type === 'enum';
    if (type !== undefined && !isOrdered && ['list', 'json', 'boolean', 'link', 'enum'].includes(type)) {
      const hint =
        type === 'enum'
          ? 'alter_column with ordered: true gives its values an order'
          : (this.countHint() ?? 'eq, ne, in and exists compare such values, contains looks into lists');
      throw badRequest(`${this.subject.name}: ${operator} needs an order, and ${type} values have none`, hint);
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
      const wanted = this.operands.read(operand) as string;
      return { matches: (value) => typeof value === 'string' && value !== '' && holds(compareText(value, wanted)) };
    }
    const keyOf = isOrdered ? this.positionOf() : this.operands.keyOf();
    const wanted = keyOf(this.operands.read(operand)) as string | number;
    const isInOrder = (key: string | number | boolean): boolean => holds(key < wanted ? -1 : key > wanted ? 1 : 0);
    return {
      ...(type === 'date' ? { matchesDay: isInOrder } : {}),
      matches: (value) => {
        const key = value === undefined || value === null ? undefined : keyOf(value);
        return key !== undefined && isInOrder(key);
      },
    };
  }

  private positionOf(): KeyOf {
    const positions = enumPositions(this.item.values ?? []);
    return (value) => positions.get(value);
  }

  /** A bare day is its start for gte and lt, its end for lte and gt. D16 */
  private timeOrder(operator: 'gt' | 'gte' | 'lt' | 'lte', operand: Json): ValueTest {
    const { zone } = this.context;
    const text = this.operands.time(operand);
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
        const instant = this.operands.instantOf(value);
        return instant !== undefined && holds[operator](instant);
      },
    };
  }
}

/** Of types whose values are their own keys: what a dictionary can be asked for. */
function onlyOf(type: ValueSpec['type'], keys: Iterable<ReturnType<KeyOf>>): Pick<ValueTest, 'only'> {
  if (type === 'datetime') return {};
  return { only: [...keys].filter((key) => key !== undefined) };
}

/** Untyped values: numbers with numbers, strings with strings. */
function looseOrder(operand: Json, holds: (order: number) => boolean, name: string): ValueTest {
  if (typeof operand === 'number') {
    return { matches: (value) => typeof value === 'number' && holds(value - operand) };
  }
  if (typeof operand === 'string') {
    return { matches: (value) => typeof value === 'string' && value !== '' && holds(compareText(value, operand)) };
  }
  throw badRequest(`${name}: ${JSON.stringify(operand)} has no order`, 'compare with a number or a text');
}

const NO_MATCH: ValueTest = { matches: () => false };

const anyOf = (tests: readonly ValueTest[]): ValueTest => ({
  matches: (value, path) => tests.some((test) => test.matches(value, path)),
  dependsOnPath: (value) => tests.some((test) => test.dependsOnPath?.(value) === true),
});

const itemsOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

/** Of a list: one item that matches is enough. */
const anyItem = (test: ValueTest): ValueTest => ({
  matches: (value, path) => itemsOf(value).some((item) => test.matches(item, path)),
  dependsOnPath: (value) => itemsOf(value).some((item) => test.dependsOnPath?.(item) === true),
});
