/** Fills the tokens in the operand of a condition. Source: docs/operations.md#filters, docs/sources-and-views.md#tokens-of-a-note; D6. */

import type { ValueSpec } from '../../values/column-spec';
import { resolveDateToken } from '../../values/time/dates';
import { type Json, isList } from '../../json';
import type { OperandContext } from './operand-reader';
import type { ConditionOperator } from './filter-conditions';
import type { Subject } from './subject';
import { type TokenTarget, UNFILLED, isThisToken } from './this-note';

/**
 * Tokens are values or items of a list: `{today-7d}` is a day, `{this.owner}` what the note that the result is for
 * holds. `UNFILLED` when one of them means nothing.
 */
export function filledOperand(
  operator: ConditionOperator,
  subject: Subject,
  given: Json,
  context: OperandContext,
): Json | typeof UNFILLED {
  const operand = withTokens(given, wantedBy(operator, subject, given), context);
  const isOneToken = operator === 'in' && typeof given === 'string' && isThisToken(given);
  return isOneToken && operand !== UNFILLED ? amongOf(subject, operand) : operand;
}

function withTokens(operand: Json, wanted: TokenTarget, context: OperandContext): Json | typeof UNFILLED {
  if (typeof operand === 'string') return withToken(operand, wanted, context);
  if (!isList(operand)) return operand;
  const items: Json[] = [];
  for (const each of operand) {
    const item = withItemTokens(each, wanted, context);
    if (item === UNFILLED) return UNFILLED;
    if (item !== each && wanted.isAmong && isList(item)) items.push(...item);
    else items.push(item);
  }
  return items;
}

/** What `in` takes for a column of lists are lists, whose items may be tokens as well. */
function withItemTokens(each: Json, wanted: TokenTarget, context: OperandContext): Json | typeof UNFILLED {
  if (typeof each === 'string') return withToken(each, wanted, context);
  if (!isList(each) || wanted.spec?.type !== 'list') return each;
  const { items = TEXT } = wanted.spec as ItemSpecs;
  return withTokens(each, { spec: items, isAmong: false }, context);
}

type ItemSpecs = { readonly items?: ValueSpec };

function withToken(text: string, wanted: TokenTarget, { now, zone, tokens }: OperandContext): Json | typeof UNFILLED {
  if (isThisToken(text)) return tokens?.fill(text, wanted) ?? UNFILLED;
  return resolveDateToken(text, now, zone) ?? text;
}

/** The type by which a token of the operand is read. */
function wantedBy(operator: ConditionOperator, { spec }: Subject, operand: Json): TokenTarget {
  const item = spec?.type === 'list' ? (spec.items ?? TEXT) : spec;
  const whole = spec?.type === 'list' && !Array.isArray(operand) ? spec : item;
  switch (operator) {
    case 'eq':
    case 'ne':
      return { spec: whole, isAmong: false };
    case 'in':
      return { spec: spec, isAmong: spec?.type !== 'list' };
    case 'contains':
      return { spec: spec?.type === 'list' ? item : spec?.type === 'json' ? spec : spec && TEXT, isAmong: false };
    case 'icontains':
    case 'starts_with':
    case 'ends_with':
      return { spec: TEXT, isAmong: false };
    default:
      return { spec: item, isAmong: false };
  }
}

/** A token in place of the list of `in`: each item of what it means, or that one value. */
const amongOf = ({ spec }: Subject, value: Json): readonly Json[] =>
  spec?.type !== 'list' && isList(value) ? value : [value];

const TEXT: ValueSpec = { type: 'string' };
