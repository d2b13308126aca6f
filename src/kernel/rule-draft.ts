/** A recurrence rule as the fields of a form: how often, on which days, and until when. docs/recurrence.md#rules */

import { dateOfDay, MS_A_DAY } from './calendar';
import { isDay } from './day-text';
import { type RecurrenceRule, WEEKDAYS, readRecurrence } from './recurrence';

export type RuleFrequency = RecurrenceRule['frequency'];

export interface RuleDraft {
  readonly frequency: RuleFrequency;
  /** Every so many days, weeks, months or years. */
  readonly interval: string;
  /** Of a week, 0 is Monday; none: that of the row. */
  readonly weekdays: readonly number[];
  /** Of a month, -1 is the last one; empty: that of the row. */
  readonly monthDay: string;
  readonly end: 'never' | 'count' | 'until';
  /** How often, or the last day as `2027-12-31`. */
  readonly endsAt: string;
}

export const WEEKLY: RuleDraft = {
  frequency: 'WEEKLY',
  interval: '1',
  weekdays: [],
  monthDay: '',
  end: 'never',
  endsAt: '',
};

/** Null: the text says more than the fields can, or can't be read as a rule. */
export function ruleDraft(text: string): RuleDraft | null {
  const rule = readRecurrence(text);
  if ('message' in rule) return null;
  const { frequency, interval, weekdays, monthDays, until, count } = rule;
  const isPlain =
    rule.months.length + rule.yearDays.length + rule.positions.length + rule.weekStart === 0 &&
    weekdays.every(({ nth }) => nth === 0) &&
    (weekdays.length === 0 || frequency === 'WEEKLY') &&
    (monthDays.length === 0 || (monthDays.length === 1 && frequency === 'MONTHLY'));
  const last = until === null ? null : dateOfDay(Math.floor(until.wall / MS_A_DAY));
  // A moment of a day is more than a day.
  const isOfDays = until === null || (!until.isUtc && (until.wall + 1) % MS_A_DAY === 0 && last !== null);
  if (!isPlain || !isOfDays) return null;
  return {
    frequency,
    interval: String(interval),
    weekdays: weekdays.map(({ day }) => day).sort((one, other) => one - other),
    monthDay: monthDays.join(','),
    end: count !== null ? 'count' : last === null ? 'never' : 'until',
    endsAt: count !== null ? String(count) : (last ?? ''),
  };
}

/** Typed texts go into the rule as they are: the reader of rules finds the mistake. */
export function ruleText({ frequency, interval, weekdays, monthDay, end, endsAt }: RuleDraft): string {
  const days = [...weekdays].sort((one, other) => one - other).map((day) => WEEKDAYS[day] ?? '');
  const typed = endsAt.trim();
  const parts = [
    `FREQ=${frequency}`,
    ...(interval.trim() === '1' ? [] : [`INTERVAL=${interval.trim()}`]),
    ...(frequency === 'WEEKLY' && days.length > 0 ? [`BYDAY=${days.join(',')}`] : []),
    ...(frequency === 'MONTHLY' && monthDay.trim() !== '' ? [`BYMONTHDAY=${monthDay.trim()}`] : []),
    ...(end === 'count' ? [`COUNT=${typed}`] : []),
    ...(end === 'until' ? [`UNTIL=${isDay(typed) ? typed.replaceAll('-', '') : typed}`] : []),
  ];
  return parts.join(';');
}
