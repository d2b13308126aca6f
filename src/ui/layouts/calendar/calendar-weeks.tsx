/** The weeks of a calendar: days below, rows as bars above them. docs/views.md#calendars */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { leadingDay } from '../../../kernel/calendar';
import { IconButton } from '../../components/form/button';
import { localToday, longDay } from '../../components/text/date-text';
import { DatedBar } from '../dated-bar';
import { whyFixedDays } from '../dated-rows';
import { barsOfWeek, dayCount, weekdayShort, weeksOf } from './calendar-days';
import { NewOnDay } from './new-on-day';
import { type CalendarModel, dayText } from './use-calendar';

interface CalendarWeeksProps {
  readonly model: CalendarModel;
  readonly isNarrow: boolean;
}

/** Bars of a day that are drawn; a button leads to the others. */
const MOST_LINES = { month: 4, week: 60, agenda: 0 };

export function CalendarWeeks({ model, isNarrow }: CalendarWeeksProps): JSX.Element {
  const { period, at } = model;
  const weeks = weeksOf(period, at);
  const lines = isNarrow ? 3 : MOST_LINES[period];
  return (
    <div class="ndb-weeks ndb-fills">
      <div class="ndb-weekdays" aria-hidden="true">
        {(weeks.find((week) => week.length === 7) ?? weeks[0] ?? []).map((day) => (
          <span key={day}>{weekdayShort(day)}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <Week key={week[0]} {...{ model, week, lines }} />
      ))}
    </div>
  );
}

interface WeekProps {
  readonly model: CalendarModel;
  readonly week: readonly number[];
  readonly lines: number;
}

function Week({ model, week, lines }: WeekProps): JSX.Element {
  const { spans, props, dates, dragged, isOverdue } = model;
  const { bars, hidden } = barsOfWeek(spans, week, lines);
  const canStretch = dates.end !== null && whyFixedDays(dates, props.editing) === null;
  return (
    <div class="ndb-week">
      {week.map((day, at) => (
        <Day key={day} {...{ model, day, at }} hidden={hidden[at] ?? 0} />
      ))}
      {bars.map((bar) => (
        <DatedBar
          key={bar.coming ?? bar.row.key}
          {...props}
          {...{ dates }}
          row={bar.row}
          span={bar.span}
          isComing={bar.coming !== undefined}
          isOverdue={isOverdue(bar)}
          isDragged={dragged.value?.key === bar.row.key}
          grips={[
            ...(canStretch && bar.span.first >= (week[0] ?? 0) ? (['start'] as const) : []),
            ...(canStretch && bar.span.last <= (week.at(-1) ?? 0) ? (['end'] as const) : []),
          ]}
          style={{
            '--ndb-from': String(bar.from + 1),
            '--ndb-days': String(bar.length),
            '--ndb-line': String(bar.line + 2),
          }}
        />
      ))}
    </div>
  );
}

interface DayProps {
  readonly model: CalendarModel;
  readonly day: number;
  readonly at: number;
  readonly hidden: number;
}

function Day({ model, day, at, hidden }: DayProps): JSX.Element {
  const { adding, goTo, dragged, props } = model;
  const text = dayText(day);
  const isToday = day === leadingDay(localToday());
  const [isNear, setNear] = useState(false);
  const classes = [
    'ndb-date-cell',
    isToday && 'ndb-is-today',
    text.slice(0, 7) !== model.at.slice(0, 7) && 'ndb-is-other-month',
    dragged.value?.days === day && 'ndb-is-target',
  ].filter((each) => typeof each === 'string');
  return (
    <div
      class={classes.join(' ')}
      role="group"
      aria-label={`${longDay(text)}, ${dayCount(model.spans, day)}`}
      data-day={text}
      style={{ '--ndb-from': String(at + 1) }}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
    >
      <span class="ndb-day-head ndb-line">
        <button
          type="button"
          class="ndb-day-number ndb-bare-button"
          tabIndex={text === model.at ? 0 : -1}
          aria-current={isToday ? 'date' : undefined}
          aria-label={longDay(text)}
          onClick={() => goTo(text)}
        >
          {Number(text.slice(8))}
        </button>
        {props.editing?.insertRow !== undefined && (isNear || text === model.at) && (
          <IconButton
            icon="plus"
            tabIndex={text === model.at ? 0 : -1}
            label={`New row on ${longDay(text)}`}
            onClick={() => void (adding.value = day)}
          />
        )}
        {hidden > 0 && <MoreRows {...{ model, text, hidden }} />}
      </span>
      {adding.value === day && <NewOnDay {...{ model, day }} />}
    </div>
  );
}

interface MoreRowsProps extends Pick<WeekProps, 'model'> {
  readonly text: string;
  readonly hidden: number;
}

/** The week has room for more of them, and the agenda for all. */
function MoreRows({ model, text, hidden }: MoreRowsProps): JSX.Element {
  const to = model.period === 'week' ? 'agenda' : 'week';
  return (
    <button
      type="button"
      class="ndb-day-more ndb-bare-button ndb-small-text"
      aria-label={`${hidden} more on ${longDay(text)}`}
      onClick={() => {
        model.goTo(text);
        model.show(to);
      }}
    >
      +{hidden}
    </button>
  );
}
