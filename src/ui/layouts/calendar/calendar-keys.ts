/** The keys of a calendar: arrows walk from day to day and from row to row, and move or stretch a row. docs/views.md#calendars */

import { leadingDay } from '../../../kernel/calendar';
import { addDays } from '../../../kernel/day-text';
import { localToday } from '../../components/text/date-text';
import { arrowUse } from '../arrow-keys';
import { giveUpDays, pressHistory, walkList } from '../dated-keys';
import { type DragGrip, putDays, putFirstDay, whyFixedDays } from '../dated-rows';
import { stepPeriod } from './calendar-days';
import type { CalendarModel } from './use-calendar';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export function pressCalendarKey(event: KeyboardEvent, model: CalendarModel): void {
  const target = event.target as Element | null;
  if (target === null || target.closest('input, textarea, .ndb-reason') !== null) return;
  const key = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const isHandled =
    pressHistory(event, model.props.editing) ||
    (arrowUse(event) === 'walk' && (walkList(target, event.key) || walkWeeks(target, event.key))) ||
    (key === undefined ? pressDayKey(event, target, model) : pressRowKey(event, key, model));
  if (!isHandled) return;
  event.preventDefault();
  event.stopPropagation();
}

function pressDayKey(event: KeyboardEvent, target: Element, model: CalendarModel): boolean {
  const day = target.closest<HTMLElement>('[data-day]')?.dataset['day'];
  if (day === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  const step = STEPS[event.key];
  if (step !== undefined) return walk(model, addDays(day, step));
  switch (event.key) {
    case 'PageUp':
    case 'PageDown':
      return walk(model, stepPeriod(model.period, day, event.key === 'PageUp' ? -1 : 1));
    case 'Home':
      return walk(model, localToday());
    case 'n':
      if (model.props.editing?.insertRow !== undefined) model.adding.value = leadingDay(day);
      return true;
    default:
      return false;
  }
}

function walk(model: CalendarModel, day: string): boolean {
  model.wanted.current = day;
  model.goTo(day);
  return true;
}

interface BarPlace {
  readonly bar: Element;
  /** Weeks one below the other, with the lines of each. */
  readonly line: number;
  readonly from: number;
  readonly end: number;
}

/** Left and right: to the row before or after, by its days. Up and down: to the one above or below on that day of a week. */
function walkWeeks(target: Element, key: string): boolean {
  const [bar, step] = [target.closest('.ndb-week > .ndb-dated'), STEPS[key]];
  if (bar === null || step === undefined) return false;
  const places = [...(bar.closest('.ndb-weeks')?.querySelectorAll('.ndb-week') ?? [])].flatMap(placesIn);
  const own = places.find((place) => place.bar === bar);
  if (own === undefined) return false;
  const isSideways = Math.abs(step) === 1;
  const met = places.filter(({ from, end }) => isSideways || (from <= own.from && own.from < end));
  const order = met.sort((one, other) =>
    isSideways ? weekOf(one) - weekOf(other) || one.from - other.from || one.line - other.line : one.line - other.line,
  );
  order[order.indexOf(own) + Math.sign(step)]?.bar.querySelector('button')?.focus();
  return true;
}

/** More than a week has. */
const LINES = 1000;

const weekOf = ({ line }: BarPlace): number => Math.floor(line / LINES);

function placesIn(week: Element, at: number): readonly BarPlace[] {
  return [...week.querySelectorAll<HTMLElement>(':scope > .ndb-dated')].map((bar) => {
    const [from = 0, days = 1, line = 0] = ['--ndb-from', '--ndb-days', '--ndb-line'].map((name) =>
      Number(bar.style.getPropertyValue(name)),
    );
    return { bar, line: at * LINES + line, from, end: from + days };
  });
}

/** A row without a date gets the day that the person is at. */
function pressRowKey(event: KeyboardEvent, key: string, model: CalendarModel): boolean {
  const { props, dates, wanted, latest, said, spans } = model;
  const { editing } = props;
  const row = latest.current.rowOf(key);
  if (row === null) return false;
  if (event.key === 'Escape') return giveUpDays(editing, dates, row);
  const step = STEPS[event.key];
  const use = arrowUse(event);
  if (step === undefined || use === null || use === 'walk') return false;
  said.value = whyFixedDays(dates, editing) ?? '';
  wanted.current = key;
  const grip: DragGrip = use === 'stretch' && dates.end !== null ? 'end' : 'move';
  if (!spans.some((each) => each.row.key === key)) putFirstDay(editing, dates, row, leadingDay(model.at));
  else putDays(editing, dates, row, { grip, days: step });
  return true;
}
