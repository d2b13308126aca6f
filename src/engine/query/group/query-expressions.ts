/** Expressions of queries: a name, or a function of dates such as `month(name)`. Source: docs/queries.md#functions-of-a-date. */

import { nearNames, suggestThenList } from '../../../kernel/near-names';
import { badRequest } from '../../errors';
import type { NotePath } from '../../ports/vault-port';
import type { ColumnSpec } from '../../values/column-spec';
import type { Json } from '../../json';
import { DATE_FUNCTIONS, applyDateFunction } from './date-functions';
import type { Subject, SubjectDerivation } from '../where/subject';
import type { SubjectResolver } from '../where/subject-resolver';

const CALL = /^([A-Za-z_]\w*)\s*\((.*)\)\s*(?:([+-])\s*(\d+)\s*)?$/s;

/** Days that may be added: more than any two dates lie apart. */
const MOST_DAYS = 4_000_000;

const FUNCTIONS = [...DATE_FUNCTIONS.keys()];

/** Throws 400 for an unknown name, an unknown function, and for a function of dates over other values. */
export function readExpression(text: string, subjects: SubjectResolver, zone: string): Subject {
  const known = subjects.find(text);
  if (known !== null) return known;
  const [, name, argument = '', sign, digits] = CALL.exec(text) ?? [];
  if (name === undefined) {
    if (/[()]/.test(text))
      throw badRequest(`"${text}" can't be read`, 'write a column, month(column), date(column) or date(column)+1');
    return subjects.get(text);
  }
  const found = DATE_FUNCTIONS.get(name);
  if (found === undefined) {
    const hint = `functions: ${FUNCTIONS.join(', ')}, each of a column; date(column) also with +n or -n days`;
    throw badRequest(`"${text}": there is no function ${name}`, suggestThenList(nearNames(name, FUNCTIONS), hint));
  }
  if (digits !== undefined && found.type !== 'date')
    throw badRequest(
      `"${text}": days are added to a date, not to ${name}()`,
      `write date(${argument.trim()})${sign ?? ''}${digits}, or ${name}(${argument.trim()})`,
    );
  const days = Number(digits ?? 0);
  if (days > MOST_DAYS) throw badRequest(`"${text}": ${digits} days are too many`, `write at most ${MOST_DAYS}`);
  const column = argument.trim();
  if (/[()]/.test(column)) throw badRequest(`"${text}": ${name}() takes a column`, `write ${name}(column)`);
  return subjectOfDates(text, subjects.get(column), name, (value) =>
    applyDateFunction(found, value, sign === '-' ? -days : days, zone),
  );
}

/** Types whose values may be dates. */
const DATED: readonly string[] = ['date', 'datetime', 'json'];

type OfValue = (value: Json | undefined) => Json | undefined;

/** A list has the value of each of its dates. */
function subjectOfDates(text: string, subject: Subject, name: string, ofDate: OfValue): Subject {
  const type = subject.spec?.type ?? 'json';
  const isList = type === 'list';
  const itemType = isList ? (subject.spec?.items?.type ?? 'string') : type;
  if (!DATED.includes(itemType)) {
    throw badRequest(
      `"${text}": ${subject.name} is ${type}, it holds no dates`,
      `${name}() takes a date or datetime column`,
    );
  }
  const of: OfValue = (value) => {
    if (!isList || !Array.isArray(value)) return ofDate(value);
    const found = (value as readonly Json[]).map(ofDate).filter((each) => each !== undefined);
    return found.length === 0 ? undefined : found;
  };
  const made = DATE_FUNCTIONS.get(name)?.type ?? 'date';
  const spec: ColumnSpec = isList ? { name: text, type: 'list', items: { type: made } } : { name: text, type: made };
  const derived = derivedFrom(subject, of);
  return {
    name: text,
    spec,
    stored: null,
    ofRow: (row) => of(subject.ofRow(row)),
    ...(derived === null ? {} : { derived }),
  };
}

function derivedFrom(subject: Subject, ofValue: OfValue): SubjectDerivation | null {
  const { stored, derived } = subject;
  if (derived !== undefined) {
    return {
      column: derived.column,
      of: (value, path: NotePath) => ofValue(derived.of(value, path)),
      dependsOnPath: (value) => derived.dependsOnPath(value),
    };
  }
  return stored === null ? null : { column: stored, of: ofValue, dependsOnPath: () => false };
}
