/** Cuts a note into passages, each of which gets one vector. docs/semantic.md#passages */

import { scanBlocks } from '../note/markdown/block-structure';
import { findFrontMatter, markLength } from '../yaml/front-matter/front-matter-block';

export interface Passage {
  /** The nearest heading above, without its marks; null above the first one. */
  readonly heading: string | null;
  /** The text as a person reads it: trimmed, without front matter fences. */
  readonly text: string;
  /** The embedded text: the name of the note, the headings that lead here, the text. Well-formed Unicode. */
  readonly embedded: string;
}

/** UTF-16 units: about 250 tokens, which the usual small models read. */
const LONGEST_TEXT = 1000;
/** A cut looks so far back for the end of a paragraph, a sentence or a word. */
const CUT_WINDOW = 400;
/** Of one note: about 1 MB of text. */
const MOST_PASSAGES = 1000;
const LONGEST_HEADING = 200;
/** Keys that say where a row belongs and nothing of what it means. */
const KEYS_WITHOUT_MEANING = /^(?:table|id)\s*:.*(?:\r?\n|$)/gm;

interface TextSection {
  /** From the outermost one to the nearest. */
  readonly headings: readonly string[];
  readonly text: string;
}

/** At least one passage, so that a note is found by its name. `name` is the note's, without extension. */
export function cutPassages(name: string, text: string): readonly Passage[] {
  const passages: Passage[] = [];
  for (const { headings, text: section } of sectionsOf(text)) {
    for (const piece of cutInPieces(section)) {
      const lead = [name, ...headings].map((part) => part.slice(0, LONGEST_HEADING)).join(' > ');
      const heading = headings.at(-1) ?? null;
      passages.push({ heading, text: piece, embedded: wellFormed(`${lead}\n${piece}`) });
      if (passages.length === MOST_PASSAGES) return passages;
    }
  }
  return passages;
}

/** The properties precede the first heading with the text there. An empty section counts unless one below it has its heading too. */
function sectionsOf(text: string): readonly TextSection[] {
  const block = findFrontMatter(text);
  const bodyStart = block?.bodyStart ?? markLength(text);
  const { headings } = scanBlocks(text, bodyStart);
  const properties = block === null ? '' : text.slice(block.start, block.end).replace(KEYS_WITHOUT_MEANING, '').trim();
  const top = text.slice(bodyStart, headings[0]?.start ?? text.length).trim();
  const first = [properties, top].filter((part) => part !== '').join('\n');
  const sections: TextSection[] = [];
  const open: { readonly level: number; readonly text: string }[] = [];
  headings.forEach(({ level, text: heading, end }, i) => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ level, text: heading });
    const next = headings[i + 1];
    const body = text.slice(end, next?.start ?? text.length).trim();
    if (body === '' && next !== undefined && next.level > level) return;
    sections.push({ headings: open.map((each) => each.text), text: body });
  });
  return first === '' && sections.length > 0 ? sections : [{ headings: [], text: first }, ...sections];
}

function* cutInPieces(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > LONGEST_TEXT) {
    const end = cutBefore(text, start, start + LONGEST_TEXT);
    yield text.slice(start, end).trim();
    start = end;
    while (start < text.length && isSpace(text.charCodeAt(start))) start += 1;
  }
  if (start < text.length || start === 0) yield text.slice(start).trim();
}

/** The best place to cut at or before `end`; never inside of a surrogate pair. */
function cutBefore(text: string, start: number, end: number): number {
  const window = text.slice(Math.max(start + 1, end - CUT_WINDOW), end);
  const from = end - window.length;
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const at = window.lastIndexOf(mark);
    if (at >= 0) return from + at + mark.length;
  }
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Half a surrogate pair is not text that a provider takes. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
