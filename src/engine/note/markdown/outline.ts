/** A body in parts, a heading and what is below it each, so that a change is scanned where it is and nowhere else. spec: D17 */

import { scanBlocks } from './blocks';

/** What a heading leads, up to the next heading of any level. The first part of an outline has no heading. */
export interface Part {
  /** 0 for the first part. */
  readonly level: number;
  /** The heading's text. */
  readonly name: string;
  /** The heading's lines with their line breaks, `''` for the first part. */
  readonly head: string;
  readonly below: string;
}

/** Edits change it in place: a copy of a long one for each of many edits would cost more than the edits. */
export type Outline = Part[];

/** So many arguments any call can take. */
const ONE_CALL = 10_000;

export const NO_HEADING: Part = { level: 0, name: '', head: '', below: '' };

export function outlineOf(body: string): Outline {
  const parts: Outline = [];
  setPart(parts, 0, 0, { ...NO_HEADING, below: body });
  return parts;
}

export const textOf = (parts: readonly Part[]): string => parts.map(({ head, below }) => head + below).join('');

/** The first part whose heading has this text; -1 when there is none. */
export function indexOfHeading(parts: Outline, name: string): number {
  for (let index = 1; index < parts.length; index += 1) if (parts[index]?.name === name) return index;
  return -1;
}

/**
 * Puts `part` in the place of the parts from `at` up to `end`. Headings that stand in its text become parts, and those behind
 * it that it takes into code or a list become text: scanned is what it is given, and from there to the first heading that stays one.
 */
export function setPart(parts: Outline, at: number, end: number, part: Part): void {
  let text = part.below;
  for (let to = end, step = 1; ; step *= 2) {
    const fresh = partsOf(part, text + (parts[to]?.head ?? ''));
    const met = to < parts.length ? firstMet(fresh, parts, { at: part.below.length, part: end, last: to }) : null;
    if (met !== null) {
      placeParts(parts, at, met.part, fresh.slice(0, met.fresh));
      return;
    }
    if (to === parts.length) {
      placeParts(parts, at, to, fresh);
      return;
    }
    const next = Math.min(to + step, parts.length);
    text += textOf(parts.slice(to, next));
    to = next;
  }
}

/** As `setPart`, where it is known that the headings are those of the parts. */
export function placeParts(parts: Outline, at: number, end: number, fresh: readonly Part[]): void {
  parts.splice(at, end - at);
  for (let done = 0; done < fresh.length; done += ONE_CALL) {
    parts.splice(at + done, 0, ...fresh.slice(done, done + ONE_CALL));
  }
}

/** `part` with this text below it, cut before each heading in it: behind a heading nothing is open that could change what follows. */
function partsOf(part: Part, text: string): Part[] {
  const { headings } = scanBlocks(text);
  const fresh = [{ ...part, below: text.slice(0, headings[0]?.start) }];
  headings.forEach(({ level, text: name, start, end }, index) => {
    fresh.push({ level, name, head: text.slice(start, end), below: text.slice(end, headings[index + 1]?.start) });
  });
  return fresh;
}

/** The first of the parts `from.part` to `from.last`, which begin at `from.at` in the text below `fresh[0]`, whose heading is one still. */
function firstMet(
  fresh: readonly Part[],
  parts: readonly Part[],
  from: { readonly at: number; readonly part: number; readonly last: number },
): { readonly fresh: number; readonly part: number } | null {
  let { at, part } = from;
  let start = fresh[0]?.below.length ?? 0;
  for (let index = 1; index < fresh.length; index += 1) {
    const each = fresh[index] ?? NO_HEADING;
    for (; at < start && part < from.last; part += 1) at += lengthOf(parts[part] ?? NO_HEADING);
    const known = parts[part];
    if (at === start && known?.head === each.head && known.level === each.level) return { fresh: index, part };
    start += lengthOf(each);
  }
  return null;
}

const lengthOf = ({ head, below }: Part): number => head.length + below.length;
