/** Keeps the texts of an answer within 10 MB, and says how to go on. docs/http.md#long-answers */

import * as z from 'zod';
import type { Json } from '../json';
import { utf8Length } from '../text/utf8-length';
import { count } from '../values/json-schema';

/** Bytes of UTF-8, as in the body of a request. */
export const MOST_TEXT = 10 * 1024 * 1024;

/** The texts of one answer: bodies, values and snippets together. */
export class TextBudget {
  private left = MOST_TEXT;

  /** Whether the texts of the entry fit beside those of the entries before it. If not, the list ends before the entry. */
  takes(entry: Json): boolean {
    this.left -= textBytes(entry);
    return this.left >= 0;
  }
}

function textBytes(value: Json): number {
  if (typeof value === 'string') return utf8Length(value);
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = 0;
  for (const each of Object.values(value)) bytes += textBytes(each);
  return bytes;
}

export const truncatedResult = z.literal(true).exactOptional().describe('Cut, because its texts exceed 10 MB');

export const nextResult = z
  .strictObject({ offset: count })
  .meta({ id: 'NextPage', description: 'The arguments of the call that goes on' });
