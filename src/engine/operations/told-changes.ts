/** How a result tells what changes, so that it stays small whatever the notes hold. Source: D4, D25; docs/http.md#the-result-of-a-write. */

import { lineDiff } from '../note/line-diff';
import { utf8Length } from '../note/utf8';
import type { Json, JsonObject } from '../values/json';
import type { WriteResult } from './results';

/** Bytes of a diff, and of values that are told as they are. D25 */
const MOST_OF_A_VALUE = 2048;

type ToldChange = WriteResult['plannedUpdates'][number]['changes'][string];

/** The text of a note: the sizes, and the lines that differ. */
export const toldText = (before: string, after: string): ToldChange => ({
  before: sizeOf(before),
  after: sizeOf(after),
  diff: lineDiff(before, after, MOST_OF_A_VALUE),
});

/** A value as it was and as it is, or, where that is long, as a text is told. */
export function toldValue(before: Json, after: Json): ToldChange {
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)];
  const isShort = utf8Length(old) + utf8Length(now) <= MOST_OF_A_VALUE;
  if (isShort) return { before, after };
  return {
    before: sizeOf(before),
    after: sizeOf(after),
    diff: lineDiff(linesOf(before), linesOf(after), MOST_OF_A_VALUE),
  };
}

const sizeOf = (value: Json): JsonObject | null =>
  value === null ? null : { size: utf8Length(typeof value === 'string' ? value : JSON.stringify(value)) };

/** An item of a list is a line of its own. */
const linesOf = (value: Json): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 1);
