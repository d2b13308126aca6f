/** The keys of a timeline. docs/views.md#timelines */

import { knownDay } from '../../../kernel/calendar';
import { arrowUse } from '../arrow-keys';
import { giveUpDays, pressHistory, walkList } from '../dated-keys';
import { type DragGrip, putDays, putFirstDay, spanOf, whyFixedDays } from '../dated-rows';
import { unitDays } from './time-scale';
import { stepGroup } from './timeline-groups';
import { type TimelineModel, beginRow } from './use-timeline';

export function pressTimelineKey(event: KeyboardEvent, model: TimelineModel): void {
  const target = event.target as Element | null;
  if (target === null || target.closest('input, textarea, select, .ndb-reason, [role=menu]') !== null) return;
  const isHandled =
    pressHistory(event, model.props.editing) ||
    (!event.ctrlKey && !event.metaKey && (pressRowKey(event, target, model) || pressViewKey(event, target, model)));
  if (!isHandled) return;
  event.preventDefault();
  event.stopPropagation();
}

const SIDEWAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const UP_DOWN: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function pressRowKey(event: KeyboardEvent, target: Element, model: TimelineModel): boolean {
  const key = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const row = key === undefined ? null : (model.latest.current?.rowOf(key) ?? null);
  if (row === null) return false;
  if (event.key === 'Escape') return giveUpDays(model.props.editing, model.dates, row);
  const use = arrowUse(event);
  // Left and right alone scroll through the days.
  if (use === 'walk') return walkList(target, event.key);
  const [step, down] = [SIDEWAYS[event.key], UP_DOWN[event.key]];
  if (down !== undefined) return use === 'move' && stepGroup(model, row, down);
  if (step === undefined || use === null) return false;
  moveRow(model, row.key, use === 'move' ? 'move' : 'end', step);
  return true;
}

/** By units of the scale. A row without a date gets the day of a new row. */
export function moveRow(model: TimelineModel, key: string, grip: DragGrip, step: number): void {
  const { props, dates, today, place, latest, said, wanted, hold } = model;
  const row = latest.current?.rowOf(key) ?? null;
  if (row === null) return;
  const why = whyFixedDays(dates, props.editing);
  said.value = why ?? (grip === 'move' || dates.end !== null ? '' : 'The view has no column of ends to stretch a row.');
  if (said.value !== '') return;
  hold();
  wanted.current = { key };
  const span = spanOf(row, dates, props.editing);
  const [first, end] = place.seen();
  if (span === null) {
    const day = today >= first && today < end ? today : Math.floor((first + end) / 2);
    return putFirstDay(props.editing, dates, row, day);
  }
  const from = grip === 'end' ? span.last : span.first;
  const days = unitDays(model.scale, from, step);
  putDays(props.editing, dates, row, { grip, days });
  if (from + days < first || from + days >= end) place.goTo(knownDay(from + days));
}

function pressViewKey(event: KeyboardEvent, target: Element, model: TimelineModel): boolean {
  const step = UP_DOWN[event.key];
  if (step !== undefined && !event.shiftKey && !event.altKey) return walk(target, model, step);
  switch (event.key) {
    case '+':
    case '=':
      model.zoom(-1);
      return true;
    case '-':
      model.zoom(1);
      return true;
    case 'Home':
      model.goToToday();
      return true;
    case 'PageUp':
    case 'PageDown':
      if (!event.shiftKey) return false;
      model.place.scrollBy(event.key === 'PageUp' ? -1 : 1);
      return true;
    case 'n':
      return beginRow(model);
    default:
      return false;
  }
}

/** To the bar of the next line, or to its name where the bar is far away. */
function walk(target: Element, { scroller }: TimelineModel, step: number): boolean {
  const line = target.closest<HTMLElement>('[data-line]')?.dataset['line'];
  if (line === undefined) return false;
  focusLine(scroller.current?.querySelector(`[data-line="${Number(line) + step}"]`) ?? null);
  return true;
}

export function focusLine(line: Element | null): void {
  const bar = line?.querySelector<HTMLElement>('.ndb-dated-name');
  (bar ?? line?.querySelector<HTMLElement>('.ndb-time-name'))?.focus();
}
