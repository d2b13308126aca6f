/** The functions and fields of formulas: their names, parameters, results and meanings. docs/formulas.md#functions */

/** The type of a value in a formula. `any` is checked when the formula is evaluated. */
export type FormulaKind = 'any' | 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'duration' | 'link' | 'list';

/** `item` and `items`: an item of the list, a list like it. `expression`: evaluated with `value` and `index` for each item. */
export type FormulaParameterKind = FormulaKind | 'item' | 'expression';

export type FormulaResultKind = FormulaKind | 'integer' | 'item' | 'items' | 'same';

export interface FormulaParameter {
  readonly name: string;
  readonly kind: FormulaParameterKind;
  readonly isOptional?: true;
  /** The last one: any number of values, one at least. */
  readonly isRest?: true;
}

export interface FormulaFunction {
  /** The type of the value before the dot; null: a function without one. */
  readonly of: FormulaKind | null;
  /** Null: a field, written without brackets. */
  readonly takes: readonly FormulaParameter[] | null;
  readonly gives: FormulaResultKind;
  readonly does: string;
}

const parameter = (name: string, kind: FormulaParameterKind): FormulaParameter => ({ name, kind });
const optional = (name: string, kind: FormulaParameterKind): FormulaParameter => ({ name, kind, isOptional: true });
const rest = (name: string, kind: FormulaParameterKind): FormulaParameter => ({ name, kind, isRest: true });

const declared =
  (of: FormulaKind | null) =>
  (gives: FormulaResultKind, does: string, ...takes: readonly FormulaParameter[]): FormulaFunction => ({
    of,
    takes,
    gives,
    does,
  });

const field = (of: FormulaKind, gives: FormulaResultKind, does: string): FormulaFunction => ({
  of,
  takes: null,
  gives,
  does,
});

const alone = declared(null);
const ofAny = declared('any');
const ofText = declared('text');
const ofNumber = declared('number');
const ofDate = declared('date');
const ofList = declared('list');

const START = parameter('start', 'number');
const END = optional('end', 'number');
const CONDITION = parameter('condition', 'any');

/** The key of a function of a type is `type.name`, so that one name may have several types. */
export const FORMULA_FUNCTIONS = {
  if: alone('any', 'One value or the other.', CONDITION, parameter('then', 'any'), optional('else', 'any')),
  min: alone('number', 'The smallest number.', rest('numbers', 'number')),
  max: alone('number', 'The largest number.', rest('numbers', 'number')),
  number: alone('number', 'The number that a text, boolean or date is.', parameter('value', 'any')),
  date: alone('datetime', 'The date or the date and time that a text is.', parameter('text', 'any')),
  duration: alone('duration', 'The duration that a text such as "2 weeks" is.', parameter('text', 'text')),
  now: alone('datetime', 'The date and time of the query.'),
  today: alone('date', 'The day of the query.'),
  list: alone('list', 'A list of the value; a list itself.', parameter('value', 'any')),
  link: alone('link', 'A link to a path.', parameter('path', 'text'), optional('display', 'text')),

  'any.isEmpty': ofAny('boolean', 'Whether there is no value, an empty text or an empty list.'),
  'any.isTruthy': ofAny('boolean', 'Whether it counts as true.'),
  'any.isType': ofAny('boolean', 'Whether the value is of the type.', parameter('type', 'text')),
  'any.toString': ofAny('text', 'The value as a text.'),

  'text.length': field('text', 'integer', 'The number of characters.'),
  'text.contains': ofText('boolean', 'Whether the text contains the other.', parameter('value', 'text')),
  'text.containsAll': ofText('boolean', 'Whether the text contains all others.', rest('values', 'text')),
  'text.containsAny': ofText('boolean', 'Whether the text contains one of the others.', rest('values', 'text')),
  'text.startsWith': ofText('boolean', 'Whether the text begins with the other.', parameter('value', 'text')),
  'text.endsWith': ofText('boolean', 'Whether the text ends with the other.', parameter('value', 'text')),
  'text.lower': ofText('text', 'The text in lower case.'),
  'text.upper': ofText('text', 'The text in upper case.'),
  'text.title': ofText('text', 'Each word with a capital.'),
  'text.trim': ofText('text', 'Without blanks at both ends.'),
  'text.replace': ofText('text', 'With every pattern replaced.', parameter('pattern', 'text'), parameter('by', 'text')),
  'text.repeat': ofText('text', 'The text several times.', parameter('count', 'number')),
  'text.reverse': ofText('text', 'The characters from the last to the first.'),
  'text.slice': ofText('text', 'The characters from start to end, counted from 0.', START, END),
  'text.split': ofText('list', 'The parts between separators.', parameter('by', 'text'), optional('n', 'number')),

  'number.abs': ofNumber('same', 'Without its sign.'),
  'number.ceil': ofNumber('integer', 'Rounded up.'),
  'number.floor': ofNumber('integer', 'Rounded down.'),
  'number.round': ofNumber('number', 'Rounded to a whole number or to digits.', optional('digits', 'number')),
  'number.toFixed': ofNumber('text', 'With so many decimal places.', parameter('digits', 'number')),

  'date.year': field('date', 'integer', 'The year.'),
  'date.month': field('date', 'integer', 'The month, from 1.'),
  'date.day': field('date', 'integer', 'The day of the month.'),
  'date.hour': field('date', 'integer', 'The hour; of a day 0.'),
  'date.minute': field('date', 'integer', 'The minute; of a day 0.'),
  'date.second': field('date', 'integer', 'The second; of a day 0.'),
  'date.millisecond': field('date', 'integer', 'The millisecond; of a day 0.'),
  'date.date': ofDate('date', 'The day alone.'),
  'date.time': ofDate('text', 'The time as HH:mm:ss.'),
  'date.format': ofDate('text', "In Moment's tokens.", parameter('format', 'text')),

  'duration.days': field('duration', 'number', 'The duration in days.'),
  'duration.weeks': field('duration', 'number', 'The duration in weeks.'),
  'duration.hours': field('duration', 'number', 'The duration in hours.'),
  'duration.minutes': field('duration', 'number', 'The duration in minutes.'),
  'duration.seconds': field('duration', 'number', 'The duration in seconds.'),
  'duration.milliseconds': field('duration', 'number', 'The duration in milliseconds.'),

  'list.length': field('list', 'integer', 'The number of items.'),
  'list.contains': ofList('boolean', 'Whether the value is an item.', parameter('value', 'item')),
  'list.containsAll': ofList('boolean', 'Whether all values are items.', rest('values', 'item')),
  'list.containsAny': ofList('boolean', 'Whether one of the values is an item.', rest('values', 'item')),
  'list.filter': ofList('items', 'The items for which it is true.', parameter('condition', 'expression')),
  'list.map': ofList('list', 'The result for each item.', parameter('expression', 'expression')),
  'list.reduce': ofList(
    'any',
    'The last acc: each item gives the next.',
    parameter('expression', 'expression'),
    parameter('acc', 'any'),
  ),
  'list.join': ofList('text', 'The items as one text.', optional('separator', 'text')),
  'list.unique': ofList('items', 'Without repeated items.'),
  'list.sort': ofList('items', 'From the smallest to the largest.'),
  'list.reverse': ofList('items', 'From the last to the first.'),
  'list.flat': ofList('list', 'With the items of lists in it.'),
  'list.slice': ofList('items', 'The items from start to end, counted from 0.', START, END),
  'list.sum': ofList('number', 'The sum of the numbers.'),
  'list.mean': ofList('number', 'The mean of the numbers.'),
  'list.min': ofList('item', 'The smallest item.'),
  'list.max': ofList('item', 'The largest item.'),
} as const satisfies Readonly<Record<string, FormulaFunction>>;

export type FormulaFunctionKey = keyof typeof FORMULA_FUNCTIONS;

/** The entries, without their literal types. */
export const formulaFunctions: ReadonlyMap<FormulaFunctionKey, FormulaFunction> = new Map(
  Object.entries(FORMULA_FUNCTIONS) as [FormulaFunctionKey, FormulaFunction][],
);

/** The name as a formula writes it. */
export const formulaFunctionName = (key: FormulaFunctionKey): string => key.slice(key.indexOf('.') + 1);

/** `split(by: text, n?: number): list`, for suggestions and messages. */
export function formulaSignature(key: FormulaFunctionKey): string {
  const { takes, gives }: FormulaFunction = FORMULA_FUNCTIONS[key];
  const inBrackets = takes?.map(
    ({ name, kind, isOptional, isRest }) =>
      `${isRest === true ? '...' : ''}${name}${isOptional === true ? '?' : ''}: ${kind}`,
  );
  const brackets = inBrackets === undefined ? '' : `(${inBrackets.join(', ')})`;
  return `${formulaFunctionName(key)}${brackets}: ${gives}`;
}
