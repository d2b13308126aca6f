/** The parts of a note whose words weigh more: aliases and headings. For the ranking only. docs/search.md#ranking */

/** A part of a text, `to` excluded. */
export interface Zone {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

const BODY_WEIGHT = 1;
const HEADING_WEIGHT = 5;
const ALIAS_WEIGHT = 10;

const NONE: readonly Zone[] = [];

/** In the order of the text; they don't overlap. */
export function zonesOf(text: string): readonly Zone[] {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const end = frontMatterEnd(text, start);
  const aliases = end === start ? NONE : aliasZones(text, start, end);
  const headings = text.includes('#', end) ? headingZones(text, end) : NONE;
  return aliases.length === 0 ? headings : [...aliases, ...headings];
}

/** Where the line after the closing `---` begins; `start` without front matter. */
function frontMatterEnd(text: string, start: number): number {
  if (!text.startsWith('---', start)) return start;
  const opening = /---[ \t]*\r?\n/y;
  opening.lastIndex = start;
  if (!opening.test(text)) return start;
  const closing = /^---[ \t]*$/gm;
  closing.lastIndex = opening.lastIndex;
  return closing.test(text) ? closing.lastIndex : start;
}

/** The value of `aliases` or `alias`: up to the next key. */
function aliasZones(text: string, start: number, end: number): readonly Zone[] {
  const zones: Zone[] = [];
  const key = /^alias(?:es)?[ \t]*:/gim;
  const nextKey = /^[^\s#-]/gm;
  key.lastIndex = start;
  for (let found = key.exec(text); found !== null && found.index < end; found = key.exec(text)) {
    nextKey.lastIndex = key.lastIndex;
    const to = Math.min(end, nextKey.exec(text)?.index ?? end);
    zones.push({ from: key.lastIndex, to, weight: ALIAS_WEIGHT });
    key.lastIndex = to;
  }
  return zones;
}

/** Headings with `#`, those in fenced code left out. */
function headingZones(text: string, from: number): readonly Zone[] {
  const zones: Zone[] = [];
  const line = /^ {0,3}(?:(`{3,}|~{3,})|#{1,6}[ \t])/gm;
  line.lastIndex = from;
  let fence = '';
  for (let found = line.exec(text); found !== null; found = line.exec(text)) {
    const mark = found[1];
    if (mark === undefined) {
      if (fence === '') zones.push({ from: line.lastIndex, to: lineEnd(text, line.lastIndex), weight: HEADING_WEIGHT });
    } else if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
  }
  return zones;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** What a word weighs by its place. Places are asked for in the order of the text. */
export class ZoneWeights {
  private next = 0;

  constructor(private readonly zones: readonly Zone[]) {}

  at(place: number): number {
    while (this.next < this.zones.length && (this.zones[this.next] as Zone).to <= place) this.next++;
    const zone = this.zones[this.next];
    return zone !== undefined && zone.from <= place ? zone.weight : BODY_WEIGHT;
  }
}
