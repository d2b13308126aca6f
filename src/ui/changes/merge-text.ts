/** Merges two changed texts by lines over the text from which both began. docs/page.md#a-row */

import { diffArrays } from 'diff';

export type MergedPart =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  /** Both changed these lines, and otherwise. */
  | { readonly kind: 'conflict'; readonly mine: readonly string[]; readonly theirs: readonly string[] };

/** Lines of the base, from `from` up to `to`, and what takes their place. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** In their order. Without a conflict the lines of all parts are the merged text. */
export function mergeTexts(base: string, mine: string, theirs: string): readonly MergedPart[] {
  const lines = base.split('\n');
  const sides = [hunksOf(lines, mine.split('\n')), hunksOf(lines, theirs.split('\n'))] as const;
  const parts: MergedPart[] = [];
  let at = 0;
  for (const region of regionsOf(...sides)) {
    parts.push({ kind: 'same', lines: lines.slice(at, region.from) });
    const [own, other] = sides.map((hunks) => linesIn(lines, hunks, region));
    parts.push(partOf(own ?? [], other ?? [], lines.slice(region.from, region.to)));
    at = region.to;
  }
  return [...parts, { kind: 'same', lines: lines.slice(at) }];
}

/** The text of parts, with `chosen` for each conflict. */
export const textOf = (
  parts: readonly MergedPart[],
  chosen: (part: Extract<MergedPart, { kind: 'conflict' }>, at: number) => readonly string[],
): string => parts.flatMap((part, at) => (part.kind === 'same' ? part.lines : chosen(part, at))).join('\n');

export const isMerged = (parts: readonly MergedPart[]): boolean => parts.every(({ kind }) => kind === 'same');

function hunksOf(base: readonly string[], text: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { from: number; lines: string[] } | null = null;
  for (const { added, removed, value } of diffArrays([...base], [...text])) {
    if (added || removed) {
      open ??= { from: at, lines: [] };
      if (added) open.lines.push(...value);
    } else if (open !== null) {
      hunks.push({ ...open, to: at });
      open = null;
    }
    if (!added) at += value.length;
  }
  return open === null ? hunks : [...hunks, { ...open, to: at }];
}

/** Ranges of the base in which something changed; hunks that meet are one. */
function regionsOf(mine: readonly Hunk[], theirs: readonly Hunk[]): readonly Pick<Hunk, 'from' | 'to'>[] {
  const regions: { from: number; to: number }[] = [];
  for (const { from, to } of [...mine, ...theirs].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = regions.at(-1);
    if (last !== undefined && (from < last.to || (from === last.from && to === last.to)))
      last.to = Math.max(last.to, to);
    else regions.push({ from, to });
  }
  return regions;
}

/** What one side has in place of a region. */
function linesIn(
  base: readonly string[],
  hunks: readonly Hunk[],
  region: Pick<Hunk, 'from' | 'to'>,
): readonly string[] {
  const lines: string[] = [];
  let at = region.from;
  for (const { from, to, lines: own } of hunks) {
    if (!isWithin({ from, to }, region)) continue;
    lines.push(...base.slice(at, from), ...own);
    at = to;
  }
  return [...lines, ...base.slice(at, region.to)];
}

/** An insertion at the border of a region is one of its own, unless the region is empty. */
function isWithin({ from, to }: Pick<Hunk, 'from' | 'to'>, region: Pick<Hunk, 'from' | 'to'>): boolean {
  if (from === to && region.from !== region.to) return from > region.from && from < region.to;
  return from >= region.from && to <= region.to;
}

function partOf(mine: readonly string[], theirs: readonly string[], base: readonly string[]): MergedPart {
  const [own, other, before] = [mine, theirs, base].map((lines) => lines.join('\n') + String(lines.length));
  if (own === other || other === before) return { kind: 'same', lines: mine };
  if (own === before) return { kind: 'same', lines: theirs };
  return { kind: 'conflict', mine, theirs };
}
