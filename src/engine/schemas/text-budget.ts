/** Keeps the texts of an answer within 10 MB, and says how to go on. docs/http.md#long-answers */

import * as z from 'zod';
import type { Json } from '../json';
import { utf8Length } from '../../kernel/utf8-length';
import { count } from '../values/json-schema';

/** Bytes of UTF-8, as in the body of a request. */
export const MOST_TEXT = 10 * 1024 * 1024;

/** Of a UTF-16 code unit. */
const MOST_BYTES = 3;

/** The texts of one answer: bodies, values and snippets together. */
export class TextBudget {
  private left = MOST_TEXT;
  /** Entries that fit whatever they hold: most answers end before one is counted. */
  private uncounted: Json[] = [];
  /** Bytes that these take at most. */
  private most = 0;

  /** Whether the texts of the entry fit beside those of the entries before it. If not, the list ends before the entry. */
  takes(entry: Json): boolean {
    this.uncounted.push(entry);
    this.most += MOST_BYTES * sumOfTexts(entry, (text) => text.length);
    if (this.most <= this.left) return true;
    for (const each of this.uncounted) this.left -= sumOfTexts(each, utf8Length);
    this.uncounted = [];
    this.most = 0;
    return this.left >= 0;
  }
}

function sumOfTexts(value: Json, measure: (text: string) => number): number {
  if (typeof value === 'string') return measure(value);
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const each of Object.values(value)) sum += sumOfTexts(each, measure);
  return sum;
}

export const truncatedResult = z.literal(true).exactOptional().describe('Cut, because its texts exceed 10 MB');

export const nextResult = z
  .strictObject({ offset: count })
  .meta({ id: 'NextPage', description: 'The arguments of the call that goes on' });
