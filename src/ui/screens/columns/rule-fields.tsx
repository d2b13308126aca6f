/** Fields that make a recurrence rule, with the next days on which it falls, or its text for those who know it. docs/recurrence.md#rules */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { dateOfDay, leadingDay } from '../../../kernel/calendar';
import { formatDay } from '../../../kernel/day-text';
import { comingDays, readRecurrence } from '../../../kernel/recurrence';
import { type RuleDraft, type RuleFrequency, WEEKLY, ruleDraft, ruleText } from '../../../kernel/rule-draft';
import { Button } from '../../components/form/button';
import { Field, Select, TextInput, optionsOf } from '../../components/form/field';
import { localToday } from '../../components/text/date-text';

export interface RuleFieldsProps {
  /** Empty: no rule. */
  readonly text: string;
  readonly isOff: boolean;
  readonly set: (text: string) => void;
}

const KINDS = optionsOf<RuleFrequency | 'none' | 'text'>({
  none: 'Never',
  DAILY: 'By days',
  WEEKLY: 'By weeks',
  MONTHLY: 'By months',
  YEARLY: 'By years',
  text: 'By a rule (RRULE)',
});

const UNITS: Readonly<Record<RuleFrequency, string>> = {
  DAILY: 'days',
  WEEKLY: 'weeks',
  MONTHLY: 'months',
  YEARLY: 'years',
};

const ENDS = optionsOf<RuleDraft['end']>({ never: 'Never', count: 'After a number of times', until: 'After a day' });

export function RuleFields({ text, isOff, set }: RuleFieldsProps): JSX.Element {
  // A rule that is half typed can't be read yet: the fields keep it.
  const [typed, setTyped] = useState(() => ({ text, draft: ruleDraft(text) }));
  const draft = typed.text === text ? typed.draft : ruleDraft(text);
  const isText = text !== '' && draft === null;
  const change = (next: RuleDraft): void => {
    const made = ruleText(next);
    setTyped({ text: made, draft: next });
    set(made);
  };
  const become = (kind: (typeof KINDS)[number][0]): void => {
    if (kind === 'none') set('');
    else if (kind === 'text') {
      const made = text === '' ? ruleText(WEEKLY) : text;
      setTyped({ text: made, draft: null });
      set(made);
    } else change({ ...(draft ?? WEEKLY), frequency: kind });
  };
  return (
    <div class="ndb-form ndb-stack" role="group" aria-label="Rule of new rows">
      <Field label="New rows repeat">
        <Select
          value={text === '' ? 'none' : isText ? 'text' : (draft?.frequency ?? 'text')}
          options={KINDS}
          set={become}
          {...{ isOff }}
        />
      </Field>
      {isText && (
        <Field label="Rule">
          <TextInput
            value={text}
            spellcheck={false}
            isInvalid={'message' in readRecurrence(text)}
            set={(next) => {
              setTyped({ text: next, draft: null });
              set(next);
            }}
            {...{ isOff }}
          />
        </Field>
      )}
      {draft !== null && text !== '' && <DraftFields {...{ draft, isOff, change }} />}
      {text !== '' && <RulePreview {...{ text }} />}
    </div>
  );
}

interface DraftFieldsProps {
  readonly draft: RuleDraft;
  readonly isOff: boolean;
  readonly change: (draft: RuleDraft) => void;
}

function DraftFields({ draft, isOff, change }: DraftFieldsProps): JSX.Element {
  const { frequency, interval, monthDay, end, endsAt } = draft;
  const isBad = (own: Partial<RuleDraft>): boolean =>
    'message' in readRecurrence(ruleText({ ...WEEKLY, frequency, ...own }));
  return (
    <>
      <Field label={`Every … ${UNITS[frequency]}`}>
        <TextInput
          value={interval}
          inputMode="decimal"
          isInvalid={isBad({ interval })}
          set={(next) => change({ ...draft, interval: next })}
          {...{ isOff }}
        />
      </Field>
      {frequency === 'WEEKLY' && <WeekdayButtons {...{ draft, isOff, change }} />}
      {frequency === 'MONTHLY' && (
        <Field label="Day of the month">
          <TextInput
            value={monthDay}
            placeholder="that of the row; -1: the last one"
            isInvalid={isBad({ monthDay })}
            set={(next) => change({ ...draft, monthDay: next })}
            {...{ isOff }}
          />
        </Field>
      )}
      <Field label="Ends">
        <Select
          value={end}
          options={ENDS}
          set={(next) => change({ ...draft, end: next, endsAt: next === 'count' ? '10' : localToday() })}
          {...{ isOff }}
        />
      </Field>
      {end !== 'never' && (
        <Field label={end === 'count' ? 'Times' : 'Last day'}>
          <TextInput
            value={endsAt}
            placeholder={end === 'count' ? '10' : '2027-12-31'}
            isInvalid={isBad({ end, endsAt })}
            set={(next) => change({ ...draft, endsAt: next })}
            {...{ isOff }}
          />
        </Field>
      )}
    </>
  );
}

/** 1970-01-05 was a Monday. */
const MONDAY = 4;

function WeekdayButtons({ draft, isOff, change }: DraftFieldsProps): JSX.Element {
  const { weekdays } = draft;
  return (
    <div class="ndb-wraps" role="group" aria-label="Days of the week">
      {Array.from({ length: 7 }, (_, day) => {
        const isOn = weekdays.includes(day);
        const name = dateOfDay(MONDAY + day) ?? '';
        return (
          <Button
            key={day}
            {...(isOn ? { look: 'main' as const } : {})}
            aria-pressed={isOn}
            title={formatDay(name, undefined, { weekday: 'long' })}
            {...{ isOff }}
            onClick={() =>
              change({ ...draft, weekdays: isOn ? weekdays.filter((each) => each !== day) : [...weekdays, day] })
            }
          >
            {formatDay(name, undefined, { weekday: 'short' })}
          </Button>
        );
      })}
    </div>
  );
}

/** 200 years, as far as a rule is followed. */
const FAR = 73_000;

/** The next three days of a row of today, or the mistake in the rule. */
function RulePreview({ text }: { readonly text: string }): JSX.Element {
  const rule = readRecurrence(text);
  if ('message' in rule) {
    return (
      <p class="ndb-form-refused" role="alert">
        {rule.message}
        {rule.near.length > 0 && ` Did you mean ${rule.near.join(' or ')}?`}
      </p>
    );
  }
  const today = leadingDay(localToday());
  const days = comingDays(text, today, { from: today + 1, to: today + FAR, most: 3 });
  const words = days.map((day) =>
    formatDay(dateOfDay(day) ?? '', undefined, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  );
  return (
    <p class="ndb-form-remark" role="status">
      {words.length === 0
        ? 'A row of today would not come again.'
        : `A row of today would come again on ${words.join('; ')}${days.length < 3 ? '; then never.' : ' …'}`}
    </p>
  );
}
