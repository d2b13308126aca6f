/** The keys of a calendar: arrows walk from day to day, and with Shift move the row that has the focus. docs/views.md#calendars */

import { leadingDay } from '../../../kernel/calendar';
import { addDays } from '../../../kernel/day-text';
import { localToday } from '../../components/text/date-text';
import { giveUpDays, pressHistory } from '../dated-keys';
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

/** Shift moves a row, with Alt it moves its end. A row without a date gets the day that the person is at. */
function pressRowKey(event: KeyboardEvent, key: string, model: CalendarModel): boolean {
  const { props, dates, wanted, latest, said, spans } = model;
  const { editing } = props;
  const row = latest.current.rowOf(key);
  if (row === null) return false;
  if (event.key === 'Escape') return giveUpDays(editing, dates, row);
  const step = STEPS[event.key];
  if (step === undefined || !event.shiftKey || event.ctrlKey || event.metaKey) return false;
  said.value = whyFixedDays(dates, editing) ?? '';
  wanted.current = key;
  const grip: DragGrip = event.altKey && dates.end !== null ? 'end' : 'move';
  if (!spans.some((each) => each.row.key === key)) putFirstDay(editing, dates, row, leadingDay(model.at));
  else putDays(editing, dates, row, { grip, days: step });
  return true;
}
