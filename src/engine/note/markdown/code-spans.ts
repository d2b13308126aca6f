/** Where a note holds code, in which no link, tag or heading counts. */

import type { TextRange } from '../../text/text-line';
import { scanBlocks } from './block-structure';

const NONE: readonly TextRange[] = [];

/**
 * `[start, end)` offsets of fenced, indented and inline code from offset `from` on (the start of the body), sorted and
 * not overlapping. A fence's range holds its marks and its info string; an unclosed fence ends with its list item,
 * its quote or the text. Inline code ends with its paragraph. D6 (links), as CommonMark and Obsidian read it.
 */
export function codeRanges(text: string, from = 0): readonly TextRange[] {
  return mayHoldCode(text, from) ? scanBlocks(text, from).code : NONE;
}

/** Whether `offset` lies in one of the sorted ranges. */
export function isInRanges(ranges: readonly TextRange[], offset: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined || offset < range[0]) high = middle;
    else if (offset >= range[1]) low = middle + 1;
    else return true;
  }
  return false;
}

function mayHoldCode(text: string, from: number): boolean {
  return (
    text.includes('`', from) || text.includes('~~~', from) || text.includes('    ', from) || text.includes('\t', from)
  );
}
