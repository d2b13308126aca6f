/** The attribute `recurs` of a date column: how a row comes again. docs/recurrence.md */

import * as z from 'zod';
import { RECURS_FROM } from '../../values/column-spec';

export const RECURS = z.strictObject({
  rule: z.string().describe('The string column with the rule, such as `FREQ=WEEKLY;BYDAY=MO` (RRULE of RFC 5545)'),
  done: z.string().describe('The boolean or enum column that says when a row is done'),
  values: z.array(z.string()).nullish().describe('Of an enum: its values that count as done'),
  from: z
    .enum(RECURS_FROM)
    .nullish()
    .describe('The next date follows that of the row (`date`), or the day on which it is done. Default: `date`'),
  shift: z.array(z.string()).nullish().describe('Other dates of the row, which move by as many days'),
  reset: z.array(z.string()).nullish().describe('Columns that begin with their default. All others are taken over'),
});
