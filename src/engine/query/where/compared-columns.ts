/** Compares a column with another one of the same row. Source: docs/queries.md#comparing-columns; D31. */

import { foldText } from '../../../kernel/fold-text';
import { badRequest } from '../../errors';
import { type Json, isEmpty, isJsonObject, isList, jsonEqual } from '../../json';
import { linkpathIn } from '../../note/links/link-syntax';
import type { NotePath } from '../../ports/vault-port';
import type { ColumnSpec, ValueSpec } from '../../values/column-spec';
import { compareText, enumPositions } from '../../values/compare';
import { calendarDayOf } from '../../values/time/dates';
import type { ConditionOperator } from './filter-conditions';
import { linkDependsOnPath, linkTargetOfText } from './link-operands';
import { type OperandContext, OperandReader } from './operand-reader';
import type { PairSide, PairTest } from './predicate';
import type { Subject } from './subject';

/** The column that an operand names, `{"column": "due"}`; null for a value. */
export function columnOfOperand(operand: Json): string | null {
  if (!isJsonObject(operand)) return null;
  const { column } = operand;
  return typeof column === 'string' && Object.keys(operand).length === 1 ? column : null;
}

export interface MadePair {
  readonly test: PairTest;
  readonly inverted: boolean;
}

/** Throws 400 when the operator compares no columns, or these two can't be compared. */
export function comparePair(
  left: Subject,
  operator: ConditionOperator,
  right: Subject,
  context: OperandContext,
): MadePair {
  const maker = new PairMaker(left, right, operator, context);
  switch (operator) {
    case 'eq':
      return { test: maker.equal(), inverted: false };
    case 'ne':
      return { test: maker.equal(), inverted: true };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { test: maker.inOrder(operator), inverted: false };
    case 'in':
      return { test: maker.isIn(), inverted: false };
    case 'contains':
      return { test: maker.contains(), inverted: false };
    case 'icontains':
    case 'starts_with':
    case 'ends_with':
      return { test: maker.texts(operator), inverted: false };
    default:
      throw badRequest(
        `${left.name}: ${operator} takes no column`,
        'eq, ne, gt, gte, lt, lte, in, contains, icontains, starts_with, ends_with and between compare columns',
      );
  }
}

/** Keys that equal values share; undefined: no value of the type. */
type Keys = Pick<PairSide, 'key' | 'dependsOnPath'>;

type OrderOperator = 'gt' | 'gte' | 'lt' | 'lte';

const HOLDS: Readonly<Record<OrderOperator, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

const TEXT_TESTS = {
  contains: (text: string, part: string) => text.includes(part),
  icontains: (text: string, part: string) => text.includes(part),
  starts_with: (text: string, part: string) => text.startsWith(part),
  ends_with: (text: string, part: string) => text.endsWith(part),
} as const;

const ANY: ValueSpec = { type: 'json' };

class PairMaker {
  constructor(
    private readonly left: Subject,
    private readonly right: Subject,
    private readonly operator: ConditionOperator,
    private readonly context: OperandContext,
  ) {}

  equal(): PairTest {
    const [a, b] = [specOf(this.left), specOf(this.right)];
    // Behind links of a list there are several values, of which one is enough.
    if (this.left.behind !== undefined && a.type === 'list' && b.type !== 'list') return this.contains();
    if ((a.type === 'list') !== (b.type === 'list') && !isLoose(a) && !isLoose(b)) {
      throw this.apart('a list is compared with a list; contains and in look for an item');
    }
    if (a.type !== 'list' || b.type !== 'list') return this.pair(this.keysOf(a, b), this.keysOf(b, a), sameKey);
    const [left, right] = [this.keysOf(itemOf(a), itemOf(b)), this.keysOf(itemOf(b), itemOf(a))];
    return this.pair(eachKey(left), eachKey(right), (one, other) => jsonEqual(one as Json, other as Json));
  }

  inOrder(operator: OrderOperator): PairTest {
    const [a, b] = [specOf(this.left), specOf(this.right)];
    const items = this.left.behind !== undefined && a.type === 'list' ? itemOf(a) : a;
    const holds = HOLDS[operator];
    const compare = this.orderOf(items, b);
    const isInOrder = (one: unknown, other: unknown): boolean => {
      const order = compare(one, other);
      return order !== null && holds(order);
    };
    const [left, right] = [this.orderKeys(items, b), this.orderKeys(b, items)];
    if (items === a) return this.pair(left, right, isInOrder);
    return this.pair(eachKey(left), right, (many, one) => (many as unknown[]).some((each) => isInOrder(each, one)));
  }

  isIn(): PairTest {
    const [a, b] = [specOf(this.left), specOf(this.right)];
    if (a.type === 'list' || (b.type !== 'list' && !isLoose(b))) {
      throw this.apart('in looks for the value of one column in the list of another one');
    }
    const items = b.type === 'list' ? itemOf(b) : ANY;
    return this.pair(this.keysOf(a, items), eachKey(this.keysOf(items, a)), (one, many) =>
      (many as unknown[]).some((each) => sameKey(one, each)),
    );
  }

  contains(): PairTest {
    const [a, b] = [specOf(this.left), specOf(this.right)];
    if (a.type !== 'list' && !isLoose(a)) return this.texts('contains');
    if (b.type === 'list') throw this.apart('contains looks for one item');
    const items = a.type === 'list' ? itemOf(a) : ANY;
    return this.pair(eachKey(this.keysOf(items, b)), this.keysOf(b, items), (many, one) =>
      (many as unknown[]).some((each) => sameKey(each, one)),
    );
  }

  texts(operator: keyof typeof TEXT_TESTS): PairTest {
    const [a, b] = [specOf(this.left), specOf(this.right)];
    if (!isText(a) || !isText(b)) throw this.apart(`${this.operator} compares texts`);
    const form = operator === 'icontains' ? foldText : (text: string): string => text.normalize('NFC');
    const key = (value: Json | undefined): string | undefined =>
      typeof value === 'string' && value !== '' ? form(value) : undefined;
    const holds = TEXT_TESTS[operator];
    return this.pair({ key }, { key }, (text, part) => holds(text as string, part as string));
  }

  private pair(left: Keys, right: Keys, holds: PairTest['holds']): PairTest {
    return { left: { subject: this.left, ...left }, right: { subject: this.right, ...right }, holds };
  }

  /** Of values that are equal or not. */
  private keysOf(spec: ValueSpec, other: ValueSpec): Keys {
    if (isLoose(spec) || isLoose(other)) return { key: (value) => (isEmpty(value) ? undefined : value) };
    if (spec.type === 'link' && other.type === 'link') return this.linkKeys();
    if (isDated(spec) && isDated(other)) return this.timeKeys(spec, other);
    const isSame = isNumber(spec) ? isNumber(other) : isWord(spec) ? isWord(other) : spec.type === other.type;
    if (!isSame || spec.type === 'list') throw this.apart();
    const keyOf = new OperandReader(this.left.name, spec, this.context).keyOf();
    return { key: (value) => (isEmpty(value) ? undefined : keyOf(value as Json)) };
  }

  private orderKeys(spec: ValueSpec, other: ValueSpec): Keys {
    if (spec.type !== 'enum') return this.keysOf(spec, other);
    const positions = enumPositions(spec.values ?? []);
    return { key: (value) => (typeof value === 'string' ? positions.get(value) : undefined) };
  }

  /** Null: these two values have no order. */
  private orderOf(a: ValueSpec, b: ValueSpec): (one: unknown, other: unknown) => number | null {
    if (isLoose(a) || isLoose(b)) return looseOrder;
    if (a.type === 'enum' || b.type === 'enum') {
      const isSame =
        a.ordered === true && b.ordered === true && jsonEqual([...(a.values ?? [])], [...(b.values ?? [])]);
      if (!isSame) throw this.apart('two enums have an order if both are ordered, with the same values');
    }
    if (['boolean', 'link', 'list'].includes(a.type)) {
      throw this.apart('eq and ne compare such values, contains and in look into lists');
    }
    return a.type === 'string' ? (one, other) => compareText(one as string, other as string) : plainOrder;
  }

  private linkKeys(): Keys {
    const { links } = this.context;
    const key = (value: Json | undefined, path: NotePath): string | undefined =>
      typeof value === 'string' && value !== ''
        ? (linkTargetOfText(links, value, path) ?? `?${linkpathIn(value).toLowerCase()}`)
        : undefined;
    return { key, dependsOnPath: (value) => typeof value === 'string' && linkDependsOnPath(links, value) };
  }

  /** Instants; a day and a moment are compared by their days. */
  private timeKeys(spec: ValueSpec, other: ValueSpec): Keys {
    const { zone } = this.context;
    if (spec.type === 'datetime' && other.type === 'datetime') {
      const reader = new OperandReader(this.left.name, spec, this.context);
      return { key: (value) => reader.instantOf(value) };
    }
    return { key: (value) => (typeof value === 'string' ? (calendarDayOf(value, zone) ?? undefined) : undefined) };
  }

  private apart(hint?: string): Error {
    const [a, b] = [specOf(this.left), specOf(this.right)];
    const what = `${this.left.name} is ${a.type}, ${this.right.name} is ${b.type}`;
    return badRequest(`${this.left.name}: ${this.operator} can't compare them: ${what}`, hint ?? HINT);
  }
}

const HINT = 'compare columns of one type, or a date with a datetime';

const specOf = ({ spec }: Subject): ValueSpec & Pick<ColumnSpec, 'items'> => spec ?? ANY;

const itemOf = ({ items }: Pick<ColumnSpec, 'items'>): ValueSpec => items ?? { type: 'string' };

const isLoose = ({ type }: ValueSpec): boolean => type === 'json';
const isNumber = ({ type }: ValueSpec): boolean => type === 'integer' || type === 'number';
const isWord = ({ type }: ValueSpec): boolean => type === 'string' || type === 'enum';
const isText = (spec: ValueSpec): boolean => isWord(spec) || isLoose(spec) || spec.type === 'link';
const isDated = ({ type }: ValueSpec): boolean => type === 'date' || type === 'datetime';

/** Of each item of a list; undefined: none. */
const eachKey = ({ key, dependsOnPath }: Keys): Keys => ({
  key: (value, path) => {
    if (!isList(value) || value.length === 0) return undefined;
    return value.map((item) => key(item, path)).filter((each) => each !== undefined);
  },
  ...(dependsOnPath === undefined
    ? {}
    : { dependsOnPath: (value) => isList(value) && value.some((item) => dependsOnPath(item)) }),
});

const sameKey = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && jsonEqual(one as Json, other as Json));

const plainOrder = (one: unknown, other: unknown): number =>
  (one as number) < (other as number) ? -1 : (one as number) > (other as number) ? 1 : 0;

/** Untyped values: numbers with numbers, texts with texts. */
function looseOrder(one: unknown, other: unknown): number | null {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return typeof one === 'string' && typeof other === 'string' ? compareText(one, other) : null;
}
