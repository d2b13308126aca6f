/** The day of a condition: one that moves along, such as "2 weeks from now", or a day of the calendar. */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Select } from '../form/field';
import type { Json } from '../../../engine/index';
import { isDay, readDay } from '../../../kernel/day-text';
import { dayDraft, dayLabel, localToday, readTime, timeParts } from '../text/date-text';
import { type DateToken, type DateUnit, parseDateToken, writeDateToken } from '../../../kernel/date-token';
import { MonthGrid } from '../editors/month-grid';
import { Floating } from '../overlay/floating';
import { UNIT_WORDS, USUAL_DAYS, dayOfRelative, relativeWords } from './relative-day';

export interface DayFieldProps {
  readonly label: string;
  readonly hasTime: boolean;
  readonly value: Json;
  readonly change: (value: Json) => void;
}

const COUNTED = 'counted';
const CALENDAR = 'calendar';

export function DayField({ label, hasTime, value, change }: DayFieldProps): JSX.Element {
  const token = typeof value === 'string' ? parseDateToken(value) : null;
  const usual = hasTime ? [...USUAL_DAYS, '{now}'] : USUAL_DAYS;
  const [isCounting, count] = useState(token !== null && !usual.includes(writeDateToken(token)));
  const kind = token === null ? CALENDAR : isCounting ? COUNTED : writeDateToken(token);
  const today = localToday();
  const day = token === null ? null : dayOfRelative(token, today);
  const choose = (choice: string): void => {
    count(choice === COUNTED);
    if (choice === COUNTED) change(writeDateToken(token ?? { base: 'today', amount: 7, unit: 'd' }));
    else change(choice === CALENDAR ? (day ?? null) : choice);
  };
  return (
    <div class="ndb-filter-day">
      <Select
        class="ndb-input"
        aria-label={label}
        value={kind}
        options={[
          ...usual.map((each) => [each, relativeWords(parseDateToken(each) as DateToken)] as const),
          [COUNTED, 'Counted from today…'],
          [CALENDAR, 'A day…'],
        ]}
        set={choose}
      />
      {kind === COUNTED && token !== null && <CountedFields {...{ label, token, hasTime, change }} />}
      {kind === CALENDAR && <CalendarField {...{ label, hasTime, value, change }} />}
      {day !== null && <span class="ndb-small-text">{dayLabel(day, today).text}</span>}
    </div>
  );
}

interface CountedFieldsProps extends Pick<DayFieldProps, 'label' | 'hasTime' | 'change'> {
  readonly token: DateToken;
}

function CountedFields({ label, token, hasTime, change }: CountedFieldsProps): JSX.Element {
  const units: readonly DateUnit[] = hasTime ? ['min', 'h', 'd', 'w', 'm', 'y'] : ['d', 'w', 'm', 'y'];
  const [isBefore, setBefore] = useState(token.amount < 0);
  const put = (count: number, unit: DateUnit, before: boolean): void => {
    setBefore(before);
    const base = unit === 'min' || unit === 'h' ? 'now' : token.base;
    change(writeDateToken({ base, amount: before ? -count : count, unit }));
  };
  const count = Math.abs(token.amount);
  return (
    <>
      <input
        type="number"
        class="ndb-input ndb-filter-count"
        aria-label={`${label}: how many`}
        min={0}
        max={9999}
        value={count}
        onInput={(event) => {
          const typed = Number(event.currentTarget.value);
          if (Number.isInteger(typed) && typed >= 0 && typed <= 9999) put(typed, token.unit, isBefore);
        }}
      />
      <Select<DateUnit>
        class="ndb-input"
        aria-label={`${label}: unit`}
        value={token.unit}
        options={units.map((unit) => [unit, UNIT_WORDS[unit][1]] as const)}
        set={(unit) => put(count, unit, isBefore)}
      />
      <Select
        class="ndb-input"
        aria-label={`${label}: before or after`}
        value={isBefore ? 'ago' : 'ahead'}
        options={[
          ['ago', 'ago'],
          ['ahead', 'from now'],
        ]}
        set={(chosen) => put(count, token.unit, chosen === 'ago')}
      />
    </>
  );
}

/** A day in words or numbers, as a cell takes it; another token of the filter is kept as it is written. */
function CalendarField({ label, hasTime, value, change }: DayFieldProps): JSX.Element {
  const [draft, setDraft] = useState(() => draftOf(value));
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const put = (text: string): void => {
    setDraft(text);
    change(readMoment(text, hasTime));
  };
  const chosen = typeof value === 'string' ? (timeParts(value)?.day ?? (isDay(value) ? value : null)) : null;
  return (
    <>
      <input
        ref={field}
        type="text"
        class="ndb-input ndb-filter-date"
        aria-label={`${label}: day`}
        placeholder="26 Nov, fri, +3d"
        autocomplete="off"
        spellcheck={false}
        value={draft}
        onInput={(event) => put(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          if (chosen !== null) setDraft(draftOf(value));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(false);
        }}
      />
      {isOpen && (
        <Floating anchor={() => field.current} class="ndb-filter-options ndb-surface" place="below">
          <MonthGrid
            chosen={chosen}
            pick={(day) => {
              put(dayDraft(day));
              setOpen(false);
            }}
          />
        </Floating>
      )}
    </>
  );
}

function draftOf(value: Json): string {
  if (typeof value !== 'string') return value === null ? '' : JSON.stringify(value);
  if (isDay(value)) return dayDraft(value);
  const parts = timeParts(value);
  return parts === null ? value : `${dayDraft(parts.day)} ${parts.time}`;
}

/** What says no day is kept as it is typed: a token of a note, or something that the engine refuses with a reason. */
function readMoment(text: string, hasTime: boolean): Json {
  const typed = text.trim();
  if (typed === '') return null;
  if (typed.startsWith('{')) return typed;
  const day = readDay(typed, { today: localToday() });
  if (!hasTime || day !== null) return day ?? typed;
  return readTime(typed, new Date()) ?? typed;
}
