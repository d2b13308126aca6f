/** The field in which a new row of a day is named. docs/views.md#calendars */

import type { JSX } from 'preact';
import { longDay } from '../../components/text/date-text';
import { newDay } from '../dated-rows';
import { NewRowField } from '../new-row-field';
import { type CalendarModel, dayText } from './use-calendar';

interface NewOnDayProps {
  readonly model: CalendarModel;
  readonly day: number;
}

export function NewOnDay({ model, day }: NewOnDayProps): JSX.Element {
  const { props, dates, adding, wanted } = model;
  const text = dayText(day);
  return (
    <div class="ndb-new-on-day ndb-surface">
      <NewRowField
        {...props}
        label={`the new row on ${longDay(text)}`}
        values={() => ({ [dates.start.name]: newDay(dates.start, text) })}
        close={() => {
          adding.value = null;
          wanted.current = text;
        }}
      />
    </div>
  );
}
