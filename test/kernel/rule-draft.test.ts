/** Recurrence rules as fields of a form, and back as the same rule. docs/recurrence.md#rules */

import { expect, it } from 'vitest';
import { WEEKLY, ruleDraft, ruleText } from '../../src/kernel/rule-draft';

it.each([
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=WEEKLY;BYDAY=MO,TH',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;COUNT=5',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;UNTIL=20271231',
  'FREQ=YEARLY',
])('%s is the same rule after the fields', (text) => {
  const draft = ruleDraft(text);
  expect(draft).not.toBe(null);
  expect(draft === null ? '' : ruleText(draft)).toBe(text);
});

it.each([
  'FREQ=MONTHLY;BYDAY=1MO',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1',
  'FREQ=YEARLY;BYMONTH=3',
  'FREQ=WEEKLY;WKST=SU',
  'FREQ=DAILY;UNTIL=20271231T080000Z',
  'every week',
])('%s is more than the fields can say', (text) => {
  expect(ruleDraft(text)).toBe(null);
});

it('keeps what is typed, also where it is no number', () => {
  expect(ruleText({ ...WEEKLY, interval: 'two', end: 'until', endsAt: 'soon' })).toBe(
    'FREQ=WEEKLY;INTERVAL=two;UNTIL=soon',
  );
});
