/** The blocks of a note that have an id (`^id`), as Obsidian marks them. docs/http.md#parts */

import { scanBlocks } from '../markdown/block-structure';
import { headingLevel, listMark } from '../markdown/block-marks';
import { type TextLine, lineAt } from '../../text/text-line';
import { PartProblem } from './part-problem';
import { bodyStartOf } from './note-sections';
import { quoteText } from '../../text/cut-text';

/** Its text without the id; of an item of a list without the mark of the item. */
export interface NamedBlock {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** With the id, and with the whole lines of both. */
  readonly whole: { readonly start: number; readonly end: number };
}

const BLOCK_ID = /(?:^|[ \t])\^([A-Za-z0-9-]+)[ \t]*$/;
const FENCE = /^ {0,3}(?:`{3}|~{3})/;

/** In their order. */
export function namedBlocksOf(text: string): readonly NamedBlock[] {
  const { code } = scanBlocks(text, bodyStartOf(text));
  const lines: TextLine[] = [];
  for (let at = bodyStartOf(text); at < text.length; at = lines.at(-1)?.next ?? text.length)
    lines.push(lineAt(text, at));
  const blocks: NamedBlock[] = [];
  let range = 0;
  for (const [index, { start, end }] of lines.entries()) {
    const found = BLOCK_ID.exec(text.slice(start, end));
    if (found === null) continue;
    while ((code[range]?.[1] ?? Infinity) <= start) range += 1;
    const mark = start + found.index;
    if ((code[range]?.[0] ?? Infinity) <= mark) continue;
    const block = blockAt({ text, lines }, index, mark);
    if (block !== null) blocks.push({ id: found[1] ?? '', ...block });
  }
  return blocks;
}

export function findBlock(text: string, given: string): NamedBlock | PartProblem {
  const id = given.replace(/^\^/, '');
  const blocks = namedBlocksOf(text);
  const found = blocks.filter((block) => block.id.toLowerCase() === id.toLowerCase());
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const name = quoteText(`^${id}`);
  if (only !== undefined)
    return new PartProblem(
      'ambiguous',
      `the note has ${found.length} blocks ${name}`,
      'give each block an id of its own',
    );
  const ids = blocks.slice(0, 20).map((block) => `^${block.id}`);
  const hint = ids.length === 0 ? 'no block of the note has an id' : `the note's blocks: ${ids.join(', ')}`;
  return new PartProblem('missing', `there is no block ${name}`, hint);
}

interface NoteLines {
  readonly text: string;
  readonly lines: readonly TextLine[];
}

/** The line `index` ends with an id, which begins at `mark`. Null: it marks nothing. */
function blockAt({ text, lines }: NoteLines, index: number, mark: number): Omit<NamedBlock, 'id'> | null {
  const line = lines[index] as TextLine;
  const isAlone = text.slice(line.start, mark).trim() === '';
  let last = index;
  if (isAlone) {
    last -= 1;
    while (last >= 0 && isBlank(text, lines[last])) last -= 1;
    if (last < 0) return null;
  }
  const first = firstLine({ text, lines }, last, isAlone);
  const from = lines[first] as TextLine;
  const item = isAlone ? 0 : itemMark(text, from);
  const end = isAlone ? (lines[last] as TextLine).end : mark;
  return { start: from.start + item, end, whole: { start: from.start, end: line.next } };
}

/** The first line of the block whose last one is `last`. An id behind text is that of its paragraph, or of its item. */
function firstLine({ text, lines }: NoteLines, last: number, isAlone: boolean): number {
  if (isAlone && isFence(text, lines[last])) {
    for (let at = last - 1; at >= 0; at -= 1) if (isFence(text, lines[at])) return at;
  }
  let first = last;
  while (first > 0 && !isBlank(text, lines[first - 1]) && !isHeading(text, lines[first - 1])) {
    if (!isAlone && itemMark(text, lines[first] as TextLine) > 0) break;
    first -= 1;
  }
  return first;
}

const isBlank = (text: string, line: TextLine | undefined): boolean =>
  line === undefined || text.slice(line.start, line.end).trim() === '';

const isFence = (text: string, line: TextLine | undefined): boolean =>
  line !== undefined && FENCE.test(text.slice(line.start, line.end));

const isHeading = (text: string, line: TextLine | undefined): boolean =>
  line !== undefined && headingLevel(text, line.start, line.end) > 0;

/** The length of the indentation and the mark of a list before its text; 0 for other lines. */
function itemMark(text: string, { start, end }: TextLine): number {
  const indent = /^[ \t]*/.exec(text.slice(start, end))?.[0].length ?? 0;
  const mark = listMark(text, start + indent, end, false);
  if (mark === 0) return 0;
  const blanks = /^[ \t]*(?:\[.\][ \t]+)?/.exec(text.slice(start + indent + mark, end))?.[0].length ?? 0;
  return indent + mark + blanks;
}
