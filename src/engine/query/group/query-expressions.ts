/** What group_by and join compare: a name, or `date(name)` with days added. Source: docs/operations.md#select_rows (join, group_by). */

import { nearNames, suggestThenList } from '../../../kernel/near-names';
import { badRequest } from '../../errors';
import type { NotePath } from '../../ports/vault-port';
import type { ColumnSpec } from '../../values/column-spec';
import { addToDate, calendarDayOf } from '../../values/time/dates';
import type { Json } from '../../json';
import type { Subject, SubjectDerivation } from '../where/subject';
import type { SubjectResolver } from '../where/subject-resolver';

const CALL = /^([A-Za-z_]\w*)\s*\((.*)\)\s*(?:([+-])\s*(\d+)\s*)?$/s;

/** Days that may be added: more than any two dates lie apart. */
const MOST_DAYS = 4_000_000;

const FUNCTIONS = ['date'];

/** Throws 400 for an unknown name, an unknown function, and for date() of what holds no dates. */
export function readExpression(text: string, subjects: SubjectResolver, zone: string): Subject {
  const known = subjects.find(text);
  if (known !== null) return known;
  const [, name, argument = '', sign, digits] = CALL.exec(text) ?? [];
  if (name === undefined) {
    if (/[()]/.test(text))
      throw badRequest(`"${text}" can't be read`, 'write a column, date(column) or date(column)+1');
    return subjects.get(text);
  }
  if (!FUNCTIONS.includes(name)) {
    const near = nearNames(name, FUNCTIONS);
    throw badRequest(
      `"${text}": there is no function ${name}`,
      suggestThenList(near, 'functions: date(column), with +n or -n days'),
    );
  }
  const days = Number(digits ?? 0);
  if (days > MOST_DAYS) throw badRequest(`"${text}": ${digits} days are too many`, `write at most ${MOST_DAYS}`);
  return dayOfSubject(text, subjects.get(argument.trim()), sign === '-' ? -days : days, zone);
}

/** Types whose values may be dates. */
const DATED: readonly string[] = ['date', 'datetime', 'json'];

function dayOfSubject(name: string, subject: Subject, days: number, zone: string): Subject {
  const type = subject.spec?.type ?? 'json';
  const isList = type === 'list';
  const itemType = isList ? (subject.spec?.items?.type ?? 'string') : type;
  if (!DATED.includes(itemType)) {
    throw badRequest(
      `"${name}": ${subject.name} is ${type}, it holds no dates`,
      'date() takes a date or datetime column',
    );
  }
  const dayOf = (value: Json | undefined): Json | undefined => {
    if (isList && Array.isArray(value)) {
      const found = (value as readonly Json[]).map(dayOf).filter((each) => each !== undefined);
      return found.length === 0 ? undefined : found;
    }
    const day = typeof value === 'string' ? calendarDayOf(value, zone) : null;
    return (day === null || days === 0 ? day : addToDate(day, days, 'd', zone)) ?? undefined;
  };
  const spec: ColumnSpec = isList ? { name, type: 'list', items: { type: 'date' } } : { name, type: 'date' };
  const derived = derivedFrom(subject, dayOf);
  return {
    name,
    spec,
    stored: null,
    ofRow: (row) => dayOf(subject.ofRow(row)),
    ...(derived === null ? {} : { derived }),
  };
}

function derivedFrom(subject: Subject, dayOf: (value: Json | undefined) => Json | undefined): SubjectDerivation | null {
  const { stored, derived } = subject;
  if (derived !== undefined) {
    return {
      column: derived.column,
      of: (value, path: NotePath) => dayOf(derived.of(value, path)),
      dependsOnPath: (value) => derived.dependsOnPath(value),
    };
  }
  return stored === null ? null : { column: stored, of: dayOf, dependsOnPath: () => false };
}
