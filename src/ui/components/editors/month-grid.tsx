/** A month to pick a day from. The field above it keeps the focus; its arrow keys move the day. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { addMonths } from '../../../kernel/day-text';
import { localToday, longDay, monthDays, monthName, weekdayName } from '../text/date-text';
import { Button } from '../form/button';

export interface MonthGridProps {
  /** ISO; null for none. */
  readonly chosen: string | null;
  readonly pick: (day: string) => void;
}

export function MonthGrid({ chosen, pick }: MonthGridProps): JSX.Element {
  const today = localToday();
  const month = (chosen ?? today).slice(0, 7);
  const [turned, turn] = useState({ from: month, months: 0 });
  const months = turned.from === month ? turned.months : 0;
  const shown = addMonths(`${month}-01`, months);
  const days = monthDays(shown);
  const go = (by: number): void => turn({ from: month, months: months + by });
  return (
    // A press must not take the focus from the field, which would close it.
    <div
      class="ndb-month"
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div class="ndb-month-head">
        <Button
          look="bare"
          icon="chevron-left"
          class="ndb-month-turn"
          tabIndex={-1}
          aria-label="Month before"
          onClick={() => go(-1)}
        />
        <span class="ndb-month-name">{monthName(shown)}</span>
        <Button
          look="bare"
          icon="chevron-right"
          class="ndb-month-turn"
          tabIndex={-1}
          aria-label="Month after"
          onClick={() => go(1)}
        />
      </div>
      <div class="ndb-days">
        {days.slice(0, 7).map((day) => (
          <span class="ndb-day-name ndb-small-text" aria-hidden="true" key={day}>
            {weekdayName(day)}
          </span>
        ))}
        {days.map((day) => (
          <button
            type="button"
            key={day}
            class={dayClass(day, shown, today)}
            tabIndex={-1}
            aria-label={longDay(day)}
            aria-pressed={day === chosen}
            onClick={() => pick(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
      <p class="ndb-editor-note ndb-small-text">Words do too: today, fri, in 3 weeks, +3d, 26 Nov.</p>
    </div>
  );
}

function dayClass(day: string, month: string, today: string): string {
  const names = ['ndb-day ndb-bare-button'];
  if (day.slice(0, 7) !== month.slice(0, 7)) names.push('ndb-is-outside');
  if (day === today) names.push('ndb-is-today');
  return names.join(' ');
}
